// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>

#include "short_rows.hpp"

// A step of betweenness: vertices of one level add how many shortest paths lead to them to their neighbours of the next
// level. Two nested branches: one vertex in `levels` is of the level, and so is one neighbour in as many.
namespace warpgraph::benchmarks {

struct Visit {
  ShortRowsView rows;
  View<const std::uint8_t> level;
  View<std::uint32_t> paths;

  WARPGRAPH_DEVICE bool is_active(std::uint64_t v) const { return level[v] == 0; }
  WARPGRAPH_DEVICE bool is_next(std::uint32_t u) const { return level[u] == 1; }
  WARPGRAPH_DEVICE static std::uint32_t paths_to(std::uint64_t v) { return static_cast<std::uint32_t>(v) | 1u; }
  WARPGRAPH_DEVICE void add(std::uint32_t u, std::uint32_t count) const { atomic::fetch_add(paths[u], count); }
};

struct SetLevels {
  std::uint32_t levels;
  View<std::uint8_t> level;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { level[v] = static_cast<std::uint8_t>(mix(v) % levels); }
};

struct PlainVisit {
  Visit visit;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    for_rounds(warp, visit.rows.vertices(), [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t v = base + lane;
        if (v >= visit.rows.vertices() || !visit.is_active(v)) return;
        for (std::uint32_t e = visit.rows.row[v]; e < visit.rows.row[v + 1]; ++e) {
          const std::uint32_t u = visit.rows.column[e];
          if (visit.is_next(u)) visit.add(u, Visit::paths_to(v));
        }
      });
    });
  }
};

// A row that is gone through.
struct RowVisit {
  std::uint32_t edge;
  std::uint32_t last;
  std::uint32_t paths;
};
struct Addition {
  std::uint32_t vertex;
  std::uint32_t paths;
};

struct CollectedVisit {
  struct Shared {
    papers::ContextStack<RowVisit>::Memory rows;
    papers::ContextStack<Addition>::Memory additions;
  };
  Visit visit;

  // Another edge of the rows that lanes hold.
  WARPGRAPH_DEVICE void step(kernel::Warp& warp, papers::ContextStack<Addition>& additions,
                             kernel::PerLane<bool>& holds, kernel::PerLane<RowVisit>& row) const {
    kernel::PerLane<bool> adds{};
    kernel::PerLane<Addition> addition{};
    warp.phase([&](kernel::Lane lane) {
      if (!holds[lane]) return;
      addition[lane] = {visit.rows.column[row[lane].edge], row[lane].paths};
      adds[lane] = visit.is_next(addition[lane].vertex);
      holds[lane] = ++row[lane].edge < row[lane].last;
    });
    if (additions.fill(warp, adds, addition))
      warp.phase([&](kernel::Lane lane) { visit.add(addition[lane].vertex, addition[lane].paths); });
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<RowVisit> rows(shared.rows);
    papers::ContextStack<Addition> additions(shared.additions);
    kernel::PerLane<bool> holds{};
    kernel::PerLane<RowVisit> row{};
    for_rounds(warp, visit.rows.vertices(), [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t v = base + lane;
        holds[lane] = v < visit.rows.vertices() && visit.is_active(v);
        if (!holds[lane]) return;
        row[lane] = {visit.rows.row[v], visit.rows.row[v + 1], Visit::paths_to(v)};
        holds[lane] = row[lane].edge < row[lane].last;
      });
      while (rows.fill(warp, holds, row)) {
        holds = kernel::PerLane<bool>::all(true);
        step(warp, additions, holds, row);
      }
    });
    holds = rows.drain(warp, row);
    while (warp.any(holds)) step(warp, additions, holds, row);
    kernel::PerLane<Addition> addition{};
    const auto adds = additions.drain(warp, addition);
    warp.phase([&](kernel::Lane lane) {
      if (adds[lane]) visit.add(addition[lane].vertex, addition[lane].paths);
    });
  }
};

// As the engine has it: lanes share the edges of 32 vertices.
struct EngagedVisit {
  Visit visit;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    for_rounds(warp, visit.rows.vertices(), [&](std::uint64_t base) {
      kernel::PerLane<std::uint32_t> first{};
      kernel::PerLane<std::uint32_t> last{};
      kernel::PerLane<std::uint32_t> paths{};
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t v = base + lane;
        if (v >= visit.rows.vertices() || !visit.is_active(v)) return;
        first[lane] = visit.rows.row[v];
        last[lane] = visit.rows.row[v + 1];
        paths[lane] = Visit::paths_to(v);
      });
      const auto look = [&](std::uint32_t e, std::uint32_t count) {
        const std::uint32_t u = visit.rows.column[e];
        if (visit.is_next(u)) visit.add(u, count);
        return 0u;
      };
      (void)warp.engage(kernel::Disjoint{}, first, last, kernel::PerLane<std::uint32_t>{}, look, Plus{}, paths);
    });
  }
};

}  // namespace warpgraph::benchmarks
