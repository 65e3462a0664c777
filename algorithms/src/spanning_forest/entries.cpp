// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>

#include "catalogue/entries.hpp"
#include "run_forest.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

constexpr option::Names<ForestMethod, 2> kMethods = {
    {{ForestMethod::kFiltered, "filtered"}, {ForestMethod::kBoruvka, "boruvka"}}};

template <class Forest>
AlgorithmFacts facts_of(const Forest& forest) {
  return {{"weight", forest.weight},
          {"edges", forest.edge_count},
          {"components", forest.component_count},
          {"rounds", forest.round_count}};
}
void add_phases(const ForestPhases& phases, AlgorithmFacts& facts) {
  if (phases.discovery_microseconds == 0) return;
  facts.emplace_back("discovery_seconds", phases.discovery_microseconds * 1e-6);
  facts.emplace_back("merging_seconds", phases.merging_microseconds * 1e-6);
}

template <EdgeValueType EdgeValue>
void add_activity(const SpanningForest<EdgeValue>& forest, AlgorithmFacts& facts) {
  add_phases(forest.phases, facts);
}
template <EdgeValueType EdgeValue>
void add_activity(const ShardedSpanningForest<EdgeValue>& forest, AlgorithmFacts& facts) {
  for (std::size_t i = 0; i < forest.devices.size(); ++i) {
    const std::string device = "device_" + std::to_string(i);
    facts.emplace_back(device + "_edges", forest.devices[i].edge_count);
    facts.emplace_back(device + "_kept", forest.devices[i].kept);
    facts.emplace_back(device + "_received", forest.devices[i].received);
  }
}

class Forest final : public AlgorithmRun {
 public:
  explicit Forest(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("method", self.options_.method, kMethods,
          "filtered (the lightest edges first) or boruvka (rounds over all edges)");
    visit("light-edges", self.options_.light_edges, Real{"X", kNotNegative},
          "of filtered: about X edges per vertex come first; 0: all do");
  }
  void check(const AlgorithmArguments& arguments) const {
    if (arguments.contains("light-edges") && options_.method != ForestMethod::kFiltered)
      throw UsageError("--light-edges has no effect on the method " + option::to_text(options_.method, kMethods));
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override { return run_forest(request, options_); }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    return std::visit(
        [&]<class E>(const Graph<E>& each) {
          const auto weight = std::get<ForestWeight<E>>(outcome.facts.front().second);
          return verify_spanning_forest(each, outcome.edges, weight, &graph.threads());
        },
        graph.graph());
  }
  shards::SpreadNeeds needs(VertexId) const override { return spanning_forest_needs(options_); }

 private:
  SpanningForestOptions options_;
};

}  // namespace

AlgorithmOutcome run_forest(const AlgorithmRequest& request, SpanningForestOptions options) {
  options.engine = request.engine;
  return request.graph.with_devices([&](const auto&... on) {
    const std::span<const StreamRef> streams = request.graph.streams();
    const std::vector<Event> begin = mark(streams);
    auto forest = minimum_spanning_forest(on..., options);
    const std::vector<Event> end = mark(streams);
    for (const StreamRef& stream : streams) stream.synchronize();
    AlgorithmOutcome outcome{
        .seconds = on_slowest_rank(request, seconds_between(begin, end)), .report = {}, .columns = {}};
    outcome.facts = facts_of(forest);
    add_activity(forest, outcome.facts);
    outcome.edges = to_edge_list(on..., forest);
    outcome.report = std::move(static_cast<RunReport&>(forest));
    return outcome;
  });
}

namespace {

std::vector<AlgorithmColumn> columns_of_forest() {
  return {{.name = "source", .type = ColumnType::kVertex, .help = "one end of the edge"},
          {.name = "target", .type = ColumnType::kVertex, .help = "the other end"},
          {.name = "weight", .type = ColumnType::kWeight, .help = "of graphs that have weights: that of the edge"}};
}

std::vector<DeclaredFact> facts_of_forest() {
  return {
      {.name = "weight", .type = FactType::kWeight, .help = "of all edges together; an edge without one weighs 1"},
      {.name = "edges", .help = "edges of the forest"},
      {.name = "components", .help = "components of the graph, which are the trees"},
      {.name = "rounds", .help = "rounds of the algorithm"},
      {.name = "discovery_seconds",
       .type = FactType::kDouble,
       .help = "of boruvka: finding the lightest edge of every tree",
       .unit = "seconds"},
      {.name = "merging_seconds", .type = FactType::kDouble, .help = "of boruvka: joining trees", .unit = "seconds"},
      {.name = "edges", .help = "edges of the graph that the device has looked at", .is_of_device = true},
      {.name = "kept", .help = "of these, edges that the device has not ruled out by itself", .is_of_device = true},
      {.name = "received", .help = "edges that others have kept", .is_of_device = true}};
}

}  // namespace

std::vector<Algorithm> entries_of_spanning_forest() {
  return {described<Forest>({.name = "msf",
                             .summary = "minimum spanning forest of an undirected graph",
                             .functions = "minimum_spanning_forest",
                             .header = "spanning_forest.hpp",
                             .family = Family::kStructure,
                             .leaves = Leaves::kEdges,
                             .devices = DeviceUse::kShards,
                             .needs_undirected = true,
                             .takes_plans = false,
                             .uses_hub = false,
                             .takes_time_limit = false,
                             .runs_on_ranks = true,
                             .columns = columns_of_forest(),
                             .facts = facts_of_forest()})};
}

}  // namespace warpgraph::algorithms::catalogue
