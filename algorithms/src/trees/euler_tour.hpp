// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/view.hpp>

// Kernels of the tour around the trees, for for_each. An element of the tour is an entry of the graph's rows: entry t
// of row u leads from u to column[t], and its twin leads back. Behind the entries stand two elements for every tree,
// which lead into its root and out of it; so all trees together are one list of 2 * vertices elements.
namespace warpgraph::algorithms::trees {

// Links each entry to the one that follows its twin, in a circle around the row.
struct LinkEntries {
  View<const VertexId> source;     // of each entry: its row
  View<const std::uint32_t> twin;  // ... and the entry that leads back
  View<const EdgeId> row;
  View<std::uint32_t> next;
  WARPGRAPH_DEVICE void operator()(std::uint64_t t) const {
    const VertexId u = source[t];
    const bool is_last = t + 1 == source.size() || source[t + 1] != u;
    next[twin[t]] = static_cast<std::uint32_t>(is_last ? row[u] : t + 1);
  }
};

// Opens the circle of each tree at its root, and hangs the trees one behind another.
struct LinkTrees {
  View<const VertexId> roots;
  View<const std::uint32_t> twin;
  View<const EdgeId> row;
  View<std::uint32_t> next;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const EdgeId begin = row[roots[i]];
    const EdgeId end = row[roots[i] + 1];
    const auto in = static_cast<std::uint32_t>(twin.size() + 2 * i);
    const std::uint32_t out = in + 1;
    next[in] = begin == end ? out : static_cast<std::uint32_t>(begin);
    if (begin != end) next[twin[end - 1]] = out;
    next[out] = i + 1 < roots.size() ? out + 1 : out;
  }
};

// Where the tour comes to a vertex and where it leaves it.
struct Visits {
  View<VertexId> parent;
  View<VertexId> enter;
  View<VertexId> leave;
};

// An entry that comes after its twin leads up, from a child to its parent.
struct OrientEntries {
  View<const VertexId> source;
  View<const VertexId> column;
  View<const std::uint32_t> twin;
  View<const std::uint32_t> place;  // in the tour
  Visits visits;
  WARPGRAPH_DEVICE void operator()(std::uint64_t t) const {
    const std::uint32_t down = place[twin[t]];
    const std::uint32_t up = place[t];
    if (up < down) return;
    const VertexId child = source[t];
    visits.parent[child] = column[t];
    visits.enter[child] = down;
    visits.leave[child] = up;
  }
};

struct VisitRoots {
  View<const VertexId> roots;
  View<const std::uint32_t> place;
  std::uint64_t entries;
  Visits visits;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    visits.parent[roots[i]] = roots[i];
    visits.enter[roots[i]] = place[entries + 2 * i];
    visits.leave[roots[i]] = place[entries + 2 * i + 1];
  }
};

// The places at which a vertex is entered, as a mask.
struct MarkEntered {
  View<const VertexId> enter;
  View<std::uint32_t> mask;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    atomic::fetch_or(mask[enter[v] / 32], sweep::bit_of(enter[v]));
  }
};
struct CountEntered {
  View<const std::uint32_t> mask;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    count[word] = static_cast<std::uint32_t>(sweep::count_bits(mask[word]));
  }
};

// As many vertices are entered before a vertex as have a lower number, and each of them that is left already has taken
// two places. The numbers replace the places.
struct NumberVertices {
  View<const std::uint32_t> mask;
  View<const std::uint32_t> before;  // entered before each word of the mask
  View<VertexId> depth;
  View<VertexId> preorder;  // where the vertex is entered
  View<VertexId> size;      // where it is left
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId enter = preorder[v];
    const std::uint32_t lower = mask[enter / 32] & (sweep::bit_of(enter) - 1);
    const VertexId number = before[enter / 32] + static_cast<std::uint32_t>(sweep::count_bits(lower));
    preorder[v] = number;
    depth[v] = 2 * number - enter;
    size[v] = (size[v] - enter + 1) / 2;
  }
};

}  // namespace warpgraph::algorithms::trees
