// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// How the trees of a union-find begin.
namespace warpgraph::algorithms::components {

// The edge that gives a vertex its first tree without atomics: the one to the nearest of the lesser vertices among its
// first neighbours.
struct FirstTree {
  static constexpr EdgeId kNone = ~EdgeId{0};

  AdjacencyView<NoValue> edges;  // rows of `own`
  VertexRange own;
  EdgeId looks;  // at so many neighbours

  // The edge of the i-th own vertex.
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId edge(std::uint64_t i) const {
    EdgeId found = kNone;
    const EdgeId first = edges.row[i];
    for (EdgeId e = first; e < edges.row[i + 1] && e < first + looks && edges.column[e] < own.first + i; ++e) found = e;
    return found;
  }
  [[nodiscard]] WARPGRAPH_DEVICE VertexId parent(std::uint64_t i) const {
    const EdgeId e = edge(i);
    return e == kNone ? static_cast<VertexId>(own.first + i) : edges.column[e];
  }
};

struct PlantTrees {
  View<VertexId> parent;  // of the own vertices
  FirstTree first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { parent[i] = first.parent(i); }
};

// The same for chunks of vertices side by side, a block each, which then follows the paths inside of its chunk to their
// ends, in shared memory. Only those that leave the chunk are left to be shortened, from the vertices in the list on,
// which is empty if it is not needed.
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

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block, Shared& shared) const {
    const std::uint64_t begin = std::uint64_t{block.index()} * kVertices;
    const auto size = static_cast<std::uint32_t>(Min{}(trees.parent.size() - begin, std::uint64_t{kVertices}));
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < size; i += kThreads) {
        const VertexId up = trees.first.parent(begin + i);
        shared.up[i] = up < vertex(begin) ? i : static_cast<VertexId>(up - vertex(begin));
        if (shared.up[i] == i) trees.parent[begin + i] = up;  // those of the others are not the last yet
      }
    });
    while (jump(block, shared, size)) continue;
    for (std::uint32_t base = 0; base < size; base += kThreads) store(block, shared, begin, size, base);
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertex(std::uint64_t i) const {
    return static_cast<VertexId>(trees.first.own.first + i);
  }

  // Every vertex's parent becomes the one above it. Whether there was one.
  WARPGRAPH_DEVICE static bool jump(kernel::Block<kThreads>& block, Shared& shared, std::uint32_t size) {
    constexpr std::uint32_t kEach = kVertices / kThreads;
    kernel::PerLane<VertexId, kThreads> above[kEach];
    kernel::PerLane<bool, kThreads> jumps;
    block.phase([&](kernel::Lane lane) {
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
    block.phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kEach; ++k) {
        const std::uint32_t i = k * kThreads + lane;
        if (i < size) shared.up[i] = above[k][lane];
      }
    });
    return true;
  }

  WARPGRAPH_DEVICE void store(kernel::Block<kThreads>& block, const Shared& shared, std::uint64_t begin,
                              std::uint32_t size, std::uint32_t base) const {
    kernel::PerLane<bool, kThreads> leaves;
    block.phase([&](kernel::Lane lane) {
      const std::uint32_t i = base + lane;
      leaves[lane] = false;
      if (i >= size) return;
      if (shared.up[i] != i)
        trees.parent[begin + i] = vertex(begin + shared.up[i]);
      else if (!leaving.empty())
        leaves[lane] = trees.parent[begin + i] < vertex(begin);
    });
    if (leaving.empty()) return;
    const auto slot = block.append(leaving_count[0], leaves);
    block.phase([&](kernel::Lane lane) {
      if (leaves[lane]) leaving[slot[lane]] = vertex(begin + base + lane);
    });
  }
};

// That list of chunks which another device has planted, `own`.
struct CollectLeaving {
  View<const VertexId> parent;
  VertexRange own;
  View<VertexId> leaving;
  View<std::uint32_t> leaving_count;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t first = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    const std::uint64_t chunk = own.first + first / PlantChunks::kVertices * PlantChunks::kVertices;
    kernel::PerLane<bool> leaves;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t v = own.first + first + lane;
      leaves[lane] = v < own.last && parent[v] < chunk;
    });
    const auto slot = warp.append(leaving_count[0], leaves);
    warp.phase([&](kernel::Lane lane) {
      if (leaves[lane]) leaving[slot[lane]] = static_cast<VertexId>(own.first + first + lane);
    });
  }
};

}  // namespace warpgraph::algorithms::components
