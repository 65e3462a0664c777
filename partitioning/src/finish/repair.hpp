// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// Mends what refinement leaves in rare cases, one vertex at a time on the host: empty parts, parts below their least
// weight, and parts that are too heavy. A part that is too light takes a look at each vertex, and another one at each
// neighbour of those that it gets. Returns how many looks at vertices filling parts has taken.
std::uint64_t repair(HostParts& parts);

}  // namespace warpgraph::partitioning
