// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::papers {

// The steps of an iteration that can be left out, or be taken apart. Labels are the same without them; iterations are
// more.
struct ShiloachVishkinSteps {
  bool hook_stagnant = true;    // SV3: trees that have not changed in an iteration hang under any neighbour
  bool second_shortcut = true;  // SV4: after hooking, paths are halved a second time
  bool fused = true;            // SV4 and SV5, which looks whether there was a change, in one kernel
};

struct ShiloachVishkinOptions {
  ShiloachVishkinSteps steps = {};
  // max_supersteps, time_supersteps, after_superstep; an iteration is a superstep, and labels are right if the run has
  // converged. A plan is refused (UsageError).
  EngineOptions engine = {};
};

// The method `shiloach-vishkin` of the command cc, and of the catalogue once add_methods() (papers.hpp) has been
// called: the labels of connected_components by the method of 1982 itself, as a GPU had it in 2010 (Yogaratnam).
// Iterations over all vertices and all edges, at most about log_1.5 of the vertices. Union-find, which looks at few
// edges and at each once, takes a tenth of the time or less. docs/internals/components.md has the steps.
//
// The value of a vertex is the lowest vertex of its component; directions do not matter. Waits for the stream in every
// iteration. Memory: shiloach_vishkin_memory.
[[nodiscard]] Result<VertexId> shiloach_vishkin(StreamRef stream, const GraphView<NoValue>& graph,
                                                const ShiloachVishkinOptions& options = {});

template <EdgeValueType EdgeValue>
[[nodiscard]] Result<VertexId> shiloach_vishkin(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                const ShiloachVishkinOptions& options = {}) {
  return shiloach_vishkin(stream, without_values(graph.view()), options);
}

// What a run takes of the device's memory beside the graph. A run that does not fit throws OutOfMemory before it
// starts.
[[nodiscard]] MemoryPlan shiloach_vishkin_memory(VertexId vertices);

}  // namespace warpgraph::papers
