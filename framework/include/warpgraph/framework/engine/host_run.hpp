// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/engine/sharded.hpp>

// The engine from host memory to host memory, on one device or on several. As for engine.hpp, files that include it are
// kernel sources.
namespace warpgraph {

// Puts the graph on the devices of the runtime, runs the program there until no vertex is updated, and brings the
// values back. One device or several: the call and its result are the same, but for the order in which floats are added
// up. Programs that point into a device's memory take shard_graph and the run_program of sharded.hpp; so do several
// runs on one graph, because each call of this one copies the graph to the devices. Throws what upload, spread_graph
// and run_program throw.
template <EdgeValueType EdgeValue, class P>
[[nodiscard]] HostResult<typename detail::ValueOf<P>::type> run_program(Runtime& runtime, const Graph<EdgeValue>& graph,
                                                                        const P& program,
                                                                        const EngineOptions& options = {},
                                                                        const SpreadOptions& spread = {}) {
  detail::explain_program<P>();
  if constexpr (VertexProgram<P>)
    return run_on_devices(runtime, graph, {.copies_may_be_few = true}, spread,
                          [&](const auto&... on) { return run_program(on..., program, options); });
  else
    return {};  // its errors are told
}
// Does not compile, and says which graph to hand in.
template <detail::MistakenForGraph NoGraph, class P>
HostResult<typename detail::ValueOf<P>::type> run_program(Runtime&, const NoGraph&, const P&, const EngineOptions& = {},
                                                          const SpreadOptions& = {}) {
  detail::explain_graph<NoGraph>();
  return {};
}

}  // namespace warpgraph
