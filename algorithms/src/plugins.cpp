// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/plugins.hpp>

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
#include <warpgraph/algorithms/verify.hpp>
#include <warpgraph/framework/plugin/graph_plugin.hpp>

namespace warpgraph {
namespace {

constexpr const char* kFiltered = "filtered";
constexpr const char* kPrim = "prim";
constexpr const char* kThreads = "threads";
constexpr const char* kLightEdges = "light-edges";

void expect_options_of_method(const PluginOptions& options) {
  const std::string& method = options.text("method");
  for (const auto& [option, its_method] : {std::pair{kThreads, kPrim}, std::pair{kLightEdges, kFiltered}})
    if (options.is_given(option) && method != its_method)
      throw UsageError(std::string("--") + option + " has no effect on the method " + method);
  if (options.is_given(kThreads) && options.number<unsigned>(kThreads) == 0)
    throw UsageError("--threads cannot be 0; without it, there is one a core");
}

class SpanningForestPlugin final : public GraphPlugin {
 public:
  std::string name() const override { return "msf"; }
  std::string summary() const override { return "minimum spanning forest of an undirected graph"; }
  std::vector<PluginOption> own_options() const override {
    using Kind = PluginOption::Kind;
    return {
        {"method",
         "filtered (the lightest edges first), boruvka (rounds over all edges), transactional (the same, trees "
         "merged by transactions), or prim (trees that grow and meet, on threads of the host)",
         Kind::kNamed,
         kFiltered,
         {kFiltered, "boruvka", "transactional", kPrim}},
        {kThreads, "of prim: how many; default: one a core", Kind::kCount},
        {kLightEdges, "of filtered: about so many edges a vertex come first; 0: all do; default: 2", Kind::kNumber}};
  }
  std::vector<Example> examples() const override {
    return {{"warpgraph msf road.gr -o forest.txt", "the edges of the forest, in the file's ids"},
            {"warpgraph msf g.mtx --symmetrise --verify", "of a directed graph; the result is checked"}};
  }
  bool leaves_edges() const override { return true; }
  bool can_verify() const override { return true; }

  GraphReport run_on(StreamRef stream, const AnyDeviceGraph& graph, const PluginOptions& options) override {
    expect_options_of_method(options);
    if (options.text("method") == kPrim)
      return std::visit([&](const auto& each) { return find_on_host(download(stream, each), options); }, graph);
    return std::visit([&](const auto& each) { return find(stream, each, forest_options(options)); }, graph);
  }
  MemoryPlan memory(const RunSize& size, const PluginOptions& options) const override {
    return spanning_forest_memory(size, forest_options(options));
  }
  bool can_spread(const PluginOptions& options) const override { return options.text("method") != kPrim; }
  GraphReport run_spread(const AnyShardedGraph& graph, const PluginOptions& options) override {
    expect_options_of_method(options);
    return std::visit([&](const auto& each) { return find_spread(each, forest_options(options)); }, graph);
  }
  std::optional<std::string> verify(const AnyGraph& graph, const GraphReport& report, const PluginOptions&,
                                    ThreadPool& threads) const override {
    return std::visit(
        [&]<class E>(const Graph<E>& each) {
          return verify_spanning_forest(each, *report.edges, weight_in<ForestWeight<E>>(report), &threads);
        },
        graph);
  }

 private:
  template <class Weight>
  static Weight weight_in(const GraphReport& report) {
    const auto fact = std::ranges::find(report.facts, "weight", &std::pair<std::string, PluginValue>::first);
    return std::get<Weight>(fact->second);
  }
  static SpanningForestOptions forest_options(const PluginOptions& options) {
    SpanningForestOptions result;
    if (options.text("method") == "boruvka") result.method = ForestMethod::kBoruvka;
    if (options.text("method") == "transactional") result.method = ForestMethod::kTransactional;
    if (options.is_given(kLightEdges)) result.light_edges = options.number<double>(kLightEdges);
    return result;
  }

  template <EdgeValueType EdgeValue>
  static GraphReport find(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SpanningForestOptions& options) {
    SpanningForest<EdgeValue> forest;
    const double seconds = seconds_of({&stream, 1}, [&] { forest = minimum_spanning_forest(stream, graph, options); });
    GraphReport report = facts_of(forest);
    add_transactions(forest.transactions, report);
    add_phases(forest.phases, report);
    add_speed(seconds, graph.edge_count(), report);
    report.edges = to_edge_list(stream, graph, forest);
    return report;
  }

  template <EdgeValueType EdgeValue>
  static GraphReport find_spread(const ShardedGraph<EdgeValue>& graph, const SpanningForestOptions& options) {
    ShardedSpanningForest<EdgeValue> forest;
    const double seconds = seconds_of(graph.streams(), [&] { forest = minimum_spanning_forest(graph, options); });
    GraphReport report = facts_of(forest);
    TransactionCounts transactions{};
    for (const ForestActivity& each : forest.devices) transactions += each.transactions;
    add_transactions(transactions, report);
    add_speed(seconds, graph.edge_count(), report);
    for (std::size_t i = 0; i < forest.devices.size(); ++i) {
      const std::string device = "device_" + std::to_string(i);
      report.add(device + "_edges", forest.devices[i].edge_count);
      report.add(device + "_kept", forest.devices[i].kept);
      report.add(device + "_received", forest.devices[i].received);
    }
    report.edges = to_edge_list(graph, forest);
    return report;
  }

  template <EdgeValueType EdgeValue>
  static GraphReport find_on_host(const Graph<EdgeValue>& graph, const PluginOptions& options) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const unsigned threads = options.is_given(kThreads) ? options.number<unsigned>(kThreads) : 0;
    const auto forest = merging_prim(graph, {.threads = threads});
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    GraphReport report;
    report.add("weight", forest.weight);
    report.add("edges", static_cast<std::uint64_t>(forest.entry.size()));
    report.add("components", forest.component_count);
    report.add("threads", std::uint64_t{forest.thread_count});
    report.add("trees_started", forest.counts.started);
    report.add("trees_stolen", forest.counts.stolen);
    report.add("trees_released", forest.counts.released);
    add_transactions(forest.counts.transactions, report);
    add_speed(seconds, graph.edge_count(), report);
    report.edges = to_edge_list(graph, forest);
    return report;
  }

  // By the clock of the device that took longest.
  template <class Act>
  static double seconds_of(std::span<const StreamRef> streams, const Act& act) {
    std::vector<Event> begins;
    std::vector<Event> ends;
    for (const StreamRef each : streams) begins.emplace_back(each.device()).record(each);
    act();
    for (const StreamRef each : streams) ends.emplace_back(each.device()).record(each);
    double seconds = 0;
    for (std::size_t i = 0; i < streams.size(); ++i) {
      ends[i].synchronize();
      seconds = std::max(seconds, ends[i].microseconds_since(begins[i]) * 1e-6);
    }
    return seconds;
  }

  template <class Forest>
  static GraphReport facts_of(const Forest& forest) {
    GraphReport report;
    report.add("weight", forest.weight);
    report.add("edges", forest.edge_count);
    report.add("components", forest.component_count);
    report.add("rounds", forest.round_count);
    return report;
  }
  static void add_transactions(const TransactionCounts& transactions, GraphReport& report) {
    if (transactions.trials == 0) return;
    report.add("transactions", transactions.commits);
    report.add("abort_rate", static_cast<double>(transactions.aborts) / static_cast<double>(transactions.trials));
  }
  static void add_phases(const ForestPhases& phases, GraphReport& report) {
    if (phases.discovery_microseconds == 0) return;
    report.add("discovery_seconds", phases.discovery_microseconds * 1e-6);
    report.add("merging_seconds", phases.merging_microseconds * 1e-6);
  }
  static void add_speed(double seconds, EdgeId edges, GraphReport& report) {
    report.add("seconds", seconds);
    report.add("edges_per_second", static_cast<double>(edges) / seconds);
  }
};

}  // namespace

void add_plugins(PluginRegistry& registry) { registry.add(std::make_shared<SpanningForestPlugin>()); }

}  // namespace warpgraph
