// SPDX-License-Identifier: Apache-2.0
#include <array>
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

// The sender's stream copies; two events make that safe. The receiver's says that it has got as far as the round
// before, so that it is done with the inbox, which it had two rounds ago. The sender's says that the copies are there.
class PeerHub final : public Hub {
 public:
  PeerHub(std::span<const StreamRef> streams, std::size_t most_bytes)
      : streams_(streams.begin(), streams.end()),
        most_bytes_(most_bytes),
        begun_{event_on_each(streams_), event_on_each(streams_)},
        sent_(event_on_each(streams_)) {}

  [[nodiscard]] HubKind kind() const override { return HubKind::kPeer; }

  void exchange(std::span<const Parcel> parcels) override {
    const Traffic traffic = check_parcels(parcels, streams_, most_bytes_);
    begin_round();
    for (const Parcel& parcel : parcels) send(parcel);
    for (const int sender : traffic.senders) sent_[rank(sender)].record(streams_[rank(sender)]);
    for (const Parcel& parcel : parcels) receive(parcel);
  }

 private:
  void begin_round() {
    auto& now = begun_[round_ % 2];
    for (std::size_t i = 0; i < streams_.size(); ++i) now[i].record(streams_[i]);
    ready_ = round_ == 0 ? &now : &begun_[(round_ - 1) % 2];
    ++round_;
  }

  void send(const Parcel& parcel) const {
    if (parcel.content.empty()) return;
    const StreamRef sender = streams_[rank(parcel.from)];
    for (const Parcel::Copy& each : parcel.copies) {
      sender.wait((*ready_)[rank(each.to)]);
      copy(sender, each.inbox, parcel.content);
    }
  }

  void receive(const Parcel& parcel) const {
    if (parcel.content.empty()) return;
    for (const Parcel::Copy& each : parcel.copies) streams_[rank(each.to)].wait(sent_[rank(parcel.from)]);
  }

  std::vector<StreamRef> streams_;
  std::size_t most_bytes_;
  std::array<std::vector<Event>, 2> begun_;  // of each device, in even and in odd rounds
  std::vector<Event> sent_;
  const std::vector<Event>* ready_ = nullptr;  // what senders wait for in this round
  std::size_t round_ = 0;
};

}  // namespace

std::unique_ptr<Hub> make_peer_hub(std::span<const StreamRef> streams, std::size_t most_bytes) {
  return std::make_unique<PeerHub>(streams, most_bytes);
}

}  // namespace warpgraph::detail
