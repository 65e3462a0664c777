// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/rank_devices.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "hub_kinds.hpp"

namespace warpgraph {

namespace detail {
namespace {

// Pinned memory that a round lays its messages out in, one behind the other. Copies out of it may still be under way
// when the round is over, so two rounds take turns.
struct Staging {
  explicit Staging(StreamRef stream) : taken(stream.device()) {}

  PinnedBuffer<std::byte> bytes;
  Event taken;  // all copies out of it
};

// Ranks tell each other what leaves a process through the memory of their hosts; inside of a process an own hub works.
// The host waits for the senders of what leaves and for what comes, and queues the rest.
class RankHub final : public hubs::Hub {
 public:
  RankHub(const hubs::HubRanks& devices, std::span<const StreamRef> streams, std::size_t max_bytes)
      : ranks_(devices.ranks),
        rank_of_(devices.rank_of.begin(), devices.rank_of.end()),
        first_(devices.first_device),
        streams_(streams.begin(), streams.end()),
        within_(hubs::make_hub(hubs::best_hub(streams), streams, max_bytes)) {
    for (const StreamRef stream : streams) {
      outboxes_.emplace_back(stream);
      for (auto& inboxes : inboxes_) inboxes.emplace_back(stream);
    }
  }
  // What is copied out of the inboxes must be done before they are freed.
  ~RankHub() override {
    for (const StreamRef stream : streams_) stream.wait_quietly();
  }

  [[nodiscard]] HubKind kind() const override { return HubKind::kHost; }

  void exchange(std::span<const hubs::Parcel> parcels) override {
    within_->exchange(inside(parcels));
    const std::vector<Ranks::Sent> sent = post(parcels);
    const std::vector<Arrival> arrivals = expect(parcels);
    std::vector<Ranks::Received> received;
    for (const Arrival& each : arrivals) received.push_back({each.from, place_of(each)});
    ranks_.exchange(sent, received);
    for (const Arrival& each : arrivals)
      if (!is_direct(each.to)) copy(streams_[each.to], each.inbox, view_of(std::span<const std::byte>(place_of(each))));
    for (std::size_t i = 0; i < streams_.size(); ++i) inboxes()[i].taken.record(streams_[i]);
    ++round_;
  }

 private:
  struct Arrival {
    int from;               // the rank
    std::size_t to;         // a stream of this rank
    View<std::byte> inbox;  // in its device's memory
    std::size_t at;         // in the inbox of the host
  };

  [[nodiscard]] bool is_here(int device) const { return rank_of_[rank(device)] == ranks_.rank(); }
  [[nodiscard]] std::size_t stream_of(int device) const { return rank(device - first_); }
  // The memory of virtual devices is the host's.
  [[nodiscard]] bool is_direct(std::size_t stream) const {
    return streams_[stream].device().kind() == DeviceKind::kHost;
  }

  // What stays in this process, as the hub within knows it.
  [[nodiscard]] std::vector<hubs::Parcel> inside(std::span<const hubs::Parcel> parcels) const {
    std::vector<hubs::Parcel> all;
    for (const hubs::Parcel& parcel : parcels) {
      if (!is_here(parcel.from)) continue;
      hubs::Parcel kept{parcel.from - first_, parcel.content, {}};
      for (const hubs::Parcel::Copy& each : parcel.copies)
        if (is_here(each.to)) kept.copies.push_back({each.to - first_, each.inbox});
      if (!kept.copies.empty()) all.push_back(std::move(kept));
    }
    return all;
  }

  // Brings what leaves into the host's memory.
  [[nodiscard]] std::vector<Ranks::Sent> post(std::span<const hubs::Parcel> parcels) {
    std::vector<std::size_t> bytes(streams_.size(), 0);
    const auto leaves = [&](const hubs::Parcel::Copy& each) { return !is_here(each.to); };
    const auto for_each_leaving = [&](const auto& work) {
      for (const hubs::Parcel& parcel : parcels)
        if (is_here(parcel.from) && !parcel.content.empty() && std::ranges::any_of(parcel.copies, leaves))
          work(parcel, stream_of(parcel.from));
    };
    for_each_leaving([&](const hubs::Parcel& parcel, std::size_t i) { bytes[i] += parcel.content.size(); });
    for (std::size_t i = 0; i < streams_.size(); ++i)
      if (!is_direct(i)) make_room(outboxes_[i], streams_[i], bytes[i]);
    std::vector<Ranks::Sent> sent;
    std::vector<std::size_t> filled(streams_.size(), 0);
    for_each_leaving([&](const hubs::Parcel& parcel, std::size_t i) {
      std::span<const std::byte> content(parcel.content.data(), parcel.content.size());
      if (!is_direct(i)) {
        const View<std::byte> place = outboxes_[i].bytes.view().subview(filled[i], content.size());
        copy(streams_[i], place, parcel.content);
        filled[i] += content.size();
        content = {place.data(), place.size()};
      }
      for (const hubs::Parcel::Copy& each : parcel.copies)
        if (leaves(each)) sent.push_back({rank_of_[rank(each.to)], content});
    });
    for (std::size_t i = 0; i < streams_.size(); ++i)
      if (bytes[i] != 0) streams_[i].synchronize();
    return sent;
  }

  // Where what comes will lie. A virtual device has reached the round before when its stream is idle.
  [[nodiscard]] std::vector<Arrival> expect(std::span<const hubs::Parcel> parcels) {
    std::vector<Arrival> arrivals;
    std::vector<std::size_t> bytes(streams_.size(), 0);
    for (const hubs::Parcel& parcel : parcels) {
      if (is_here(parcel.from) || parcel.content.empty()) continue;
      for (const hubs::Parcel::Copy& each : parcel.copies) {
        if (!is_here(each.to)) continue;
        expects(parcel.content.size() <= each.inbox.size(), "Hub::exchange: an inbox is smaller than the content");
        const std::size_t to = stream_of(each.to);
        arrivals.push_back({rank_of_[rank(parcel.from)], to, each.inbox.subview(0, parcel.content.size()), bytes[to]});
        bytes[to] += parcel.content.size();
      }
    }
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      if (bytes[i] == 0) continue;
      if (is_direct(i)) {
        streams_[i].synchronize();
      } else {
        inboxes()[i].taken.synchronize();
        make_room(inboxes()[i], streams_[i], bytes[i]);
      }
    }
    return arrivals;
  }

  [[nodiscard]] std::span<std::byte> place_of(const Arrival& each) {
    if (is_direct(each.to)) return {each.inbox.data(), each.inbox.size()};
    return inboxes()[each.to].bytes.span().subspan(each.at, each.inbox.size());
  }
  [[nodiscard]] std::vector<Staging>& inboxes() { return inboxes_[round_ % 2]; }

  static void make_room(Staging& staging, StreamRef stream, std::size_t bytes) {
    if (staging.bytes.size() < bytes) staging.bytes = PinnedBuffer<std::byte>(stream.device().runtime(), bytes);
  }

  Ranks& ranks_;
  std::vector<int> rank_of_;
  int first_;
  std::vector<StreamRef> streams_;
  std::unique_ptr<hubs::Hub> within_;
  std::vector<Staging> outboxes_;                // of each stream
  std::array<std::vector<Staging>, 2> inboxes_;  // in even and in odd rounds
  std::size_t round_ = 0;
};

}  // namespace
}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::hubs {

HubKind best_rank_hub(Ranks& ranks, std::span<const StreamRef> streams) {
  const Runtime& runtime = streams.front().device().runtime();
  const int has_hubs = runtime.machine().collective_hubs() != nullptr;
  const int all_have = ranks::all_reduce(ranks, has_hubs, [](int a, int b) { return std::min(a, b); });
  if (all_have == 0) return HubKind::kHost;
  const auto places = ranks::gather_rank_places(ranks, runtime, "");
  return ranks::shared_gpus(places).empty() ? HubKind::kNccl : HubKind::kHost;
}

std::unique_ptr<Hub> make_rank_hub(HubKind kind, const HubRanks& devices, std::span<const StreamRef> streams,
                                   std::size_t max_bytes) {
  expects(kind != HubKind::kPeer, "make_rank_hub: ranks have the hubs host and nccl (HubKind)");
  if (kind == HubKind::kNccl)
    return detail::collective_hubs_of(streams.front())
        .make_between_ranks(devices.ranks, streams, devices.first_device, static_cast<int>(devices.rank_of.size()),
                            max_bytes);
  return std::make_unique<detail::RankHub>(devices, streams, max_bytes);
}

}  // namespace warpgraph::hubs
