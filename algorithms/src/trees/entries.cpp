// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/algorithms/trees.hpp>

#include "catalogue/entries.hpp"
#include "common/one_device_needs.hpp"
#include "common/refuse_engine_options.hpp"

namespace warpgraph::algorithms::catalogue {

namespace {

constexpr const char* kTrees = "trees";

// The columns, in the order in which they are declared.
struct ForestColumn {
  const char* name;
  Buffer<VertexId> RootedForest::*made;
  std::vector<VertexId> HostForest::*verified;
  bool is_vertex;
  const char* help;
};
constexpr ForestColumn kForestColumns[] = {
    {"parent", &RootedForest::parent, &HostForest::parent, true,
     "the next vertex on the way to the root; a root's own"},
    {"root", &RootedForest::root, &HostForest::root, true, "the root of the vertex's tree"},
    {"depth", &RootedForest::depth, &HostForest::depth, false, "edges between the vertex and its root"},
    {"preorder", &RootedForest::preorder, &HostForest::preorder, false,
     "vertices that a walk around the trees comes to before this one"},
    {"size", &RootedForest::size, &HostForest::size, false, "vertices of the vertex's subtree, itself among them"},
};

struct RunForest : RunReport, RootedForest {};

// What timed() takes.
struct RootTrees {
  std::span<const VertexName> roots;

  template <EdgeValueType EdgeValue>
  RunForest operator()(StreamRef stream, const DeviceGraph<EdgeValue>& graph) const {
    const std::vector<VertexId> vertices = find_vertices(graph.ids(), graph.vertex_count(), roots);
    return {{}, root_forest(stream, graph, {vertices})};
  }
  [[noreturn]] RunForest operator()(const auto&) const { throw UsageError("trees runs on one device"); }
};

class Trees final : public AlgorithmRun {
 public:
  explicit Trees(WantedColumns wanted) : wanted_(std::move(wanted)) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("roots", self.roots_, Vertices{},
          "vertices that are the roots of their trees; each other tree has the vertex of the lowest id; may "
          "be repeated");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    refuse_plan(request.engine, kTrees);
    refuse_supersteps(request.engine, kTrees, "trees are rooted without supersteps");
    std::uint64_t trees = 0;
    AlgorithmOutcome outcome =
        timed(request, RootTrees{roots_}, [&](RunForest& forest, std::span<const StreamRef> streams) {
          trees = forest.tree_count;
          return columns_of_run(request, forest, streams.front());
        });
    outcome.facts = {{"trees", trees}};
    return outcome;
  }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  Problem verify(const VerifiedGraph& graph, VertexName, const AlgorithmOutcome& outcome) const override {
    HostForest columns;
    for (const ForestColumn& each : kForestColumns) {
      if (!outcome.has_column(each.name)) continue;
      const VertexValues& values = outcome.column(each.name);
      columns.*each.verified = each.is_vertex ? graph.vertices_of(values) : counts_of<VertexId>(values);
    }
    const std::vector<VertexId> roots =
        find_vertices(ids(graph.graph()), warpgraph::vertex_count(graph.graph()), roots_);
    return verify_forest_columns(graph.graph(), columns, roots);
  }
  shards::SpreadNeeds needs(VertexId) const override {
    return one_device_needs([](StreamRef stream, const shards::RunSize& size) {
      return root_forest_memory(stream.device(), size.vertices);
    });
  }
  bool can_spread() const override { return false; }

 private:
  [[nodiscard]] bool makes(const ForestColumn& column) const {
    return wanted_.has_names() ? wanted_.names(column.name) : &column == kForestColumns;
  }
  [[nodiscard]] std::vector<ResultColumn> columns_of_run(const AlgorithmRequest& request, RunForest& forest,
                                                         StreamRef stream) const {
    std::vector<ResultColumn> columns;
    for (const ForestColumn& each : kForestColumns) {
      if (!makes(each)) continue;
      Buffer<VertexId>& values = forest.*each.made;
      columns.push_back(each.is_vertex ? column_of_buffer(request, each.name, values, stream, kAsNames)
                                       : column_of_buffer(request, each.name, values, stream, kAsIntegers));
    }
    return columns;
  }

  WantedColumns wanted_;
  std::vector<VertexName> roots_ = {};
};

std::vector<AlgorithmColumn> columns_of_trees() {
  std::vector<AlgorithmColumn> columns;
  for (const ForestColumn& each : kForestColumns)
    columns.push_back({.name = each.name,
                       .type = each.is_vertex ? ColumnType::kVertex : ColumnType::kInt64,
                       .help = each.help,
                       .is_usual = &each == kForestColumns});
  return columns;
}

}  // namespace

std::vector<Algorithm> entries_of_trees() {
  return {described<Trees>({.name = kTrees,
                            .summary = "parents, roots, depths, orders and subtrees of the trees of a forest",
                            .functions = "root_forest",
                            .header = "trees.hpp",
                            .family = Family::kStructure,
                            .devices = DeviceUse::kWhole,
                            .needs_undirected = true,
                            .takes = GraphKind::kForest,
                            .takes_plans = false,
                            .has_supersteps = false,
                            .uses_hub = false,
                            .takes_time_limit = false,
                            .columns = columns_of_trees(),
                            .facts = {{.name = "trees", .help = "trees of the forest"}}})};
}

}  // namespace warpgraph::algorithms::catalogue
