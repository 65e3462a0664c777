// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>

#include "catalogue/entries.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

class Betweenness final : public AlgorithmRun {
 public:
  explicit Betweenness(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    auto& options = self.options_;
    visit("sources", options.sources, Vertices{"source"},
          "vertices where paths start; may be repeated; without it and --samples, all do");
    visit("samples", options.samples, Whole{"N", {1, kAnyCount.highest}}, "N random sources instead");
    visit("seed", options.seed, Whole{"N", kAnyCount}, "random numbers of --samples");
    visit("normalised", options.normalised, option::Switch{},
          "in parts of the highest value there can be, for any number of sources");
    visit("searches-at-once", options.searches_at_once, Whole{"N", {0, 64}},
          "N searches at once on a device, each with memory of its own; 0: 4 on a GPU with much room, else 1");
  }
  void check(const AlgorithmArguments& arguments) const {
    if (!arguments.contains("samples")) {
      if (arguments.contains("seed")) throw UsageError("--seed has no effect without --samples");
      return;
    }
    if (arguments.contains("sources")) throw UsageError("--sources and --samples exclude each other");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    BetweennessOptions options = options_;
    options.engine = request.engine;
    return over(
        request, "betweenness", [&](const auto&... on) { return warpgraph::algorithms::betweenness(on..., options); },
        kAsTheyAre);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return highest_of(outcome.values(), "most_central", graph);
  }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    return verify_betweenness(graph.graph(), options_, std::get<std::vector<double>>(outcome.values()), 1e-9,
                              &graph.threads());
  }
  shards::SpreadNeeds needs(VertexId vertices) const override { return betweenness_needs(options_, vertices); }

 private:
  BetweennessOptions options_;
};

}  // namespace

std::vector<Algorithm> entries_of_betweenness() {
  return {described<Betweenness>(
      {.name = "betweenness",
       .summary = "betweenness centrality: the part of the shortest paths that lead through each vertex",
       .functions = "betweenness",
       .header = "betweenness.hpp",
       .family = Family::kCentrality,
       .devices = DeviceUse::kWhole,
       .needs_outgoing = true,
       .is_exact = false,
       .takes_shapes = false,
       .may_vary = true,  // with the room for searches at once
       .has_supersteps = false,
       .takes_time_limit = false,
       .columns = {{.name = "betweenness",
                    .type = ColumnType::kDouble,
                    .help = "the part of the shortest paths that lead through the vertex"}},
       .facts = highest_facts("most_central")})};
}

}  // namespace warpgraph::algorithms::catalogue
