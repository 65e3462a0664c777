// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/engine/sharded.hpp>

// The engine from host memory to host memory, on whatever devices and ranks there are. As for engine.hpp, files that
// include it are kernel sources.
namespace warpgraph {

// Runs the program until no vertex is updated, where the graph is (GraphOn), and brings the values to the host. One
// device, several or ranks: the call and its result are the same, but for the order in which floats are added up.
// Programs that point into a device's memory take shard_graph and the run of sharded.hpp. Throws what
// GraphOn::with and run throw. Waits for the devices. The first run also puts the graph there (GraphOn).
template <EdgeValueType EdgeValue, class P>
[[nodiscard]] HostResult<typename detail::ValueOf<P>::type> run(const GraphOn<EdgeValue>& graph, const P& program,
                                                                const EngineOptions& options = {}) {
  detail::explain_program<P>();
  if constexpr (VertexProgram<P>)
    return run_on_devices(graph, {.copies_may_be_few = true, .searches = PushableProgram<P>},
                          [&](const auto&... on) { return warpgraph::run(on..., program, options); });
  else
    return {};  // its errors are told
}
// Does not compile, and says which graph to hand in.
template <detail::MistakenGraph NoGraph, class P>
HostResult<typename detail::ValueOf<P>::type> run(const NoGraph&, const P&, const EngineOptions& = {}) {
  detail::explain_graph<NoGraph>();
  return {};
}

}  // namespace warpgraph
