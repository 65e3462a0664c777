// SPDX-License-Identifier: Apache-2.0
#include "bisect.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "../level/random.hpp"
#include "gain_heap.hpp"
#include "improve.hpp"

namespace warpgraph::partitioning {
namespace {

// A matching along heavy edges, as the map to the vertices of the coarser graph, and their number.
std::pair<std::vector<VertexId>, VertexId> match(const HostGraph& graph, std::uint64_t seed) {
  const VertexId n = graph.vertices();
  const std::uint32_t constraints = graph.constraints;
  std::vector<double> total(constraints, 0);
  for (std::size_t i = 0; i < graph.vertex_weight.size(); ++i)
    total[i % constraints] += static_cast<double>(graph.vertex_weight[i]);
  std::vector<VertexId> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (VertexId i = n; i > 1; --i) std::swap(order[i - 1], order[generators::below(draw(seed, i), i)]);
  std::vector<VertexId> to(n, kNoVertex);
  VertexId count = 0;
  for (const VertexId v : order) {
    if (to[v] != kNoVertex) continue;
    VertexId best = kNoVertex;
    double rating = 0;
    graph.for_neighbours(v, [&](VertexId u, Weight weight) {
      if (u == v || to[u] != kNoVertex || (!graph.fixed.empty() && graph.fixed[u] != graph.fixed[v])) return;
      double size = 1;
      for (std::uint32_t j = 0; j < constraints; ++j) {
        const auto a = static_cast<double>(graph.weights(v)[j]);
        const auto b = static_cast<double>(graph.weights(u)[j]);
        if ((a + b) * kMaxCoarsest > 3 * total[j] && total[j] > 0) return;
        size *= (a + 1) * (b + 1);
      }
      const double mine = static_cast<double>(weight) * static_cast<double>(weight) / size;
      if (best == kNoVertex || mine > rating) {
        best = u;
        rating = mine;
      }
    });
    to[v] = count;
    if (best != kNoVertex) to[best] = count;
    ++count;
  }
  return {std::move(to), count};
}

// A heap for each side.
class Heaps {
 public:
  Heaps(VertexId vertices, const std::vector<Weight>& gain)
      : gain_(gain), side_{GainHeap(vertices), GainHeap(vertices)} {}

  void begin(std::uint64_t seed) {
    seed_ = seed;
    for (GainHeap& heap : side_) heap.clear();
  }
  void set(VertexId v, int side) { side_[side].set(v, gain_[v], seed_); }
  [[nodiscard]] Candidate best(int side) const { return side_[side].top(); }
  void remove(VertexId, int side) { side_[side].pop(); }

 private:
  const std::vector<Weight>& gain_;
  std::uint64_t seed_ = 0;
  std::array<GainHeap, 2> side_;
};

// One thread's work on a graph.
class Worker {
 public:
  Worker(const HostGraph& graph, const Split& split)
      : graph_{view_of(graph.row),           view_of(graph.column), view_of(graph.edge_weight),
               view_of(graph.vertex_weight), view_of(graph.fixed),  graph.constraints},
        split_{view_of(split.target),
               view_of(split.max),
               {split.min_vertices[0], split.min_vertices[1]},
               split.first_right},
        side_(graph.vertices()),
        gain_(graph.vertices()),
        degree_(graph.vertices()),
        weight_(2 * std::size_t{graph.constraints}),
        mark_(graph.vertices()),
        moved_(graph.vertices()),
        heaps_(graph.vertices(), gain_) {}

  [[nodiscard]] Sides grown(std::uint64_t seed, int growth) {
    put_on_right(OneLane{}, graph_, split_, view_of(side_));
    Bisection<OneLane> bisection = begin();
    grow(bisection, heaps_, seed_of_growth(seed, growth));
    return refined(bisection, seed);
  }
  [[nodiscard]] Sides refined(std::vector<std::uint8_t> side, std::uint64_t seed) {
    side_ = std::move(side);
    Bisection<OneLane> bisection = begin();
    return refined(bisection, seed);
  }

 private:
  [[nodiscard]] Bisection<OneLane> begin() {
    arrays_ = {view_of(side_), view_of(gain_), view_of(degree_), view_of(weight_), view_of(mark_), view_of(moved_)};
    return {OneLane{}, graph_, split_, arrays_};
  }
  [[nodiscard]] Sides refined(Bisection<OneLane>& bisection, std::uint64_t seed) {
    const Quality quality = refine(bisection, heaps_, seed_of_refinement(seed));
    return {side_, quality};
  }

  BisectedGraph graph_;
  SplitView split_;
  std::vector<std::uint8_t> side_;
  std::vector<Weight> gain_;
  std::vector<Weight> degree_;
  std::vector<Weight> weight_;
  std::vector<std::uint8_t> mark_;
  std::vector<VertexId> moved_;
  BisectionArrays arrays_;
  Heaps heaps_;
};

}  // namespace

Sides bisect(const HostGraph& graph, const Split& split, std::uint64_t seed) {
  if (graph.vertices() > kMaxCoarsest) {
    const auto [to, count] = match(graph, draw(seed, 1));
    if (count < graph.vertices() / 20 * 19) {
      const Sides found = bisect(contract(graph, to, count), split, draw(seed, 2));
      std::vector<std::uint8_t> side(graph.vertices());
      for (VertexId v = 0; v < graph.vertices(); ++v) side[v] = found.side[to[v]];
      return Worker(graph, split).refined(std::move(side), seed);
    }
  }
  Worker worker(graph, split);
  Sides best = worker.grown(seed, 0);
  for (int growth = 1; growth < kGrowths; ++growth)
    if (Sides other = worker.grown(seed, growth); other.quality.is_better_than(best.quality)) best = std::move(other);
  return best;
}

}  // namespace warpgraph::partitioning
