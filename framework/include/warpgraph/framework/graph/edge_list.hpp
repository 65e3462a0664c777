// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph {

// How an edge list's entries relate to the graph's edges.
enum class Direction {
  kDirected,        // an entry is an edge from source to target
  kUndirectedOnce,  // an entry stands for both directions (SNAP's undirected files, symmetric Matrix Market)
  kUndirectedBoth,  // both directions are listed, with the same values (METIS, ECL, symmetrised graphs)
};

// One array of edge values, of one of the types that graphs can have; monostate: the edges have no values.
using EdgeValues = std::variant<std::monostate, std::vector<std::int32_t>, std::vector<std::int64_t>,
                                std::vector<float>, std::vector<double>>;

// What the user calls the vertices, each in its own way: vertex v is `original[v]`, or v + `base` where `original` is
// empty.
struct IdMap {
  std::uint64_t base = 0;
  std::vector<std::uint64_t> original = {};

  [[nodiscard]] VertexName name_of(VertexId v) const { return original.empty() ? v + base : original[v]; }
};

// Integer weights of the vertices, `count` to a vertex, vertex by vertex (METIS constraints); usually empty.
struct VertexWeights {
  std::size_t count = 0;
  std::vector<std::int64_t> values = {};
};

// Edges in no particular order: what every reader and generator makes, and what every writer and the builder take.
// source, target and the values are parallel arrays; ids are below vertex_count.
struct EdgeList {
  VertexId vertex_count = 0;
  std::vector<VertexId> source = {};
  std::vector<VertexId> target = {};
  EdgeValues values = {};
  Direction direction = Direction::kDirected;
  IdMap ids = {};
  VertexWeights vertex_weights = {};

  [[nodiscard]] std::size_t size() const { return source.size(); }
};

}  // namespace warpgraph
