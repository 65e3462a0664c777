// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "placed_sublists.hpp"
#include "spread.hpp"
#include "trail_walk.hpp"

namespace warpgraph::algorithms::lists {

// What one device has of a ranking.
struct ListPart {
  // `copied`: of how many elements it has copies of the successors. `peers`: how many devices there are besides it.
  ListPart(StreamRef on, VertexRange range, std::uint64_t copied, std::uint32_t splitters, std::size_t peers)
      : stream(on),
        own(range),
        next(on, copied, "list successors"),
        status(on, 1, "list status"),
        seen_status(on.device().runtime(), peers == 0 ? 0 : 1),
        seen_sizes(on.device().runtime(), peers == 0 ? 0 : kMaxBuckets * kCounterStride),
        before(on, splitters, "sublists") {
    kernel::for_each(stream, 1, SetStatus{status, {}});
  }

  StreamRef stream;
  VertexRange own;
  Buffer<std::uint32_t> next;                 // a copy of the successors of all elements
  View<const std::uint32_t> successors = {};  // that, or the input of one device
  Buffer<Status> status;
  PinnedBuffer<Status> seen_status;        // as the host has seen it; of several devices, as what follows
  PinnedBuffer<std::uint32_t> seen_sizes;  // of the buckets of pairs
  Buffer<std::uint32_t> before;
  Buffer<std::uint32_t> marks = {};
  Buffer<std::uint32_t> heads = {};
  Buffer<std::uint64_t> link = {};
  Buffer<std::uint64_t> record = {};     // of several lists
  std::optional<TrailWalk> trails = {};  // of one list
  std::uint64_t pieces = 0;              // of the trails
  PlacedSublists placed = {};
  Buffer<std::uint32_t> rank = {};  // of several devices: of all elements that walkers came by; as what follows
  Buffer<std::uint32_t> found = {};
  Buffer<std::uint32_t> order = {};
  Buffer<std::uint32_t> inbox = {};

  [[nodiscard]] std::uint32_t pairs_in(std::uint32_t bucket) const { return seen_sizes[bucket * kCounterStride]; }
};

// The part of a view that is of the device's own elements.
template <class View>
[[nodiscard]] View own_part(const ListPart& part, View view) {
  return view.subview(part.own.first, part.own.size());
}

// The parts of all devices, and what these send each other.
class ListParts {
 public:
  ListParts(const ListDevices& devices, const std::vector<std::uint64_t>& sizes)
      : peers_(devices.peers(sizes)), arrays_(peers_) {}
  ~ListParts() { clear(); }
  ListParts(const ListParts&) = delete;
  ListParts& operator=(const ListParts&) = delete;

  // `is_copied`: devices need copies of the successors in 32 bits.
  void make(std::uint32_t splitters, bool is_copied) {
    for (const peers::PeerGraph::Part& each : peers_.parts)
      parts_.emplace_back(each.stream, each.own, is_copied ? elements() : 0, splitters, size() - 1);
    if (!is_one()) wait_.emplace(peers_);
  }
  // Waits for the devices.
  void clear() {
    wait_.reset();
    parts_.clear();
  }

  [[nodiscard]] std::uint64_t elements() const { return peers_.vertices; }
  [[nodiscard]] std::size_t size() const { return peers_.parts.size(); }
  // One device is one part with nothing to exchange.
  [[nodiscard]] bool is_one() const { return size() == 1; }
  [[nodiscard]] ListPart& operator[](std::size_t device) { return parts_[device]; }
  [[nodiscard]] auto begin() { return parts_.begin(); }
  [[nodiscard]] auto end() { return parts_.end(); }
  void synchronize() const { peers_.synchronize(); }
  // Whether kernels reach the memory of all devices.
  [[nodiscard]] bool reach() const { return arrays_.reaches(); }
  // What is queued from now on, on any device, comes after what is queued on all devices.
  void put_in_order() const { arrays_.put_in_order(); }
  // What the kernels of each device tell.
  [[nodiscard]] std::vector<Status> statuses() {
    if (is_one()) return to_host(parts_.front().stream, parts_.front().status);
    for (ListPart& part : parts_) copy(part.stream, part.seen_status, part.status);
    synchronize();
    std::vector<Status> all;
    for (const ListPart& part : parts_) all.push_back(part.seen_status[0]);
    return all;
  }

  // Merges what the devices know of each device's elements.
  template <class Known, class Result>
  void take(Known&& known, Result&& result, std::string_view name) {
    for (ListPart& part : parts_)
      part.inbox = Buffer<std::uint32_t>(part.stream, (parts_.size() - 1) * part.own.size(), "list inbox");
    exchange([&](ListPart& from, const ListPart& to) { return own_part(to, known(from)); });
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      using Number = typename std::remove_reference_t<decltype(result(i).view())>::value_type;
      result(i) = Buffer<Number>(part.stream, part.own.size(), name);
      kernel::for_each(part.stream, part.own.size(),
                       MergeKnown<Number>{own_part(part, known(part)), part.inbox, result(i), part.status});
      part.inbox = {};
    }
  }

  // Sends the pairs of each bucket to the devices that own elements of it. Waits for the devices. False if there are
  // not as many pairs as elements.
  bool send_pairs() {
    for (ListPart& part : parts_) copy(part.stream, part.seen_sizes, part.trails->bucket_sizes());
    synchronize();
    const TrailWalk& any = *parts_.front().trails;
    for (std::uint32_t i = 0; i < any.bucket_count(); ++i) {
      std::uint64_t pairs = 0;
      for (const ListPart& part : parts_) pairs += part.pairs_in(i);
      if (pairs != any.bucket(i).size()) return false;
    }
    // A bucket for each device in turn, so that all of them send from the first moment on.
    for (std::uint32_t turn = 0; turn < any.bucket_count(); ++turn) {
      for (std::size_t to = 0; to < parts_.size(); ++to) {
        const VertexRange wanted = any.buckets_of(parts_[to].own);
        if (turn < wanted.size()) put_pairs(wanted.first + turn, to);
      }
    }
    arrays_.send();
    return true;
  }

  // Sends content(from, to) into the inbox of each `to`.
  template <class Content>
  void exchange(Content&& content) {
    for (std::size_t to = 0; to < parts_.size(); ++to) {
      std::size_t filled = 0;
      for (std::size_t from = 0; from < parts_.size(); ++from) {
        if (from == to) continue;
        const View<const std::uint32_t> sent = content(parts_[from], parts_[to]);
        arrays_.put(static_cast<int>(from), sent, static_cast<int>(to),
                    parts_[to].inbox.view().subview(filled, sent.size()));
        filled += sent.size();
      }
    }
    arrays_.send();
  }

  // Sends the range [first[i], first[i + 1]) of device i's array to all others.
  template <class Array>
  void put_ranges(const std::vector<std::uint64_t>& first, Array&& array) {
    if (is_one()) return;
    for (std::size_t from = 0; from < parts_.size(); ++from) {
      const auto range = [&](ListPart& part) {
        return array(part).subview(first[from], first[from + 1] - first[from]);
      };
      using Number = typename decltype(range(parts_[from]))::value_type;
      for (std::size_t to = 0; to < parts_.size(); ++to)
        arrays_.put(static_cast<int>(from), View<const Number>(range(parts_[from])), static_cast<int>(to),
                    range(parts_[to]));
    }
    arrays_.send();
  }
  template <class Array>
  void put_all(Array&& array) {
    std::vector<std::uint64_t> first;
    for (const ListPart& part : parts_) first.push_back(part.own.first);
    first.push_back(elements());
    put_ranges(first, array);
  }

 private:
  // Behind the pairs of the bucket that the device has.
  void put_pairs(std::uint32_t bucket, std::size_t to) {
    const std::uint64_t first = parts_[to].trails->bucket(bucket).first;
    std::uint64_t filled = parts_[to].pairs_in(bucket);
    for (std::size_t from = 0; from < parts_.size(); ++from) {
      if (from == to) continue;
      const std::uint64_t count = parts_[from].pairs_in(bucket);
      arrays_.put(static_cast<int>(from), View<const std::uint64_t>(parts_[from].trails->pairs(first, count)),
                  static_cast<int>(to), parts_[to].trails->pairs(first + filled, count));
      filled += count;
    }
  }

  peers::PeerGraph peers_;
  std::vector<ListPart> parts_;
  peers::PeerArrays arrays_;
  std::optional<peers::WaitForPeers> wait_;  // goes before what the devices send
};

}  // namespace warpgraph::algorithms::lists
