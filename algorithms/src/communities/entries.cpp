// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/label_propagation.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "catalogue/entries.hpp"
#include "common/labelled.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

// The vertices with a label, and the lowest rank that has some of them.
struct Community {
  std::uint64_t size;
  int rank;
};

AlgorithmFacts community_facts(const VertexValues& values, const PlacedGraphView& graph) {
  return std::visit(
      [&]<class Label>(const std::vector<Label>& labels) -> AlgorithmFacts {
        const auto join = [](const Community& a, const Community& b) {
          return Community{a.size + b.size, std::min(a.rank, b.rank)};
        };
        const int mine = graph.ranks() == nullptr ? 0 : graph.ranks()->rank();
        std::vector<Labelled<Label, Community>> communities;
        for (const Label label : labels) communities.push_back({label, {1, mine}});
        communities = combined(std::move(communities), join);
        if (graph.ranks() != nullptr) communities = over_ranks_with_label(*graph.ranks(), std::move(communities), join);
        std::uint64_t count = 0;
        std::uint64_t largest = 0;
        for (const auto& each : communities) {
          count += each.value.rank == mine;
          largest = std::max(largest, each.value.size);
        }
        const auto greater = [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); };
        return {{"communities", over_ranks(graph, count, std::plus<>())},
                {"largest", over_ranks(graph, largest, greater)}};
      },
      values);
}

class LabelPropagation final : public AlgorithmRun {
 public:
  explicit LabelPropagation(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("iterations", self.options_.iterations, Whole{"N", kIterations},
          "stop after N iterations, or when no label changes");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    LabelPropagationOptions options = options_;
    options.engine = request.engine;
    return over(
        request, "label", [&](const auto&... on) { return warpgraph::algorithms::label_propagation(on..., options); },
        kAsNames);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return community_facts(outcome.values(), graph);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    std::uint32_t iterations = options_.iterations;
    if (!outcome.report.converged())
      iterations = std::min(iterations, static_cast<std::uint32_t>(outcome.report.supersteps.size()));
    return verify_label_propagation(graph.graph(), is_undirected(graph.graph()), graph.vertices_of(outcome.values()),
                                    iterations, &graph.threads());
  }
  shards::SpreadNeeds needs(VertexId) const override { return label_propagation_needs(); }

 private:
  LabelPropagationOptions options_;
};

}  // namespace

std::vector<Algorithm> entries_of_communities() {
  return {described<LabelPropagation>(
      {.name = "label-propagation",
       .summary = "communities by label propagation: each vertex takes the commonest label of its neighbours",
       .functions = "label_propagation",
       .header = "label_propagation.hpp",
       .family = Family::kStructure,
       .programs = "FrequentLabels",
       .takes_shapes = false,
       .columns = {{.name = "label", .type = ColumnType::kVertex, .help = "the vertex whose label the vertex has"}},
       .facts = {{.name = "communities", .help = "labels that some vertex has"},
                 {.name = "largest", .help = "vertices with the commonest label"}}})};
}

}  // namespace warpgraph::algorithms::catalogue
