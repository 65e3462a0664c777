// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/vertex_groups.hpp>

#include <bit>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/sweep/each_in_rows.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace warpgraph::papers {

namespace {

// Every edge as one between groups, turned round: what is built of them lists for each group those it leads to.
struct ListGroups {
  AdjacencyView<NoValue> incoming;
  unsigned shift;
  View<VertexId> from;
  View<VertexId> to;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t vertices = incoming.row.size() - 1;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<EdgeId> first;
    kernel::PerLane<EdgeId> last;
    kernel::PerLane<VertexId> group;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = base + lane < vertices ? base + lane : vertices;
      first[lane] = incoming.row[v];
      last[lane] = incoming.row[v < vertices ? v + 1 : v];
      group[lane] = static_cast<VertexId>(v >> shift);
    });
    sweep::each_in_rows(warp, first, last, group, [&](EdgeId e, VertexId mine) {
      from[e] = mine;
      to[e] = incoming.column[e] >> shift;
    });
  }
};

}  // namespace

VertexGroups group_vertices(StreamRef stream, const GraphView<NoValue>& graph, unsigned ratio) {
  expects(std::has_single_bit(ratio) && ratio <= kMaxVerticesPerGroup,
          "group_vertices: the vertices of a group are not 1, 2, 4, ... or 64");
  const auto shift = static_cast<unsigned>(std::countr_zero(ratio));
  const std::uint64_t vertices = graph.vertex_count;
  DeviceEdgeList list;
  list.vertex_count = static_cast<VertexId>((vertices + ratio - 1) >> shift);
  list.source = Buffer<VertexId>(stream, graph.edge_count, "vertex groups");
  list.target = Buffer<VertexId>(stream, graph.edge_count, "vertex groups");
  if (graph.edge_count != 0) {
    kernel::launch(stream, kernel::Warps{(vertices + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
                   ListGroups{graph.incoming, shift, list.source, list.target});
  }
  DeviceBuildOptions options;
  options.duplicates = Duplicates::kFirst;
  auto grouped = std::get<DeviceGraph<NoValue>>(build_device_graph(stream, std::move(list), options));
  return {std::move(grouped).take_incoming(), shift, graph.vertex_count};
}

std::optional<VertexGroups> group_vertices_within(StreamRef stream, const GraphView<NoValue>& graph,
                                                  std::size_t max_bytes) {
  for (unsigned ratio = 1; ratio <= kMaxVerticesPerGroup; ratio *= 2) {
    VertexGroups groups = group_vertices(stream, graph, ratio);
    if (groups.bytes() <= max_bytes) return groups;
  }
  return std::nullopt;
}

}  // namespace warpgraph::papers
