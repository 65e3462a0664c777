// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>
#include <span>
#include <vector>

#include <warpgraph/runtime/copy.hpp>

#include "hub_kinds.hpp"

namespace warpgraph::detail {

namespace {

std::vector<Event> event_on_each(const std::vector<StreamRef>& streams) {
  std::vector<Event> events;
  for (const StreamRef stream : streams) events.emplace_back(stream.device());
  return events;
}

// The sender's stream writes; two events make that safe. The receiver's says that it has got as far as the round
// before, so that it is done with the inbox, which it had two rounds ago. The sender's says that the parcels are there.
class PeerHub final : public hubs::Hub {
 public:
  PeerHub(std::span<const StreamRef> streams, std::size_t max_bytes)
      : streams_(streams.begin(), streams.end()),
        max_bytes_(max_bytes),
        begun_{event_on_each(streams_), event_on_each(streams_)},
        sent_(event_on_each(streams_)) {}

  [[nodiscard]] HubKind kind() const override { return HubKind::kPeer; }

  void exchange(std::span<const hubs::Parcel> parcels) override {
    check_parcels(parcels, streams_, max_bytes_);
    std::vector<Way> ways;
    for (const hubs::Parcel& parcel : parcels)
      for (const hubs::Parcel::Copy& each : parcel.copies)
        if (!parcel.content.empty()) ways.push_back({parcel.from, each.to});
    open_round(ways);
    for (const hubs::Parcel& parcel : parcels)
      for (const hubs::Parcel::Copy& each : parcel.copies)
        if (!parcel.content.empty()) copy(streams_[rank(parcel.from)], each.inbox, parcel.content);
    close_round(ways);
  }

  // A caller that waits for its devices between two rounds has done the waiting already, and to ask is cheaper than to
  // wait on each way.
  void open_round(std::span<const Way> ways) override {
    auto& now = begun_[round_ % 2];
    for (std::size_t i = 0; i < streams_.size(); ++i) now[i].record(streams_[i]);
    const auto& ready = round_ == 0 ? now : begun_[(round_ - 1) % 2];
    ++round_;
    std::vector<bool> is_ready;
    for (const Event& each : ready) is_ready.push_back(each.is_done());
    for (const Way& way : ways)
      if (!is_ready[rank(way.to)]) streams_[rank(way.from)].wait(ready[rank(way.to)]);
  }

  void close_round(std::span<const Way> ways) override {
    std::vector<bool> sends(streams_.size(), false);
    for (const Way& way : ways) sends[rank(way.from)] = true;
    for (std::size_t i = 0; i < streams_.size(); ++i)
      if (sends[i]) sent_[i].record(streams_[i]);
    for (const Way& way : ways) streams_[rank(way.to)].wait(sent_[rank(way.from)]);
  }

 private:
  std::vector<StreamRef> streams_;
  std::size_t max_bytes_;
  std::array<std::vector<Event>, 2> begun_;  // of each device, in even and in odd rounds
  std::vector<Event> sent_;
  std::size_t round_ = 0;
};

}  // namespace

std::unique_ptr<hubs::Hub> make_peer_hub(std::span<const StreamRef> streams, std::size_t max_bytes) {
  return std::make_unique<PeerHub>(streams, max_bytes);
}

}  // namespace warpgraph::detail
