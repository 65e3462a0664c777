// SPDX-License-Identifier: Apache-2.0
//
// An algorithm of one's own for the catalogue, in a shared library: the number of incoming edges of every vertex,
// counted no further than an option says. What the entry declares is at once a command, and in C and Python a function:
//   warpgraph --plugin ./libown_algorithm.so run indegree g.wg --most 8 --verify
//   warpgraph_load_plugins("./libown_algorithm.so"); warpgraph_run(graph, "indegree", "most=8", NULL, &result);
//   wg.load_plugin("./libown_algorithm.so"); G.indegree(most=8).values
// docs/guide/plugins.md says more.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/algorithms/entry_run.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/plugin.hpp>

using namespace warpgraph::algorithms;             // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms::catalogue;  // NOLINT(google-build-using-namespace)
using warpgraph::EdgeId;
using warpgraph::VertexId;
using warpgraph::VertexName;
using warpgraph::View;

struct CountIncoming {
  View<const EdgeId> row;
  std::uint64_t most;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint64_t own = row[v + 1] - row[v];
    count[v] = static_cast<std::uint32_t>(own < most ? own : most);
  }
};

class Indegree final : public AlgorithmRun {
 public:
  explicit Indegree(const WantedColumns&) {}

  // This says the options once, for the parser, for help and for the catalogue.
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("most", self.most_, Whole{"N", kIterations, "no limit"}, "count no further than N");
  }

  AlgorithmOutcome perform(const AlgorithmRequest& request) const override {
    const auto count = [&](warpgraph::StreamRef stream, const auto& graph) {
      warpgraph::Result<std::uint32_t> result;
      result.values = warpgraph::Buffer<std::uint32_t>(stream, graph.vertex_count(), "indegrees");
      warpgraph::kernel::for_each(stream, graph.vertex_count(),
                                  CountIncoming{graph.view().incoming.row, most_, result.values});
      return result;
    };
    return over(request, "indegree", count, kAsIntegers);
  }
  AlgorithmFacts facts(const AlgorithmOutcome& outcome, const PlacedGraphView& graph) const override {
    return highest_of(outcome.values(), "highest_vertex", graph);
  }
  // On the host, from the graph alone: what --verify does.
  std::optional<std::string> verify(const VerifiedGraph& graph, VertexName,
                                    const AlgorithmOutcome& outcome) const override {
    const auto& counts = std::get<std::vector<std::int64_t>>(outcome.values());
    return std::visit(
        [&](const auto& each) -> std::optional<std::string> {
          for (VertexId v = 0; v < each.vertex_count(); ++v) {
            const std::uint64_t own = each.incoming().row[v + 1] - each.incoming().row[v];
            if (std::cmp_not_equal(counts[v], std::min(own, most_)))
              return "vertex " + std::to_string(v) + " has " + std::to_string(counts[v]);
          }
          return std::nullopt;
        },
        graph.graph());
  }
  // Beside the graph, what a run takes of a device.
  warpgraph::shards::SpreadNeeds needs(VertexId) const override {
    warpgraph::shards::SpreadNeeds needs;
    needs.outgoing = false;
    needs.memory = [](warpgraph::StreamRef, const warpgraph::shards::RunSize& size) {
      return warpgraph::MemoryPlan("indegrees", size.vertices * sizeof(std::uint32_t));
    };
    return needs;
  }
  bool can_spread() const override { return false; }

 private:
  std::uint64_t most_ = ~std::uint64_t{0};  // outside of the range: help says "no limit" instead
};

static void add(warpgraph::plugins::PluginRegistry& registry) {
  registry.add_methods([] {
    add_algorithms({described<Indegree>(
        {.name = "indegree",
         .summary = "incoming edges of every vertex",
         .functions = "",
         .header = "",
         .family = Family::kStructure,
         .devices = DeviceUse::kShards,
         .takes_plans = false,
         .has_supersteps = false,
         .uses_hub = false,
         .takes_time_limit = false,
         .columns = {{.name = "indegree", .type = ColumnType::kInt64, .help = "edges into the vertex"}},
         .facts = {{.name = "highest", .type = FactType::kInt64, .help = "the highest number"},
                   {.name = "highest_vertex", .type = FactType::kVertex, .help = "the first vertex that has it"}}})});
  });
}
WARPGRAPH_PLUGINS(add);
