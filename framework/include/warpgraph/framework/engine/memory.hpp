// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/engine/detail/pull/pull_active.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_fused.hpp>
#include <warpgraph/framework/engine/detail/run/run_state.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/runtime/memory.hpp>

namespace warpgraph {

// What a run of the program takes of the device's memory beside the graph, at most: what no superstep needs is not
// allocated. `has_outgoing`: the graph has outgoing edges, or is undirected.
template <class P>
[[nodiscard]] MemoryPlan engine_memory(StreamRef stream, VertexId vertices, EdgeId edges, bool has_outgoing) {
  using Sum = detail::Contribution<P>;
  constexpr bool kFirst = detail::first_hit_suffices<P>();
  const std::size_t words = detail::mask_words(vertices);
  const bool activates = has_outgoing && !kFirst && !detail::evaluates_all<P>();
  MemoryPlan plan;
  plan.add_array<typename P::VertexValue>("engine values", vertices);
  if (detail::HasPublish<P>) plan.add_array<detail::Published<P>>("engine published values", vertices);
  plan.add_array<std::uint32_t>("engine frontier", 2 * words);
  plan.add_array<detail::FrontierCounts>("engine counts", 3 + detail::RunState<P>::kMaxLoopSupersteps);
  if (kFirst) plan.add_array<std::uint32_t>("engine settled vertices", words);
  if (detail::HasAggregate<P>)
    plan.add_array<detail::AggregateType<P>>("engine partial sums", 1 + detail::sweep_warps(stream, vertices).count);
  if (detail::needs_out_degree<P>() && !has_outgoing) plan.add_array<std::uint32_t>("engine degrees", vertices);
  if (detail::kPullsFused<P>) plan.add_array<detail::Published<P>>("engine next values", vertices);
  if (!kFirst) {
    plan.add_array<Sum>("engine sums", vertices);
    const std::size_t shares = detail::slices_of<Sum>(edges);
    plan.add("engine carries", shares * (sizeof(Sum) + sizeof(VertexId)));
  }
  if (activates) {
    plan.add("engine active vertices", (words + edges / detail::kHeavyEdges + 1) * sizeof(std::uint32_t));
  }
  if (PrioritisedProgram<P> && has_outgoing) {
    plan.add_array<VertexId>("engine pile", 2 * std::size_t{vertices} + words);
    plan.add("engine counts", sizeof(detail::PriorityState<detail::PriorityOf<P>>));
    plan.add_array<double>("engine sample", 1);
  }
  if (activates || (PushableProgram<P> && has_outgoing))
    plan.add("engine queue", std::size_t{vertices} * 2 * (sizeof(VertexId) + 2 * sizeof(EdgeId)));
  return plan;
}

}  // namespace warpgraph
