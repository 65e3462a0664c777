// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/read_graph.hpp>

#include <utility>
#include <variant>

#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/with_weights.hpp>
#include <warpgraph/framework/ranks/read_part.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/value_types.hpp"
#include "io/extension.hpp"
#include "ranks/made_on.hpp"

namespace warpgraph {

namespace {

bool is_wg(const std::filesystem::path& path, const files::ReadOptions& options) {
  return !options.format && detail::extension_of(path.string()) == "wg";
}

bool asks_for_other_edges(const BuildOptions& options) {
  return options.symmetrise || options.drop_self_loops || options.duplicates != Duplicates::kKeep ||
         options.relabel != Relabel::kNone;
}

bool has_outgoing(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return each.has_outgoing(); }, graph);
}

AnyGraph read_own(const std::filesystem::path& path, const ReadGraphOptions& options, ThreadPool& threads) {
  AnyGraph graph = files::read_wg(path, {.verify = options.verify, .threads = &threads});
  try {
    graph = files::with_weights(threads, std::move(graph), options.read.weights);
  } catch (const InputError& error) {
    throw InputError(path.string(), 0, error.what());
  }
  BuildOptions build = options.build;
  if (asks_for_other_edges(build)) {
    build.outgoing = build.outgoing || has_outgoing(graph);
    return build_graph(threads, to_edge_list(threads, graph), build);
  }
  if (!build.outgoing) return graph;
  return std::visit(
      [&]<class Value>(Graph<Value>& each) -> AnyGraph { return with_outgoing(threads, std::move(each)); }, graph);
}

AnyGraph read_whole(const std::filesystem::path& path, ReadGraphOptions options, ThreadPool& threads) {
  if (is_wg(path, options.read)) return read_own(path, options, threads);
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

ThreadPool& threads_of(Runtime& runtime, const files::ReadOptions& options) {
  return options.pool != nullptr ? *options.pool : runtime.threads();
}

}  // namespace

AnyGraphOn read_graph(Runtime& runtime, const std::filesystem::path& path, const ReadGraphOptions& options) {
  ThreadPool& threads = threads_of(runtime, options.read);
  return detail::made_on(
      runtime, options.spread, [&] { return read_whole(path, options, threads); },
      [&](Ranks& ranks) { return read_mine(ranks, path, options, threads); });
}

template <EdgeValueType EdgeValue>
GraphOn<EdgeValue> read_graph(Runtime& runtime, const std::filesystem::path& path, const ReadGraphOptions& options) {
  ThreadPool& threads = threads_of(runtime, options.read);
  return detail::made_on_as<EdgeValue>(
      runtime, threads, options.spread, [&] { return read_whole(path, options, threads); },
      [&](Ranks& ranks) { return read_mine(ranks, path, options, threads); },
      [&](const auto& convert) {
        try {
          return convert();
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
