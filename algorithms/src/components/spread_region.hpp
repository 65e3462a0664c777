// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/launch.hpp>

// Searches in parts of a directed graph, each a loop of rounds in one launch.
namespace warpgraph::algorithms::components {

// Step: reaches(v, w) says whether the edge from v to w changes w; joins(w, round) whether w, which was changed, is to
// be in the queue of the next round: of all lanes that change it in a round one is told so.
template <class Step>
struct Spread {
  static constexpr std::uint32_t kSteps = 4;
  static constexpr int kMaxHops = 256;

  AdjacencyView<NoValue> edges;
  Step step;
  sweep::QueueView queue[2];
  // The vertices and edges of the queue, packed. Three take turns, so that one barrier a round is enough: one is read,
  // one written, one cleared.
  View<std::uint64_t> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    std::uint64_t packed = atomic::load(counts[0]);
    for (std::uint32_t round = 0; packed != 0; ++round) {
      grid.warps([&](kernel::Warp& warp) { walk(warp, round, packed); });
      packed = atomic::load(counts[(round + 1) % 3]);
    }
  }

 private:
  WARPGRAPH_DEVICE void walk(kernel::Warp& warp, std::uint32_t round, std::uint64_t packed) const {
    if (sweep::is_large_frontier<kSteps>(warp, packed))
      walk_slices<kSteps>(warp, round, packed);
    else
      walk_slices<1>(warp, round, packed);
    if (warp.global_index() == 0) warp.elect([&] { counts[(round + 2) % 3] = 0; });
  }

  template <std::uint32_t kEach>
  WARPGRAPH_DEVICE void walk_slices(kernel::Warp& warp, std::uint32_t round, std::uint64_t packed) const {
    sweep::for_each_slice<kEach>(warp, queue[round % 2], packed, [&](const sweep::FrontierSlice<kEach>& slice) {
      kernel::PerLane<VertexId> next[kEach];
      kernel::PerLane<std::uint64_t> wanted{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t i = 0; i < kEach; ++i) {
          const VertexId v = slice.source[i][lane];
          next[i][lane] = v == kNoVertex ? kNoVertex : follow(v, slice.edge[i][lane], round);
          if (next[i][lane] != kNoVertex) wanted[lane] += sweep::RowRange(edges.row, next[i][lane]).packed();
        }
      });
      sweep::put_all(warp, wanted, queue[(round + 1) % 2], counts[(round + 1) % 3], [&](kernel::Lane lane, auto&& put) {
        WARPGRAPH_UNROLL
        for (std::uint32_t i = 0; i < kEach; ++i) {
          if (next[i][lane] == kNoVertex) continue;
          const sweep::RowRange row(edges.row, next[i][lane]);
          if (row.degree != 0) put(next[i][lane], row.first, row.degree);
        }
      });
    });
  }

  // Goes along the edge, and on along vertices with one edge as far as it changes them. Returns the vertex that joins
  // the next queue, or kNoVertex.
  WARPGRAPH_DEVICE VertexId follow(VertexId v, EdgeId e, std::uint32_t round) const {
    for (int hops = 0;; ++hops) {
      const VertexId w = edges.column[e];
      if (!step.reaches(v, w)) return kNoVertex;
      const sweep::RowRange row(edges.row, w);
      if (row.degree != 1 || hops == kMaxHops) return step.joins(w, round) ? w : kNoVertex;
      v = w;
      e = row.first;
    }
  }
};

// What a search begins with: the wanted vertices that have edges.
template <class IsWanted>
struct BeginSpread {
  sweep::Enqueue<IsWanted> enqueue;
  View<std::uint64_t> counts;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    enqueue.put_tile(warp, warp.global_index() * sweep::Enqueue<IsWanted>::kTile, counts[0]);
  }
};

// The queues of searches, one search after the other.
class Searches {
 public:
  static MemoryPlan memory(VertexId vertices) {
    MemoryPlan plan = sweep::FrontierQueue::memory(vertices, "components queue");
    plan += sweep::FrontierQueue::memory(vertices, "components queue");
    return plan;
  }
  Searches(StreamRef stream, VertexId vertices)
      : stream_(stream),
        vertices_(vertices),
        queue_{sweep::FrontierQueue(stream, vertices, "components queue"),
               sweep::FrontierQueue(stream, vertices, "components queue")},
        counts_(stream, 3, "components queue") {}

  // A search begins with nothing, or with the wanted vertices that have edges.
  void begin() { fill(stream_, counts_, 0); }
  template <class IsWanted>
  void begin(const AdjacencyView<NoValue>& edges, const IsWanted& is_wanted) {
    begin();
    kernel::launch(stream_, sweep::warps_for(vertices_, sweep::Enqueue<IsWanted>::kTile),
                   BeginSpread<IsWanted>{{edges.row, vertices_, is_wanted, first(), {}}, counts_});
  }
  // What else it begins with goes here.
  [[nodiscard]] sweep::QueueView first() { return queue_[0].view(); }
  [[nodiscard]] View<std::uint64_t> counts() { return counts_; }

  template <class Step>
  void run(const AdjacencyView<NoValue>& edges, const Step& step) {
    constexpr unsigned kBlocks = 4;  // on each multiprocessor
    const auto multiprocessors = static_cast<unsigned>(std::max(1, stream_.device().info().multiprocessors));
    kernel::launch(stream_, kernel::WholeDevice{kBlocks * multiprocessors},
                   Spread<Step>{edges, step, {queue_[0].view(), queue_[1].view()}, counts_});
  }

 private:
  StreamRef stream_;
  VertexId vertices_;
  sweep::FrontierQueue queue_[2];
  Buffer<std::uint64_t> counts_;
};

}  // namespace warpgraph::algorithms::components
