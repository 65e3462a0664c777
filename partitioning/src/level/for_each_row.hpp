// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "level_graph.hpp"
#include "random.hpp"
#include "rating_table.hpp"
#include "team.hpp"

// Runs a body for the rows of a level: body.wants(v) says for which, body(team, v, table) does the work. The table has
// room for the keys of the edges that for_each_rated visits, of which there are at most body.max_keys() if the body
// says so, and is not cleared.
namespace warpgraph::partitioning {

inline constexpr EdgeId kRatedEdges = 256;  // of a long row, about
inline constexpr std::uint32_t kWarpSlots = 1024;
using RowBlock = kernel::Block<512>;

// body(edge) for the row's edges; of very long rows for about kRatedEdges, chosen by their other ends.
template <class Team, class Body>
WARPGRAPH_DEVICE void for_each_rated(const Team& team, const LevelView& level, std::uint64_t v, Body&& body) {
  const EdgeId first = level.row[v];
  const EdgeId last = level.row[v + 1];
  const EdgeId one_of = (last - first + kRatedEdges - 1) / kRatedEdges;
  team.for_each(first, last, [&](EdgeId edge) {
    if (one_of > 2 && generators::below(draw(v, level.column[edge]), one_of) != 0) return;
    body(edge);
  });
}

template <class Body>
struct ShortRows {
  Body body;
  std::uint64_t first = 0;  // vertex
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (body.wants(first + i)) do_row(first + i);
  }
  WARPGRAPH_DEVICE void do_row(std::uint64_t v) const {
    const EdgeId degree = body.level.degree(v);
    if (degree > kShortRow) return;
    RatingSlots<2 * kShortRow> slots;
    body(OneLane{}, v, RatingTable{slots.key, slots.sum, slots_for(degree)});
  }
};

struct Nothing {
  WARPGRAPH_DEVICE void operator()(std::uint64_t) const {}
};

// The same rows inside of a kernel of the whole grid: the lanes of a warp look at neighbouring vertices, and where few
// of them want their rows the warp does one row after another. A row is a chain of loads that wait for each other,
// which a lane alone waits for edge by edge.
struct GridRows {
  static constexpr int kAlone = 6;  // wanted rows of a warp from which on each lane does its own
  using Slots = RatingSlots<2 * kShortRow>;
  template <int kThreads>
  struct Shared {
    Slots of_warp[kThreads / kernel::Warp::kSize];
  };

  // before(v) for every v < n, then the row if v is one of the vertices and wants it, then after(v). Ends in a barrier.
  template <int kThreads, class Body, class Before, class After>
  WARPGRAPH_DEVICE static void run(kernel::Grid<kThreads>& grid, std::uint64_t n, const Body& body, Before&& before,
                                   After&& after) {
    if constexpr (kLanesShareRows)
      run_in_warps(grid, n, body, before, after);
    else
      grid.for_each(n, [&](std::uint64_t v) {
        before(v);
        if (v + 1 < body.level.row.size() && body.wants(v)) ShortRows<Body>{body}.do_row(v);
        after(v);
      });
  }

 private:
  template <int kThreads, class Body, class Before, class After>
  WARPGRAPH_DEVICE static void run_in_warps(kernel::Grid<kThreads>& grid, std::uint64_t n, const Body& body,
                                            Before&& before, After&& after) {
    const std::uint64_t warps = grid.thread_count() / kernel::Warp::kSize;
    const std::uint64_t share = (n + warps - 1) / warps;
    const std::uint64_t step =
        share < kernel::Warp::kSize ? share : kernel::Warp::kSize;  // vertices that a warp looks at together
    grid.template sharing_blocks<Shared<kThreads>>([&](kernel::Block<kThreads>& block, Shared<kThreads>& shared) {
      block.warps([&](kernel::Warp& warp) {
        Slots& slots = shared.of_warp[warp.index_in_block()];
        for (std::uint64_t base = warp.global_index() * step; base < n; base += warps * step)
          run_step(warp, slots, base, base + step < n ? base + step : n, body, before, after);
      });
    });
  }
  template <class Body, class Before, class After>
  WARPGRAPH_DEVICE static void run_step(kernel::Warp& warp, Slots& slots, std::uint64_t first, std::uint64_t last,
                                        const Body& body, Before&& before, After&& after) {
    kernel::PerLane<bool> wants{};
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t v = first + lane;
      if (v >= last) return;
      before(v);
      wants[lane] = v + 1 < body.level.row.size() && body.wants(v);
    });
    const std::uint32_t wanted = warp.ballot(wants);
    if (sweep::count_bits(wanted) < kAlone) {
      sweep::for_each_bit(wanted, [&](std::uint32_t bit) {
        const std::uint64_t v = first + bit;
        body(AllLanes<kernel::Warp>{warp}, v, RatingTable{slots.key, slots.sum, slots_for(body.level.degree(v))});
      });
    } else {
      warp.phase([&](kernel::Lane lane) {
        if (wants[lane]) ShortRows<Body>{body}.do_row(first + lane);
      });
    }
    warp.phase([&](kernel::Lane lane) {
      if (first + lane < last) after(first + lane);
    });
  }
};

// Slots of the table for a row that is not short. Each costs as much as an edge does, and there may be few keys.
template <class Body>
WARPGRAPH_DEVICE std::uint64_t slots_of_row(const Body& body, std::uint64_t v) {
  std::uint64_t keys = body.level.degree(v);
  if constexpr (requires { body.max_keys(); }) keys = keys < body.max_keys() ? keys : body.max_keys();
  return keys < kWarpSlots / 2 ? slots_for(keys) : kWarpSlots;
}

template <class Body>
struct LongRows {
  using Shared = RatingSlots<kWarpSlots>;

  Body body;
  View<const VertexId> rows;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& slots) const {
    const VertexId v = rows[warp.global_index()];
    if (!body.wants(v)) return;
    body(AllLanes<kernel::Warp>{warp}, v, RatingTable{slots.key, slots.sum, slots_of_row(body, v)});
  }
};

template <class Body>
struct HeavyRows {
  struct Shared {
    RatingSlots<kWarpSlots> slots;
    bool is_wanted;
  };

  Body body;
  View<const VertexId> rows;
  WARPGRAPH_DEVICE void operator()(RowBlock& block, Shared& shared) const {
    const VertexId v = rows[block.index()];
    block.elect([&] { shared.is_wanted = body.wants(v); });
    if (!shared.is_wanted) return;
    body(AllLanes<RowBlock>{block}, v, RatingTable{shared.slots.key, shared.slots.sum, slots_of_row(body, v)});
  }
};

template <class Body>
struct OwnVertices {
  Body body;
  std::uint64_t first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { body(first + i); }
};

// body(v) for the vertices whose rows are here.
template <class Body>
void for_each_own(StreamRef stream, const LevelGraph& level, const Body& body) {
  kernel::for_each(stream, level.own().size(), OwnVertices<Body>{body, level.own().first});
}

template <class Body>
struct ListedRows {
  Body body;
  View<const VertexId> vertex;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { ShortRows<Body>{body}(vertex[i]); }
};

template <class Body>
void for_each_longer_row(StreamRef stream, const LevelGraph& level, const Body& body) {
  kernel::launch(stream, kernel::Warps{level.long_rows.size()}, LongRows<Body>{body, level.long_rows});
  kernel::launch(stream, kernel::Blocks{level.heavy_rows.size()}, HeavyRows<Body>{body, level.heavy_rows});
}

template <class Body>
void for_each_row(StreamRef stream, const LevelGraph& level, const Body& body) {
  kernel::for_each(stream, level.own().size(), ShortRows<Body>{body, level.own().first});
  for_each_longer_row(stream, level, body);
}

// The body runs for the listed short rows, and for all longer ones.
template <class Body>
void for_each_row_of(StreamRef stream, const LevelGraph& level, View<const VertexId> vertices, const Body& body) {
  kernel::for_each(stream, vertices.size(), ListedRows<Body>{body, vertices});
  for_each_longer_row(stream, level, body);
}

}  // namespace warpgraph::partitioning
