// SPDX-License-Identifier: Apache-2.0
//
// A subcommand of one's own for the program warpgraph, in a shared library: how many vertices a graph has by the number
// of their neighbours. Copy this folder, with the CMakeLists.txt of docs/guide/plugins.md, and change what run_on does.
//   warpgraph --plugin ./libown_plugin.so --help
//   warpgraph --plugin ./libown_plugin.so degrees g.wg --most 8
// docs/guide/plugins.md says more. A plugin that takes no graph derives from Plugin and has run instead of run_on.
#include <string>
#include <variant>
#include <vector>

#include <warpgraph/framework/plugin/graph_plugin.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

using warpgraph::AnyDeviceGraph;
using warpgraph::Buffer;
using warpgraph::EdgeId;
using warpgraph::StreamRef;
using warpgraph::View;
using warpgraph::plugins::GraphPlugin;
using warpgraph::plugins::GraphReport;
using warpgraph::plugins::PluginOption;
using warpgraph::plugins::PluginOptions;

// The kernel: count[d] for vertices of d incoming edges, and the last count for those of more.
struct CountDegrees {
  View<const EdgeId> row;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId degree = row[v + 1] - row[v];
    warpgraph::atomic::fetch_add(count[degree < count.size() ? degree : count.size() - 1], 1u);
  }
};

class Degrees final : public GraphPlugin {
 public:
  std::string name() const override { return "degrees"; }
  std::string summary() const override { return "how many vertices there are of each degree"; }
  std::vector<PluginOption> own_options() const override {
    return {{.name = "most",
             .kind = PluginOption::Kind::kWhole,
             .help = "the largest degree with a count of its own",
             .default_value = 4u}};
  }
  std::vector<Example> examples() const override {
    return {{"warpgraph --plugin ./libown_plugin.so degrees g.wg --most 8", "counts for 0 to 8, and for more"}};
  }

  GraphReport run_on(StreamRef stream, const AnyDeviceGraph& graph, const PluginOptions& options) override {
    const auto max = options.number<std::uint32_t>("most");
    Buffer<std::uint32_t> count(stream, std::size_t{max} + 2, "degree counts");
    fill(stream, count, 0);
    std::visit(
        [&](const auto& each) {
          warpgraph::kernel::for_each(stream, each.vertex_count(), CountDegrees{each.view().incoming.row, count});
        },
        graph);
    GraphReport report;
    std::uint64_t degree = 0;
    for (const std::uint64_t vertices : warpgraph::to_host(stream, count)) {
      report.add(degree > max ? "more" : "degree_" + std::to_string(degree), vertices);
      ++degree;
    }
    return report;
  }
};

WARPGRAPH_PLUGIN(Degrees);
