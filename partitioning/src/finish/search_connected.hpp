// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// Looks for the partition with the smallest cut that keeps to all limits and has each part connected in each component
// of the graph, if the graph has at most 32 vertices. Tries every part for one vertex after the other, in the order of
// a breadth-first search, and gives up where a part cannot be connected any more even with all vertices that are left.
// Ends after a fixed number of steps, which suffices for 10 vertices in 4 parts. The parts stay as they are, and the
// result is false, if none was found.
bool search_connected(HostParts& parts);

}  // namespace warpgraph::partitioning
