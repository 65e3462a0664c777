// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>

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

// What both ways to find them have in common.
class Labels : public AlgorithmRun {
 public:
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const IdMap&) const final {
    return component_facts(outcome.values);
  }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const final {
    return verify_named_components(graph.graph(), graph.vertices_of(outcome.values), &graph.threads());
  }
};

class Components final : public Labels {
 public:
  explicit Components(bool) {}

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    return over(
        request, [&](const auto&... on) { return connected_components(on..., {.engine = request.engine}); }, kAsLabels);
  }
  MemoryPlan memory(StreamRef, const RunSize& size) const override { return connected_components_memory(size); }
};

class ComponentLabels final : public Labels {
 public:
  explicit ComponentLabels(bool) {}

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    return over(
        request, [&](const auto&... on) { return warpgraph::component_labels(on..., {.engine = request.engine}); },
        kAsLabels);
  }
};

}  // namespace

Algorithm components() {
  return described<Components>(
      {.name = "cc",
       .summary = "connected components by union-find; a directed graph's directions do not "
                  "matter",
       .functions = "connected_components",
       .header = "connected_components.hpp",
       .devices = DeviceUse::kShards,
       .takes_plans = false,
       .has_supersteps = false,
       .reads = 1.0 / 128});  // most edges are never looked at, and trees of all vertices travel
}

Algorithm component_labels() {
  return described<ComponentLabels>({.name = "cc-labels",
                                     .summary = "connected components of an undirected graph by label propagation",
                                     .functions = "component_labels",
                                     .header = "components.hpp",
                                     .programs = "Labels",
                                     .needs_undirected = true});
}

}  // namespace warpgraph::catalogue
