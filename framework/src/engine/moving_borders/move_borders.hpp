// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <warpgraph/framework/engine/detail/program_part/peer_part_calls.hpp>

namespace warpgraph::detail {

// From now on the devices own other ranges. What moves with a border: the values that neighbours do not see, and which
// vertices are settled; the rest is on both sides of it anyway.
void move_borders(const std::vector<std::unique_ptr<PeerPartCalls>>& parts, const std::vector<VertexRange>& after);

}  // namespace warpgraph::detail
