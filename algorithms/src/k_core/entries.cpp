// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/k_core.hpp>

#include "catalogue/entries.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

class Cores final : public AlgorithmRun {
 public:
  explicit Cores(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    return over(
        request, "core", [&](const auto&... on) { return core_numbers(on..., {.engine = request.engine}); },
        kAsIntegers);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView&) const override {
    const auto& cores = std::get<std::vector<std::int64_t>>(outcome.values());
    const std::int64_t degeneracy = cores.empty() ? 0 : std::ranges::max(cores);
    return {{"degeneracy", degeneracy},
            {"innermost_core", static_cast<std::uint64_t>(std::ranges::count(cores, degeneracy))}};
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    return verify_core_numbers(graph.graph(), counts_of<std::uint32_t>(outcome.values()), &graph.threads());
  }
  shards::SpreadNeeds needs(VertexId) const override { return core_numbers_needs(); }
};

}  // namespace

std::vector<Algorithm> entries_of_k_core() {
  return {
      described<Cores>({.name = "kcore",
                        .summary = "core number of every vertex of an undirected graph, by peeling",
                        .functions = "core_numbers",
                        .header = "k_core.hpp",
                        .family = Family::kStructure,
                        .devices = DeviceUse::kShards,
                        .needs_undirected = true,
                        .takes_plans = false,
                        .columns = {{.name = "core",
                                     .type = ColumnType::kInt64,
                                     .help = "the largest k such that the vertex is in the k-core"}},
                        .facts = {{.name = "degeneracy", .type = FactType::kInt64, .help = "the largest core number"},
                                  {.name = "innermost_core", .help = "vertices that have it"}}})};
}

}  // namespace warpgraph::algorithms::catalogue
