// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/warp.hpp>

#include "core_bits.hpp"
#include "totals.hpp"

// Counting by pairs. A triangle is found at its vertex a of the lowest rank: for each pair of a's kept edges, to b and
// to c of a higher rank, whether b keeps an edge to c. A task takes 32 edges of a row for c, one a lane, and goes
// through all later ones for b, 32 at a time: so no task is long, and lanes look for ascending ranks in the same row.
namespace warpgraph::algorithms::triangles {

inline constexpr std::uint32_t kCorners = kernel::Warp::kSize;

struct CountTasks {
  View<const EdgeId> row;
  View<std::uint32_t> count;  // one element more than there are vertices
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId length = v + 1 < row.size() ? row[v + 1] - row[v] : 0;
    count[v] = length < 2 ? 0 : static_cast<std::uint32_t>((length + kCorners - 1) / kCorners);
  }
};

struct PairTasks {
  View<const std::uint32_t> first;  // the first task of each vertex, and behind the last one the number of tasks
  View<const VertexId> vertex;      // of a task
};

struct ListTasks {
  View<const std::uint32_t> first;
  View<VertexId> vertex;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    for (std::uint32_t i = first[v]; i < first[v + 1]; ++i) vertex[i] = static_cast<VertexId>(v);
  }
};

// Which tasks one of several devices takes.
struct TaskSubset {
  std::uint32_t device = 0;
  std::uint32_t devices = 1;
  [[nodiscard]] std::uint64_t count(std::uint64_t tasks) const { return (tasks + devices - 1 - device) / devices; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t at(std::uint32_t i) const { return std::uint64_t{i} * devices + device; }
};

template <bool kOfVertices>
struct CountPairs {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const VertexId> by_rank;
  CoreBits core;
  PairTasks tasks;
  TaskSubset subset;
  Totals totals;
  View<std::uint64_t> of_vertices;  // what is found at a
  View<std::uint64_t> of_ranks;     // and at b and c, in the order of the ranks

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t task = subset.at(warp.global_index());
    const VertexId a = tasks.vertex[task];
    const Row edges{row[a], static_cast<std::uint32_t>(row[std::uint64_t{a} + 1] - row[a])};
    const auto own = static_cast<std::uint32_t>(task - tasks.first[a]) * kCorners;
    kernel::PerLane<VertexId> c;
    warp.relaxed_phase(
        [&](kernel::Lane lane) { c[lane] = own + lane < edges.length ? column[edges.begin + own + lane] : kNoVertex; });
    kernel::PerLane<std::uint32_t> found{};
    kernel::PerLane<std::uint32_t> of_c{};
    for (std::uint32_t first = own; first < edges.length; first += kCorners) {
      const kernel::PerLane<std::uint32_t> of_b = tile(warp, edges, own, first, c, of_c);
      add_to_ranks(warp, edges, first, of_b);
      warp.relaxed_phase([&](kernel::Lane lane) { found[lane] += of_b[lane]; });
    }
    if (kOfVertices)
      add_to_ranks(warp, edges, own, of_c);
    else
      warp.relaxed_phase([&](kernel::Lane lane) { found[lane] += of_c[lane]; });
    const std::uint32_t total = warp.reduce(found, Plus{});
    totals.add(warp, total, 0);
    if (kOfVertices && total != 0) warp.elect([&] { atomic::fetch_add(of_vertices[a], total); });
  }

 private:
  struct Row {
    EdgeId begin;
    std::uint32_t length;
  };
  // Ends of up to 32 edges of a, of which `in_core` are in the core.
  struct Tile {
    kernel::PerLane<VertexId> b;
    std::uint32_t count;
    std::uint32_t in_core;
    bool holds_c;  // the lanes before b's only
    [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t lanes_before(std::uint32_t place) const {
      return holds_c ? place : kCorners;
    }
  };

  // Adds up for b what is found with it in of_b, but for what is found in the core if counts of vertices are not
  // wanted: this is in of_c.
  WARPGRAPH_DEVICE kernel::PerLane<std::uint32_t> tile(kernel::Warp& warp, const Row& edges, std::uint32_t own,
                                                       std::uint32_t first, const kernel::PerLane<VertexId>& c,
                                                       kernel::PerLane<std::uint32_t>& of_c) const {
    Tile t{{}, Min{}(edges.length - first, kCorners), 0, first == own};
    kernel::PerLane<bool> in_core;
    warp.relaxed_phase([&](kernel::Lane lane) {
      t.b[lane] = lane < t.count ? column[edges.begin + first + lane] : kNoVertex;
      in_core[lane] = t.b[lane] < core.size;
    });
    t.in_core = static_cast<std::uint32_t>(sweep::count_bits(warp.ballot(in_core)));
    kernel::PerLane<std::uint32_t> of_b{};
    if (t.in_core != 0 && t.holds_c) test_bits<true>(warp, t, c, of_b, of_c);
    if (t.in_core != 0 && !t.holds_c) test_bits<false>(warp, t, c, of_b, of_c);
    if (t.in_core != t.count) of_b = search_rows(warp, edges, own, t, of_b);
    return of_b;
  }

  // kAhead loads are on their way at once. Behind the last b of the core come rows of zeros.
  template <bool kHoldsC>
  WARPGRAPH_DEVICE void test_bits(kernel::Warp& warp, const Tile& t, const kernel::PerLane<VertexId>& c,
                                  kernel::PerLane<std::uint32_t>& of_b, kernel::PerLane<std::uint32_t>& of_c) const {
    constexpr std::uint32_t kAhead = 8;
    kernel::PerLane<std::uint32_t> start;
    kernel::PerLane<std::uint32_t> offset;
    warp.relaxed_phase([&](kernel::Lane lane) {
      start[lane] = lane < t.in_core ? core.start(t.b[lane]) : CoreBits::kZeros;
      offset[lane] = kHoldsC && lane >= t.in_core ? 0 : c[lane] / 32;
    });
    for (std::uint32_t first = 0; first < t.in_core; first += kAhead) {
      kernel::PerLane<std::uint32_t> word[kAhead];
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kAhead; ++i) {
        const std::uint32_t row_start = warp.broadcast(start, first + i);
        warp.relaxed_phase([&](kernel::Lane lane) { word[i][lane] = core.bits[row_start + offset[lane]]; });
      }
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kAhead; ++i) {
        kernel::PerLane<bool> hit;
        warp.relaxed_phase([&](kernel::Lane lane) {
          hit[lane] = (!kHoldsC || lane < first + i) && (word[i][lane] & sweep::bit_of(c[lane])) != 0;
          if (hit[lane]) ++of_c[lane];
        });
        if (!kOfVertices) continue;
        const auto hits = static_cast<std::uint32_t>(sweep::count_bits(warp.ballot(hit)));
        warp.relaxed_phase([&](kernel::Lane lane) {
          if (lane == first + i) of_b[lane] = hits;
        });
      }
    }
  }

  WARPGRAPH_DEVICE kernel::PerLane<std::uint32_t> search_rows(kernel::Warp& warp, const Row& edges, std::uint32_t own,
                                                              const Tile& t,
                                                              const kernel::PerLane<std::uint32_t>& of_b) const {
    kernel::PerLane<EdgeId> begin{};
    kernel::PerLane<std::uint32_t> length{};
    kernel::PerLane<std::uint32_t> first{};
    kernel::PerLane<std::uint32_t> last{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (lane < t.in_core || lane >= t.count) return;
      const VertexId v = by_rank[t.b[lane]];
      begin[lane] = row[v];
      length[lane] = static_cast<std::uint32_t>(row[std::uint64_t{v} + 1] - begin[lane]);
      if (length[lane] == 0) return;
      first[lane] = own;
      last[lane] = own + t.lanes_before(lane);
    });
    return warp.engage(
        kernel::Disjoint{}, first, last, of_b,
        [&](std::uint32_t place, EdgeId row_begin, std::uint32_t row_length) {
          const VertexId c = column[edges.begin + place];
          if (!has(row_begin, row_length, c)) return 0u;
          if (kOfVertices) atomic::fetch_add(of_ranks[c], 1u);
          return 1u;
        },
        Plus{}, begin, length);
  }

  // Whether a row, which is not empty, has an edge to c.
  WARPGRAPH_DEVICE bool has(EdgeId begin, std::uint32_t length, VertexId c) const {
    while (length > 1) {
      const std::uint32_t half = length / 2;
      if (column[begin + half] <= c) begin += half;
      length -= half;
    }
    return column[begin] == c;
  }

  WARPGRAPH_DEVICE void add_to_ranks(kernel::Warp& warp, const Row& edges, std::uint32_t first,
                                     const kernel::PerLane<std::uint32_t>& found) const {
    if (!kOfVertices) return;
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (found[lane] != 0) atomic::fetch_add(of_ranks[column[edges.begin + first + lane]], found[lane]);
    });
  }
};

struct AddOfRanks {
  View<const VertexId> by_rank;
  View<const std::uint64_t> of_ranks;
  View<std::uint64_t> of_vertices;
  WARPGRAPH_DEVICE void operator()(std::uint64_t rank) const { of_vertices[by_rank[rank]] += of_ranks[rank]; }
};

}  // namespace warpgraph::algorithms::triangles
