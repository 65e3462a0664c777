// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/pagerank.hpp>

#include "catalogue/entries.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

class PageRank final : public AlgorithmRun {
 public:
  explicit PageRank(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    auto& options = self.options_;
    visit("damping", options.damping, Real{"P", {0, 1, false, true}}, "probability of following an edge");
    visit("tolerance", options.tolerance, Real{"T", kNotNegative},
          "stop when the ranks have changed by no more, in sum; 0: after --iterations");
    visit("iterations", options.max_iterations, Whole{"N", kIterations}, "stop after N iterations");
    visit("sources", options.sources, Vertices{"start-over-at"},
          "personalised: start over at these vertices; may be repeated");
    visit("double", self.in_double_, option::Switch{}, "ranks in double precision");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    PageRankOptions options = options_;
    options.engine = request.engine;
    const auto run = [&]<class Rank>(Rank) {
      return over(
          request, "rank", [&](const auto&... on) { return warpgraph::algorithms::pagerank<Rank>(on..., options); },
          kAsTheyAre);
    };
    return in_double_ ? run(double{}) : run(float{});
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return rank_facts(outcome.values(), graph);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    const auto check = [&](const auto& ranks) {
      return verify_pagerank(graph.graph(), ranks, options_, outcome.report.converged(), &graph.threads());
    };
    if (in_double_) return check(std::get<std::vector<double>>(outcome.values()));
    return check(std::get<std::vector<float>>(outcome.values()));
  }
  shards::SpreadNeeds needs(VertexId) const override { return pagerank_needs(); }

 private:
  PageRankOptions options_;
  bool in_double_ = false;
};

}  // namespace

std::vector<Algorithm> entries_of_pagerank() {
  return {described<PageRank>({.name = "pagerank",
                               .summary = "PageRank by power iteration; ranks add up to 1",
                               .functions = "pagerank",
                               .header = "pagerank.hpp",
                               .family = Family::kCentrality,
                               .programs = "PageRanks<Rank>",
                               .is_exact = false,
                               .may_vary = true,  // with the room for blocks
                               .columns = {{.name = "rank",
                                            .type = ColumnType::kFloat,
                                            .help = "the chance to be at the vertex",
                                            .double_with = "double"}},
                               .facts = declared_rank_facts()})};
}

}  // namespace warpgraph::algorithms::catalogue
