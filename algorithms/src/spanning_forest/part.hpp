// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

// Parts of a graph's edges, with rows for all vertices of the graph. Devices own ranges of rows that follow each other,
// so parts are put together by setting one behind the other.
namespace warpgraph::algorithms::forest {

// Counts the edges that stand in the rows of their greater ends: they come first in a row.
struct CountLesser {
  AdjacencyView<NoValue> edges;
  VertexRange own;
  View<std::uint64_t> count;

  [[nodiscard]] std::uint64_t warps() const {
    return (std::uint64_t{own.size()} + kernel::Warp::kSize - 1) / kernel::Warp::kSize;
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> part{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = own.first + std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      if (v == 0 || v >= own.last) return;
      part[lane] = kernel::upper_bound(edges.column.subview(edges.row[v], edges.degree(static_cast<VertexId>(v))),
                                       static_cast<VertexId>(v - 1));
    });
    const std::uint64_t sum = warp.reduce(part, Plus{});
    warp.elect([&] {
      if (sum != 0) atomic::fetch_add(count[0], sum);
    });
  }
};

// The rows of those edges that are kept, whose places ascend.
struct PackRows {
  View<const EdgeId> row;
  View<const EdgeId> kept;
  View<EdgeId> packed;
  std::uint64_t before = 0;  // edges of other devices
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    packed[v] = before + (row[v] == 0 ? 0 : kernel::upper_bound(kept, row[v] - 1));
  }
};

struct AddNumber {
  View<EdgeId> place;
  EdgeId number;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { place[i] += number; }
};

}  // namespace warpgraph::algorithms::forest
