// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "edge_rounds.hpp"
#include "lightest.hpp"
#include "peer_round.hpp"
#include "weights.hpp"

// How the forests of several devices become one. Their edges are known by their entries in the whole graph, whose order
// is the one of edges that weigh the same.
namespace warpgraph::algorithms::forest {

// The row of one of a device's own entries.
WARPGRAPH_DEVICE inline VertexId own_row_of(const AdjacencyView<NoValue>& edges, const VertexRange& own, EdgeId e) {
  const View<const EdgeId> rows = edges.row.subview(own.first, own.last - own.first + std::uint64_t{1});
  return own.first + static_cast<VertexId>(kernel::upper_bound(rows, e) - 1);
}

// An edge that was found at its lesser end. Its place in the order is known to the owner of the greater one.
struct Twin {
  VertexId greater;
  VertexId lesser;
};

// Offers what was listed at greater ends, and takes the rest off the list.
struct FindTwins {
  AdjacencyView<NoValue> edges;
  VertexRange own;
  EdgeId first;
  Lightest<false> lightest;
  View<NarrowEdge> list;
  View<Twin> twin;
  View<std::uint64_t> count;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    append_kept(warp, twin, count[0],
                [&](std::uint64_t place, Twin& found) { return place < list.size() && takes_off(list[place], found); });
  }

 private:
  // The first of parallel edges is enough: none of them is light, or their ends were joined.
  WARPGRAPH_DEVICE bool takes_off(NarrowEdge& edge, Twin& found) const {
    const EdgeId e = edge.entry() - first;
    found = {edges.column[e], own_row_of(edges, own, e)};
    if (found.greater < found.lesser) {
      lightest.offer(edge.a, edge.key);
      lightest.offer(edge.b, edge.key);
      return false;
    }
    edge.a = edge.b;  // joins nothing, so the next round drops it
    return e == edges.row[found.lesser] || edges.column[e - 1] != found.greater;
  }
};

// Puts what others found at the lesser ends behind the list, if the greater ends are the device's own.
struct AddTwins {
  AdjacencyView<NoValue> edges;
  Weights weights;
  View<const VertexId> label;
  VertexRange own;
  EdgeId first;
  Lightest<false> lightest;
  View<const Twin> twin;
  View<NarrowEdge> list;
  View<RoundCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kSteps * kernel::Warp::kSize;
    kernel::PerLane<bool> is_own[kSteps];
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        const std::uint64_t place = base + i * kernel::Warp::kSize + lane;
        is_own[i][lane] = place < twin.size() && own.first <= twin[place].greater && twin[place].greater < own.last;
      }
    });
    Slots place(warp, is_own, counts[0].edges[0]);
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint32_t i = 0; i < kSteps; ++i)
        if (is_own[i][lane]) list[place.next[lane]++] = offered(twin[base + i * kernel::Warp::kSize + lane]);
    });
  }

 private:
  WARPGRAPH_DEVICE NarrowEdge offered(const Twin& ends) const {
    const EdgeId e = lightest_between(edges, weights, ends.greater, ends.lesser);
    const std::uint64_t key = Lightest<false>::key(weights.narrow_at(e), first + e);
    const NarrowEdge edge(label[ends.greater], label[ends.lesser], key, first + e);
    lightest.offer(edge.a, key);
    lightest.offer(edge.b, key);
    return edge;
  }
};

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
    const VertexId v = own_row_of(edges, own, e);
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

// Keeps the edges that are a device's own, among those that all have chosen.
struct KeepOwn {
  Chosen chosen;
  EdgeId first;
  EdgeId entries;
  Chosen kept;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    append_kept(warp, kept.entry, kept.count[0], [&](std::uint64_t place, EdgeId& entry) {
      if (place >= chosen.count[0]) return false;
      entry = chosen.entry[place] - first;  // wraps around below the own ones
      return entry < entries;
    });
  }
};

}  // namespace warpgraph::algorithms::forest
