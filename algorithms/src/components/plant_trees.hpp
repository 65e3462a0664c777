// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/block.hpp>

// How the trees of a union-find begin.
namespace warpgraph::components {

// Which end of an edge brings it, where each edge is seen from both ends: the greater one. Between two devices it is
// the one that stands further behind in its device's range. So both bring half of the edges, and not the device of the
// greater range all of them.
struct EdgeEnds {
  View<const VertexId> first;  // of each device's range, and the number of vertices; empty: there is one device

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t range_of(std::uint64_t v) const {
    std::uint32_t range = 0;
    while (first[range + 1] <= v) ++range;
    return range;
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool brings(std::uint64_t v, std::uint64_t u) const {
    if (first.empty()) return u < v;
    const std::uint64_t place_of_v = v - first[range_of(v)];
    const std::uint64_t place_of_u = u - first[range_of(u)];
    return place_of_u != place_of_v ? place_of_u < place_of_v : u < v;
  }
  // Where the next neighbours are that v may bring, if it does not bring u.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t behind(std::uint64_t u) const {
    return first.empty() ? ~std::uint64_t{0} : std::uint64_t{first[range_of(u) + 1]};
  }
};

// The edge that gives a vertex its first tree without atomics: the one to the nearest of the lesser vertices among its
// first neighbours, of those that it brings.
struct FirstTree {
  static constexpr EdgeId kNone = ~EdgeId{0};

  AdjacencyView<NoValue> edges;
  EdgeId looks;  // at so many neighbours
  EdgeEnds ends;

  [[nodiscard]] WARPGRAPH_DEVICE EdgeId edge(std::uint64_t v) const {
    EdgeId found = kNone;
    const EdgeId first = edges.row[v];
    for (EdgeId e = first; e < edges.row[v + 1] && e < first + looks && edges.column[e] < v; ++e)
      if (ends.brings(v, edges.column[e])) found = e;
    return found;
  }
  [[nodiscard]] WARPGRAPH_DEVICE VertexId parent(std::uint64_t v) const {
    const EdgeId e = edge(v);
    return e == kNone ? static_cast<VertexId>(v) : edges.column[e];
  }
};

struct PlantTrees {
  View<VertexId> parent;
  FirstTree first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { parent[v] = first.parent(v); }
};

// The same for chunks of vertices side by side, a block each, which then follows the paths inside of its chunk to their
// ends, in shared memory. Only those that leave the chunk are left to be shortened, from the vertices in the list on.
struct PlantChunks {
  static constexpr int kThreads = 1024;
  static constexpr std::uint32_t kVertices = 16384;
  struct Shared {
    VertexId
        up[kVertices];  // the parents, counted from the first of the chunk; a vertex that has none in it has itself
  };
  PlantTrees trees;
  View<VertexId> leaving;
  View<std::uint32_t> leaving_count;

  WARPGRAPH_DEVICE void operator()(Block<kThreads>& block, Shared& shared) const {
    const std::uint64_t begin = std::uint64_t{block.index()} * kVertices;
    const auto size = static_cast<std::uint32_t>(Min{}(trees.parent.size() - begin, std::uint64_t{kVertices}));
    block.phase([&](Lane lane) {
      for (std::uint32_t i = lane; i < size; i += kThreads) {
        const VertexId up = trees.first.parent(begin + i);
        shared.up[i] = up < begin ? i : static_cast<VertexId>(up - begin);
        if (shared.up[i] == i) trees.parent[begin + i] = up;  // those of the others are not the last yet
      }
    });
    while (jump(block, shared, size)) continue;
    for (std::uint32_t base = 0; base < size; base += kThreads) store(block, shared, begin, size, base);
  }

 private:
  // Every vertex's parent becomes the one above it. Whether there was one.
  WARPGRAPH_DEVICE static bool jump(Block<kThreads>& block, Shared& shared, std::uint32_t size) {
    constexpr std::uint32_t kEach = kVertices / kThreads;
    PerLane<VertexId, kThreads> above[kEach];
    PerLane<bool, kThreads> jumps;
    block.phase([&](Lane lane) {
      jumps[lane] = false;
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kEach; ++k) {
        const std::uint32_t i = k * kThreads + lane;
        if (i >= size) continue;
        above[k][lane] = shared.up[shared.up[i]];
        if (above[k][lane] != shared.up[i]) jumps[lane] = true;
      }
    });
    if (!block.any(jumps)) return false;
    block.phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kEach; ++k) {
        const std::uint32_t i = k * kThreads + lane;
        if (i < size) shared.up[i] = above[k][lane];
      }
    });
    return true;
  }

  WARPGRAPH_DEVICE void store(Block<kThreads>& block, const Shared& shared, std::uint64_t begin, std::uint32_t size,
                              std::uint32_t base) const {
    PerLane<bool, kThreads> leaves;
    block.phase([&](Lane lane) {
      const std::uint32_t i = base + lane;
      leaves[lane] = false;
      if (i >= size) return;
      VertexId& up = trees.parent[begin + i];
      if (shared.up[i] == i)
        leaves[lane] = up < begin;
      else
        up = static_cast<VertexId>(begin + shared.up[i]);
    });
    const auto slot = block.append(leaving_count[0], leaves);
    block.phase([&](Lane lane) {
      if (leaves[lane]) leaving[slot[lane]] = static_cast<VertexId>(begin + base + lane);
    });
  }
};

}  // namespace warpgraph::components
