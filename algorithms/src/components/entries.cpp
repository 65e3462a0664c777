// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/strongly_connected.hpp>

#include "catalogue/described.hpp"
#include "catalogue/entries.hpp"
#include "catalogue/over.hpp"

namespace warpgraph::catalogue {

namespace {

AlgorithmFacts component_facts(const VertexValues& values) {
  return std::visit(
      [](auto labels) {
        std::ranges::sort(labels);
        std::uint64_t components = 0;
        std::ptrdiff_t largest = 0;
        for (auto first = labels.begin(); first != labels.end(); ++components) {
          const auto end = std::upper_bound(first, labels.end(), *first);
          largest = std::max(largest, end - first);
          first = end;
        }
        return AlgorithmFacts{{"components", components}, {"largest", fact(largest)}};
      },
      values);
}

constexpr auto kAsLabels = [](std::vector<VertexId> labels, const IdMap& ids) {
  return names_of(lowest_named(std::move(labels), ids), ids);
};

enum class Method { kUnionFind, kShiloachVishkin, kSequential };
constexpr option::Names<Method, 3> kMethods = {{{Method::kUnionFind, "union-find"},
                                                {Method::kShiloachVishkin, "shiloach-vishkin"},
                                                {Method::kSequential, "sequential"}}};
enum class Steps { kAll, kApart, kNoSv3, kNoSv4, kNoSv34 };
constexpr option::Names<Steps, 5> kSteps = {{{Steps::kAll, "all"},
                                             {Steps::kApart, "apart"},
                                             {Steps::kNoSv3, "no-sv3"},
                                             {Steps::kNoSv4, "no-sv4"},
                                             {Steps::kNoSv34, "no-sv3-sv4"}}};

// What all ways to find them have in common.
class Labels : public AlgorithmRun {
 public:
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const IdMap&) const final {
    return component_facts(outcome.values);
  }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    return verify_named_components(graph.graph(), graph.vertices_of(outcome.values), &graph.threads());
  }
};

class Components final : public Labels {
 public:
  explicit Components(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("method", self.method_, kMethods,
          "union-find (most edges are never looked at), shiloach-vishkin (iterations over all vertices and edges), or "
          "sequential (one thread of the host)");
    visit("steps", self.steps_, kSteps,
          "of shiloach-vishkin: all (SV1, SV2, SV3, and SV4 and SV5 in one kernel), apart (SV4 and SV5 in two), no-sv3 "
          "(stagnant trees are not hooked), no-sv4 (no second shortcut), or no-sv3-sv4");
  }
  void check(const AlgorithmArguments&) const {
    if (steps_ != Steps::kAll && method_ != Method::kShiloachVishkin)
      throw UsageError("--steps has no effect on the method " + option::to_text(method_, kMethods));
  }

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    if (method_ == Method::kSequential)
      return request.graph.with([](const auto&... on) { return find_on_host(on...); });
    ConnectedComponentsOptions options = component_options();
    options.engine = request.engine;
    return over(
        request, [&](const auto&... on) { return connected_components(on..., options); }, kAsLabels);
  }
  MemoryPlan memory(StreamRef, const RunSize& size) const override {
    return connected_components_memory(size, component_options());
  }
  bool can_spread() const override { return method_ == Method::kUnionFind; }

 private:
  [[nodiscard]] ConnectedComponentsOptions component_options() const {
    ConnectedComponentsOptions options;
    if (method_ == Method::kShiloachVishkin) options.method = ComponentsMethod::kShiloachVishkin;
    options.steps.hook_stagnant = steps_ != Steps::kNoSv3 && steps_ != Steps::kNoSv34;
    options.steps.second_shortcut = steps_ != Steps::kNoSv4 && steps_ != Steps::kNoSv34;
    options.steps.fused = steps_ != Steps::kApart;
    return options;
  }

  template <EdgeValueType EdgeValue>
  static AlgorithmOutcome find_on_host(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
    using Clock = std::chrono::steady_clock;
    if (graph.vertex_count() == 0) return {0, {}, names_of({}, graph.ids())};
    const std::vector<EdgeId> row = to_host(stream, graph.parts().incoming.row);
    const std::vector<VertexId> column = to_host(stream, graph.parts().incoming.column);
    const auto begin = Clock::now();
    std::vector<VertexId> labels = serial_components(row, column);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return {seconds, {}, kAsLabels(std::move(labels), graph.ids())};
  }
  template <EdgeValueType EdgeValue>
  static AlgorithmOutcome find_on_host(const ShardedGraph<EdgeValue>&) {
    throw UsageError("the method sequential is for a graph on one device");
  }

  Method method_ = Method::kUnionFind;
  Steps steps_ = Steps::kAll;
};

class ComponentLabels final : public Labels {
 public:
  explicit ComponentLabels(bool) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    return over(
        request, [&](const auto&... on) { return warpgraph::component_labels(on..., {.engine = request.engine}); },
        kAsLabels);
  }
};

class StrongComponents final : public Labels {
 public:
  explicit StrongComponents(bool) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    return over(
        request, [&](const auto&... on) { return strongly_connected_components(on..., {.engine = request.engine}); },
        kAsLabels);
  }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    return verify_named_strongly_connected_components(graph.graph(), graph.vertices_of(outcome.values));
  }
  MemoryPlan memory(StreamRef, const RunSize& size) const override {
    return strongly_connected_components_memory(size);
  }
};

}  // namespace

Algorithm components() {
  return described<Components>({.name = "cc",
                                .summary = "connected components; a directed graph's directions do not matter",
                                .functions = "connected_components",
                                .header = "connected_components.hpp",
                                .devices = DeviceUse::kShards,
                                .takes_plans = false,
                                .runs_on_ranks = true,
                                .reads = 1.0 / 128});  // most edges are never looked at
}

Algorithm component_labels() {
  return described<ComponentLabels>({.name = "cc-labels",
                                     .summary = "connected components of an undirected graph by label propagation",
                                     .functions = "component_labels",
                                     .header = "components.hpp",
                                     .programs = "Labels",
                                     .needs_undirected = true});
}

Algorithm strongly_connected() {
  return described<StrongComponents>({.name = "scc",
                                      .summary = "strongly connected components of a directed graph",
                                      .functions = "strongly_connected_components",
                                      .header = "strongly_connected.hpp",
                                      .devices = DeviceUse::kShards,
                                      .needs_outgoing = true,
                                      .takes_plans = false,
                                      .has_supersteps = false,
                                      .takes_time_limit = false,
                                      .reads = 1.0 / 32});  // for each exchange, and exchanges are many
}

}  // namespace warpgraph::catalogue
