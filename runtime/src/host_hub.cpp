// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <exception>
#include <memory>
#include <span>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "hub_kinds.hpp"

namespace warpgraph::detail {

namespace {

// Half of what a hub keeps for a device, for the even or for the odd rounds.
struct Mailbox {
  Mailbox(StreamRef stream, std::size_t bytes, std::size_t devices)
      : outbox(stream.device().runtime(), bytes),
        written(stream.device()),
        taken(stream.device()),
        read_by(devices, false) {}

  PinnedBuffer<std::byte> outbox;
  std::size_t filled = 0;
  Event written;              // the device has filled its outbox
  Event taken;                // the device has read what it was sent
  std::vector<bool> read_by;  // devices that were sent the present contents of the outbox
};

// Senders and receivers meet in the outboxes, each with its own stream. Outboxes take turns, so a sender waits only for
// those that read its parcels two rounds ago.
class HostHub final : public hubs::Hub {
 public:
  HostHub(std::span<const StreamRef> streams, std::size_t max_bytes)
      : streams_(streams.begin(), streams.end()), max_bytes_(max_bytes) {
    for (auto& boxes : mailboxes_)
      for (const StreamRef stream : streams_) boxes.emplace_back(stream, max_bytes, streams_.size());
  }

  // The outboxes are freed at once, so their readers and writers must be done. Of failures their streams tell.
  ~HostHub() override {
    for (const auto& boxes : mailboxes_) {
      for (const Mailbox& box : boxes) {
        finish(box.written);
        finish(box.taken);
      }
    }
  }

  [[nodiscard]] HubKind kind() const override { return HubKind::kHost; }

  void exchange(std::span<const hubs::Parcel> parcels) override {
    const Traffic traffic = check_parcels(parcels, streams_, max_bytes_);
    try {
      queue(parcels, traffic);
    } catch (...) {  // no event may stand for the copies that are queued already
      for (const StreamRef stream : streams_) stream.wait_quietly();
      throw;
    }
  }

 private:
  void queue(std::span<const hubs::Parcel> parcels, const Traffic& traffic) {
    std::vector<Mailbox>& boxes = mailboxes_[round_++ % 2];
    for (const int sender : traffic.senders) empty(boxes, sender);
    std::vector<View<const std::byte>> posted;
    for (const hubs::Parcel& parcel : parcels) posted.push_back(post(boxes[rank(parcel.from)], parcel));
    for (const int sender : traffic.senders) boxes[rank(sender)].written.record(streams_[rank(sender)]);
    for (std::size_t i = 0; i < parcels.size(); ++i) deliver(boxes, parcels[i], posted[i]);
    for (const int receiver : traffic.receivers) boxes[rank(receiver)].taken.record(streams_[rank(receiver)]);
  }

  static void finish(const Event& event) noexcept {
    try {
      event.synchronize();
    } catch (const std::exception&) {
    }
  }

  // Drops what it held two rounds ago, once that is read.
  void empty(std::vector<Mailbox>& boxes, int sender) const {
    Mailbox& box = boxes[rank(sender)];
    for (std::size_t reader = 0; reader < boxes.size(); ++reader) {
      if (box.read_by[reader]) streams_[rank(sender)].wait(boxes[reader].taken);
      box.read_by[reader] = false;
    }
    box.filled = 0;
  }

  [[nodiscard]] View<const std::byte> post(Mailbox& box, const hubs::Parcel& parcel) const {
    if (parcel.copies.empty()) return {};
    const auto place = box.outbox.view().subview(box.filled, parcel.content.size());
    copy(streams_[rank(parcel.from)], place, parcel.content);
    box.filled += parcel.content.size();
    return place;
  }

  void deliver(std::vector<Mailbox>& boxes, const hubs::Parcel& parcel, View<const std::byte> posted) const {
    if (posted.empty()) return;
    Mailbox& box = boxes[rank(parcel.from)];
    for (const hubs::Parcel::Copy& each : parcel.copies) {
      streams_[rank(each.to)].wait(box.written);
      copy(streams_[rank(each.to)], each.inbox, posted);
      box.read_by[rank(each.to)] = true;
    }
  }

  std::vector<StreamRef> streams_;
  std::size_t max_bytes_;
  std::array<std::vector<Mailbox>, 2> mailboxes_;  // of each device, in even and in odd rounds
  std::size_t round_ = 0;
};

}  // namespace

std::unique_ptr<hubs::Hub> make_host_hub(std::span<const StreamRef> streams, std::size_t max_bytes) {
  return std::make_unique<HostHub>(streams, max_bytes);
}

}  // namespace warpgraph::detail
