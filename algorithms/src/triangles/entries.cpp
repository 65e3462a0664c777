// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/triangles.hpp>

#include "catalogue/entries.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

class TriangleCount final : public AlgorithmRun {
 public:
  explicit TriangleCount(const WantedColumns& wanted) : of_vertices_(wanted.values()) {}
  template <class Self, class Visit>
  static void fields(Self&, const Visit&) {}

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    const TriangleOptions options{.of_vertices = of_vertices_, .engine = request.engine};
    TriangleCounts counts;
    AlgorithmOutcome outcome = over(
        request, "triangles",
        [&](const auto&... on) {
          auto found = count_triangles(on..., options);
          counts = found;
          return found;
        },
        kAsIntegers);
    if (!of_vertices_) outcome.columns.clear();
    outcome.facts = {{"triangles", counts.total}, {"clustering", counts.clustering()}};
    return outcome;
  }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    const auto total = std::get<std::uint64_t>(outcome.facts.front().second);
    Problem problem = verify_triangle_count(graph.graph(), total, &graph.threads());
    if (!problem && !outcome.columns.empty())
      problem = verify_triangles(graph.graph(), counts_of<std::uint64_t>(outcome.values()), &graph.threads());
    return problem;
  }
  shards::SpreadNeeds needs(VertexId) const override { return count_triangles_needs({.of_vertices = of_vertices_}); }

 private:
  bool of_vertices_;
};

}  // namespace

std::vector<Algorithm> entries_of_triangles() {
  return {described<TriangleCount>(
      {.name = "triangles",
       .summary = "triangles of an undirected graph: how many there are, and with --output at every vertex",
       .functions = "count_triangles",
       .header = "triangles.hpp",
       .family = Family::kStructure,
       .devices = DeviceUse::kShards,
       .needs_undirected = true,
       .takes_plans = false,
       .has_supersteps = false,
       .takes_time_limit = false,
       .runs_on_ranks = true,
       .columns = {{.name = "triangles",
                    .type = ColumnType::kInt64,
                    .help = "triangles that the vertex belongs to",
                    .costs_extra = true}},
       .facts = {{.name = "triangles", .help = "triangles of the graph"},
                 {.name = "clustering",
                  .type = FactType::kDouble,
                  .help = "the part of the pairs of neighbours that are neighbours, too"}}})};
}

}  // namespace warpgraph::algorithms::catalogue
