// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>

#include "short_rows.hpp"

// Triangles of short rows: along each edge from a to a lower vertex b, the neighbours of a before b are merged with the
// lower neighbours of b.
namespace warpgraph::benchmarks {

// A merge on its way: 16 bytes.
struct MergeState {
  std::uint32_t of_a;
  std::uint32_t last_of_a;
  std::uint32_t of_b;
  std::uint32_t last_of_b;

  [[nodiscard]] WARPGRAPH_DEVICE bool goes_on() const { return of_a < last_of_a && of_b < last_of_b; }
};

struct Merging {
  ShortRowsView rows;
  View<std::uint64_t> sum;

  WARPGRAPH_DEVICE MergeState along(std::uint32_t begin, std::uint32_t e) const {
    const std::uint32_t b = rows.column[e];
    return {begin, e, rows.row[b], rows.lower_last[b]};
  }
  WARPGRAPH_DEVICE void step(MergeState& merge, std::uint32_t& found) const {
    const std::uint32_t x = rows.column[merge.of_a];
    const std::uint32_t y = rows.column[merge.of_b];
    if (x == y) ++found;
    if (x <= y) ++merge.of_a;
    if (y <= x) ++merge.of_b;
  }
  WARPGRAPH_DEVICE void finish(kernel::Warp& warp, const kernel::PerLane<std::uint32_t>& found) const {
    const std::uint32_t total = warp.reduce(found, Plus{});
    warp.elect([&] { atomic::fetch_add(sum[0], std::uint64_t{total}); });
  }
};

struct PlainMerge {
  Merging merging;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> found{};
    const ShortRowsView& rows = merging.rows;
    for_rounds(warp, rows.vertices(), [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t a = base + lane;
        if (a >= rows.vertices()) return;
        const std::uint32_t begin = rows.row[a];
        for (std::uint32_t e = begin; e < rows.lower_last[a]; ++e) {
          MergeState merge = merging.along(begin, e);
          while (merge.goes_on()) merging.step(merge, found[lane]);
        }
      });
    });
    merging.finish(warp, found);
  }
};

struct CollectedMerge {
  struct Shared {
    papers::ContextStack<MergeState>::Memory waiting;
  };
  Merging merging;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<MergeState> waiting(shared.waiting);
    kernel::PerLane<std::uint32_t> found{};
    kernel::PerLane<bool> holds{};
    kernel::PerLane<MergeState> merge{};
    const ShortRowsView& rows = merging.rows;
    for_rounds(warp, rows.vertices(), [&](std::uint64_t base) {
      kernel::PerLane<std::uint32_t> begin{};
      kernel::PerLane<std::uint32_t> edge{};
      kernel::PerLane<std::uint32_t> last{};
      kernel::PerLane<bool> has_edge{};
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t a = base + lane;
        if (a >= rows.vertices()) return;
        begin[lane] = edge[lane] = rows.row[a];
        last[lane] = rows.lower_last[a];
        has_edge[lane] = edge[lane] < last[lane];
      });
      while (warp.any(has_edge)) {
        warp.phase([&](kernel::Lane lane) {
          holds[lane] = has_edge[lane];
          if (!has_edge[lane]) return;
          merge[lane] = merging.along(begin[lane], edge[lane]);
          holds[lane] = merge[lane].goes_on();
          has_edge[lane] = ++edge[lane] < last[lane];
        });
        while (waiting.fill(warp, holds, merge)) {
          holds = kernel::PerLane<bool>::all(true);
          step(warp, holds, merge, found);
        }
      }
    });
    holds = waiting.drain(warp, merge);
    while (warp.any(holds)) step(warp, holds, merge, found);
    merging.finish(warp, found);
  }

 private:
  WARPGRAPH_DEVICE void step(kernel::Warp& warp, kernel::PerLane<bool>& holds, kernel::PerLane<MergeState>& merge,
                             kernel::PerLane<std::uint32_t>& found) const {
    warp.phase([&](kernel::Lane lane) {
      if (!holds[lane]) return;
      merging.step(merge[lane], found[lane]);
      holds[lane] = merge[lane].goes_on();
    });
  }
};

// As the triangle count has it: lanes share the edges of 32 rows.
struct EngagedMerge {
  Merging merging;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> found{};
    const ShortRowsView& rows = merging.rows;
    for_rounds(warp, rows.vertices(), [&](std::uint64_t base) {
      kernel::PerLane<std::uint32_t> first{};
      kernel::PerLane<std::uint32_t> last{};
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t a = base + lane;
        if (a >= rows.vertices()) return;
        first[lane] = rows.row[a];
        last[lane] = rows.lower_last[a];
      });
      const auto merge = [&](std::uint32_t e, std::uint32_t begin) {
        std::uint32_t count = 0;
        MergeState state = merging.along(begin, e);
        while (state.goes_on()) merging.step(state, count);
        return count;
      };
      found = warp.engage(kernel::Disjoint{}, first, last, found, merge, Plus{}, first);
    });
    merging.finish(warp, found);
  }
};

}  // namespace warpgraph::benchmarks
