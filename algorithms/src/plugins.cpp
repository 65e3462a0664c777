// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/plugins.hpp>

#include <utility>
#include <variant>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/verify.hpp>
#include <warpgraph/framework/plugin/graph_plugin.hpp>

namespace warpgraph {
namespace {

class SpanningForestPlugin final : public GraphPlugin {
 public:
  std::string name() const override { return "msf"; }
  std::string summary() const override { return "minimum spanning forest of an undirected graph"; }
  std::vector<PluginOption> own_options() const override {
    using Kind = PluginOption::Kind;
    return {{"method",
             "filtered (the lightest edges first), boruvka (rounds over all edges), or transactional (the same, trees "
             "merged by transactions)",
             Kind::kNamed,
             "filtered",
             {"filtered", "boruvka", "transactional"}},
            {"light-edges", "of filtered: about so many edges a vertex come first; 0: all do", Kind::kNamed, "3"}};
  }
  std::vector<Example> examples() const override {
    return {{"warpgraph msf road.gr -o forest.txt", "the edges of the forest, in the file's ids"},
            {"warpgraph msf g.mtx --symmetrise --verify", "of a directed graph; the result is checked"}};
  }
  bool leaves_edges() const override { return true; }
  bool can_verify() const override { return true; }

  GraphReport run_on(StreamRef stream, const AnyDeviceGraph& graph, const PluginOptions& options) override {
    SpanningForestOptions forest_options;
    if (options.text("method") == "boruvka") forest_options.method = ForestMethod::kBoruvka;
    if (options.text("method") == "transactional") forest_options.method = ForestMethod::kTransactional;
    forest_options.light_edges = options.number<double>("light-edges");
    return std::visit([&](const auto& each) { return find(stream, each, forest_options); }, graph);
  }
  std::optional<std::string> verify(const AnyGraph& graph, const GraphReport& report,
                                    const PluginOptions&) const override {
    return std::visit([&](const auto& each) { return verify_spanning_forest(each, *report.edges); }, graph);
  }

 private:
  template <EdgeValueType EdgeValue>
  static GraphReport find(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SpanningForestOptions& options) {
    Event begin(stream.device());
    Event end(stream.device());
    begin.record(stream);
    const SpanningForest<EdgeValue> forest = minimum_spanning_forest(stream, graph, options);
    end.record(stream);
    end.synchronize();
    const double seconds = end.microseconds_since(begin) * 1e-6;
    GraphReport report;
    report.add("weight", forest.weight);
    report.add("edges", forest.edge_count);
    report.add("components", forest.component_count);
    report.add("rounds", forest.round_count);
    if (forest.transactions.trials != 0) {
      report.add("transactions", forest.transactions.commits);
      report.add("abort_rate",
                 static_cast<double>(forest.transactions.aborts) / static_cast<double>(forest.transactions.trials));
    }
    report.add("seconds", seconds);
    report.add("edges_per_second", static_cast<double>(graph.edge_count()) / seconds);
    report.edges = to_edge_list(stream, graph, forest);
    return report;
  }
};

}  // namespace

void add_plugins(PluginRegistry& registry) { registry.add(std::make_shared<SpanningForestPlugin>()); }

}  // namespace warpgraph
