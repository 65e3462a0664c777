// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// Looks for a partition that keeps to all limits, near the present one, if the graph has at most 64 vertices and 256
// parts. Fills part after part with a subset of the vertices that are left, and remembers sets that the parts behind
// cannot take. Ends after a fixed number of steps, which suffices for 12 vertices in 12 parts. Then makes the cut
// smaller by moves and exchanges. Returns whether there is such a partition among those that it saw.
bool search_fit(HostParts& parts);

}  // namespace warpgraph::partitioning
