// SPDX-License-Identifier: Apache-2.0
//
// Serialised graphs of the GAP benchmark suite: one byte "directed", 64-bit numbers of edges and
// vertices, 64-bit offsets (vertices + 1), and neighbours of 32 bits (.sg) or neighbours with a
// weight of 32 bits each (.wsg). A directed graph has offsets and neighbours twice, the second time
// for the incoming edges, which are not needed here.

#include <cstdint>
#include <limits>
#include <optional>

#include "io/binary/rows.hpp"
#include "io/readers.hpp"
#include "io/symmetry.hpp"

namespace warpgraph::detail {

namespace {

struct GapNeighbour {
  std::int32_t vertex;
  std::int32_t weight;
};
static_assert(sizeof(GapNeighbour) == 8);

struct GapHeader {
  bool directed;
  std::uint64_t edges;
  std::uint64_t vertices;
};

GapHeader read_gap_header(const Input& input, ByteReader& reader) {
  const auto directed = reader.take<std::uint8_t>("whether the graph is directed");
  if (directed > 1) {
    input.fail(0, "expected 0 or 1 (directed) in the first byte, found ", directed);
  }
  const auto edges = reader.take<std::uint64_t>("the number of edges");
  const auto vertices = reader.take<std::uint64_t>("the number of vertices");
  constexpr std::uint64_t kMax = std::numeric_limits<std::int32_t>::max();
  if (vertices > kMax) {
    input.fail(0, "expected no more than ", kMax, " vertices, found ", vertices);
  }
  return {directed == 1, edges, vertices};
}

void check_symmetry(const Input& input, const EdgeList& list) {
  const std::optional<OneWayEdge> edge = find_one_way_edge(list, input.pool);
  if (!edge) return;
  input.fail(0, "expected both directions of every edge of an undirected graph, with one weight: ",
             edge->described(list.ids.name_of(edge->source), list.ids.name_of(edge->target)));
}

template <class Neighbour>
EdgeList read_rows(const Input& input, bool weighted) {
  ByteReader reader(input);
  const GapHeader header = read_gap_header(input, reader);
  const auto offsets = reader.take_array<std::uint64_t>(header.vertices + 1, "offsets");
  const auto neighbours = reader.take_array<Neighbour>(header.edges, "neighbours");
  if (header.directed) {
    reader.take_array<std::uint64_t>(header.vertices + 1, "offsets of incoming edges");
    reader.take_array<Neighbour>(header.edges, "incoming neighbours");
  }
  reader.expect_end();
  if (offsets[0] != 0) {
    input.fail(0, "expected 0 as the first offset, found ", offsets[0]);
  }

  EdgeList list;
  list.vertex_count = static_cast<VertexId>(header.vertices);
  list.direction = header.directed ? Direction::kDirected : Direction::kUndirectedBoth;
  expand_rows(
      input, header.edges, [&](std::uint64_t v) { return offsets[v + 1]; }, list);
  if constexpr (std::is_same_v<Neighbour, GapNeighbour>) {
    read_neighbours(
        input, header.edges, [&](std::size_t e) { return neighbours[e].vertex; }, list);
    if (weighted) {
      read_integers(
          input, header.edges, [&](std::size_t e) { return neighbours[e].weight; }, list);
    }
  } else {
    read_neighbours(
        input, header.edges, [&](std::size_t e) { return neighbours[e]; }, list);
  }
  if (!header.directed && input.options.check_symmetry) check_symmetry(input, list);
  return list;
}

}  // namespace

EdgeList read_gap(const Input& input, bool weighted) {
  return weighted ? read_rows<GapNeighbour>(input, weighted) : read_rows<std::int32_t>(input, weighted);
}

}  // namespace warpgraph::detail
