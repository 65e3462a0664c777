// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/framework/engine/detail/sharded_run.hpp>
#include <warpgraph/framework/engine/engine.hpp>

// The engine on several devices. As for engine.hpp, files that include it are kernel sources.
namespace warpgraph {

// Runs a program that each device gets a copy of its own of: make_program(stream) is called once for each. For programs
// that point into a device's memory. Waits for the devices.
// Throws what run_program throws; DeviceError that names the devices that are late, if options.exchange has no
// patience.
template <EdgeValueType EdgeValue, class MakeProgram>
requires std::is_invocable_v<const MakeProgram&, StreamRef>
auto run_program(const ShardedGraph<EdgeValue>& graph, const MakeProgram& make_program,
                 const EngineOptions& options = {}) {
  using P = std::remove_cvref_t<std::invoke_result_t<const MakeProgram&, StreamRef>>;
  detail::explain_program<P>();
  return detail::ShardedRun<P, detail::KernelEdge<P, EdgeValue>>(graph, make_program, options, nullptr)();
}

// The same program, the same result as on one device; sums of floats are added up in another order.
template <EdgeValueType EdgeValue, class P>
requires(!std::is_invocable_v<const P&, StreamRef>) ShardedResult<typename P::VertexValue> run_program(
    const ShardedGraph<EdgeValue>& graph, const P& program, const EngineOptions& options = {}) {
  return run_program(
      graph, [&](StreamRef) { return program; }, options);
}

}  // namespace warpgraph
