// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// Makes the communication volume smaller by moving vertices one by one within the limits: those moves that lower the
// volume, or the cut at the same volume, in passes over the vertices that have neighbours in other parts, in an order
// that is drawn (the k-way refinement by volume of Karypis and Kumar, METIS 5). The volume never gets larger. Runs on
// one thread of the host.
void refine_volume(HostParts& parts, std::uint64_t seed);

}  // namespace warpgraph::partitioning
