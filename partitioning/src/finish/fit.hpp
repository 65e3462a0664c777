// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// How far the part is from what it may weigh and must hold; 0 where it keeps to all of it.
[[nodiscard]] double trouble_of(const HostParts& parts, PartId part);
[[nodiscard]] bool is_in_trouble(const HostParts& parts);

// Makes parts keep to their limits that moving vertices one by one leaves beyond them: by exchanges of vertices between
// two parts, and for graphs of up to 64 vertices by a search over all partitions that ends after a fixed number of
// steps. The search is complete for up to 12 vertices and parts. To pack weights into parts is hard in general, so that
// limits of larger graphs may be missed although they can be kept; with equal weights they never are.
void fit(HostParts& parts);

}  // namespace warpgraph::partitioning
