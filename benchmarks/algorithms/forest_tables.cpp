// SPDX-License-Identifier: Apache-2.0
//
// The evaluation of Manoochehri, "Efficient Transactional-Memory-based Implementation of Morph Algorithms on GPU"
// (2017), chapter 3, again, and what it left open: what the transactions of the merge cost against a merge without any.
//   algorithms_forest_tables OUT.json
// Not a Google Benchmark: it prints the tables, and writes every time that was measured to OUT.json.
//
//   phases (table of nine graphs)   trees joined by transactions and without, discovery and merging apart; abort rates
//   dense (figure 3.4)              3 M vertices, 15 to 75 M edges
//   sparse (figure 3.5)             30 M edges, 3 to 10 M vertices
//   size                            10 edges a vertex, 1 to 16 M vertices
//   host (Kang and Bader 2009)      Kruskal and merging Prim with and without transactions, on threads of the host
//
// Times of devices are the device's own, from the first kernel to the last read-back; those of the host are the
// host's. They are medians of three runs after one that warms up, and the other figures those of the median's run.
// Edges a second count each direction of an edge once. An abort rate is aborts over trials. All methods have to find
// the same weight.
//
// WARPGRAPH_FOREST_PARTS names the tables, with commas between; WARPGRAPH_FOREST_SCALE is a factor for vertices and
// edges of all but the host's table, whose vertices are WARPGRAPH_FOREST_HOST_VERTICES.

#include <stdio.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/papers/merging_prim.hpp>
#include <warpgraph/papers/transactional_forest.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "forest_graphs.hpp"
#include "graph_names.hpp"
#include "kruskal.hpp"
#include "paper_report.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)
using namespace warpgraph::benchmarks;  // NOLINT(google-build-using-namespace)

using Clock = std::chrono::steady_clock;

bool on_cuda() { return !cuda_devices().empty(); }

// ---- One time

constexpr int kRuns = 3;

// The run of the median time, of those after one that warms up. `run` returns what has a member `ms`.
template <class Run>
auto median(const Run& run) {
  run();
  std::vector<decltype(run())> all;
  for (int i = 0; i < kRuns; ++i) all.push_back(run());
  std::ranges::sort(all, {}, [](const auto& each) { return each.ms; });
  return all[kRuns / 2];
}

struct Measured {
  double ms = 0;
  ForestPhases phases{};
  std::uint64_t rounds = 0;
  transactions::TransactionCounts transactions{};
  papers::MergingPrimCounts prim{};
  std::int64_t weight = 0;
};

std::string abort_rate(const transactions::TransactionCounts& counts) {
  if (counts.trials == 0) return "-";
  return format("%.3f", static_cast<double>(counts.aborts) / static_cast<double>(counts.trials));
}
std::string text_of(std::uint64_t number) { return std::to_string(number); }
std::string text_of(double ms) { return format("%.3f", ms); }

// A graph, the ways to find its forest, and the file that all times go to.
class Problem {
 public:
  Problem(Runtime& runtime, JsonRecords& json, const char* table, const WantedGraph& wanted, double scale)
      : json_(json), table_(table), name_(wanted.name), stream_(runtime.device()) {
    DeviceBuildOptions options;
    options.symmetrise = true;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kFirst;
    graph_ = std::get<DeviceGraph<std::int32_t>>(
        build_device_graph(stream_, generators::generate(stream_, spec_of(wanted, scale)), options));
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string vertices() const { return text_of(std::uint64_t{graph_.vertex_count()}); }
  [[nodiscard]] std::string edges() const { return text_of(std::uint64_t{graph_.edge_count()}); }
  [[nodiscard]] std::string speed(const Measured& of) const {
    return format("%.1f", static_cast<double>(graph_.edge_count()) / of.ms * 1e-3);
  }

  Measured by_transactions() {
    return on_device("transactional", [&] {
      const papers::TransactionalForest by_transactions;
      auto found = minimum_spanning_forest(stream_, graph_, by_transactions.options());
      return std::pair(std::move(found), by_transactions.counts());
    });
  }
  Measured on_device(const char* name, ForestMethod method) {
    return on_device(name, [&] {
      return std::pair(minimum_spanning_forest(stream_, graph_, {method}), transactions::TransactionCounts{});
    });
  }
  template <std::invocable Find>
  Measured on_device(const char* name, const Find& find) {
    return kept(
        name, median([&] {
          Event begin(stream_.device());
          Event end(stream_.device());
          begin.record(stream_);
          const auto [found, transactions] = find();
          end.record(stream_);
          end.synchronize();
          return Measured{
              end.microseconds_since(begin) * 1e-3, found.phases, found.round_count, transactions, {}, found.weight};
        }));
  }
  Measured by_kruskal() {
    return kept("kruskal", median([&] {
                  Measured run;
                  run.ms = host_ms([&] { run.weight = kruskal(on_host()); });
                  return run;
                }));
  }
  Measured by_prim(const std::string& name, const papers::MergingPrimOptions& options) {
    return kept(name, median([&] {
                  Measured run;
                  run.ms = host_ms([&] {
                    const auto found = papers::merging_prim(on_host(), options);
                    run.transactions = found.counts.transactions;
                    run.prim = found.counts;
                    run.weight = found.weight;
                  });
                  return run;
                }));
  }

 private:
  const Graph<std::int32_t>& on_host() {
    if (!on_host_) on_host_ = download(stream_, graph_);
    return *on_host_;
  }
  template <class Act>
  static double host_ms(const Act& act) {
    const auto begin = Clock::now();
    act();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  }

  Measured kept(const std::string& method, const Measured& run) {
    if (!weight_) weight_ = run.weight;
    if (*weight_ != run.weight) throw std::runtime_error(name_ + ": " + method + " finds another weight");
    const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
    json_.write({{"table", table_},
                 {"graph", name_},
                 {"method", method},
                 {"device", stream_.device().info().model},
                 {"vertices", number(graph_.vertex_count())},
                 {"edges", number(graph_.edge_count())},
                 {"ms", run.ms},
                 {"discovery_ms", run.phases.discovery_microseconds * 1e-3},
                 {"merging_ms", run.phases.merging_microseconds * 1e-3},
                 {"rounds", number(run.rounds)},
                 {"commits", number(run.transactions.commits)},
                 {"deferred", number(run.transactions.deferred)},
                 {"trials", number(run.transactions.trials)},
                 {"aborts", number(run.transactions.aborts)},
                 {"stolen", number(run.prim.stolen)},
                 {"released", number(run.prim.released)},
                 {"weight", static_cast<double>(run.weight)}});
    return run;
  }

  JsonRecords& json_;
  const char* table_;
  std::string name_;
  Stream stream_;
  DeviceGraph<std::int32_t> graph_;
  std::optional<Graph<std::int32_t>> on_host_;
  std::optional<std::int64_t> weight_;
};

// ---- The tables

class HostTables {
 public:
  void measure(Problem& on) {
    std::vector<Measured> prim;
    for (const unsigned count : threads_) prim.push_back(on.by_prim(format("prim %u", count), {.threads = count}));
    const Measured plain = on.by_prim("prim plain", {.threads = 1, .is_transactional = false});
    std::vector<std::string> time{on.name(), on.vertices(), on.edges(), text_of(on.by_kruskal().ms), text_of(plain.ms)};
    std::vector<std::string> rate{on.name()};
    for (const Measured& each : prim) {
      time.push_back(text_of(each.ms));
      rate.push_back(abort_rate(each.transactions));
    }
    time.push_back(format("%.2f", prim.front().ms / plain.ms));
    time.push_back(text_of(on.by_transactions().ms));
    time.push_back(text_of(on.on_device("filtered", ForestMethod::kFiltered).ms));
    rate.push_back(text_of(prim.back().prim.stolen));
    rate.push_back(text_of(prim.back().prim.released));
    times_.add(time);
    rates_.add(rate);
  }

  void print() const {
    times_.print(
        "On the host: Kruskal, and merging Prim without transactions and with; milliseconds. Their cost: one thread's "
        "time with them over that without");
    rates_.print("Abort rates of merging Prim, and trees that were stolen and released by the most threads");
  }

 private:
  static std::vector<unsigned> thread_counts() {
    std::vector<unsigned> counts;
    for (unsigned count = 1; count <= std::max(1u, std::thread::hardware_concurrency()); count *= 2)
      counts.push_back(count);
    return counts;
  }
  [[nodiscard]] std::vector<std::string> header(std::vector<std::string> names,
                                                const std::vector<std::string>& behind) const {
    for (const unsigned count : threads_) names.push_back(format(count == 1 ? "%u thread" : "%u threads", count));
    names.insert(names.end(), behind.begin(), behind.end());
    return names;
  }

  std::vector<unsigned> threads_ = thread_counts();
  TextTable times_{1, header({"graph", "vertices", "edges", "Kruskal", "plain"},
                             {"their cost", "device, transactional", "device, filtered"})};
  TextTable rates_{1, header({"graph"}, {"stolen", "released"})};
};

class Tables {
 public:
  Tables(Runtime& runtime, JsonRecords& json)
      : runtime_(runtime),
        json_(json),
        scale_(std::stod(setting("WARPGRAPH_FOREST_SCALE", on_cuda() ? "1" : "0.002"))) {}

  void phases() {
    TextTable table(2, {"graph", "trees joined", "vertices", "edges", "ms", "discovery", "merging", "rounds", "commits",
                        "trials", "aborts", "abort rate", "the thesis's"});
    for_each_graph("phases", kPhaseGraphs, scale_, [&](Problem& on, const WantedGraph& wanted) {
      const Measured locked = on.by_transactions();
      const Measured free = on.on_device("lock-free", ForestMethod::kBoruvka);
      const transactions::TransactionCounts& counts = locked.transactions;
      std::vector<std::string> row = phase_row(on, "by transactions", locked);
      for (const std::uint64_t count : {counts.commits, counts.trials, counts.aborts}) row.push_back(text_of(count));
      row.push_back(abort_rate(counts));
      row.push_back(wanted.abort_rate ? format("%.2f", *wanted.abort_rate) : "-");
      table.add(row);
      row = phase_row(on, "lock-free", free);
      row.resize(13, "-");
      table.add(row);
    });
    table.print("Trees joined by transactions and without; times in milliseconds");
  }

  void series(const char* name, const char* title, const std::vector<WantedGraph>& graphs) {
    TextTable table(1, {"graph", "vertices", "edges", "transactional, ms", "lock-free, ms", "filtered, ms",
                        "transactional, M edges/s", "lock-free, M edges/s", "filtered, M edges/s"});
    for_each_graph(name, graphs, scale_, [&](Problem& on, const WantedGraph&) {
      const std::array all{on.by_transactions(), on.on_device("lock-free", ForestMethod::kBoruvka),
                           on.on_device("filtered", ForestMethod::kFiltered)};
      std::vector<std::string> row{on.name(), on.vertices(), on.edges()};
      for (const Measured& each : all) row.push_back(text_of(each.ms));
      for (const Measured& each : all) row.push_back(on.speed(each));
      table.add(row);
    });
    table.print(title);
  }

  void host() {
    const double vertices = std::stod(setting("WARPGRAPH_FOREST_HOST_VERTICES", on_cuda() ? "65536" : "16384"));
    HostTables tables;
    for_each_graph("host", host_graphs(vertices), 1, [&](Problem& on, const WantedGraph&) { tables.measure(on); });
    tables.print();
  }

 private:
  static std::vector<std::string> phase_row(const Problem& on, const char* way, const Measured& run) {
    return {on.name(),
            way,
            on.vertices(),
            on.edges(),
            text_of(run.ms),
            text_of(run.phases.discovery_microseconds * 1e-3),
            text_of(run.phases.merging_microseconds * 1e-3),
            text_of(run.rounds)};
  }

  template <class Use>
  void for_each_graph(const char* table, const std::vector<WantedGraph>& graphs, double scale, Use use) {
    for (const WantedGraph& wanted : graphs) {
      const auto begin = Clock::now();
      Problem on(runtime_, json_, table, wanted, scale);
      use(on, wanted);
      const std::chrono::duration<double> taken = Clock::now() - begin;
      fprintf(stderr, "%s, %s: %s vertices, %s edges, %.1f s\n", table, on.name().c_str(), on.vertices().c_str(),
              on.edges().c_str(), taken.count());
    }
  }

  Runtime& runtime_;
  JsonRecords& json_;
  double scale_;
};

void run(const std::string& path) {
  JsonRecords json(path);
  Runtime runtime(on_cuda() ? "cuda:0" : "host");
  Tables tables(runtime, json);
  const std::string parts = "," + setting("WARPGRAPH_FOREST_PARTS", "phases,dense,sparse,size,host") + ",";
  const auto wants = [&](const std::string& part) { return parts.find("," + part + ",") != std::string::npos; };
  if (wants("phases")) tables.phases();
  if (wants("dense")) tables.series("dense", "As many vertices, more and more edges", kDenseGraphs);
  if (wants("sparse")) tables.series("sparse", "As many edges, more and more vertices", kSparseGraphs);
  if (wants("size")) tables.series("size", "More and more vertices, 10 edges each", kSizeGraphs);
  if (wants("host")) tables.host();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 || arguments[1][0] == '-') {
    fprintf(stderr, "usage: algorithms_forest_tables OUT.json\n");
    return 2;
  }
  try {
    run(arguments[1]);
  } catch (const std::exception& error) {
    fprintf(stderr, "algorithms_forest_tables: %s\n", error.what());
    return 1;
  }
  return 0;
}
