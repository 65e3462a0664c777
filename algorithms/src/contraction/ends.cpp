// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <variant>

#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "common/largest_of.hpp"

namespace warpgraph::algorithms {
namespace {

using Way = ContractedWay<std::uint32_t>;

constexpr const char* kEnds = "contraction ends";

// Edges count 1: what is at no distance from a vertex that is left is that vertex.
struct FindLeft {
  View<const Way> way;
  View<VertexId> left;  // the vertex of the whole graph, by number
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (way[v].length[0] == 0) left[way[v].from[0]] = static_cast<VertexId>(v);
  }
};

struct SplitWays {
  View<const Way> way;
  View<const VertexId> left;
  View<VertexId> end0;
  View<VertexId> end1;
  View<VertexId> distance0;
  View<VertexId> distance1;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    end0[v] = left[way[v].from[0]];
    end1[v] = left[way[v].from[1]];
    distance0[v] = way[v].length[0];
    distance1[v] = way[v].length[1];
  }
};

}  // namespace

ContractionEnds contraction_ends(StreamRef stream, const ContractedGraph<NoValue>& graph) {
  const VertexId vertices = graph.whole_vertex_count();
  const VertexId kept = std::visit([](const auto& each) { return each.vertex_count(); }, graph.graph());
  ContractionEnds ends;
  for (auto* const both : {ends.end, ends.distance})
    for (int i = 0; i < 2; ++i) both[i] = Buffer<VertexId>(stream, vertices, kEnds);
  Buffer<VertexId> left(stream, kept, kEnds);
  kernel::for_each(stream, vertices, FindLeft{graph.ways(), left.view()});
  kernel::for_each(stream, vertices,
                   SplitWays{graph.ways(), std::as_const(left).view(), ends.end[0].view(), ends.end[1].view(),
                             ends.distance[0].view(), ends.distance[1].view()});
  return ends;
}

MemoryPlan contraction_ends_memory(Device& device, VertexId vertices, EdgeId edges) {
  MemoryPlan behind("contraction ways", support::array_bytes(vertices, sizeof(Way)));
  behind.add(kEnds, support::array_bytes(std::uint64_t{5} * vertices, sizeof(VertexId)));
  behind.add("contracted graph", graph_memory<std::int32_t>(vertices, edges, false).total());
  return largest_of({contraction_memory<NoValue>(device, vertices, edges), behind});
}

}  // namespace warpgraph::algorithms
