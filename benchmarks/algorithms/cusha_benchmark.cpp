// SPDX-License-Identifier: Apache-2.0
//
// Tables 2.2, 2.5 and 2.6 of Khorasani, "High Performance Vertex-Centric Graph Analytics on GPUs" (2016), again: what
// CuSha's shards take of memory, and warp segmentation against CuSha.
//   algorithms_cusha_benchmark OUT.json
// Not a Google Benchmark: it prints the tables, and writes every time that was measured to OUT.json. The table of
// memory is counted, for graphs of the paper's own sizes. The others are of the graphs of algorithms_paper_benchmark,
// or of those in WARPGRAPH_PAPER_GRAPHS; an empty list leaves them out.

#include <stdio.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>
#include <vector>

#include <warpgraph/framework/engine/memory.hpp>
#include <warpgraph/papers/cusha.hpp>

#include "algorithms/compiled_programs.hpp"
#include "paper_measure.hpp"
#include "paper_problems.hpp"
#include "paper_report.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::benchmarks;  // NOLINT(google-build-using-namespace)

using papers::ShardLayout;
using papers::ShardOptions;
using papers::Shards;

// ---- Memory (table 2.2)

struct PaperSize {
  const char* name;
  VertexId vertices;
  EdgeId edges;
};
constexpr PaperSize kPaperSizes[] = {
    {"RM33V335E", 33554432, 335544320}, {"ComOrkut", 3072441, 234370166},   {"ER25V201E", 25165824, 201326592},
    {"RM25V201E", 25165824, 201326592}, {"RM16V201E", 16777216, 201326592}, {"RM16V134E", 16777216, 134217728},
    {"LiveJournal", 4847571, 68993773}, {"SocPokec", 1632803, 30622564},    {"HiggsTwitter", 456631, 14855875},
    {"RoadNetCA", 1965214, 5533214},    {"WebGoogle", 875713, 5105039},     {"Amazon0312", 400727, 3200440}};

std::string megabytes(MemoryPlan plan, const MemoryPlan& more) {
  plan += more;
  return format("%.0f", static_cast<double>(plan.total()) * 1e-6);
}

// What the graph and a run of the program take, in rows and in both kinds of shards.
template <class Program, class EdgeValue>
void add_memory(std::vector<std::string>& row, StreamRef stream, const PaperSize& of) {
  constexpr std::size_t kBytes = graphs::kHasValue<EdgeValue> ? sizeof(EdgeValue) : 0;
  row.push_back(megabytes(graph_memory<EdgeValue>(of.vertices, of.edges, false),
                          engine_memory<Program>(stream, of.vertices, of.edges, false)));
  for (const ShardLayout layout : {ShardLayout::kGShards, ShardLayout::kConcatenatedWindows}) {
    ShardOptions options;
    options.layout = layout;
    row.push_back(megabytes(papers::shards_memory(of.vertices, of.edges, kBytes, options),
                            papers::cusha_memory<Program>(of.vertices, of.edges, options)));
  }
}

void print_memory(StreamRef stream) {
  TextTable table(1, {"graph", "bfs, rows", "G-Shards", "windows", "sssp, rows", "G-Shards", "windows"});
  for (const PaperSize& each : kPaperSizes) {
    std::vector<std::string> row{each.name};
    add_memory<PulledLevels, NoValue>(row, stream, each);
    add_memory<Distances, std::int32_t>(row, stream, each);
    table.add(row);
  }
  table.print("Memory of the graph and a run, MB");
}

// ---- Times (tables 2.5 and 2.6)

// Engine: pull-all by warp segmentation. CuSha: shards that lie in the device's memory. Of one superstep, and of runs
// to the end, for programs that have one.
class TimesTable {
 public:
  TimesTable(JsonRecords& json, const char* title, std::uint32_t max_supersteps)
      : json_(json), title_(title), max_supersteps_(max_supersteps) {}

  template <class Program>
  void measure_all(Problem& on, const std::array<Shards<std::int32_t>, 2>& shards, const char* name,
                   const Program& program) {
    EngineOptions options;
    options.plan = Plan::kPullAll;
    options.tuning.shape = GatherShape::kSegments;
    options.tuning.thresholds.fused_lanes = 0;
    options.max_supersteps = max_supersteps_;
    const Cell segments = measure(on, program, options);
    write(on, name, "segments", segments);
    Ratios ratios;
    ratios.graph = on.name();
    ratios.program = name;
    std::vector<std::string> row{on.name(), name, format("%zu", segments.supersteps),
                                 format("%.3f", segments.milliseconds)};
    papers::CushaOptions cusha;
    cusha.max_supersteps = max_supersteps_;
    for (const Shards<std::int32_t>& each : shards) {
      const Cell cell = time_runs(on, [&] { return papers::run_cusha(on.stream(), each, program, cusha); });
      write(on, name, std::string(to_string(each.layout())), cell);
      ratios.values.push_back(ratio(cell, segments));
      row.push_back(format("%zu", cell.supersteps));
      row.push_back(text_of(ratios.values.back()));
    }
    table_.add(row);
    ratios_.push_back(ratios);
  }

  void print() const {
    if (ratios_.empty()) return;
    table_.print(std::string(title_) + ": time over that of warp segmentation (above 1: warp segmentation is faster)");
    print_means("Means of the same", {"G-Shards", "windows"}, ratios_);
  }

 private:
  void write(const Problem& on, const char* program, const std::string& way, const Cell& cell) {
    json_.write({{"table", title_},
                 {"graph", on.name()},
                 {"program", program},
                 {"way", way},
                 {"ms", cell.milliseconds},
                 {"supersteps", static_cast<double>(cell.supersteps)},
                 {"runs", static_cast<double>(cell.runs)}});
  }

  JsonRecords& json_;
  const char* title_;
  std::uint32_t max_supersteps_;
  TextTable table_{
      2, {"graph", "program", "supersteps", "segments, ms", "iterations", "G-Shards", "iterations", "windows"}};
  std::vector<Ratios> ratios_;
};

Shards<std::int32_t> make_shards(const Problem& on, ShardLayout layout) {
  ShardOptions options;
  options.layout = layout;
  return {on.stream(), on.graph().view(), options};
}

void run(const std::string& path) {
  JsonRecords json(path);
  const bool on_cuda = !cuda_devices().empty();
  Runtime runtime(on_cuda ? "cuda:0" : "host");
  Stream stream(runtime.device());
  print_memory(stream);
  constexpr std::uint32_t kNoLimit = 0xffffffffu;
  TimesTable one_superstep(json, "One superstep", 1);
  TimesTable whole_runs(json, "Whole runs", kNoLimit);
  for (const NamedGraph& graph : graphs_of("WARPGRAPH_PAPER_GRAPHS", on_cuda ? kCudaGraphs : kHostGraphs)) {
    Problem on(runtime, graph, false);
    const std::array<Shards<std::int32_t>, 2> shards{make_shards(on, ShardLayout::kGShards),
                                                     make_shards(on, ShardLayout::kConcatenatedWindows)};
    for_each_program(on, [&](const char* name, const auto& program) {
      one_superstep.measure_all(on, shards, name, program);
      if constexpr (!detail::evaluates_all<std::remove_cvref_t<decltype(program)>>())
        whole_runs.measure_all(on, shards, name, program);
    });
  }
  one_superstep.print();
  whole_runs.print();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 || arguments[1][0] == '-') {
    fprintf(stderr, "usage: algorithms_cusha_benchmark OUT.json\n");
    return 2;
  }
  try {
    run(arguments[1]);
  } catch (const std::exception& error) {
    fprintf(stderr, "algorithms_cusha_benchmark: %s\n", error.what());
    return 1;
  }
  return 0;
}
