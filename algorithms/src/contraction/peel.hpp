// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/memory.hpp>

#include "peel_kernels.hpp"

namespace warpgraph::algorithms::contraction {

// What becomes of each vertex. The lowest vertex of a component that is a tree stays, and so does that of a component
// that is a cycle.
struct Peeled {
  Buffer<VertexId> up;  // of a vertex that hangs: the neighbour that it hangs from
  Buffer<Kind> kind;
  Buffer<Places> place;          // and behind the last vertex, how many there are
  VertexId kept = 0;             // vertices that stay
  VertexId chained = 0;          // vertices in chains
  std::vector<VertexId> number;  // among those that stay, of the vertices to keep
};

// `keep`: each once. Waits for the stream.
[[nodiscard]] Peeled peel(StreamRef stream, const AdjacencyView<NoValue>& edges, const GraphFacts& facts,
                          std::span<const VertexId> keep);

// What that takes, and what stays of it.
[[nodiscard]] MemoryPlan peel_memory(Device& device, VertexId vertices, EdgeId edges);
[[nodiscard]] MemoryPlan peeled_memory(VertexId vertices);

}  // namespace warpgraph::algorithms::contraction
