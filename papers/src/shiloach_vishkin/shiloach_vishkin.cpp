// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/shiloach_vishkin.hpp>

#include <cstdint>
#include <utility>

#include <warpgraph/framework/graph/row_slice.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>

#include "common/refuse_engine_options.hpp"
#include "components/lowest.hpp"

// The steps of Shiloach and Vishkin 1982, in the order and with the names of Yogaratnam 2010. Threads of one step may
// see each other's writes or not; each parent that an edge needs is loaded once, because a hook that is tested with one
// value and written with another closes cycles.
namespace warpgraph::papers {
namespace components {
namespace {

// A parent for each vertex, now and before the iteration, and the last iteration that changed the tree of a root.
struct State {
  View<VertexId> parent;
  View<VertexId> before;
  View<std::uint32_t> changed;
  std::uint32_t iteration;
};

// SV0
struct Begin {
  State state;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    state.before[v] = static_cast<VertexId>(v);
    state.changed[v] = 0;
  }
};

// SV1: every vertex hangs under its grandparent.
struct Shortcut {
  State state;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId up = state.before[v];
    const VertexId above = state.before[up];
    state.parent[v] = above;
    if (above != up) atomic::store(state.changed[above], state.iteration);
  }
};

// SV2: a root hangs under a lesser neighbour of its tree, if the parent of the edge's end was a root when the iteration
// began.
struct HookToLesser {
  State state;
  WARPGRAPH_DEVICE void operator()(VertexId v, VertexId u) const {
    const VertexId root = atomic::load(state.parent[v]);
    const VertexId other = atomic::load(state.parent[u]);
    if (other >= root || root != state.before[v]) return;
    atomic::store(state.parent[root], other);
    atomic::store(state.changed[other], state.iteration);
  }
};

// SV3: the root of a tree that did not change hangs under any neighbour. No two such trees are neighbours after SV2, so
// this closes no cycle.
struct HookStagnant {
  State state;
  WARPGRAPH_DEVICE void operator()(VertexId v, VertexId u) const {
    const VertexId root = atomic::load(state.parent[v]);
    const VertexId other = atomic::load(state.parent[u]);
    if (root == other || atomic::load(state.parent[root]) != root) return;
    if (atomic::load(state.changed[root]) < state.iteration) atomic::store(state.parent[root], other);
  }
};

// hook(v, u) for each edge, and for both directions of those that lead one way.
template <class Hook>
struct OverEdges {
  AdjacencyView<NoValue> edges;
  bool both;
  Hook hook;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    rows::RowSlice slice(warp, edges.row, edges.column.size());
    for (bool is_last = false; !is_last; slice.first += kernel::Warp::kSize) {
      kernel::PerLane<EdgeId> from;
      kernel::PerLane<EdgeId> to;
      kernel::PerLane<VertexId> vertex;
      warp.relaxed_phase([&](kernel::Lane lane) {
        slice.part(lane, from[lane], to[lane]);
        vertex[lane] = static_cast<VertexId>(slice.first + lane);
      });
      is_last = warp.broadcast(to, kernel::Warp::kSize - 1) == slice.end;
      (void)warp.engage(
          kernel::Scanned{}, from, to, kernel::PerLane<std::uint32_t>{},
          [&](EdgeId e, VertexId v) {
            const VertexId u = edges.column[e];
            hook(v, u);
            if (both) hook(u, v);
            return std::uint32_t{0};
          },
          Plus{}, vertex);
    }
  }
};

// SV4 if `halves`, and SV5 if `counts`: the roots whose trees this iteration has changed.
struct ShortcutAndCount {
  State state;
  bool halves;
  bool counts;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint32_t> changed{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, state.parent.size(), [&](std::uint64_t v) {
        if (halves) {
          const VertexId up = atomic::load(state.parent[v]);
          const VertexId above = atomic::load(state.parent[up]);
          if (above != up) atomic::store(state.parent[v], above);
        }
        if (counts && state.changed[v] == state.iteration) ++changed[lane];
      });
    });
    const std::uint32_t all = warp.reduce(changed, Plus{});
    if (all != 0) warp.elect([&] { atomic::fetch_add(count[0], all); });
  }
};

}  // namespace
}  // namespace components

MemoryPlan shiloach_vishkin_memory(VertexId vertices) {
  MemoryPlan plan;
  plan.add_array<VertexId>("components", 2 * std::size_t{vertices});
  plan.add_array<std::uint32_t>("components changed", std::size_t{vertices} + 1);
  return plan;
}

Result<VertexId> shiloach_vishkin(StreamRef stream, const GraphView<NoValue>& graph,
                                  const ShiloachVishkinOptions& options) {
  using namespace components;  // NOLINT(google-build-using-namespace): its steps
  algorithms::refuse_plan(options.engine, "shiloach_vishkin");
  Result<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  const VertexId vertices = graph.vertex_count;
  if (vertices == 0) return result;
  stream.device().require(shiloach_vishkin_memory(vertices), "connected components");
  const AdjacencyView<NoValue>& edges = graph.incoming;
  const bool is_undirected = graph.outgoing.row.data() == edges.row.data();
  const kernel::Warps slices{rows::RowSlice::count(edges.column.size())};
  const ShiloachVishkinSteps& steps = options.steps;
  Buffer<VertexId> parent(stream, vertices, "components");
  Buffer<VertexId> before(stream, vertices, "components");
  Buffer<std::uint32_t> changed(stream, vertices, "components changed");
  Buffer<std::uint32_t> count(stream, 1, "components changed");
  kernel::for_each(stream, vertices, Begin{{parent, before, changed, 0}});
  peers::StepRun run(stream, options.engine, result);
  for (std::uint32_t iteration = 1; run.begin(); ++iteration) {
    const State state{parent, before, changed, iteration};
    const auto over_edges = [&]<class Hook>(const Hook& hook) {
      if (slices.count != 0) kernel::launch(stream, slices, OverEdges<Hook>{edges, !is_undirected, hook});
    };
    fill(stream, count, 0);
    kernel::for_each(stream, vertices, Shortcut{state});
    over_edges(HookToLesser{state});
    if (steps.hook_stagnant) over_edges(HookStagnant{state});
    if (steps.second_shortcut && !steps.fused)
      kernel::launch(stream, sweep::sweep_warps(stream, vertices), ShortcutAndCount{state, true, false, count});
    kernel::launch(stream, sweep::sweep_warps(stream, vertices),
                   ShortcutAndCount{state, steps.second_shortcut && steps.fused, true, count});
    const std::uint64_t trees = to_host(stream, count).front();
    std::swap(parent, before);
    run.end({0, Plan::kPush, vertices, edges.column.size(), trees, 0}, trees == 0);
  }
  algorithms::components::name_by_lowest(stream, before, changed);
  result.values = std::move(before);
  return result;
}

}  // namespace warpgraph::papers
