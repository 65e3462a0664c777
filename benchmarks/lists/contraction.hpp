// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <variant>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/list_scan.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "contraction_kernels.hpp"

// A graph without hanging trees and chains: shortest paths are searched among the vertices that are left, and every
// other vertex gets its distance from at most two of these. Trees are peeled from their leaves, a lane for each leaf
// that follows its way up as long as it is the last one there. Chains of vertices of degree 2 are two lists each, one
// in each direction, which list ranking and a scan along them turn into edges. It wins where most vertices lie in
// chains and many sources are searched from; it loses where a graph is searched once.
//
// For undirected graphs without loops and parallel edges, whose rows are short.
namespace warpgraph::benchmarks {

class Contraction {
 public:
  // `stays` has a 1 for each vertex that must be left, such as a source. `counts_edges`: every edge has length 1.
  // The graph must live as long. What follows is called in this order.
  Contraction(StreamRef stream, const DeviceGraph<std::int32_t>& graph, View<const std::uint8_t> stays,
              bool counts_edges)
      : stream_(stream),
        whole_(graph),
        edges_{graph.view().incoming, counts_edges},
        stays_(stays),
        up_(stream, graph.vertex_count(), "contraction trees"),
        kind_(stream, graph.vertex_count(), "contraction kinds"),
        place_(stream, std::size_t{graph.vertex_count()} + 1, "contraction places"),
        way_(stream, graph.vertex_count(), "contraction ways") {}

  void peel_trees() {
    const VertexId n = whole_.vertex_count();
    expects(n < VertexId{1} << 31, "contraction: the graph is too large");
    Buffer<std::uint64_t> left(stream_, n, "contraction neighbours");
    for_each(stream_, n, BeginPeel{edges_, left, up_});
    for_each(stream_, n, PeelTrees{stays_, left, up_});
    const Result<VertexId> components = connected_components(stream_, whole_);
    Buffer<VertexId> lowest(stream_, n, "contraction cycles");
    fill(stream_, lowest, kNoVertex);
    for_each(stream_, n, FindKinds{stays_, left, up_, components.values, kind_, lowest});
    for_each(stream_, n, FindLowest{kind_, components.values, lowest});
    for_each(stream_, n, CutCycles{components.values, lowest, kind_});
    for_each(stream_, n + std::uint64_t{1}, MeasurePlaces{kind_, place_});
    exclusive_scan(stream_, place_, place_.view());
    const Places total = to_host(stream_, place_.view().subview(n, 1)).front();
    vertices_ = kept_before(total);
    chained_ = chained_before(total);
  }

  void rank_chains() {
    const std::uint64_t n = whole_.vertex_count();
    const std::uint64_t elements = 2 * std::uint64_t{chained_};
    side_ = Buffer<VertexId>(stream_, elements, "contraction chains");
    length_ = Buffer<std::int64_t>(stream_, elements, "contraction lengths");
    tail_ = Buffer<std::uint32_t>(stream_, elements, "contraction tails");
    if (elements > 0) {
      Buffer<std::uint32_t> next(stream_, elements, "contraction lists");
      for_each(stream_, n, FindSides{edges_, kind_, place_, side_, length_});
      for_each(stream_, n, LinkChains{kind_, place_, side_, next});
      ListRankOptions options;
      options.heads = options.order = true;
      ranks_ = rank_lists<std::uint32_t>(stream_, next.view(), options);
      for_each(stream_, elements, FindTails{next, ranks_.head, tail_});
      before_ = Buffer<std::int64_t>(stream_, elements, "contraction lengths");
      sum_lists<std::uint32_t>(stream_, ranks_, length_.view(), before_.view());
    }
    for_each(stream_, n, FindWays{kind_, place_, side_, ranks_.head, before_, way_});
    hang_trees();
  }

  void build() {
    const std::uint64_t n = whole_.vertex_count();
    Buffer<EdgeId> first(stream_, std::size_t{vertices_} + 1, "contraction rows");
    fill(stream_, first, 0);
    for_each(stream_, n, MeasureRows{edges_, kind_, place_, first});
    exclusive_scan(stream_, first, first.view());
    const EdgeId count = to_host(stream_, first.view().subview(vertices_, 1)).front();
    DeviceEdgeList list;
    list.vertex_count = vertices_;
    list.direction = Direction::kUndirectedBoth;
    list.source = Buffer<VertexId>(stream_, count, "contraction edges");
    list.target = Buffer<VertexId>(stream_, count, "contraction edges");
    Buffer<std::int32_t> value(stream_, count, "contraction edges");
    for_each(stream_, n,
             ListEdges{edges_, kind_, place_, side_, tail_, length_, before_, first, list.source, list.target, value});
    list.values = std::move(value);
    DeviceBuildOptions options;
    options.drop_self_loops = true;
    options.duplicates = Duplicates::kMin;
    graph_ = std::get<DeviceGraph<std::int32_t>>(build_device_graph(stream_, std::move(list), options));
  }

  [[nodiscard]] const DeviceGraph<std::int32_t>& graph() const { return graph_; }
  [[nodiscard]] std::uint64_t chained() const { return chained_; }
  // The number in graph() of a vertex that stays.
  [[nodiscard]] VertexId number(VertexId v) const {
    return kept_before(to_host(stream_, place_.view().subview(v, 1)).front());
  }
  // From distances of the vertices of graph() to those of all.
  void expand(View<const std::uint32_t> distance, View<std::uint32_t> all) const {
    for_each(stream_, all.size(), Expand{way_, distance, all});
  }

 private:
  // Pointer jumping up the trees: as many passes as the deepest one's depth has bits.
  void hang_trees() {
    const std::uint64_t n = whole_.vertex_count();
    Buffer<std::uint64_t> hang(stream_, n, "contraction trees");
    Buffer<std::uint32_t> moved(stream_, 1, "contraction trees");
    for_each(stream_, n, BeginHang{edges_, kind_, up_, hang});
    do {
      fill(stream_, moved, 0);
      for_each(stream_, n, JumpUp{kind_, hang, moved});
    } while (to_host(stream_, moved).front() != 0);
    for_each(stream_, n, HangWays{kind_, hang, way_});
  }

  StreamRef stream_;
  const DeviceGraph<std::int32_t>& whole_;
  Lengths edges_;
  View<const std::uint8_t> stays_;
  Buffer<VertexId> up_;
  Buffer<Kind> kind_;
  Buffer<Places> place_;
  Buffer<Way> way_;
  VertexId vertices_ = 0;
  VertexId chained_ = 0;
  Buffer<VertexId> side_;
  Buffer<std::int64_t> length_;
  Buffer<std::int64_t> before_;
  Buffer<std::uint32_t> tail_;
  ListRanks<std::uint32_t> ranks_;
  DeviceGraph<std::int32_t> graph_;
};

}  // namespace warpgraph::benchmarks
