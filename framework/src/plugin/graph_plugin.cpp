// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/plugin/graph_plugin.hpp>

#include <filesystem>
#include <variant>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::plugins {

namespace {

constexpr const char* kFile = "file";

AnyGraph read_graph(ThreadPool& threads, const std::filesystem::path& file) {
  if (file.extension() == ".wg") return files::read_wg(file);
  files::ReadOptions options;
  options.pool = &threads;
  BuildOptions building;
  building.check_symmetry = false;  // the reader has looked
  return build_graph(threads, files::read_edge_list(file, options), building);
}

}  // namespace

std::vector<PluginOption> GraphPlugin::options() const {
  std::vector<PluginOption> options = own_options();
  options.push_back({.name = kFile, .kind = PluginOption::Kind::kFile, .help = "the graph", .is_positional = true});
  return options;
}

GraphReport GraphPlugin::run_spread(const AnyShardedGraph&, const PluginOptions&) {
  throw UsageError(name() + " runs on one device");
}

PluginReport GraphPlugin::run(Runtime& runtime, const PluginOptions& options) {
  const AnyGraph graph = read_graph(runtime.threads(), options.text(kFile));
  const Stream stream(runtime.device(), name());
  const AnyDeviceGraph on_device =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  return run_on(stream, on_device, options);
}

}  // namespace warpgraph::plugins
