// SPDX-License-Identifier: Apache-2.0
#include "forest_methods.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/method.hpp>
#include <warpgraph/papers/merging_prim.hpp>
#include <warpgraph/papers/transactional_forest.hpp>
#include <warpgraph/runtime/error.hpp>

#include "spanning_forest/run_forest.hpp"

namespace warpgraph::papers {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

void add_transactions(const transactions::TransactionCounts& counts, AlgorithmFacts& facts) {
  if (counts.trials == 0) return;
  facts.emplace_back("transactions", counts.commits);
  facts.emplace_back("abort_rate", static_cast<double>(counts.aborts) / static_cast<double>(counts.trials));
}

std::vector<DeclaredFact> facts_of_transactions() {
  return {
      {.name = "transactions", .help = "of transactions: how many have been committed"},
      {.name = "abort_rate", .type = FactType::kDouble, .help = "of transactions: the part of the trials that failed"}};
}

class ForestByTransactions final : public AlgorithmMethod {
 public:
  std::string name() const override { return "transactional"; }
  std::string summary() const override { return "as boruvka, but trees are merged by transactions"; }

  AlgorithmOutcome run(const AlgorithmRequest& request, const plugins::PluginOptions&) const override {
    const TransactionalForest by_transactions;
    AlgorithmOutcome outcome = catalogue::run_forest(request, by_transactions.options());
    add_transactions(catalogue::over_ranks(request.graph, by_transactions.counts(),
                                           [](transactions::TransactionCounts a,
                                              const transactions::TransactionCounts& b) { return a += b; }),
                     outcome.facts);
    return outcome;
  }
  MemoryPlan memory(StreamRef, const shards::RunSize& size, const plugins::PluginOptions&) const override {
    return spanning_forest_memory(size, TransactionalForest().options());
  }
  std::vector<DeclaredFact> facts() const override { return facts_of_transactions(); }
};

class ForestByPrim final : public AlgorithmMethod {
 public:
  std::string name() const override { return "prim"; }
  std::string summary() const override { return "trees that grow and meet, on threads of the host"; }
  std::vector<plugins::PluginOption> options() const override {
    return {{.name = "threads",
             .kind = plugins::PluginOption::Kind::kWhole,
             .help = "how many threads",
             .default_text = "one a core",
             .whole = {1, 1024}}};
  }

  AlgorithmOutcome run(const AlgorithmRequest& request, const plugins::PluginOptions& own) const override {
    const auto threads = static_cast<unsigned>(threads_of(own));
    return request.graph.with([&](const auto&... on) { return find(threads, on...); });
  }
  MemoryPlan memory(StreamRef, const shards::RunSize&, const plugins::PluginOptions&) const override { return {}; }
  bool can_spread() const override { return false; }
  std::vector<DeclaredFact> facts() const override {
    std::vector<DeclaredFact> facts = facts_of_transactions();
    facts.push_back({.name = "threads", .help = "of prim: threads of the host"});
    facts.push_back({.name = "trees_started", .help = "of prim: trees that have begun at a vertex"});
    facts.push_back({.name = "trees_stolen", .help = "of prim: trees that another thread has taken over"});
    facts.push_back({.name = "trees_released", .help = "of prim: trees that their thread has given up"});
    return facts;
  }

 private:
  static std::uint64_t threads_of(const plugins::PluginOptions& own) {
    return own.is_given("threads") ? own.number<std::uint64_t>("threads") : 0;
  }

  template <EdgeValueType EdgeValue>
  static AlgorithmOutcome find(unsigned threads, StreamRef stream, const DeviceGraph<EdgeValue>& on_device) {
    using Clock = std::chrono::steady_clock;
    const Graph<EdgeValue> graph = download(stream, on_device);
    const auto begin = Clock::now();
    const auto forest = merging_prim(graph, {.threads = threads});
    AlgorithmOutcome outcome{
        .seconds = std::chrono::duration<double>(Clock::now() - begin).count(), .report = {}, .columns = {}};
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
  static AlgorithmOutcome find(unsigned, const auto&) {
    throw UsageError("the method prim is for a graph on one device");
  }
};

}  // namespace

std::vector<std::shared_ptr<const AlgorithmMethod>> forest_methods() {
  return {std::make_shared<ForestByTransactions>(), std::make_shared<ForestByPrim>()};
}

}  // namespace warpgraph::papers
