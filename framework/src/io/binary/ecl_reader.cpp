// SPDX-License-Identifier: Apache-2.0
//
// ECL graphs (M. Burtscher): 32-bit integers throughout. Numbers of vertices and edges, offsets
// (vertices + 1), neighbours, and weights if the file goes on.

#include <cstdint>

#include "io/binary/rows.hpp"
#include "io/readers.hpp"

namespace warpgraph::detail {

EdgeList read_ecl(const Input& input) {
  ByteReader reader(input);
  const auto vertices = reader.take<std::int32_t>("the number of vertices");
  const auto edges = reader.take<std::int32_t>("the number of edges");
  if (vertices < 0 || edges < 0) {
    input.fail(0, "expected numbers of vertices and edges that are not negative, found ", vertices, " and ", edges);
  }
  const auto count = static_cast<std::uint64_t>(edges);
  const auto rows = static_cast<std::uint64_t>(vertices) + 1;
  const auto offsets = reader.take_array<std::int32_t>(rows, "offsets");
  const auto neighbours = reader.take_array<std::int32_t>(count, "neighbours");
  FileArray<std::int32_t> weights;
  if (reader.left() > 0) weights = reader.take_array<std::int32_t>(count, "weights");
  reader.expect_end();
  if (offsets[0] != 0) {
    input.fail(0, "expected 0 as the first offset, found ", offsets[0]);
  }

  EdgeList list;
  list.vertex_count = static_cast<VertexId>(vertices);
  list.direction = input.options.direction.value_or(Direction::kDirected);
  expand_rows(
      input, count, [&](std::uint64_t v) { return offsets[v + 1]; }, list);
  read_neighbours(
      input, count, [&](std::size_t e) { return neighbours[e]; }, list);
  if (weights.size() > 0) {
    read_integers(
        input, count, [&](std::size_t e) { return weights[e]; }, list);
  }
  return list;
}

}  // namespace warpgraph::detail
