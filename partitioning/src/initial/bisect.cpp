// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

#include "../level/random.hpp"
#include "bisection.hpp"
#include "gain_heap.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr VertexId kSmallest = 120;  // vertices of the coarsest level
constexpr int kGrowths = 3;          // on the coarsest level
constexpr int kPasses = 3;           // of refinement on each level
// Moves without a better state before a pass ends: fewer where there are few vertices.
constexpr std::size_t kMaxPatience = 40;
constexpr std::size_t kMinPatience = 10;
constexpr std::size_t kVerticesForPatience = 4;

// A matching along heavy edges, as the map to the vertices of the coarser graph, and their number.
std::pair<std::vector<VertexId>, VertexId> match(const HostGraph& graph, std::uint64_t seed) {
  const VertexId n = graph.vertices();
  const std::uint32_t constraints = graph.constraints;
  std::vector<double> total(constraints, 0);
  for (std::size_t i = 0; i < graph.vertex_weight.size(); ++i)
    total[i % constraints] += static_cast<double>(graph.vertex_weight[i]);
  std::vector<VertexId> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (VertexId i = n; i > 1; --i) std::swap(order[i - 1], order[below(draw(seed, i), i)]);
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
        if ((a + b) * kSmallest > 3 * total[j] && total[j] > 0) return;
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

// Grows the left side from a vertex that is drawn, always by the vertex with the highest gain (greedy graph growing of
// Karypis and Kumar 1998).
void grow(Bisection& bisection, std::uint64_t seed) {
  const HostGraph& graph = bisection.graph();
  const VertexId n = graph.vertices();
  GainHeap heap(n);
  std::vector<bool> is_refused(n, false);
  const auto look_at = [&](VertexId v) {
    if (bisection.side(v) == 1 && !is_refused[v] && !bisection.is_fixed(v)) heap.set(v, bisection.gain(v), seed);
  };
  for (VertexId v = 0; v < n; ++v)
    if (bisection.side(v) == 0) graph.for_neighbours(v, [&](VertexId u, Weight) { look_at(u); });
  std::uint64_t draws = 0;
  VertexId next = static_cast<VertexId>(below(draw(seed, 0), n));
  while (bisection.progress() < 0) {
    while (heap.empty() && draws < n) {  // a new place: drawn at first, then what is left, in order
      look_at(next);
      next = draws++ < 8 ? static_cast<VertexId>(below(draw(seed, draws), n)) : (next + 1) % n;
    }
    if (heap.empty()) return;
    const VertexId v = heap.top();
    heap.pop();
    is_refused[v] = !bisection.has_room_on_left(v);
    if (!is_refused[v]) bisection.move(v, look_at);
  }
}

// Moves vertices one by one, each at most once a pass, the best first, and keeps the best state (Fiduccia and
// Mattheyses 1982).
class Passes {
 public:
  explicit Passes(Bisection& bisection)
      : bisection_(bisection),
        is_done_(bisection.graph().vertices()),
        heap_{GainHeap(bisection.graph().vertices()), GainHeap(bisection.graph().vertices())} {
    for (VertexId v = 0; v < is_done_.size(); ++v) allowance_ = std::max(allowance_, bisection.share_of(v));
  }

  // One pass; returns whether anything became better.
  bool operator()(std::uint64_t seed) {
    begin(seed);
    const double violation_before = bisection_.violation();
    double best_violation = violation_before;
    Weight best_cut = bisection_.cut();
    const Weight cut_before = best_cut;
    std::size_t best_moves = 0;
    const std::size_t patience = std::min(kMaxPatience, kMinPatience + is_done_.size() / kVerticesForPatience);
    while (moved_.size() - best_moves < patience) {
      const VertexId v = choose();
      if (v == kNoVertex) break;
      moved_.push_back(v);
      bisection_.move(v, [&](VertexId u) {
        if (is_done_[u] == 0) heap_[bisection_.side(u)].set(u, bisection_.gain(u), seed);
      });
      const double violation = bisection_.violation();
      if (violation < best_violation || (violation == best_violation && bisection_.cut() < best_cut)) {
        best_violation = violation;
        best_cut = bisection_.cut();
        best_moves = moved_.size();
      }
    }
    for (; moved_.size() > best_moves; moved_.pop_back()) bisection_.move(moved_.back());
    return best_violation < violation_before || best_cut < cut_before;
  }

 private:
  void begin(std::uint64_t seed) {
    moved_.clear();
    for (GainHeap& heap : heap_) heap.clear();
    const bool takes_all = bisection_.violation() > 0 || is_done_.size() < kSmallest;
    for (VertexId v = 0; v < is_done_.size(); ++v) {
      is_done_[v] = bisection_.is_fixed(v) ? 1 : 0;
      if (is_done_[v] == 0 && (takes_all || bisection_.is_boundary(v)))
        heap_[bisection_.side(v)].set(v, bisection_.gain(v), seed);
    }
  }

  // Takes the vertex to move next out of its heap. While the sides keep to their limits that is the best one of both;
  // it may take a side beyond its limit by the weight of a vertex, so that pairs can change sides. Otherwise it is the
  // best one of the side that is too heavy.
  VertexId choose() {
    const double now = bisection_.violation();
    for (;;) {
      std::size_t from = heap_[0].empty() || (!heap_[1].empty() && heap_[0].is_below(heap_[1])) ? 1 : 0;
      if (now > 0) from = bisection_.heavy_side();
      if (heap_[from].empty()) return kNoVertex;
      const VertexId v = heap_[from].top();
      heap_[from].pop();
      is_done_[v] = 1;
      const double after = bisection_.violation_after(v);
      if (now > 0 ? after < now : after <= allowance_) return v;
    }
  }

  Bisection& bisection_;
  double allowance_ = 0;  // violation by the heaviest vertex
  std::vector<std::uint8_t> is_done_;
  std::vector<VertexId> moved_;
  std::array<GainHeap, 2> heap_;
};

void refine(Bisection& bisection, std::uint64_t seed) {
  Passes pass(bisection);
  for (std::uint64_t i = 0; i < kPasses && pass(draw(seed, i)); ++i) continue;
}

}  // namespace

Bisection bisect(const HostGraph& graph, const Split& split, std::uint64_t seed) {
  if (graph.vertices() > kSmallest) {
    const auto [to, count] = match(graph, draw(seed, 1));
    if (count < graph.vertices() / 20 * 19) {
      const HostGraph coarse = contract(graph, to, count);
      const Bisection found = bisect(coarse, split, draw(seed, 2));
      std::vector<std::uint8_t> side(graph.vertices());
      for (VertexId v = 0; v < graph.vertices(); ++v) side[v] = found.side(to[v]);
      Bisection result(graph, split, std::move(side));
      refine(result, draw(seed, 3));
      return result;
    }
  }
  std::optional<Bisection> best;
  for (int i = 0; i < kGrowths; ++i) {
    Bisection one(graph, split);
    grow(one, draw(seed, static_cast<std::uint64_t>(4 + i)));
    refine(one, draw(seed, 3));
    if (!best || one.is_better_than(*best)) best = std::move(one);
  }
  return *std::move(best);
}

}  // namespace warpgraph::partitioning
