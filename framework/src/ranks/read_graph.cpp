// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/read_graph.hpp>

#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/ranks/read_part.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/value_types.hpp"
#include "io/is_wg.hpp"
#include "io/wg_format.hpp"
#include "ranks/made_on.hpp"

namespace warpgraph {

namespace {

// What a regular file begins with, as far as it can be read; reading it says what is wrong with it.
std::string beginning_of(const std::filesystem::path& path) {
  std::error_code error;
  if (path == "-" || !std::filesystem::is_regular_file(path, error)) return {};
  std::string bytes(detail::kWgMagic.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

bool has_outgoing(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return each.has_outgoing(); }, graph);
}

AnyGraph read_own(const std::filesystem::path& path, const ReadGraphOptions& options, ThreadPool& threads) {
  detail::expect_nothing_said(path.string(), options.read);
  AnyGraph graph =
      files::read_wg(path, {.verify = options.verify, .threads = &threads, .weights = options.read.weights});
  BuildOptions build = options.build;
  if (build.changes_edges()) {
    build.outgoing = build.outgoing || has_outgoing(graph);
    return build_graph(threads, to_edge_list(threads, graph), build);
  }
  if (!build.outgoing) return graph;
  return std::visit(
      [&]<class Value>(Graph<Value>& each) -> AnyGraph { return with_outgoing(threads, std::move(each)); }, graph);
}

AnyGraph read_whole(const std::filesystem::path& path, ReadGraphOptions options, ThreadPool& threads) {
  options.build.outgoing = options.build.outgoing || options.outgoing;
  if (detail::is_wg(path.string(), beginning_of(path), options.read)) return read_own(path, options, threads);
  options.read.pool = &threads;
  EdgeList list = files::read_edge_list(path, options.read);
  options.build.check_symmetry = false;  // the reader has looked, as far as it was to
  return build_graph(threads, std::move(list), options.build);
}

ranks::AnyGraphPart read_mine(Ranks& ranks, const std::filesystem::path& path, ReadGraphOptions options,
                              ThreadPool& threads) {
  options.read.pool = &threads;
  options.build.outgoing = false;  // devices make their own
  return ranks::read_part(ranks, path, {std::move(options.read), std::move(options.build), options.verify});
}

// convert(threads, graph): what is made of the graph, or of this rank's part.
template <class Convert>
auto read_converted(Runtime& runtime, const std::filesystem::path& path, const ReadGraphOptions& options,
                    const Convert& convert) {
  ThreadPool& threads = options.read.pool != nullptr ? *options.read.pool : runtime.threads();
  return detail::made_on(
      runtime, options.spread, [&] { return read_whole(path, options, threads); },
      [&](Ranks& ranks) { return read_mine(ranks, path, options, threads); },
      [&](auto any) { return convert(threads, std::move(any)); });
}

}  // namespace

AnyGraphOn read_graph(Runtime& runtime, const std::filesystem::path& path, const ReadGraphOptions& options) {
  return read_converted(runtime, path, options, [](ThreadPool&, auto any) { return any; });
}

template <EdgeValueType EdgeValue>
GraphOn<EdgeValue> read_graph(Runtime& runtime, const std::filesystem::path& path, const ReadGraphOptions& options) {
  return read_converted(runtime, path, options, [&](ThreadPool& threads, auto any) {
    try {
      return graphs::convert_values<EdgeValue>(threads, std::move(any));
    } catch (const InputError& error) {  // which names the value
      throw InputError(path.string(), 0, error.what());
    }
  });
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template GraphOn<Value> read_graph<Value>(Runtime&, const std::filesystem::path&, const ReadGraphOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
