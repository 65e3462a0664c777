// SPDX-License-Identifier: Apache-2.0
//
// Tables II and III of Goodarzi, Burtscher and Goswami, "Parallel graph partitioning on a CPU-GPU architecture" (2016),
// again, with all methods of the partitioner, as ratios to METIS in the same run: 64 parts, 3 %.
//   partitioning_method_tables OUT.json
// Not a Google Benchmark: it prints the tables, and writes every run to OUT.json.
//
// METIS is the shared library that WARPGRAPH_METIS names, as its package for Debian has it (5.1.0, 32-bit indices); it
// runs on one thread of the host. Times are the least of three runs, from a graph in the memory of the host to the
// parts there; cuts are the geometric mean of these runs, which have three seeds. All cuts are found by
// evaluate_partition().
//
// Two more tables ask what transactions cost: the matching of the first level by transactions and lock-free,
// and what became of the transactions of a whole run. Times of matchings are the least of three.
//
// WARPGRAPH_METHODS_SCALE is a factor for the vertices of all graphs, WARPGRAPH_METHODS names the methods, with commas
// between, and WARPGRAPH_METHODS_GRAPHS the graphs.

#include <stdio.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/papers/papers.hpp>
#include <warpgraph/papers/partition.hpp>
#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../algorithms/paper_report.hpp"
#include "../graph_names.hpp"
#include "gp_metis/steps.hpp"
#include "metis_library.hpp"
#include "transactional_partition/steps.hpp"
#include "upload.hpp"

namespace {

using namespace warpgraph;                // NOLINT(google-build-using-namespace)
using namespace warpgraph::partitioning;  // NOLINT(google-build-using-namespace)
using namespace warpgraph::benchmarks;    // NOLINT(google-build-using-namespace)

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kParts = 64;
constexpr int kRuns = 3;

bool on_cuda() { return !cuda_devices().empty(); }

// ---- Graphs

struct PaperGraph {
  std::string name;
  std::string stand_in;
  double vertices;
  double seconds;  // of GP-metis in the paper
  double ratio;    // of its cut to METIS's
};

const PaperGraph kGraphs[] = {
    {"ldoor", "rgg, mean degree 48", 952203, 0.69, 1.068},
    {"Delaunay", "mesh", 1048576, 0.25, 1.059},
    {"Hugebubble", "honeycomb", 21198119, 4.36, 1.108},
    {"USA Roads", "road", 23947347, 4.95, 1.120},
};

// Rows of a brick wall: each vertex has two neighbours in its row and one above or below it.
EdgeList honeycomb(VertexId width, VertexId height) {
  EdgeList list;
  list.vertex_count = width * height;
  list.direction = Direction::kUndirectedOnce;
  const auto add = [&](VertexId a, VertexId b) {
    list.source.push_back(a);
    list.target.push_back(b);
  };
  for (VertexId v = 0; v < list.vertex_count; ++v) {
    if (v % width + 1 < width) add(v, v + 1);
    if (v / width + 1 < height && (v % width + v / width) % 2 == 0) add(v, v + width);
  }
  return list;
}

EdgeList generated(const std::string& generator, generators::GeneratorArguments arguments, ThreadPool& threads) {
  return generators::generate(generators::parse_generator(generator, std::move(arguments)), threads);
}

EdgeList edges_of(const PaperGraph& graph, double scale, ThreadPool& threads) {
  const double vertices = graph.vertices * scale;
  const std::string side = format("%.0f", std::sqrt(vertices));
  if (graph.name == "ldoor")
    return generated("rgg",
                     {{"vertices", format("%.0f", vertices)},
                      {"radius", format("%.9f", std::sqrt(48 / (3.14159265358979 * std::floor(vertices))))}},
                     threads);
  if (graph.name == "Delaunay") return generated("mesh", {{"width", side}, {"height", side}}, threads);
  if (graph.name == "USA Roads") {
    const std::string crossings = format("%.0f", std::sqrt(vertices / 2.5));
    return generated("road", {{"width", crossings}, {"height", crossings}}, threads);
  }
  const auto length = static_cast<VertexId>(std::sqrt(vertices));
  return honeycomb(length, length);
}

// ---- Measuring

struct Measured {
  double seconds = 0;
  double cut = 0;  // geometric mean
  double imbalance = 0;
  std::uint32_t empty_parts = 0;
  papers::PartitionTransactions transactions{};
};

struct TimedMethod {
  std::string name;
  std::string method;
  std::map<std::string, std::string> options = {};
};

const TimedMethod kMethods[] = {{"gp-metis", "gp-metis"},
                                {"gp-metis, sort", "gp-metis", {{"merge", "sort"}}},
                                {"transactional", "transactional"},
                                {"multilevel", "multilevel"}};

// The first level's matching.
struct Matching {
  double seconds = 0;
  double matched = 0;  // vertices with a mate, as a share of all
  transactions::TransactionCounts counts{};
};

std::string rate(const transactions::TransactionCounts& counts) {
  if (counts.trials == 0) return "-";
  return format("%.3f", static_cast<double>(counts.aborts) / static_cast<double>(counts.trials));
}
std::string text_of(std::uint64_t number) { return format("%llu", static_cast<unsigned long long>(number)); }

bool is_chosen(const std::string& list, const std::string& name) {
  return list.empty() || ("," + list + ",").find("," + name + ",") != std::string::npos;
}

class Tables {
 public:
  explicit Tables(const std::string& path) : json_(path), runtime_(on_cuda() ? "cuda:0" : "host") {
    std::vector<std::string> header{"graph", "stand-in", "vertices", "edges", "METIS"};
    for (const TimedMethod& each : kMethods)
      if (is_chosen(setting("WARPGRAPH_METHODS", ""), each.name)) methods_.push_back(each);
    for (const TimedMethod& each : methods_) header.push_back(each.name);
    header.push_back("the paper's GP-metis");
    times_.push_back(header);
    ratios_.push_back(header);
  }

  void measure(const PaperGraph& wanted, double scale) {
    const auto graph =
        build_graph<NoValue>(runtime_.threads(), edges_of(wanted, scale, runtime_.threads()),
                             {.symmetrise = true, .drop_self_loops = true, .duplicates = Duplicates::kFirst});
    PartitionInput input;
    input.row = graph.incoming().row.span();
    input.column = graph.incoming().column.span();
    std::vector<std::string> row{wanted.name, wanted.stand_in, format("%u", graph.vertex_count()),
                                 format("%.0f", static_cast<double>(graph.edge_count()) / 2)};
    compare_matchings(row, input);
    const Measured metis = run("METIS", wanted, input, [&](std::uint64_t seed) {
      Partition found;
      found.part = metis_(input, kParts, seed).part;
      return found;
    });
    std::vector<std::string> time = row;
    std::vector<std::string> ratio = row;
    time.push_back(format("%.2f", metis.seconds));
    ratio.push_back(format("%.0f", metis.cut));
    for (const TimedMethod& each : methods_) {
      const Stream stream(runtime_.device(), "tables");
      const Measured mine = run(each.name, wanted, input, [&](std::uint64_t seed) {
        PartitionOptions options;
        options.parts = kParts;
        options.method = each.method;
        options.method_options = each.options;
        options.seed = seed;
        return partition(stream, input, options);
      });
      if (each.method == "transactional") add_counts(wanted.name, mine.transactions);
      time.push_back(format("%.2f", mine.seconds));
      ratio.push_back(format("%.3f", mine.cut / metis.cut));
    }
    time.push_back(format("%.2f", wanted.seconds));
    ratio.push_back(format("%.3f", wanted.ratio));
    times_.push_back(time);
    ratios_.push_back(ratio);
  }

  void print() const {
    matchings_.print("Matchings of the first level, lock-free and by transactions");
    counts_.print("Transactions of a run");
    print("Seconds, the graph in the memory of the host before and the parts there afterwards", times_);
    print("Cuts: METIS's, and the methods' as multiples of it", ratios_);
  }

 private:
  void compare_matchings(const std::vector<std::string>& graph, const PartitionInput& input) {
    const Stream stream(runtime_.device(), "matchings");
    PartitionOptions options;
    options.parts = kParts;
    Weight total = 0;
    const LevelGraph level = upload(stream, input, options, find_limits(input, options), total);
    auto counts = to_device(stream, std::vector<transactions::TransactionCounts>(1), "counts");
    const auto free = measure_matching(stream, [&] { return gp_metis::match(stream, level, total, 1); });
    auto locked = measure_matching(stream, [&] {
      counts = to_device(stream, std::vector<transactions::TransactionCounts>(1), "counts");
      return transactional::match(stream, level, total, 1, counts);
    });
    locked.counts = to_host(stream, counts)[0];
    const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
    json_.write({{"graph", graph[0]},
                 {"table", "matchings"},
                 {"device", runtime_.device().info().model},
                 {"lock_free_seconds", free.seconds},
                 {"transactional_seconds", locked.seconds},
                 {"lock_free_matched", free.matched},
                 {"transactional_matched", locked.matched},
                 {"commits", number(locked.counts.commits)},
                 {"aborts", number(locked.counts.aborts)},
                 {"trials", number(locked.counts.trials)}});
    matchings_.add({graph[0], graph[2], format("%.2f", free.seconds * 1e3), format("%.2f", locked.seconds * 1e3),
                    format("%.1f", 100 * free.matched), format("%.1f", 100 * locked.matched),
                    text_of(locked.counts.commits), text_of(locked.counts.aborts), text_of(locked.counts.trials),
                    rate(locked.counts)});
  }
  template <class Match>
  static Matching measure_matching(StreamRef stream, const Match& match) {
    Matching result;
    for (int i = 0; i < kRuns; ++i) {
      stream.synchronize();
      const auto begin = Clock::now();
      const Buffer<VertexId> mate = match();
      stream.synchronize();
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      result.seconds = i == 0 ? seconds : std::min(result.seconds, seconds);
      const std::vector<VertexId> found = to_host(stream, mate);
      double matched = 0;
      for (VertexId v = 0; v < found.size(); ++v) matched += found[v] != v ? 1 : 0;
      result.matched = matched / static_cast<double>(found.size());
    }
    return result;
  }

  void add_counts(const std::string& graph, const papers::PartitionTransactions& of) {
    const auto add = [&](const char* what, const transactions::TransactionCounts& counts) {
      counts_.add({graph, what, text_of(counts.commits), text_of(counts.aborts), text_of(counts.trials), rate(counts),
                   text_of(counts.given_up), text_of(counts.deferred)});
    };
    add("matches", of.matches);
    add("moves", of.moves);
    add("weights", of.weights);
  }

  static void print(const std::string& title, const std::vector<std::vector<std::string>>& rows) {
    TextTable table(2, rows.front());
    for (std::size_t i = 1; i < rows.size(); ++i) table.add(rows[i]);
    table.print(title);
  }

  Measured run(const std::string& name, const PaperGraph& graph, const PartitionInput& input,
               const std::function<Partition(std::uint64_t)>& make) {
    Measured result;
    double logarithms = 0;
    for (int i = 0; i < kRuns; ++i) {
      const auto begin = Clock::now();
      const Partition found = make(static_cast<std::uint64_t>(i + 1));
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      const PartitionQuality quality = evaluate_partition(runtime_.threads(), input, found.part, kParts);
      result.seconds = i == 0 ? seconds : std::min(result.seconds, seconds);
      result.imbalance = std::max(result.imbalance, quality.imbalance);
      result.empty_parts = std::max(result.empty_parts, quality.empty_parts);
      result.transactions = papers::partition_transactions(found);
      logarithms += std::log(static_cast<double>(std::max<std::int64_t>(1, quality.cut)));
    }
    result.cut = std::exp(logarithms / kRuns);
    write(name, graph, input, result);
    return result;
  }

  void write(const std::string& name, const PaperGraph& graph, const PartitionInput& input, const Measured& result) {
    const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
    const papers::PartitionTransactions& counts = result.transactions;
    json_.write({{"graph", graph.name},
                 {"method", name},
                 {"device", name == "METIS" ? "host" : runtime_.device().info().model},
                 {"vertices", number(input.row.size() - 1)},
                 {"edges", number(input.column.size() / 2)},
                 {"seconds", result.seconds},
                 {"cut", result.cut},
                 {"imbalance", result.imbalance},
                 {"empty_parts", number(result.empty_parts)},
                 {"match_commits", number(counts.matches.commits)},
                 {"match_aborts", number(counts.matches.aborts)},
                 {"match_trials", number(counts.matches.trials)},
                 {"move_commits", number(counts.moves.commits)},
                 {"move_aborts", number(counts.moves.aborts)},
                 {"move_trials", number(counts.moves.trials)},
                 {"weight_commits", number(counts.weights.commits)},
                 {"weight_aborts", number(counts.weights.aborts)},
                 {"weight_trials", number(counts.weights.trials)}});
    fprintf(stderr, "%s, %s: %.2f s, cut %.0f, imbalance %.4f\n", graph.name.c_str(), name.c_str(), result.seconds,
            result.cut, result.imbalance);
  }

  JsonRecords json_;
  Runtime runtime_;
  Metis metis_;
  std::vector<TimedMethod> methods_;
  TextTable matchings_{1,
                       {"graph", "vertices", "lock-free, ms", "transactions, ms", "lock-free, % matched",
                        "transactions, % matched", "commits", "aborts", "trials", "abort rate"}};
  TextTable counts_{2, {"graph", "transactions", "commits", "aborts", "trials", "abort rate", "given up", "deferred"}};
  std::vector<std::vector<std::string>> times_;
  std::vector<std::vector<std::string>> ratios_;
};

void run(const std::string& path) {
  const double scale = std::stod(setting("WARPGRAPH_METHODS_SCALE", on_cuda() ? "1" : "0.02"));
  papers::add_methods();
  Tables tables(path);
  for (const PaperGraph& each : kGraphs)
    if (is_chosen(setting("WARPGRAPH_METHODS_GRAPHS", ""), each.name)) tables.measure(each, scale);
  tables.print();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 || arguments[1][0] == '-') {
    fprintf(stderr, "usage: partitioning_method_tables OUT.json\n");
    return 2;
  }
  try {
    run(arguments[1]);
  } catch (const std::exception& error) {
    fprintf(stderr, "partitioning_method_tables: %s\n", error.what());
    return 1;
  }
  return 0;
}
