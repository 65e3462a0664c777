// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "edge_rounds.hpp"
#include "trees.hpp"
#include "weights.hpp"

// How the forests of several devices become one. Their edges are known by their entries in the whole graph, whose order
// is the one of edges that weigh the same.
namespace warpgraph::forest {

// The forest that a device has found among the trees, as edges that others can merge.
struct ForestEdges {
  AdjacencyView<NoValue> edges;
  Weights weights;
  View<const VertexId> label;
  VertexRange own;
  EdgeId first;  // entry of the whole graph that is the first of these
  Chosen chosen;
  View<NarrowEdge> list;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (i >= chosen.count[0]) return;
    const EdgeId e = chosen.entry[i] - first;
    const View<const EdgeId> rows = edges.row.subview(own.first, own.last - own.first + std::uint64_t{1});
    const auto v = own.first + static_cast<VertexId>(upper_bound(rows, e) - 1);
    const std::uint64_t key = Lightest<false>::key(weights.narrow_at(e), chosen.entry[i]);
    list[i] = NarrowEdge(label[v], label[edges.column[e]], key, chosen.entry[i]);
  }
};

struct OfferEdges {
  View<const NarrowEdge> list;
  Lightest<false> lightest;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    lightest.offer(list[i].a, list[i].key);
    lightest.offer(list[i].b, list[i].key);
  }
};

// Of the edges that all have chosen, those that are a device's own.
struct KeepOwn {
  Chosen chosen;
  EdgeId first;
  EdgeId entries;
  Chosen kept;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kSteps * Warp::kSize;
    PerLane<bool> keeps[kSteps];
    PerLane<EdgeId> entry[kSteps];
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        const std::uint64_t place = base + i * Warp::kSize + lane;
        keeps[i][lane] = place < chosen.count[0];
        if (!keeps[i][lane]) continue;
        entry[i][lane] = chosen.entry[place] - first;  // wraps around below the own ones
        keeps[i][lane] = entry[i][lane] < entries;
      }
    });
    Places place(warp, keeps, kept.count[0]);
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i)
        if (keeps[i][lane]) kept.entry[place.next[lane]++] = entry[i][lane];
    });
  }
};

}  // namespace warpgraph::forest
