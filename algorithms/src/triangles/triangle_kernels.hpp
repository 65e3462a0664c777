// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/block.hpp>

#include <warpgraph/framework/parallel/row_pieces.hpp>

// What counts triangles: keeping each edge at one end, and looking up neighbours of neighbours.
namespace warpgraph::triangles {

// Which of the vertices one of several devices counts at. Groups of vertices are dealt out by a hash: neighbouring ids
// often have much or little to do together.
struct TriangleSlice {
  std::uint32_t device = 0;
  std::uint32_t devices = 1;
  [[nodiscard]] WARPGRAPH_DEVICE bool has(std::uint32_t group) const {
    return devices == 1 || (group * 0x9e3779b1u >> 16) % devices == device;
  }
};

// Whether an edge is kept at v: if it leads to a neighbour with a longer row, or to a later one with a row as long.
// What is summed are neighbours in the high half, edges that are kept in the low half.
struct KeepsEdge {
  AdjacencyView<NoValue> edges;
  View<const std::uint32_t> length;
  View<std::uint8_t> kept;

  WARPGRAPH_DEVICE std::uint64_t operator()(VertexId v, EdgeId e) const {
    const VertexId u = edges.column[e];
    const bool counts = finds_neighbour(edges, v, e);
    const bool keeps = counts && (length[v] != length[u] ? length[v] < length[u] : v < u);
    kept[e] = keeps ? 1 : 0;
    return (std::uint64_t{counts} << 32) | std::uint64_t{keeps};
  }
};

struct MeasureRow {
  View<const EdgeId> row;
  View<std::uint32_t> length;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    length[v] = static_cast<std::uint32_t>(row[v + 1] - row[v]);
  }
};

struct SplitSums {
  View<const std::uint64_t> sum;
  View<EdgeId> kept;  // one element more, which is 0
  View<std::uint64_t> wedges;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint64_t both = v < sum.size() ? sum[v] : 0;
    kept[v] = both & 0xffffffffu;
    const std::uint64_t neighbours = both >> 32;
    if (v < sum.size()) wedges[v] = neighbours == 0 ? 0 : neighbours * (neighbours - 1) / 2;
  }
};

inline constexpr std::uint32_t kFewSlots = 1024;
inline constexpr std::uint32_t kManySlots = 8192;

// Vertices with at least two neighbours: those with few from the front of the list, those with many from its end.
struct SortOut {
  TriangleSlice slice;
  View<const EdgeId> row;
  View<VertexId> list;
  View<std::uint32_t> counts;  // few, many

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    if (!slice.has(warp.global_index())) return;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * Warp::kSize;
    PerLane<bool> few;
    PerLane<bool> many;
    warp.relaxed_phase([&](Lane lane) {
      const std::uint64_t v = base + lane;
      const EdgeId length = v + 1 < row.size() ? row[v + 1] - row[v] : 0;
      few[lane] = 2 <= length && length <= kFewSlots / 2;
      many[lane] = length > kFewSlots / 2;
    });
    const auto place_of_few = warp.append(counts[0], few);
    const auto place_of_many = warp.append(counts[1], many);
    warp.relaxed_phase([&](Lane lane) {
      const auto v = static_cast<VertexId>(base + lane);
      if (few[lane]) list[place_of_few[lane]] = v;
      if (many[lane]) list[list.size() - 1 - place_of_many[lane]] = v;
    });
  }
};

// A set of up to half as many vertices as it has slots, in shared memory: open addressing.
class VertexSet {
 public:
  // Uses no more of the slots than it needs. Empty once every lane of the scope has called clear.
  WARPGRAPH_DEVICE VertexSet(VertexId* slots, EdgeId vertices) : slots_(slots) {
    while (size_ < 2 * vertices) {
      size_ *= 2;
      --shift_;
    }
  }
  WARPGRAPH_DEVICE void clear(std::uint32_t lane, std::uint32_t lanes) const {
    for (std::uint32_t i = lane; i < size_; i += lanes) slots_[i] = kNoVertex;
  }
  WARPGRAPH_DEVICE void insert(VertexId v) const {
    std::uint32_t i = place(v);
    while (atomic::compare_exchange<Order::kRelaxed, AtomicScope::kBlock>(slots_[i], kNoVertex, v) != kNoVertex)
      i = next(i);
  }
  WARPGRAPH_DEVICE bool contains(VertexId v) const {
    for (std::uint32_t i = place(v);; i = next(i)) {
      const VertexId found = slots_[i];
      if (found == v) return true;
      if (found == kNoVertex) return false;
    }
  }

 private:
  WARPGRAPH_DEVICE std::uint32_t place(VertexId v) const { return v * 0x9e3779b1u >> shift_; }
  WARPGRAPH_DEVICE std::uint32_t next(std::uint32_t i) const { return (i + 1) & (size_ - 1); }

  VertexId* slots_;
  std::uint32_t size_ = 32;
  std::uint32_t shift_ = 27;
};

struct Counting {
  View<const EdgeId> row;  // of the edges at one end
  View<const VertexId> column;
  View<std::uint64_t> total;        // many, so that warps do not wait for each other
  View<std::uint64_t> of_vertices;  // empty: not wanted

  // How many of the neighbours that the edges [first, last), up to 32, lead to have how many neighbours in the set.
  WARPGRAPH_DEVICE std::uint32_t common(Warp& warp, const VertexSet& set, EdgeId first, EdgeId last) const {
    PerLane<EdgeId> begin{};
    PerLane<EdgeId> end{};
    PerLane<VertexId> neighbour{};
    warp.relaxed_phase([&](Lane lane) {
      if (first + lane >= last) return;
      neighbour[lane] = column[first + lane];
      begin[lane] = row[neighbour[lane]];
      end[lane] = row[std::uint64_t{neighbour[lane]} + 1];
    });
    const auto hits = warp.engage(
        Disjoint{}, begin, end, PerLane<std::uint32_t>{},
        [&](EdgeId e) {
          const VertexId w = column[e];
          if (!set.contains(w)) return 0u;
          if (!of_vertices.empty()) atomic::fetch_add(of_vertices[w], 1u);
          return 1u;
        },
        Plus{});
    if (!of_vertices.empty()) {
      warp.relaxed_phase([&](Lane lane) {
        if (hits[lane] != 0) atomic::fetch_add(of_vertices[neighbour[lane]], hits[lane]);
      });
    }
    return warp.reduce(hits, Plus{});
  }

  WARPGRAPH_DEVICE void add(Warp& warp, VertexId v, std::uint64_t found) const {
    if (found == 0) return;
    warp.elect([&] {
      atomic::fetch_add(total[warp.global_index() % total.size()], found);
      if (!of_vertices.empty()) atomic::fetch_add(of_vertices[v], found);
    });
  }
};

// A warp for a vertex with few neighbours.
struct CountAtFew {
  struct Shared {
    VertexId slot[kFewSlots];
  };
  Counting counting;
  View<const VertexId> list;

  WARPGRAPH_DEVICE void operator()(Warp& warp, Shared& shared) const {
    const VertexId v = list[warp.global_index()];
    const EdgeId begin = counting.row[v];
    const EdgeId end = counting.row[std::uint64_t{v} + 1];
    const VertexSet set(shared.slot, end - begin);
    warp.phase([&](Lane lane) { set.clear(lane, Warp::kSize); });
    warp.phase([&](Lane lane) {
      for (EdgeId e = begin + lane; e < end; e += Warp::kSize) set.insert(counting.column[e]);
    });
    std::uint64_t found = 0;
    for (EdgeId e = begin; e < end; e += Warp::kSize)
      found += counting.common(warp, set, e, Min{}(e + Warp::kSize, end));
    counting.add(warp, v, found);
  }
};

// A block for a vertex with many, so many of them at a time as there is room for.
struct CountAtMany {
  static constexpr int kThreads = 512;
  static constexpr EdgeId kAtOnce = kManySlots / 2;
  static constexpr EdgeId kTogether = 8;  // neighbours for a warp: few, so that no warp is long behind the others
  struct Shared {
    VertexId slot[kManySlots];
  };
  Counting counting;
  View<const VertexId> list;

  WARPGRAPH_DEVICE void operator()(Block<kThreads>& block, Shared& shared) const {
    const VertexId v = list[list.size() - 1 - block.index()];
    const EdgeId begin = counting.row[v];
    const EdgeId end = counting.row[std::uint64_t{v} + 1];
    for (EdgeId first = begin; first < end; first += kAtOnce) {
      const EdgeId last = Min{}(first + kAtOnce, end);
      const VertexSet set(shared.slot, last - first);
      block.phase([&](Lane lane) { set.clear(lane, kThreads); });
      block.phase([&](Lane lane) {
        for (EdgeId e = first + lane; e < last; e += kThreads) set.insert(counting.column[e]);
      });
      block.warps([&](Warp& warp) {
        std::uint64_t found = 0;
        constexpr EdgeId kStride = kTogether * kThreads / Warp::kSize;
        for (EdgeId e = begin + kTogether * warp.index_in_block(); e < end; e += kStride)
          found += counting.common(warp, set, e, Min{}(e + kTogether, end));
        counting.add(warp, v, found);
      });
    }
  }
};

}  // namespace warpgraph::triangles
