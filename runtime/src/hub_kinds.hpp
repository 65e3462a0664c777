// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Makers of hubs, which take what make_hub has checked.
namespace warpgraph::detail {

[[nodiscard]] std::unique_ptr<hubs::Hub> make_host_hub(std::span<const StreamRef> streams, std::size_t max_bytes);
[[nodiscard]] std::unique_ptr<hubs::Hub> make_peer_hub(std::span<const StreamRef> streams, std::size_t max_bytes);

// The hubs of kind nccl, by the library that the devices' machine has for them (Machine::collective_hubs).
class CollectiveHubs {
 public:
  virtual ~CollectiveHubs() = default;
  [[nodiscard]] virtual std::unique_ptr<hubs::Hub> make(std::span<const StreamRef> streams,
                                                        std::size_t max_bytes) const = 0;
  // Between the devices of all ranks. `streams`: of this rank, for the devices from `first_device` on; `device_count`:
  // of all ranks. The parcels of a round are the same list on all ranks, with devices' numbers among all ranks; views
  // of memory that another rank has are null and have the right size. Collective; the time limit is that of the ranks
  // now. A round that is late, or fails, makes the streams fail: with a RoundError if another rank may be the cause.
  // Throws DeviceError, on all ranks, if the devices cannot be connected.
  [[nodiscard]] virtual std::unique_ptr<hubs::Hub> make_between_ranks(Ranks& ranks, std::span<const StreamRef> streams,
                                                                      int first_device, int device_count,
                                                                      std::size_t max_bytes) const = 0;
};
// Those of the stream's device. Throws UsageError if its machine has none.
[[nodiscard]] const CollectiveHubs& collective_hubs_of(StreamRef stream);

// The devices that take part in a round, each once.
struct Traffic {
  std::vector<int> senders;
  std::vector<int> receivers;
};

// Throws UsageError if a parcel names a device that the hub has not, memory of the wrong device or an inbox too small
// for the content, or if one device sends more than `max_bytes`. Parcels without content are no traffic.
Traffic check_parcels(std::span<const hubs::Parcel> parcels, std::span<const StreamRef> streams, std::size_t max_bytes);

// An index into what a hub keeps for each of its devices.
[[nodiscard]] constexpr std::size_t rank(int device) noexcept { return static_cast<std::size_t>(device); }

}  // namespace warpgraph::detail
