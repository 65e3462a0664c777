// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>

#include "options.hpp"
#include "status.hpp"

// What the options of graphs say to those who read and build them.
namespace warpgraph::c_interface {

inline constexpr std::int32_t kByItself = -1;
inline constexpr warpgraph_graph_options kStandardGraph = {
    sizeof(warpgraph_graph_options), 0, kByItself, 0, 0, 0, kByItself, 0};

// The numbers of the C interface never change, and they are cast to these enumerators.
template <class Enumerator>
constexpr bool is(Enumerator ours, int number) {
  return static_cast<int>(ours) == number;
}
static_assert(is(Duplicates::kKeep, WARPGRAPH_KEEP_DUPLICATES) && is(Duplicates::kFirst, WARPGRAPH_KEEP_FIRST));
static_assert(is(Duplicates::kMin, WARPGRAPH_KEEP_MIN) && is(Duplicates::kSum, WARPGRAPH_KEEP_SUM));
static_assert(is(Direction::kDirected, WARPGRAPH_DIRECTED) &&
              is(Direction::kUndirectedOnce, WARPGRAPH_UNDIRECTED_ONCE) &&
              is(Direction::kUndirectedBoth, WARPGRAPH_UNDIRECTED_BOTH));

inline BuildOptions build_options(const warpgraph_graph_options& options) {
  require(options.duplicates >= WARPGRAPH_KEEP_DUPLICATES && options.duplicates <= WARPGRAPH_KEEP_SUM,
          "options: there is no such way with duplicates");
  BuildOptions result;
  result.symmetrise = options.symmetrise != 0;
  result.drop_self_loops = options.drop_self_loops != 0;
  result.duplicates = static_cast<Duplicates>(options.duplicates);
  result.outgoing = true;  // the engine pushes along them
  return result;
}

inline std::optional<Direction> direction_of(const warpgraph_graph_options& options) {
  if (options.direction == kByItself) return {};
  require(options.direction >= WARPGRAPH_DIRECTED && options.direction <= WARPGRAPH_UNDIRECTED_BOTH,
          "options: there is no such direction");
  return static_cast<Direction>(options.direction);
}

inline files::ReadOptions read_options(const warpgraph_graph_options& options, ThreadPool& threads) {
  constexpr files::WeightType kTypes[] = {files::WeightType::kNone, files::WeightType::kInt32,
                                          files::WeightType::kInt64, files::WeightType::kFloat,
                                          files::WeightType::kDouble};
  require(options.weights >= kByItself && options.weights <= WARPGRAPH_DOUBLE, "options: there is no such weight type");
  files::ReadOptions result;
  result.pool = &threads;
  result.direction = direction_of(options);
  if (options.weights != kByItself) result.weights = kTypes[options.weights];
  return result;
}

}  // namespace warpgraph::c_interface
