// SPDX-License-Identifier: Apache-2.0
//
// A shared library for the tests of --plugin: a plugin on graphs with all that one can have.
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/plugin/graph_plugin.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

using namespace warpgraph;  // NOLINT(google-build-using-namespace)

// Leaves a path through all vertices.
class Path final : public plugins::GraphPlugin {
 public:
  std::string name() const override { return "path"; }
  std::string summary() const override { return "a path through all vertices"; }
  std::vector<plugins::PluginOption> own_options() const override {
    return {{.name = "broken", .kind = plugins::PluginOption::Kind::kSwitch, .help = "leave the last edge out"}};
  }
  bool leaves_edges() const override { return true; }
  bool can_verify() const override { return true; }
  bool can_spread(const plugins::PluginOptions&) const override { return true; }
  MemoryPlan memory(const shards::RunSize&, const plugins::PluginOptions&) const override {
    return MemoryPlan("a path", 64);
  }

  plugins::GraphReport run_on(StreamRef, const AnyDeviceGraph& graph, const plugins::PluginOptions& options) override {
    return std::visit([&](const auto& each) { return path(each, 1, options); }, graph);
  }
  plugins::GraphReport run_spread(const AnyShardedGraph& graph, const plugins::PluginOptions& options) override {
    return std::visit([&](const auto& each) { return path(each, each.device_count(), options); }, graph);
  }
  std::optional<std::string> verify(const AnyGraph& graph, const plugins::GraphReport& report,
                                    const plugins::PluginOptions&, ThreadPool&) const override {
    if (report.edges->size() + 1 == vertex_count(graph)) return {};
    return "it has " + std::to_string(report.edges->size()) + " edges";
  }

 private:
  template <class AGraph>
  static plugins::GraphReport path(const AGraph& graph, int devices, const plugins::PluginOptions& options) {
    plugins::GraphReport report;
    report.add("ran_on", std::int64_t{devices});
    EdgeList edges{.vertex_count = graph.vertex_count(), .ids = graph.ids()};
    for (VertexId v = options.is_given("broken") ? 2 : 1; v < graph.vertex_count(); ++v) {
      edges.source.push_back(v - 1);
      edges.target.push_back(v);
    }
    report.edges = std::move(edges);
    return report;
  }
};

WARPGRAPH_PLUGIN(Path);
