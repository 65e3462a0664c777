// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "framework/engine/interpreter.hpp"
#include "framework/engine/programs.hpp"
#include "support/machines.hpp"
#include "support/sanitizers.hpp"

// Every program in every way the engine can run it, on graphs of every kind, against the serial definition.
namespace warpgraph::test {

struct NamedGraph {
  std::string name;
  Graph<std::int32_t> graph;
};

inline Graph<std::int32_t> small_graph(std::string_view generator, generators::GeneratorArguments arguments,
                                       bool outgoing = true) {
  ThreadPool threads(1);
  arguments["weights"] = "uniform";
  return build_graph<std::int32_t>(threads,
                                   generators::generate(generators::parse_generator(generator, arguments), threads),
                                   {.outgoing = outgoing});
}

// Vertices, no edges.
inline Graph<std::int32_t> edgeless_graph(VertexId vertices) {
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = vertices;
  list.values = std::vector<std::int32_t>();
  return build_graph<std::int32_t>(threads, std::move(list), {.outgoing = true});
}

inline const std::vector<NamedGraph>& small_graphs() {
  static const std::vector<NamedGraph> graphs = [] {
    std::vector<NamedGraph> made;
    const auto add = [&](std::string name, Graph<std::int32_t> graph) {
      made.push_back({std::move(name), std::move(graph)});
    };
    add("none", edgeless_graph(0));
    add("one", edgeless_graph(1));
    add("edgeless", edgeless_graph(70));
    add("rmat", small_graph("rmat", {{"scale", "9"}}));
    add("rmat_incoming_only", small_graph("rmat", {{"scale", "8"}}, /*outgoing=*/false));
    add("road", small_graph("road", {{"width", "12"}, {"height", "10"}}));
    // Its centre is heavy for every kernel.
    add("star", small_graph("star", {{"vertices", std::to_string(tuning::kHeavyEdges + 100)}}));
    add("empty-rows", small_graph("empty-rows", {{"vertices", "2500"}, {"stride", "700"}}));
    add("heavy-vertex", small_graph("heavy-vertex", {{"vertices", "900"}}));
    if (kSanitized) return made;
    add("kron", small_graph("kron", {{"scale", "8"}}));
    add("grid2d", small_graph("grid2d", {{"width", "17"}, {"height", "12"}}));
    add("path", small_graph("path", {{"vertices", "65"}}));
    add("complete", small_graph("complete", {{"vertices", "40"}}));
    return made;
  }();
  return graphs;
}

inline constexpr std::uint32_t kNoLimit = 0xffffffffu;  // of supersteps

// A run that keeps to levels has none of these plans.
constexpr bool takes_an_order(Plan plan) { return plan == Plan::kPriority || plan == Plan::kPullUnsettled; }

struct NamedOptions {
  std::string name;
  EngineOptions options;
};

// The engine's own choice, every plan, every shape of pull-all, and reproducible runs; which of them are possible
// depends on the program.
template <class P>
std::vector<NamedOptions> all_ways(bool has_outgoing) {
  constexpr bool kFirst = detail::first_hit_suffices<P>();
  const bool pushes = PushableProgram<P> && has_outgoing;
  std::vector<NamedOptions> ways(2);
  ways[0].name = "automatic";
  ways[1].name = "deterministic";
  ways[1].options.deterministic = true;
  const auto add = [&](Plan plan, std::string_view more = "") -> EngineOptions& {
    ways.push_back({std::string(to_string(plan)) + std::string(more), {}});
    ways.back().options.plan = plan;
    return ways.back().options;
  };
  if (kFirst) add(Plan::kPullFirst);
  if (pushes) add(Plan::kPush);
  if (pushes) add(Plan::kPush, " with marks").tuning.thresholds.marking_edges = 10;
  if (pushes) add(Plan::kPushLoop);
  if (pushes) add(Plan::kPushLoop, " of few edges").tuning.thresholds.loop_edges = 100;
  if (PrioritisedProgram<P> && has_outgoing) {
    add(Plan::kPriority);
    add(Plan::kPriority, " in small steps").tuning.priority_step = 1;
    add(Plan::kPriority, " in one step").tuning.priority_step = 1e12;
    add(Plan::kPriority, " with marks").tuning.thresholds.marking_edges = 10;
    add(Plan::kPullUnsettled);
    ways.push_back({"pull-unsettled and push", {}});
    ways.back().options.tuning.thresholds = {.unsettled_fraction = 0.1, .unsettled_factor = 0.7};
  }
  if (pushes) {
    ways.push_back({"watched", {}});
    ways.back().options.after_superstep = [](const SuperstepStatistics&) { return true; };
  }
  if (!kFirst && has_outgoing && !detail::evaluates_all<P>()) add(Plan::kPullActive);
  // Thresholds at which a run changes between all plans.
  ways.push_back({"mixed", {}});
  ways.back().options.tuning.thresholds = {
      .alpha = 4, .beta = 3, .push_fraction = 0.4, .active_fraction = 0.4, .loop_edges = 64};
  for (int shape = 0; !kFirst && shape < kGatherShapeCount; ++shape)
    add(Plan::kPullAll, " " + std::string(to_string(static_cast<GatherShape>(shape)))).tuning.shape =
        static_cast<GatherShape>(shape);
  return ways;
}

class EngineCase : public MachineTest {
 protected:
  // Complete when it returns, so that the host's graph may go.
  template <class E>
  DeviceGraph<E> on_device(const Graph<E>& graph) {
    DeviceGraph<E> copied = upload(stream(), graph);
    stream().synchronize();
    return copied;
  }

  // The small graphs that it takes.
  [[nodiscard]] std::vector<std::reference_wrapper<const NamedGraph>> graphs_of_machine() const {
    std::vector<std::reference_wrapper<const NamedGraph>> graphs;
    for (std::size_t i = 0; i < small_graphs().size(); ++i)
      if (takes(i)) graphs.emplace_back(small_graphs()[i]);
    return graphs;
  }

  template <class P>
  void expect_right_in_all_ways(const P& program, std::uint32_t max_supersteps = kNoLimit) {
    for (const NamedGraph& each : graphs_of_machine()) {
      const auto expected = run_serially(each.graph, program, max_supersteps);
      expect_in_all_ways(each, program, max_supersteps,
                         [&](const auto& values, const EngineOptions&) { EXPECT_EQ(values, expected); });
    }
  }

  // check(values, options) for every way to run the program on one graph.
  template <class P, class Check>
  void expect_in_all_ways(const NamedGraph& on, const P& program, std::uint32_t max_supersteps, Check&& check) {
    const DeviceGraph<std::int32_t> graph = on_device(on.graph);
    for (NamedOptions& way : all_ways<P>(on.graph.has_outgoing())) {
      if (max_supersteps != kNoLimit && way.options.plan && takes_an_order(*way.options.plan)) continue;
      SCOPED_TRACE(on.name + ", " + way.name);
      way.options.max_supersteps = max_supersteps;
      const auto result = warpgraph::run(stream(), graph, program, way.options);
      check(result.to_host(stream()), way.options);
      if (HasFailure()) return;
    }
  }
};

}  // namespace warpgraph::test
