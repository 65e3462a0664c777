// SPDX-License-Identifier: Apache-2.0
//
// The tables of Khorasani, "High Performance Vertex-Centric Graph Analytics on GPUs" (2016), again: as ratios of one
// run on one machine.
//   algorithms_paper_benchmark OUT.json
// Not a Google Benchmark: it prints the tables, and writes every time that was measured to OUT.json.
//
//   shapes (tables 2.3, 2.4)        warp segmentation against virtual warps: eight programs, every gather shape
//   work efficiency (3.3 to 3.5)    pulling what is active, and the engine's own choice, against pulling from all
//   vertex groups (figure 3.12)     how much memory groups save, and what work they cost
//
// The twelve graphs of table 2.2 and what stands in for them: the same family and edges a vertex; those that were
// generated have an eighth of the size.
//   paper's (vertices, edges)       ours: generator and parameters (vertices, edges)
//   RM33V335E     (33.6 M, 335 M)   rmat, scale 22, 10 edges a vertex, .45 .25 .15 (4.2 M, 42 M)
//   ComOrkut       (3.1 M, 234 M)   preferential, degree 38, permuted (0.8 M, 60 M)
//   ER25V201E     (25.2 M, 201 M)   erdos-renyi, directed (3.1 M, 25 M)
//   RM25V201E     (25.2 M, 201 M)   rmat, scale 22, 8 edges a vertex (4.2 M, 34 M)
//   RM16V201E     (16.8 M, 201 M)   rmat, scale 21, 12 edges a vertex (2.1 M, 25 M)
//   RM16V134E     (16.8 M, 134 M)   rmat, scale 21, 8 edges a vertex (2.1 M, 17 M)
//   LiveJournal    (4.8 M, 69 M)    rmat, scale 22, 14 edges a vertex, .5 .2 .2, permuted (4.2 M, 59 M)
//   SocPokec       (1.6 M, 31 M)    rmat, scale 21, 18 edges a vertex, .5 .2 .2, permuted (2.1 M, 38 M)
//   HiggsTwitter   (0.5 M, 15 M)    rmat, scale 20, 32 edges a vertex, .57 .19 .19, permuted (1.0 M, 34 M)
//   RoadNetCA      (2.0 M, 5.5 M)   road, 890 x 890 crossings (2.0 M, 4.8 M)
//   WebGoogle      (0.9 M, 5.1 M)   web, degree 6 (2.1 M, 13 M)
//   Amazon0312     (0.4 M, 3.2 M)   small-world, degree 8 (2.1 M, 17 M)
//
// WARPGRAPH_PAPER_GRAPHS names other graphs, as "name generator parameter=value ...; name ..."; those of the vertex
// groups are in WARPGRAPH_PAPER_GROUP_GRAPHS, where only directed ones make sense. An empty list leaves the tables out.

#include <stdio.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/papers/run_by_groups.hpp>

#include "algorithms/compiled_programs.hpp"
#include "paper_graphs.hpp"
#include "paper_measure.hpp"
#include "paper_problems.hpp"
#include "paper_programs.hpp"
#include "paper_report.hpp"

namespace {

using namespace warpgraph;              // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms;  // NOLINT(google-build-using-namespace)
using namespace warpgraph::benchmarks;  // NOLINT(google-build-using-namespace)

constexpr const char* kCudaGroupGraphs = "RMD25V200E rmat scale=22 edge-factor=8; web web vertices=2^22 degree=8";
constexpr const char* kHostGroupGraphs = "RMD rmat scale=12 edge-factor=8; web web vertices=4096 degree=8";

// A superstep that pulls from all costs the same whatever was updated, so a few say how shapes compare.
constexpr std::uint32_t kSupersteps = 10;

void write(JsonRecords& json, const char* table, const Problem& on, const char* program, const std::string& way,
           const Cell& cell) {
  json.write({{"table", table},
              {"graph", on.name()},
              {"program", program},
              {"way", way},
              {"ms", cell.milliseconds},
              {"supersteps", static_cast<double>(cell.supersteps)},
              {"runs", static_cast<double>(cell.runs)}});
}

std::string name_of(GatherShape shape) { return std::string(to_string(shape)); }

// ---- Warp segmentation against virtual warps

class ShapesTable {
 public:
  explicit ShapesTable(JsonRecords& json) : json_(json) {}

  template <class Program>
  void measure_all(Problem& on, const char* name, const Program& program) {
    Times times;
    double fastest = kNoTime;
    for (const GatherShape shape : kOrder) {
      Cell& cell = times.shapes[static_cast<std::size_t>(shape)];
      cell = measure(on, program, options_for(shape), fastest);
      fastest = std::min(fastest, cell.milliseconds);
      write(json_, "shapes", on, name, name_of(shape), cell);
    }
    EngineOptions engine;
    engine.plan = Plan::kPullAll;
    engine.max_supersteps = kSupersteps;
    times.engine = measure(on, program, engine);
    write(json_, "shapes", on, name, "engine", times.engine);
    add(on, name, times);
  }

  void print() const {
    if (ratios_.empty()) return;
    table_.print("Time over that of warp segmentation (above 1: warp segmentation is faster)");
    print_means("Means of the same",
                {"thread", "virtual-2", "virtual-4", "virtual-8", "virtual-16", "virtual-32", "best virtual",
                 "worst virtual", "equal split", "engine"},
                ratios_);
  }

 private:
  using enum GatherShape;
  // Those first that are slow nowhere.
  static constexpr std::array kOrder{kSegments, kEqualSplit, kVirtual8, kVirtual16,
                                     kVirtual4, kVirtual32,  kVirtual2, kThread};
  struct Times {
    std::array<Cell, kGatherShapeCount> shapes;
    Cell engine;
    [[nodiscard]] const Cell& of(GatherShape shape) const { return shapes[static_cast<std::size_t>(shape)]; }
  };

  // On local graphs the engine has kernels that gather and apply in one, for some shapes. They are left out here, so
  // that shapes differ by nothing else.
  static EngineOptions options_for(GatherShape shape) {
    EngineOptions options;
    options.plan = Plan::kPullAll;
    options.tuning.shape = shape;
    options.max_supersteps = kSupersteps;
    options.tuning.thresholds.fused_lanes = 0;
    return options;
  }

  void add(const Problem& on, const char* name, const Times& times) {
    const Cell& segments = times.of(kSegments);
    auto virtuals = std::vector{kVirtual2, kVirtual4, kVirtual8, kVirtual16, kVirtual32};
    Ratios ratios{on.name(), name, {ratio(times.of(kThread), segments)}};
    for (const GatherShape shape : virtuals) ratios.values.push_back(ratio(times.of(shape), segments));
    std::ranges::sort(virtuals, {}, [&](GatherShape shape) { return times.of(shape).milliseconds; });
    const Cell& best = times.of(virtuals.front());
    const Cell& worst = times.of(virtuals.back());
    for (const Cell& cell : {best, worst, times.of(kEqualSplit), times.engine})
      ratios.values.push_back(ratio(cell, segments));
    ratios_.push_back(ratios);
    table_.add({on.name(), name, format("%zu", segments.supersteps), format("%.3f", segments.milliseconds),
                text_of(times.of(kThread), segments), text_of(best, segments), name_of(virtuals.front()),
                text_of(worst, segments), name_of(virtuals.back()), text_of(times.of(kEqualSplit), segments),
                text_of(times.engine, segments), name_of(on.shape())});
  }

  JsonRecords& json_;
  TextTable table_{2,
                   {"graph", "program", "supersteps", "segments, ms", "thread", "best virtual", "which",
                    "worst virtual", "which", "equal split", "engine", "its shape"}};
  std::vector<Ratios> ratios_;
};

// ---- Work efficiency

class WorkTable {
 public:
  explicit WorkTable(JsonRecords& json) : json_(json) {}

  // For programs with a frontier.
  template <class Program>
  void measure_all(Problem& on, const char* name, const Program& program) {
    if constexpr (!detail::evaluates_all<Program>()) {
      const auto time = [&](const char* way, std::optional<Plan> plan, std::optional<GatherShape> shape) {
        EngineOptions options;
        options.plan = plan;
        options.tuning.shape = shape;
        const Cell cell = measure(on, program, options);
        write(json_, "work", on, name, way, cell);
        return cell;
      };
      const Cell all = time("pull-all", Plan::kPullAll, {});
      const Cell segments = time("pull-all/segments", Plan::kPullAll, GatherShape::kSegments);
      const Cell active = time("pull-active", Plan::kPullActive, {});
      const Cell automatic = time("auto", {}, {});
      Ratios ratios{on.name(), name, {ratio(all, active), ratio(segments, active), ratio(all, automatic)}};
      table_.add({on.name(), name, format("%zu", all.supersteps), format("%.2f", all.milliseconds),
                  text_of(ratios.values[0]), text_of(ratios.values[1]), text_of(ratios.values[2])});
      ratios_.push_back(std::move(ratios));
    }
  }

  void print() const {
    if (ratios_.empty()) return;
    table_.print("Times as fast as pulling from all (above 1: work efficiency wins)");
    print_means("Means of the same", {"active / all", "active / segments", "automatic / all"}, ratios_);
  }

 private:
  JsonRecords& json_;
  TextTable table_{
      2, {"graph", "program", "supersteps", "pull-all, ms", "active / all", "active / segments", "automatic / all"}};
  std::vector<Ratios> ratios_;
};

// ---- Vertex groups

class GroupsTable {
 public:
  explicit GroupsTable(JsonRecords& json) : json_(json) {}

  void measure_all(Problem& on) {
    const PulledLevels levels{{on.source()}};
    const Distances distances{on.source()};
    const std::array all{time_all(on, "bfs", levels), time_all(on, "sssp", distances)};
    const auto edges = on.graph().view().incoming;
    const auto graph_bytes =
        static_cast<double>(edges.row.size() * sizeof(EdgeId) + edges.column.size() * sizeof(VertexId) +
                            edges.value.size() * sizeof(std::int32_t));
    double first_bytes = 0;
    for (unsigned size = 1; size <= papers::kMaxVerticesPerGroup; size *= 2) {
      const papers::VertexGroups groups = papers::group_vertices(on.stream(), without_values(on.graph().view()), size);
      const auto bytes = static_cast<double>(groups.bytes());
      if (size == 1) first_bytes = bytes;
      json_.write(
          {{"table", "group bytes"}, {"graph", on.name()}, {"vertices", static_cast<double>(size)}, {"bytes", bytes}});
      const std::array active{time_groups(on, "bfs", levels, groups), time_groups(on, "sssp", distances, groups)};
      table_.add({on.name(), format("%u", size), format("%.1f", bytes * 1e-6), text_of(bytes / first_bytes),
                  text_of(bytes / graph_bytes), text_of(ratio(all[0], active[0])), text_of(ratio(all[1], active[1]))});
      has_rows_ = true;
    }
  }

  void print() const {
    if (has_rows_) table_.print("Vertex groups: memory, and times as fast as pulling from all");
  }

 private:
  template <class Program>
  Cell time_all(Problem& on, const char* name, const Program& program) {
    EngineOptions options;
    options.plan = Plan::kPullAll;
    const Cell cell = measure(on, program, options);
    write(json_, "groups", on, name, "pull-all", cell);
    return cell;
  }
  template <class Program>
  Cell time_groups(Problem& on, const char* name, const Program& program, const papers::VertexGroups& groups) {
    const Cell cell =
        time_runs(on, [&] { return papers::run_by_groups(on.stream(), on.graph().view(), groups, program); });
    write(json_, "groups", on, name, format("groups of %u", groups.ratio()), cell);
    return cell;
  }

  JsonRecords& json_;
  bool has_rows_ = false;
  TextTable table_{1, {"graph", "vertices a group", "MB", "of ungrouped", "of the graph", "bfs", "sssp"}};
};

// ---- All of them

// Calls use(problem) for each graph in turn.
template <class Use>
void for_each_graph(Runtime& runtime, JsonRecords& json, const std::vector<NamedGraph>& graphs, bool outgoing,
                    Use use) {
  for (const NamedGraph& graph : graphs) {
    const auto begin = std::chrono::steady_clock::now();
    Problem on(runtime, graph, outgoing);
    json.write({{"table", "graphs"},
                {"graph", on.name()},
                {"device", on.stream().device().info().model},
                {"vertices", static_cast<double>(on.graph().vertex_count())},
                {"edges", static_cast<double>(on.graph().edge_count())},
                {"longest row", static_cast<double>(on.rows().incoming.longest)},
                {"shape", name_of(on.shape())},
                {"local", on.rows().has_locality ? "yes" : "no"}});
    use(on);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    fprintf(stderr, "%s: %u vertices, %llu edges, %.1f s\n", on.name().c_str(), on.graph().vertex_count(),
            static_cast<unsigned long long>(on.graph().edge_count()), taken.count());
  }
}

void run(const std::string& path) {
  JsonRecords json(path);
  const bool on_cuda = !cuda_devices().empty();
  Runtime runtime(on_cuda ? "cuda:0" : "host");
  ShapesTable shapes(json);
  WorkTable work(json);
  GroupsTable groups(json);
  for_each_graph(runtime, json, graphs_of("WARPGRAPH_PAPER_GRAPHS", on_cuda ? kCudaGraphs : kHostGraphs), true,
                 [&](Problem& on) {
                   for_each_program(on, [&](const char* name, const auto& program) {
                     shapes.measure_all(on, name, program);
                     work.measure_all(on, name, program);
                   });
                 });
  shapes.print();
  work.print();
  for_each_graph(runtime, json,
                 graphs_of("WARPGRAPH_PAPER_GROUP_GRAPHS", on_cuda ? kCudaGroupGraphs : kHostGroupGraphs), false,
                 [&](Problem& on) { groups.measure_all(on); });
  groups.print();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 || arguments[1][0] == '-') {
    fprintf(stderr, "usage: algorithms_paper_benchmark OUT.json\n");
    return 2;
  }
  try {
    run(arguments[1]);
  } catch (const std::exception& error) {
    fprintf(stderr, "algorithms_paper_benchmark: %s\n", error.what());
    return 1;
  }
  return 0;
}
