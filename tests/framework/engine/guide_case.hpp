// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>

#include "framework/engine/engine_case.hpp"
#include "framework/engine/guide_programs.hpp"
#include "framework/engine/interpreter.hpp"

// Programs, graphs, limits and plans against the interpreter: the values, and how many vertices each superstep updates.
namespace warpgraph::test {

inline Graph<std::int32_t> built(EdgeList list, const BuildOptions& options) {
  ThreadPool threads(1);
  return build_graph<std::int32_t>(threads, std::move(list), options);
}
inline EdgeList generated(std::string_view family, generators::GeneratorArguments arguments) {
  ThreadPool threads(1);
  arguments["weights"] = "uniform";
  return generators::generate(generators::parse_generator(family, arguments), threads);
}
// One edge from vertex 0 to each other vertex: pushed and pulled edges lie on different devices.
inline EdgeList out_star(VertexId vertices) {
  EdgeList list;
  list.vertex_count = vertices;
  list.values.emplace<std::vector<std::int32_t>>();
  for (VertexId v = 1; v < vertices; ++v) {
    list.source.push_back(0);
    list.target.push_back(v);
    std::get<std::vector<std::int32_t>>(list.values).push_back(static_cast<std::int32_t>(v % 7 + 1));
  }
  return list;
}
// The same graph of arrays that the caller keeps.
inline Graph<std::int32_t> of_own_arrays(const Graph<std::int32_t>& graph) {
  struct Arrays {
    std::vector<EdgeId> row;
    std::vector<VertexId> column;
    std::vector<std::int32_t> value;
  };
  const auto copy_of = [](const Adjacency<std::int32_t>& from) {
    const auto arrays = std::make_shared<const Arrays>(Arrays{{from.row.begin(), from.row.end()},
                                                              {from.column.begin(), from.column.end()},
                                                              {from.value.begin(), from.value.end()}});
    return Adjacency<std::int32_t>{{arrays->row, arrays}, {arrays->column, arrays}, {arrays->value, arrays}};
  };
  graphs::GraphParts<std::int32_t> parts;
  parts.incoming = copy_of(graph.incoming());
  if (!graph.is_undirected()) parts.outgoing = copy_of(graph.outgoing());
  parts.undirected = graph.is_undirected();
  return Graph<std::int32_t>::of_known_parts(std::move(parts));
}

inline const std::vector<NamedGraph>& guide_graphs() {
  static const std::vector<NamedGraph> graphs = [] {
    std::vector<NamedGraph> made;
    const generators::GeneratorArguments skewed{{"scale", "6"}, {"edge-factor", "3"}};
    made.push_back({"out-star", built(out_star(70), {.outgoing = true})});
    made.push_back({"path", built(generated("path", {{"vertices", "33"}}), {.symmetrise = true})});
    made.push_back({"kron, relabelled at random",
                    built(generated("kron", skewed), {.symmetrise = true, .relabel = Relabel::kRandom})});
    made.push_back({"rmat, incoming edges only", built(generated("rmat", skewed), {})});
    made.push_back({"grid of own arrays", of_own_arrays(built(generated("grid2d", {{"width", "9"}, {"height", "7"}}),
                                                              {.symmetrise = true}))});
    made.push_back({"rmat, relabelled by degree",
                    built(generated("rmat", skewed), {.outgoing = true, .relabel = Relabel::kDegree})});
    made.push_back({"star", built(generated("star", {{"vertices", "45"}}), {.symmetrise = true})});
    made.push_back({"rmat of own arrays", of_own_arrays(built(generated("rmat", skewed), {.outgoing = true}))});
    made.push_back({"three vertices", built(generated("path", {{"vertices", "3"}}), {.outgoing = true})});
    return made;
  }();
  return graphs;
}

inline constexpr std::uint32_t kUnlimited = 0xffffffffu;

// How a run is limited: by EngineOptions::max_supersteps, or by a callback that stops it.
struct GuideLimit {
  std::uint32_t supersteps = kUnlimited;
  bool by_callback = false;
};
inline constexpr std::array kGuideLimits{GuideLimit{1, false}, GuideLimit{2, true},  GuideLimit{3, false},
                                         GuideLimit{4, true},  GuideLimit{6, false}, GuideLimit{}};

// Without a plan, and every plan that the program, the graph and the limit allow.
template <class P>
std::vector<std::optional<Plan>> guide_plans(bool has_outgoing, const GuideLimit& limit) {
  std::vector<std::optional<Plan>> plans{std::nullopt};
  plans.emplace_back(detail::first_hit_suffices<P>() ? Plan::kPullFirst : Plan::kPullAll);
  const bool skips = !detail::first_hit_suffices<P>() && !detail::evaluates_all<P>();
  if (has_outgoing && skips) plans.emplace_back(Plan::kPullActive);
  if (has_outgoing && PushableProgram<P>) plans.insert(plans.end(), {Plan::kPush, Plan::kPushLoop});
  const bool has_order = PrioritisedProgram<P> && limit.supersteps == kUnlimited && !detail::is_synchronous<P>();
  if (has_outgoing && has_order) plans.insert(plans.end(), {Plan::kPriority, Plan::kPullUnsettled});
  return plans;
}

// What a run on any device, devices or ranks leaves: values by vertex of the graph.
template <class Value>
struct GuideOutcome {
  std::vector<Value> values;
  std::vector<SuperstepStatistics> supersteps;
};

// Without what only some ways to run say: that a last superstep updates no vertex.
inline std::vector<std::uint64_t> without_last_zeros(std::vector<std::uint64_t> updated) {
  while (!updated.empty() && updated.back() == 0) updated.pop_back();
  return updated;
}

// run(options) -> GuideOutcome.
template <class P, class Run>
void expect_as_interpreted(const NamedGraph& on, const P& program, const GuideLimit& limit, EngineOptions options,
                           const Run& run) {
  SCOPED_TRACE(on.name + ", " + (options.plan ? std::string(to_string(*options.plan)) : "automatic") +
               (limit.supersteps == kUnlimited ? "" : ", at most " + std::to_string(limit.supersteps) + " supersteps") +
               (limit.by_callback ? " by a callback" : ""));
  const auto expected = Interpreter<P, std::int32_t>(on.graph, program).run(limit.supersteps);
  if (!limit.by_callback) options.max_supersteps = limit.supersteps;
  if (limit.by_callback)
    options.after_superstep = [&](const SuperstepStatistics& step) { return step.superstep + 1 < limit.supersteps; };
  const GuideOutcome<typename P::VertexValue> found = run(options);
  EXPECT_EQ(found.values, expected.values);
  // Pushed updates may be seen in their own superstep, unless the run has a limit, or the program is synchronous.
  if (PushableProgram<P> && limit.supersteps == kUnlimited && !detail::is_synchronous<P>()) return;
  std::vector<std::uint64_t> updated;
  for (const SuperstepStatistics& step : found.supersteps) updated.push_back(step.updated_vertices);
  EXPECT_EQ(without_last_zeros(updated), without_last_zeros(expected.updated));
}

}  // namespace warpgraph::test
