// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/shard/peer_links.hpp>

#include "../level/level_graph.hpp"

// Several devices that partition one graph together. Each has a thread of the host, and all threads make the same calls
// in the same order: what a call here says of one peer, all of them do. Edges are spread; what is known of vertices is
// on every device, so that kernels for whole graphs run on all of them alike and decide alike.
namespace warpgraph::partitioning {

// Thrown on a peer when another one has failed.
class PeerFailed : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "partition: another device has failed"; }
};

// Where the peers' threads meet. The last one to come queues the exchange of all.
class PeerGroup {
 public:
  PeerGroup(std::vector<StreamRef> streams, VertexId vertices, EdgeId entries);

  [[nodiscard]] std::size_t size() const { return streams_.size(); }
  [[nodiscard]] StreamRef stream(std::size_t rank) const { return streams_[rank]; }
  // Each peer posts something; the last one acts on what all have posted. Throws PeerFailed if a peer failed.
  void meet(std::size_t rank, const void* post, const std::function<void()>& act);
  template <class T>
  [[nodiscard]] const T& post(std::size_t rank) const {
    return *static_cast<const T*>(posts_[rank]);
  }
  // For the act of a meeting.
  void set_own(std::size_t rank, VertexRange own) { graph_.parts[rank].own = own; }
  [[nodiscard]] peers::PeerArrays& sender() { return sender_; }
  void send();
  // Ends all meetings, and waits for what is queued on all devices: their arrays may go then.
  void fail() noexcept;

 private:
  std::vector<StreamRef> streams_;
  peers::PeerLinks links_;
  peers::PeerGraph graph_;  // without its edges
  peers::PeerArrays sender_;
  std::mutex mutex_;
  std::condition_variable all_came_;
  std::vector<const void*> posts_;
  std::size_t arrived_ = 0;
  std::uint64_t turn_ = 0;
  bool has_failed_ = false;
};

// One of them.
class Peer {
 public:
  Peer(PeerGroup& group, std::size_t rank) : group_(group), rank_(rank) {}

  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t count() const { return group_.size(); }
  [[nodiscard]] StreamRef stream() const { return group_.stream(rank_); }

  // What all peers say, in the order of their ranks.
  template <class T>
  [[nodiscard]] std::vector<T> all(const T& mine) {
    struct Post {
      const T& mine;
      std::vector<T>& all;
    };
    std::vector<T> result;
    const Post post{mine, result};
    group_.meet(rank_, &post, [&] {
      std::vector<T> said;
      for (std::size_t i = 0; i < count(); ++i) said.push_back(group_.post<Post>(i).mine);
      for (std::size_t i = 0; i < count(); ++i) group_.post<Post>(i).all = said;
    });
    return result;
  }
  template <class T>
  [[nodiscard]] T sum(const T& mine) {
    T total{};
    for (const T& each : all(mine)) total += each;
    return total;
  }

  // Arrays of all vertices, in which each peer has found the part of its own vertices: afterwards all have all of it.
  template <class... T>
  void share(VertexRange own, View<T>... arrays) {
    const Share<T...> post{own, {arrays...}};
    group_.meet(rank_, &post, [&] {
      for (std::size_t i = 0; i < count(); ++i) group_.set_own(i, group_.post<Share<T...>>(i).own);
      put_own<T...>(std::index_sequence_for<T...>());
      group_.send();
    });
  }

  // Bytes for each peer, and places for what each of them sends. Nothing is sent from a peer to itself.
  struct Mail {
    std::vector<View<const std::byte>> to;
    std::vector<View<std::byte>> from;
  };
  void exchange(const Mail& mail);
  // What all others send, one behind the other in the order of their ranks. sizes[r]: of what peer r sends to each.
  template <class T>
  void gather(View<const T> mine, const std::vector<std::size_t>& sizes, View<T> others) {
    Mail mail{std::vector<View<const std::byte>>(count(), hubs::bytes_of(mine)), {}};
    std::size_t place = 0;
    for (std::size_t i = 0; i < count(); ++i) {
      const std::size_t size = i == rank_ ? 0 : sizes[i];
      mail.from.push_back(hubs::bytes_of(others.subview(place, size)));
      place += size;
    }
    exchange(mail);
  }
  // The array of the first peer, on all others too.
  template <class T>
  void broadcast(Buffer<T>& array) {
    Mail mail{std::vector<View<const std::byte>>(count()), std::vector<View<std::byte>>(count())};
    if (rank_ == 0)
      mail.to.assign(count(), hubs::bytes_of(std::as_const(array).view()));
    else
      mail.from[0] = hubs::bytes_of(array.view());
    exchange(mail);
  }

  void fail() noexcept { group_.fail(); }

 private:
  template <class... T>
  struct Share {
    VertexRange own;
    std::tuple<View<T>...> arrays;
  };
  template <class... T, std::size_t... kIndex>
  void put_own(std::index_sequence<kIndex...>) {
    (put_array<kIndex, T...>(), ...);
  }
  template <std::size_t kIndex, class... T>
  void put_array() {
    std::vector<std::tuple_element_t<kIndex, std::tuple<View<T>...>>> arrays;
    for (std::size_t i = 0; i < count(); ++i) arrays.push_back(std::get<kIndex>(group_.post<Share<T...>>(i).arrays));
    group_.sender().put_own(arrays);
  }

  PeerGroup& group_;
  std::size_t rank_;
};

// Peer::share and Peer::sum for levels that may have no peers.
template <class... T>
void share(const LevelGraph& level, View<T>... arrays) {
  if (level.peer != nullptr) level.peer->share(level.range, arrays...);
}
template <class T>
[[nodiscard]] T sum_of_peers(const LevelGraph& level, const T& mine) {
  return level.peer == nullptr ? mine : level.peer->sum(mine);
}

// Where an exception takes away arrays that peers send or fill: waits for them. To be declared behind the arrays.
class WaitIfFailed {
 public:
  explicit WaitIfFailed(Peer* peer) : peer_(peer) {}
  ~WaitIfFailed() {
    if (peer_ != nullptr && std::uncaught_exceptions() > exceptions_) peer_->fail();
  }
  WaitIfFailed(const WaitIfFailed&) = delete;
  WaitIfFailed& operator=(const WaitIfFailed&) = delete;

 private:
  Peer* peer_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace warpgraph::partitioning
