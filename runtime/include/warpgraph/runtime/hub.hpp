// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

// Exchange between devices, round by round, ordered by events alone: the host only queues. A hub through host memory
// works everywhere and crosses the bus once for a sender, however many the receivers; one between peers copies over
// NVLink or PCIe directly, a copy a receiver; NCCL picks the ways by itself and pays a kernel a round.
namespace warpgraph {

enum class HubKind {
  kHost,  // outboxes in pinned host memory: the sender writes, the receivers read
  kPeer,  // the sender writes into the receivers' memory
  kNccl,  // NCCL's sends and receives
};

std::string_view to_string(HubKind kind);  // "host", "peer", "nccl"
std::optional<HubKind> parse_hub_kind(std::string_view text);

}  // namespace warpgraph

namespace warpgraph::hubs {

inline constexpr std::array kHubKinds = {HubKind::kHost, HubKind::kPeer, HubKind::kNccl};

// What the callers of a hub of some kind have to know.
struct HubTraits {
  bool takes_writes = false;         // kernels of the senders may write into the inboxes (Hub::open_round)
  bool one_copy_serves_all = false;  // content leaves its sender once, however many devices receive it
};
[[nodiscard]] HubTraits hub_traits(HubKind kind);

// What one device sends in a round, to one or several others.
struct Parcel {
  struct Copy {
    int to = 0;             // index into the hub's streams
    View<std::byte> inbox;  // in that device's memory; at least as large as the content
  };
  int from = 0;                   // index into the hub's streams
  View<const std::byte> content;  // in the sender's memory
  std::vector<Copy> copies;
};

// The bytes of an array, as parcels carry them.
template <class T>
[[nodiscard]] auto bytes_of(View<T> view) {
  using Byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
  return View<Byte>(reinterpret_cast<Byte*>(view.data()), view.size_bytes(), view.space());
}

// Not thread-safe: one thread calls, as all rounds have one order.
class Hub {
 public:
  virtual ~Hub() = default;
  [[nodiscard]] virtual HubKind kind() const = 0;
  // Moves the parcels of one round. Queues work and returns; between ranks it waits (make_rank_hub). Contents are read
  // in the order of the senders' streams; work that is queued on a receiver's stream after the call finds its inboxes
  // filled. A round fills an inbox after its receiver has reached the round before (with NCCL: this round), so callers
  // alternate between two inboxes. Inboxes of the hub's first round may be new; one that is made later may be used from
  // the second round after. Throws UsageError, with nothing queued, if a parcel breaks what it promises.
  virtual void exchange(std::span<const Parcel> parcels) = 0;

  // A round in which kernels of the senders write into the inboxes themselves, which saves a call for each parcel, and
  // the outbox: what is queued on a sender's stream between the two calls finds the inboxes free, what is queued on a
  // receiver's after them finds them filled. Both queue work and return. Peer only; the others throw UsageError.
  struct Way {
    int from = 0;  // indices into the hub's streams
    int to = 0;
  };
  [[nodiscard]] bool takes_writes() const { return hub_traits(kind()).takes_writes; }
  virtual void open_round(std::span<const Way> ways);
  virtual void close_round(std::span<const Way> ways);
};

// The best of what these devices have: peer where all reach each other directly, else host.
[[nodiscard]] HubKind best_hub(std::span<const StreamRef> streams);

// `max_bytes`: of all parcels that one device sends in a round; a hub through the host pins twice as much for each.
// Throws UsageError if the devices or the build do not have this kind, OutOfMemory if the host's memory cannot be
// pinned, DeviceError if NCCL does not start. The streams, of one runtime, must outlive the hub. The destructor waits
// for the rounds that are under way; with NCCL a device that failed ends them, where waiting for the stream of another
// device might not return: then the hub is to go first.
[[nodiscard]] std::unique_ptr<Hub> make_hub(HubKind kind, std::span<const StreamRef> streams, std::size_t max_bytes);

// The devices of several ranks, numbered through all of them in the order of the ranks.
struct HubRanks {
  Ranks& ranks;
  std::span<const int> rank_of;  // each device
  int first_device = 0;          // of this rank
};
// The best of what the devices of all ranks have: NCCL where each has a GPU of its own, else host. Collective.
[[nodiscard]] HubKind best_rank_hub(Ranks& ranks, std::span<const StreamRef> streams);
// A hub between ranks, host or nccl. Each rank calls exchange() with the parcels of all, in one order; devices are
// named by their numbers, and a view of memory that another rank has is null and of the right size. exchange() waits
// for the senders of what leaves a rank, and for what comes; it throws RankError. `streams`: of the devices of this
// rank. Collective. The hub host pins room for what leaves, and twice for what comes, when a round first needs it.
[[nodiscard]] std::unique_ptr<Hub> make_rank_hub(HubKind kind, const HubRanks& devices,
                                                 std::span<const StreamRef> streams, std::size_t max_bytes);

}  // namespace warpgraph::hubs
