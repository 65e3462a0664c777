// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "../support/sanitizers.hpp"

// Graphs whose parts go to several ranks.
namespace warpgraph::test {

inline Graph<std::int32_t> make_graph(const std::string& family, const generators::GeneratorArguments& arguments,
                                      bool symmetrise) {
  ThreadPool threads(1);
  EdgeList edges = generators::generate(generators::parse_generator(family, arguments), threads);
  return build_graph<std::int32_t>(threads, std::move(edges), {.symmetrise = symmetrise});
}

// What a rank has, if all have about as many edges.
template <class E>
ranks::GraphPart<E> part_of(const Graph<E>& graph, const Ranks& ranks) {
  const Placement placement = shards::place_by_edges(graph.incoming().row.span(), {.devices = ranks.size()});
  ranks::GraphPart<E> part;
  part.vertex_count = graph.vertex_count();
  part.edge_count = graph.edge_count();
  part.undirected = graph.is_undirected();
  part.own = placement.own[static_cast<std::size_t>(ranks.rank())];
  const Adjacency<E>& in = graph.incoming();
  const EdgeId first = in.row[part.own.first];
  const EdgeId edges = in.row[part.own.last] - first;
  std::vector<EdgeId> row;
  for (VertexId v = part.own.first; v <= part.own.last; ++v) row.push_back(in.row[v] - first);
  const auto column = in.column.span().subspan(first, edges);
  part.incoming.row = std::move(row);
  part.incoming.column = std::vector<VertexId>(column.begin(), column.end());
  if constexpr (graphs::kHasValue<E>) {
    const auto value = in.value.span().subspan(first, edges);
    part.incoming.value = std::vector<E>(value.begin(), value.end());
  }
  return part;
}

struct Shape {
  int ranks;
  int devices;  // of each rank
};

// With a sanitizer, some of them (sanitizers.hpp).
inline std::vector<Shape> rank_shapes(int fewest_ranks) {
  if (kOnlyThreads) return {{3, 2}};
  std::vector<Shape> shapes{{1, 2}, {3, 1}, {5, 2}};
  if (!kSanitized)
    shapes.insert(shapes.end(), {{1, 1}, {2, 1}, {2, 2}, {3, 2}, {4, 1}, {4, 2}, {5, 1}, {8, 1}, {8, 2}});
  std::erase_if(shapes, [&](const Shape& each) { return each.ranks < fewest_ranks; });
  return shapes;
}

inline std::string shape_text(const Shape& shape, Copies copies) {
  return std::to_string(shape.ranks) + "Ranks" + std::to_string(shape.devices) + "Devices" +
         (copies == Copies::kAll ? "All" : "Read");
}
inline std::string shape_name(const ::testing::TestParamInfo<std::tuple<Shape, Copies>>& test) {
  return shape_text(std::get<0>(test.param), std::get<1>(test.param));
}

}  // namespace warpgraph::test
