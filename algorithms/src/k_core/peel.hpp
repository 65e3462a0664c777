// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

#include <warpgraph/framework/graph/row_pieces.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>

// Peeling: the loop of one device's launch, and its steps, for the loops of several devices.
namespace warpgraph::algorithms::k_core {

WARPGRAPH_DEVICE inline constexpr std::int32_t max_neighbours() { return Min::identity<std::int32_t>(); }

struct CountsNeighbour {
  AdjacencyView<NoValue> edges;
  WARPGRAPH_DEVICE std::int32_t operator()(VertexId v, EdgeId e) const {
    return rows::finds_neighbour(edges, v, e) ? 1 : 0;
  }
};

// What the loop counts. Three take turns, so that one barrier a round is enough: one is read, one written, one cleared.
struct PeelState {
  std::uint64_t packed[3];  // of the queue: vertices and edges
  std::int32_t least[3];    // neighbours of those that a scan leaves
  VertexId listed[2];
};

struct Peel {
  AdjacencyView<NoValue> edges;
  View<std::int32_t> degree;  // neighbours that are left; of a vertex that is gone, its core number
  sweep::QueueView queue[2];
  View<VertexId> list[2];  // those that may be left
  View<PeelState> state;

  struct Scan {
    std::int32_t k;
    std::uint64_t number;
    std::uint64_t size;   // of the list
    std::uint64_t lists;  // made so far; before the first one, all vertices
    bool lists_anew;

    // `left`: vertices.
    WARPGRAPH_DEVICE void begin(std::uint64_t left) { lists_anew = 2 * left < size; }
    // `stay`: how many the new list has, if there is one.
    WARPGRAPH_DEVICE void end(std::uint64_t stay) {
      if (lists_anew) {
        size = stay;
        ++lists;
      }
      ++number;
    }
  };
  struct Round {
    std::int32_t k;
    std::uint64_t number;
    std::uint64_t packed;
    bool is_simple;
  };
  struct Sums {
    std::uint64_t neighbours;  // of all vertices
    std::uint64_t left;        // vertices that have any
  };

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    const Sums sums = sum_up(grid);
    const bool is_simple = sums.neighbours == edges.column.size();
    std::uint64_t left = sums.left;
    std::uint64_t round = 0;
    Scan scan = first_scan();
    while (left > 0) {
      scan.begin(left);
      grid.warps([&](kernel::Warp& warp) { collect(warp, scan, round); });
      const std::int32_t least = atomic::load(state[0].least[scan.number % 3]);
      std::uint64_t packed = atomic::load(state[0].packed[round % 3]);
      scan.end(left - sweep::packed_vertices(packed));
      if (packed == 0) {
        scan.k = least;
        ++round;
        continue;
      }
      while (packed != 0) {
        left -= sweep::packed_vertices(packed);
        grid.warps([&](kernel::Warp& warp) { take_away(warp, {scan.k, round, packed, is_simple}); });
        ++round;
        packed = atomic::load(state[0].packed[round % 3]);
      }
      ++round;  // a slow block may still be reading that it is 0
      ++scan.k;
    }
  }

  // Before any vertex goes.
  WARPGRAPH_DEVICE Sums sum_up(kernel::Grid<256>& grid) const {
    Sums sums;
    const auto degree_of = [&](std::uint64_t v) { return static_cast<std::uint64_t>(degree[v]); };
    sums.neighbours = grid.reduce(degree.size(), std::uint64_t{0}, Plus{}, degree_of);
    const auto has_any = [&](std::uint64_t v) { return std::uint64_t{degree[v] > 0}; };
    sums.left = grid.reduce(degree.size(), std::uint64_t{0}, Plus{}, has_any);
    return sums;
  }
  [[nodiscard]] WARPGRAPH_DEVICE Scan first_scan() const { return {1, 0, degree.size(), 0, false}; }

  // Queues those that have k neighbours left, and finds out how few the others have.
  WARPGRAPH_DEVICE void collect(kernel::Warp& warp, const Scan& scan, std::uint64_t round) const {
    PeelState& now = state[0];
    const std::int32_t least = find<Found::kLeave>(
        warp, scan, [&](const auto& vertex) { enqueue(warp, vertex, queue[round % 2], now.packed[round % 3]); });
    note_least(warp, least, now.least[scan.number % 3]);
    if (warp.global_index() != 0) return;
    warp.elect([&] {
      now.least[(scan.number + 1) % 3] = max_neighbours();
      now.packed[(round + 1) % 3] = 0;
      if (scan.lists_anew) now.listed[(scan.lists + 1) % 2] = 0;
    });
  }
  WARPGRAPH_DEVICE static void note_least(kernel::Warp& warp, std::int32_t least, std::int32_t& of_all) {
    warp.elect([&] {
      if (least < atomic::load(of_all)) atomic::fetch_min(of_all, least);
    });
  }

  // Whether those with k neighbours left are in a list that is made anew.
  enum class Found : std::uint8_t { kLeave, kStay };
  // put(vertices) for those that have k neighbours left, some for each lane, kNoVertex where there is none. Returns the
  // fewest that one of the others has.
  template <Found kFound, class Put>
  WARPGRAPH_DEVICE std::int32_t find(kernel::Warp& warp, const Scan& scan, Put&& put) const {
    constexpr std::uint32_t kGroups = 8;  // for one reservation: all warps wait for one counter
    return scan.size >= std::uint64_t{warp.count()} * kGroups * kernel::Warp::kSize
               ? find_groups<kFound, kGroups>(warp, scan, put)
               : find_groups<kFound, 1>(warp, scan, put);
  }

  // Queues those that are not kNoVertex, with one addition to the counter.
  template <std::uint32_t kCount>
  WARPGRAPH_DEVICE void enqueue(kernel::Warp& warp, const kernel::PerLane<VertexId> (&vertex)[kCount],
                                const sweep::QueueView& to, std::uint64_t& packed) const {
    const auto for_each_of = [&](kernel::Lane lane, auto&& body) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kCount; ++k) {
        if (vertex[k][lane] == kNoVertex) continue;
        const sweep::RowRange row(edges.row, vertex[k][lane]);
        body(vertex[k][lane], row.first, row.degree);
      }
    };
    kernel::PerLane<std::uint64_t> wanted{};
    kernel::PerLane<bool> has_some{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for_each_of(lane, [&](VertexId, EdgeId, EdgeId size) { wanted[lane] += sweep::pack_counts(1, size); });
      has_some[lane] = wanted[lane] != 0;
    });
    if (warp.any(has_some)) sweep::put_all(warp, wanted, to, packed, for_each_of);
  }

  // The queue's vertices go. Those of their neighbours that are down to k are next.
  WARPGRAPH_DEVICE void take_away(kernel::Warp& warp, const Round& round) const {
    take_away(warp, round, [&](const auto& next) {
      enqueue(warp, next, queue[(round.number + 1) % 2], state[0].packed[(round.number + 1) % 3]);
    });
  }
  // put(vertices) for these.
  template <class Put>
  WARPGRAPH_DEVICE void take_away(kernel::Warp& warp, const Round& round, Put&& put) const {
    constexpr std::uint32_t kSteps = 4;
    if (sweep::packed_edges(round.packed) >= std::uint64_t{warp.count()} * kSteps * kernel::Warp::kSize)
      take_slices<kSteps>(warp, round, put);
    else
      take_slices<1>(warp, round, put);
    if (warp.global_index() == 0) warp.elect([&] { state[0].packed[(round.number + 2) % 3] = 0; });
  }

 private:
  // Takes so many groups of 32 vertices at a time.
  template <Found kFound, std::uint32_t kGroups, class Put>
  WARPGRAPH_DEVICE std::int32_t find_groups(kernel::Warp& warp, const Scan& scan, Put&& put) const {
    const std::int32_t listed_from = kFound == Found::kStay ? scan.k : scan.k + 1;
    kernel::PerLane<std::int32_t> least = kernel::PerLane<std::int32_t>::all(max_neighbours());
    sweep::for_each_tile(warp, scan.size, kGroups * kernel::Warp::kSize, [&](std::uint64_t base) {
      kernel::PerLane<VertexId> vertex[kGroups];
      kernel::PerLane<std::int32_t> has[kGroups];
      kernel::PerLane<VertexId> stay{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kGroups; ++k) {
          const std::uint64_t i = base + k * kernel::Warp::kSize + lane;
          vertex[k][lane] = i >= scan.size    ? kNoVertex
                            : scan.lists == 0 ? static_cast<VertexId>(i)
                                              : list[(scan.lists - 1) % 2][i];
        }
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kGroups; ++k)
          has[k][lane] = vertex[k][lane] == kNoVertex ? 0 : degree[vertex[k][lane]];
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kGroups; ++k) {
          if (has[k][lane] > scan.k) least[lane] = Min{}(least[lane], has[k][lane]);
          if (has[k][lane] >= listed_from) ++stay[lane];
        }
      });
      if (scan.lists_anew) {
        const kernel::PerLane<VertexId> slot = sweep::reserve(warp, stay, state[0].listed[scan.lists % 2]);
        warp.relaxed_phase([&](kernel::Lane lane) {
          VertexId next = slot[lane];
          WARPGRAPH_UNROLL
          for (std::uint32_t k = 0; k < kGroups; ++k)
            if (has[k][lane] >= listed_from) list[scan.lists % 2][next++] = vertex[k][lane];
        });
      }
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kGroups; ++k)
          if (has[k][lane] != scan.k) vertex[k][lane] = kNoVertex;
      });
      put(vertex);
    });
    return warp.reduce(least, Min{});
  }

  template <std::uint32_t kSteps, class Put>
  WARPGRAPH_DEVICE void take_slices(kernel::Warp& warp, const Round& round, Put&& put) const {
    using Slice = sweep::FrontierSlice<kSteps>;
    const std::uint64_t total = sweep::packed_edges(round.packed);
    const std::uint64_t stride = std::uint64_t{warp.count()} * Slice::kEdges;
    for (std::uint64_t begin = std::uint64_t{warp.global_index()} * Slice::kEdges; begin < total; begin += stride) {
      const Slice slice(warp, queue[round.number % 2], round.packed, begin);
      kernel::PerLane<VertexId> next[kSteps];
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t i = 0; i < kSteps; ++i) {
          next[i][lane] = kNoVertex;
          const VertexId v = slice.source[i][lane];
          if (v == kNoVertex) continue;
          const EdgeId e = slice.edge[i][lane];
          if (!round.is_simple && !rows::finds_neighbour(edges, v, e)) continue;
          const VertexId neighbour = edges.column[e];
          if (loses_one(degree[neighbour], round.k)) next[i][lane] = neighbour;
        }
      });
      put(next);
    }
  }

  // Whether that makes it one that goes. Several may take at once; what they take too much they give back.
  WARPGRAPH_DEVICE static bool loses_one(std::int32_t& has, std::int32_t k) {
    if (atomic::load(has) <= k) return false;
    const std::int32_t before = atomic::fetch_add(has, -1);
    if (before <= k) atomic::fetch_add(has, 1);
    return before == k + 1;
  }
};

}  // namespace warpgraph::algorithms::k_core
