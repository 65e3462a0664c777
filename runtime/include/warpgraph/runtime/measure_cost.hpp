// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <warpgraph/runtime/cost.hpp>
#include <warpgraph/runtime/hub.hpp>

// Finds the parameters of MachineCost and LinkCost on the devices at hand, each as the least time of a few trials.
// Other work on the machine shows in the results.
namespace warpgraph::costs {

// The measurement takes up to a quarter of the device's free memory, and about a second. Waits for the device.
[[nodiscard]] MachineCost measure_machine(Device& device);

// Copies from the device into pinned memory of the host. Waits for the stream.
[[nodiscard]] LinkCost measure_host_link(StreamRef stream);

// Rounds of a hub in which a message goes along each of these ways; for each way there should be one back, so that no
// device is a round ahead. `streams`: of the devices of this process. Waits for the streams. Throws what hubs::make_hub
// throws.
[[nodiscard]] LinkCost measure_link(HubKind kind, std::span<const StreamRef> streams,
                                    std::span<const hubs::Hub::Way> ways);
// The same between the devices of several ranks, as hubs::make_rank_hub numbers them. Collective; all ranks get the
// times of the rank that took longest.
[[nodiscard]] LinkCost measure_link(HubKind kind, const hubs::HubRanks& devices, std::span<const StreamRef> streams,
                                    std::span<const hubs::Hub::Way> ways);

// All ways between `devices` devices.
[[nodiscard]] std::vector<hubs::Hub::Way> all_ways(int devices);

}  // namespace warpgraph::costs
