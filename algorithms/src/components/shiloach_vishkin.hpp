// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/connected_components.hpp>

#include "uniting.hpp"

namespace warpgraph::algorithms::components {

[[nodiscard]] MemoryPlan shiloach_vishkin_memory(VertexId vertices);

// The lowest vertex of the component of every vertex. Each iteration is a superstep of the report.
[[nodiscard]] Buffer<VertexId> shiloach_vishkin(StreamRef stream, const HeldEdges& edges,
                                                const ConnectedComponentsOptions& options, RunReport& report);

}  // namespace warpgraph::algorithms::components
