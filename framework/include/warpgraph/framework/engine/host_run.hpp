// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/error.hpp>

// The engine from host memory to host memory, on whatever devices and ranks there are. As for engine.hpp, files that
// include it are kernel sources.
namespace warpgraph {

namespace detail {
// run_on(stream, device_graph) or run_on(sharded_graph): a run of P.
template <class P, EdgeValueType EdgeValue, class RunOn>
HostResult<typename ValueOf<P>::type> run_where_it_is(const GraphOn<EdgeValue>& graph, const RunOn& run_on) {
  explain_any_program<P>();
  if constexpr (AnyProgram<P>)
    return run_on_devices(
        graph, {.outgoing = VertexProgram<P>, .copies_may_be_few = true, .searches = PushableProgram<P>}, run_on);
  else
    return {};  // its errors are told
}
template <EdgeValueType EdgeValue, class P>
auto run_where_it_is(const GraphOn<EdgeValue>& graph, const P& program, const EngineOptions& options,
                     const std::atomic<bool>* cancelled) {
  return run_where_it_is<P>(graph,
                            [&](const auto&... on) { return run_cancellable(cancelled, program, options, on...); });
}
template <class MakeProgram>
concept MakesPrograms = std::is_invocable_v<const MakeProgram&, StreamRef>;
template <MakesPrograms MakeProgram, EdgeValueType EdgeValue>
auto run_made(const MakeProgram& make_program, const EngineOptions& options, StreamRef stream,
              const DeviceGraph<EdgeValue>& graph) {
  return run_cancellable(nullptr, make_program(stream), options, stream, graph);
}
template <MakesPrograms MakeProgram, EdgeValueType EdgeValue>
auto run_made(const MakeProgram& make_program, const EngineOptions& options, const ShardedGraph<EdgeValue>& graph) {
  return warpgraph::run(graph, make_program, options);
}
}  // namespace detail

// Runs the program until no vertex is updated, where the graph is (GraphOn), and brings the values to the host. One
// device, several or ranks: the call and its result are the same, but for the order in which floats are added up.
// Throws what GraphOn::with and run throw. Waits for the devices. The first run also puts the graph there (GraphOn).
template <EdgeValueType EdgeValue, class P>
requires(!detail::MakesPrograms<P>)
    [[nodiscard]] auto run(const GraphOn<EdgeValue>& graph, const P& program, const EngineOptions& options = {}) {
  return detail::run_where_it_is(graph, program, options, nullptr);
}
// The same of a program that points into a device's memory: make_program(stream) makes that of the stream's device, and
// is called for one device after the other. What it points to must stay until the run is over.
template <EdgeValueType EdgeValue, detail::MakesPrograms MakeProgram>
[[nodiscard]] auto run(const GraphOn<EdgeValue>& graph, const MakeProgram& make_program,
                       const EngineOptions& options = {}) {
  using P = std::remove_cvref_t<std::invoke_result_t<const MakeProgram&, StreamRef>>;
  return detail::run_where_it_is<P>(graph,
                                    [&](const auto&... on) { return detail::run_made(make_program, options, on...); });
}
// Does not compile, and says which graph to hand in.
template <detail::MistakenGraph NoGraph, class P>
HostResult<typename detail::ValueOf<P>::type> run(const NoGraph&, const P&, const EngineOptions& = {}) {
  detail::explain_graph<NoGraph>();
  return {};
}

// The same on a thread of its own, which also puts the graph on the devices; returns at once. The graph and its runtime
// must stay until the run is over, so the graph cannot be a temporary, and no other call may have it, or a copy of it,
// until then. wait() throws what run throws. Throws UsageError for the part of a rank: ranks talk from the thread that
// they began with.
template <EdgeValueType EdgeValue, class P>
void start(const GraphOn<EdgeValue>&&, const P&, EngineOptions = {}) = delete;
template <EdgeValueType EdgeValue, class P>
auto start(const GraphOn<EdgeValue>& graph, const P& program, EngineOptions options = {}) {
  using Value = typename detail::ValueOf<P>::type;
  expects(!graph.is_part(),
          "start: ranks talk from the thread that they began with, and this graph is a rank's part; "
          "run(graph, program) is for it");
  return RunningProgram<Value, HostResult<Value>>(
      [&graph, program, options = std::move(options)](const std::atomic<bool>* cancelled) {
        return detail::run_where_it_is(graph, program, options, cancelled);
      });
}
// Does not compile, as run of such a graph.
template <detail::MistakenGraph NoGraph, class P>
auto start(const NoGraph&, const P&, const EngineOptions& = {}) {
  using Value = typename detail::ValueOf<P>::type;
  detail::explain_graph<NoGraph>();
  return RunningProgram<Value, HostResult<Value>>([](const std::atomic<bool>*) { return HostResult<Value>(); });
}

}  // namespace warpgraph
