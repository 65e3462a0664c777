// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/detail/program_part/one_part.hpp>
#include <warpgraph/framework/engine/neighbourhood_program.hpp>
#include <warpgraph/runtime/memory.hpp>

namespace warpgraph {

// What a run of the program takes of the device's memory beside the graph, at most: what no superstep needs is not
// allocated. `has_outgoing`: the graph has outgoing edges, or is undirected. Not counted: some hundred bytes of
// counters, a bit for each vertex in runs with EngineOptions::until, and a second copy of the edges in blocks, which is
// made only where there is room (PlanThresholds::block_bytes). Starts nothing.
template <class P>
[[nodiscard]] MemoryPlan engine_memory(StreamRef stream, VertexId vertices, EdgeId edges, bool has_outgoing) {
  using E = NoValue;  // the memory is the same for graphs of all value types
  using Program = detail::EngineProgram<P>;
  detail::RunFacts facts;
  facts.program = detail::traits_of<Program>();
  facts.vertices = vertices;
  facts.edges = edges;
  facts.queue = {vertices, edges};
  facts.has_outgoing = has_outgoing;
  MemoryPlan plan;
  detail::Part<Program, E>::add_memory(plan, stream, facts);
  detail::PlansOfOne<Program, E>::add_memory(plan, facts);
  return plan;
}

}  // namespace warpgraph
