// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/merging_prim.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>

#include "catalogue/described.hpp"
#include "catalogue/entries.hpp"
#include "catalogue/over.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

enum class Method { kFiltered, kBoruvka, kTransactional, kPrim };
constexpr option::Names<Method, 4> kMethods = {{{Method::kFiltered, "filtered"},
                                                {Method::kBoruvka, "boruvka"},
                                                {Method::kTransactional, "transactional"},
                                                {Method::kPrim, "prim"}}};

template <class Forest>
AlgorithmFacts facts_of(const Forest& forest) {
  return {{"weight", forest.weight},
          {"edges", forest.edge_count},
          {"components", forest.component_count},
          {"rounds", forest.round_count}};
}
void add_transactions(const transactions::TransactionCounts& transactions, AlgorithmFacts& facts) {
  if (transactions.trials == 0) return;
  facts.emplace_back("transactions", transactions.commits);
  facts.emplace_back("abort_rate", static_cast<double>(transactions.aborts) / static_cast<double>(transactions.trials));
}
void add_phases(const ForestPhases& phases, AlgorithmFacts& facts) {
  if (phases.discovery_microseconds == 0) return;
  facts.emplace_back("discovery_seconds", phases.discovery_microseconds * 1e-6);
  facts.emplace_back("merging_seconds", phases.merging_microseconds * 1e-6);
}

class Forest final : public AlgorithmRun {
 public:
  explicit Forest(bool) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("method", self.method_, kMethods,
          "filtered (the lightest edges first), boruvka (rounds over all edges), transactional (the same, trees merged "
          "by transactions), or prim (trees that grow and meet, on threads of the host)");
    visit("threads", self.threads_, Whole{"N", {1, 1024}, "one a core"}, "of prim: how many threads");
    visit("light-edges", self.light_edges_, Real{"X", kNotNegative},
          "of filtered: about X edges per vertex come first; 0: all do");
  }
  void check(const AlgorithmArguments& arguments) const {
    for (const auto& [option, its_method] :
         {std::pair{"threads", Method::kPrim}, std::pair{"light-edges", Method::kFiltered}}) {
      if (arguments.contains(option) && method_ != its_method)
        throw UsageError("--" + std::string(option) + " has no effect on the method " +
                         option::to_text(method_, kMethods));
    }
  }

  AlgorithmOutcome run(const AlgorithmRequest& request) const override {
    SpanningForestOptions options = forest_options();
    options.engine = request.engine;
    return request.graph.with([&](const auto&... on) {
      const std::span<const StreamRef> streams = request.graph.streams();
      if (method_ == Method::kPrim) return find_on_host(on...);
      const std::vector<Event> begin = mark(streams);
      auto forest = minimum_spanning_forest(on..., options);
      const std::vector<Event> end = mark(streams);
      for (const StreamRef& stream : streams) stream.synchronize();
      AlgorithmOutcome outcome{
          .seconds = on_slowest_rank(request, seconds_between(begin, end)), .report = {}, .values = {}};
      outcome.facts = facts_of(forest);
      add_activity(forest, outcome.facts);
      outcome.edges = to_edge_list(on..., forest);
      outcome.report = std::move(static_cast<RunReport&>(forest));
      return outcome;
    });
  }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  Problem verify(const VerifiedGraph& graph, std::uint64_t, const AlgorithmOutcome& outcome) const override {
    return std::visit(
        [&]<class E>(const Graph<E>& each) {
          const auto weight = std::get<ForestWeight<E>>(outcome.facts.front().second);
          return verify_spanning_forest(each, outcome.edges, weight, &graph.threads());
        },
        graph.graph());
  }
  MemoryPlan memory(StreamRef, const shards::RunSize& size) const override {
    return spanning_forest_memory(size, forest_options());
  }
  bool can_spread() const override { return method_ != Method::kPrim; }

 private:
  [[nodiscard]] SpanningForestOptions forest_options() const {
    SpanningForestOptions options;
    if (method_ == Method::kBoruvka) options.method = ForestMethod::kBoruvka;
    if (method_ == Method::kTransactional) options.method = ForestMethod::kTransactional;
    options.light_edges = light_edges_;
    return options;
  }

  template <EdgeValueType EdgeValue>
  static void add_activity(const SpanningForest<EdgeValue>& forest, AlgorithmFacts& facts) {
    add_transactions(forest.transactions, facts);
    add_phases(forest.phases, facts);
  }
  template <EdgeValueType EdgeValue>
  static void add_activity(const ShardedSpanningForest<EdgeValue>& forest, AlgorithmFacts& facts) {
    transactions::TransactionCounts transactions{};
    for (const ForestActivity& each : forest.devices) transactions += each.transactions;
    add_transactions(transactions, facts);
    for (std::size_t i = 0; i < forest.devices.size(); ++i) {
      const std::string device = "device_" + std::to_string(i);
      facts.emplace_back(device + "_edges", forest.devices[i].edge_count);
      facts.emplace_back(device + "_kept", forest.devices[i].kept);
      facts.emplace_back(device + "_received", forest.devices[i].received);
    }
  }

  template <EdgeValueType EdgeValue>
  AlgorithmOutcome find_on_host(StreamRef stream, const DeviceGraph<EdgeValue>& on_device) const {
    using Clock = std::chrono::steady_clock;
    const Graph<EdgeValue> graph = download(stream, on_device);
    const auto begin = Clock::now();
    const auto forest = merging_prim(graph, {.threads = threads_});
    AlgorithmOutcome outcome{
        .seconds = std::chrono::duration<double>(Clock::now() - begin).count(), .report = {}, .values = {}};
    outcome.facts = {{"weight", forest.weight},
                     {"edges", std::uint64_t{forest.entry.size()}},
                     {"components", forest.component_count},
                     {"threads", std::uint64_t{forest.thread_count}},
                     {"trees_started", forest.counts.started},
                     {"trees_stolen", forest.counts.stolen},
                     {"trees_released", forest.counts.released}};
    add_transactions(forest.counts.transactions, outcome.facts);
    outcome.edges = to_edge_list(graph, forest);
    return outcome;
  }
  template <EdgeValueType EdgeValue>
  AlgorithmOutcome find_on_host(const ShardedGraph<EdgeValue>&) const {
    throw UsageError("the method prim is for a graph on one device");
  }

  Method method_ = Method::kFiltered;
  unsigned threads_ = 0;  // 0: one a core
  double light_edges_ = SpanningForestOptions().light_edges;
};

}  // namespace

Algorithm spanning_forest() {
  return described<Forest>({.name = "msf",
                            .summary = "minimum spanning forest of an undirected graph",
                            .functions = "minimum_spanning_forest",
                            .header = "spanning_forest.hpp",
                            .leaves = Leaves::kEdges,
                            .devices = DeviceUse::kShards,
                            .needs_undirected = true,
                            .uses_outgoing = false,
                            .takes_plans = false,
                            .uses_hub = false,
                            .takes_time_limit = false,
                            .runs_on_ranks = true});
}

}  // namespace warpgraph::algorithms::catalogue
