// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <warpgraph/framework/engine/both_directions.hpp>
#include <warpgraph/framework/engine/detail/program_part/peer_part.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/find_vertex.hpp>

// The engine on several devices. As for engine.hpp, files that include it are kernel sources.
namespace warpgraph {

namespace detail {
// edges_of(i): the edges into the vertices that device i holds, with values of type `Of`. make_program(stream): the
// program, with the device's own copies of what it points to. If that is no vertex program, only the errors that say so
// are compiled.
template <EdgeValueType Of, EdgeValueType EdgeValue, class EdgesOf, class MakeProgram>
auto run_parts(const ShardedGraph<EdgeValue>& graph, const EdgesOf& edges_of, const MakeProgram& make_program,
               const EngineOptions& options, const std::atomic<bool>* cancelled) {
  using Given = std::remove_cvref_t<std::invoke_result_t<const MakeProgram&, StreamRef>>;
  ShardedResult<typename ValueOf<Given>::type> result;
  explain_any_program<Given>();
  if constexpr (AnyProgram<Given>) {
    using P = EngineProgram<Given>;
    using E = KernelEdge<Given, Of>;
    result.values_are = values_are<P>();
    const auto make_part = [&](int i) {
      if constexpr (NeighbourhoodProgram<Given>) {
        expect_neighbourhood_options(options);
        expects(!graph.shard(i).grid, "run: a neighbourhood program cannot run on a grid of ranks of several columns");
      }
      return std::make_unique<PeerPart<P, E>>(graph, i, as_edges<E>(edges_of(i)), P{make_program(graph.stream(i))},
                                              options);
    };
    const auto take_values = [&](PeerPartCalls& of) {
      result.own.push_back(of.part.own);
      result.first.push_back(of.part.first_vertex);
      result.values.push_back(std::move(static_cast<PeerPart<P, E>&>(of).value));
    };
    // src/engine/run/peer_devices.cpp, which calls the loop in run.cpp beside it
    static_cast<RunReport&>(result) =
        run_on_peers(sharded_run_input(graph), {traits_of<P>(), make_part, take_values, typeid(P).name(), sizeof(P)},
                     options, cancelled);
  }
  return result;
}
// The same, along both directions of the edges where the program reads both.
template <EdgeValueType Of, EdgeValueType EdgeValue, class EdgesOf, class MakeProgram>
auto run_on_shards(const ShardedGraph<EdgeValue>& graph, const EdgesOf& edges_of, const MakeProgram& make_program,
                   const EngineOptions& options, const std::atomic<bool>* cancelled) {
  using P = std::remove_cvref_t<std::invoke_result_t<const MakeProgram&, StreamRef>>;
  if constexpr (NeighbourhoodProgram<P> && reads_both_directions<P>()) {
    if (!graph.is_undirected()) {
      expects(std::is_same_v<Of, EdgeValue>,
              "run: a program that reads both directions takes other values of the edges on undirected graphs only");
      const ShardedGraph<EdgeValue> both = shards::with_both_directions(graph);
      return run_parts<EdgeValue>(
          both, [&](int i) { return both.shard(i).incoming.view(); }, make_program, options, cancelled);
    }
  }
  return run_parts<Of>(graph, edges_of, make_program, options, cancelled);
}
template <class P, EdgeValueType EdgeValue>
ShardedResult<typename ValueOf<P>::type> run_cancellable(const std::atomic<bool>* cancelled, const P& program,
                                                         const EngineOptions& options,
                                                         const ShardedGraph<EdgeValue>& graph) {
  return run_on_shards<EdgeValue>(
      graph, [&](int i) { return graph.shard(i).incoming.view(); }, [&](StreamRef) { return program; }, options,
      cancelled);
}
}  // namespace detail

// Runs a program that each device gets a copy of its own of: make_program(stream) is called once for each. For programs
// that point into a device's memory. Waits for the devices.
// Throws what run throws; UsageError if another run has the graph; DeviceError that names the devices that are
// late, if a superstep takes longer than options.exchange.superstep_timeout; DifferentCalls on all ranks, before
// anything is done, if one of them has a program of another type than the first rank, or other options (EngineOptions).
// Collective on several ranks.
template <EdgeValueType EdgeValue, class MakeProgram>
requires std::is_invocable_v<const MakeProgram&, StreamRef>
auto run(const ShardedGraph<EdgeValue>& graph, const MakeProgram& make_program, const EngineOptions& options = {}) {
  return detail::run_on_shards<EdgeValue>(
      graph, [&](int i) { return graph.shard(i).incoming.view(); }, make_program, options, nullptr);
}

// The same, with other values of the edges: incoming[i] are the edges of shard i, and must stay until the run is over.
// For programs that only pull, because the outgoing edges keep their values. Throws UsageError if there is not one view
// of the shard's size for each device.
template <EdgeValueType EdgeValue, EdgeValueType OtherValue, class MakeProgram>
requires std::is_invocable_v<const MakeProgram&, StreamRef>
auto run(const ShardedGraph<EdgeValue>& graph, std::span<const AdjacencyView<OtherValue>> incoming,
         const MakeProgram& make_program, const EngineOptions& options = {}) {
  using P = std::remove_cvref_t<std::invoke_result_t<const MakeProgram&, StreamRef>>;
  static_assert(!PushableProgram<P>, "run: the values along which a program pushes are the graph's own");
  expects(incoming.size() == static_cast<std::size_t>(graph.device_count()),
          "run: not the edges of one shard for each device");
  for (int i = 0; i < graph.device_count(); ++i)
    expects(incoming[static_cast<std::size_t>(i)].column.size() == graph.shard(i).incoming.column.size(),
            "run: the edges are not those of the shard");
  return detail::run_on_shards<OtherValue>(
      graph, [&](int i) { return incoming[static_cast<std::size_t>(i)]; }, make_program, options, nullptr);
}

// The same program, the same result as on one device; sums of floats are added up in another order.
template <EdgeValueType EdgeValue, class P>
requires(!std::is_invocable_v<const P&, StreamRef>) ShardedResult<typename detail::ValueOf<P>::type> run(
    const ShardedGraph<EdgeValue>& graph, const P& program, const EngineOptions& options = {}) {
  return detail::run_cancellable(nullptr, program, options, graph);
}

// The same on a thread of its own: starts it and returns. The graph must stay until the run is over, so it cannot be a
// temporary, and serve no other. Throws UsageError for a graph of several ranks: ranks talk from the thread that they
// began with.
template <EdgeValueType EdgeValue, class P>
void start(const ShardedGraph<EdgeValue>&&, const P&, EngineOptions = {}) = delete;
template <EdgeValueType EdgeValue, class P>
auto start(const ShardedGraph<EdgeValue>& graph, const P& program, EngineOptions options = {}) {
  using Value = typename detail::ValueOf<P>::type;
  expects(!graph.layout().has_others(),
          "start: ranks talk from the thread that they began with, and this graph lies on several of them; "
          "run(graph, program) is for it");
  return RunningProgram<Value, ShardedResult<Value>>(
      [&graph, program, options = std::move(options)](const std::atomic<bool>* cancelled) {
        return detail::run_cancellable(cancelled, program, options, graph);
      });
}

}  // namespace warpgraph
