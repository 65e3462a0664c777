// SPDX-License-Identifier: Apache-2.0
#include "bisection.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <queue>

#include "../level/random.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr VertexId kSmallest = 120;    // vertices of the coarsest level
constexpr int kGrowths = 4;            // on the coarsest level
constexpr int kPasses = 3;             // of refinement on each level
constexpr std::size_t kPatience = 80;  // moves without a better state before a pass ends

struct Entry {
  Weight gain;
  std::uint64_t tie;
  VertexId vertex;
  bool operator<(const Entry& other) const {
    if (gain != other.gain) return gain < other.gain;
    return tie != other.tie ? tie < other.tie : vertex < other.vertex;
  }
};
using Heap = std::priority_queue<Entry>;

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

}  // namespace

Bisection::Bisection(const HostGraph& graph, const Split& split)
    : side(graph.vertices(), 1), graph_(&graph), split_(&split) {
  if (!graph.fixed.empty())
    for (VertexId v = 0; v < graph.vertices(); ++v)
      if (graph.fixed[v] != kFreePart && graph.fixed[v] < split.first_right) side[v] = 0;
  count();
}

void Bisection::count() {
  weight_ = {std::vector<Weight>(graph_->constraints, 0), std::vector<Weight>(graph_->constraints, 0)};
  vertices_ = {0, 0};
  cut_ = 0;
  for (VertexId v = 0; v < graph_->vertices(); ++v) {
    ++vertices_[side[v]];
    for (std::uint32_t j = 0; j < graph_->constraints; ++j) weight_[side[v]][j] += graph_->weights(v)[j];
    graph_->for_neighbours(v, [&](VertexId u, Weight weight) {
      if (u < v && side[u] != side[v]) cut_ += weight;
    });
  }
}

void Bisection::move(VertexId v, Weight gain) {
  const std::uint8_t from = side[v];
  for (std::uint32_t j = 0; j < graph_->constraints; ++j) {
    weight_[from][j] -= graph_->weights(v)[j];
    weight_[1 - from][j] += graph_->weights(v)[j];
  }
  --vertices_[from];
  ++vertices_[1 - from];
  side[v] = static_cast<std::uint8_t>(1 - from);
  cut_ -= gain;
}

Weight Bisection::gain(VertexId v) const {
  Weight gain = 0;
  graph_->for_neighbours(v, [&](VertexId u, Weight weight) {
    if (u != v) gain += side[u] == side[v] ? -weight : weight;
  });
  return gain;
}

double Bisection::violation(const Weights& weight, const Counts& vertices) const {
  double sum = 0;
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::uint32_t j = 0; j < graph_->constraints; ++j) {
      const Weight beyond = weight[s][j] - split_->max[s][j];
      if (beyond > 0) sum += static_cast<double>(beyond) / (split_->target[0][j] + split_->target[1][j] + 1);
    }
    if (vertices[s] < split_->min_vertices[s]) sum += split_->min_vertices[s] - vertices[s];
  }
  return sum;
}

double Bisection::share_of(VertexId v) const {
  double sum = 0;
  for (std::uint32_t j = 0; j < graph_->constraints; ++j)
    sum += static_cast<double>(graph_->weights(v)[j]) / (split_->target[0][j] + split_->target[1][j] + 1);
  return sum;
}

std::size_t Bisection::heavy_side() const {
  double beyond[2] = {0, 0};
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::uint32_t j = 0; j < graph_->constraints; ++j)
      beyond[s] += static_cast<double>(std::max<Weight>(0, weight_[s][j] - split_->max[s][j])) /
                   (split_->target[0][j] + split_->target[1][j] + 1);
    if (vertices_[1 - s] < split_->min_vertices[1 - s]) beyond[s] += split_->min_vertices[1 - s] - vertices_[1 - s];
  }
  return beyond[1] > beyond[0] ? 1 : 0;
}

double Bisection::violation_after(VertexId v) const {
  trial_ = weight_;
  Counts vertices = vertices_;
  const std::uint8_t from = side[v];
  for (std::uint32_t j = 0; j < graph_->constraints; ++j) {
    trial_[from][j] -= graph_->weights(v)[j];
    trial_[1 - from][j] += graph_->weights(v)[j];
  }
  --vertices[from];
  ++vertices[1 - from];
  return violation(trial_, vertices);
}

void grow(Bisection& bisection, std::uint64_t seed) {
  const HostGraph& graph = bisection.graph();
  const VertexId n = graph.vertices();
  const Split& split = bisection.split();
  const auto progress = [&] {
    double sum = 0;
    for (std::uint32_t j = 0; j < graph.constraints; ++j)
      sum += (static_cast<double>(bisection.weight(0)[j]) - split.target[0][j]) /
             (split.target[0][j] + split.target[1][j] + 1);
    return sum;
  };
  Heap heap;
  std::vector<bool> is_refused(n, false);
  const auto look_at = [&](VertexId v) {
    if (bisection.side[v] == 1 && !is_refused[v] && !bisection.is_fixed(v))
      heap.push({bisection.gain(v), draw(seed, v), v});
  };
  for (VertexId v = 0; v < n; ++v)
    if (bisection.side[v] == 0) graph.for_neighbours(v, [&](VertexId u, Weight) { look_at(u); });
  std::uint64_t draws = 0;
  VertexId next = static_cast<VertexId>(below(draw(seed, 0), n));
  while (progress() < 0) {
    while (heap.empty() && draws < n) {  // a new place: drawn at first, then what is left, in order
      look_at(next);
      next = draws++ < 8 ? static_cast<VertexId>(below(draw(seed, draws), n)) : (next + 1) % n;
    }
    if (heap.empty()) return;
    const Entry top = heap.top();
    heap.pop();
    const VertexId v = top.vertex;
    if (bisection.side[v] == 0 || is_refused[v] || bisection.gain(v) != top.gain) continue;
    bool fits = true;
    for (std::uint32_t j = 0; j < graph.constraints; ++j)
      fits &= bisection.weight(0)[j] + graph.weights(v)[j] <= split.max[0][j];
    is_refused[v] = !fits;
    if (!fits) continue;
    bisection.move(v, top.gain);
    graph.for_neighbours(v, [&](VertexId u, Weight) { look_at(u); });
  }
}

namespace {

class Pass {
 public:
  Pass(Bisection& bisection, std::uint64_t seed)
      : bisection_(bisection), seed_(seed), gain_(bisection.side.size()), is_done_(bisection.side.size(), false) {
    const bool is_beyond = bisection.violation() > 0;
    for (VertexId v = 0; v < gain_.size(); ++v) allowance_ = std::max(allowance_, bisection.share_of(v));
    for (VertexId v = 0; v < gain_.size(); ++v) {
      if (bisection.is_fixed(v)) {
        is_done_[v] = true;
        continue;
      }
      bool is_boundary = is_beyond || gain_.size() < kSmallest;
      gain_[v] = 0;
      bisection.graph().for_neighbours(v, [&](VertexId u, Weight weight) {
        if (u == v) return;
        const bool is_same = bisection.side[u] == bisection.side[v];
        gain_[v] += is_same ? -weight : weight;
        is_boundary |= !is_same;
      });
      if (is_boundary) push(v);
    }
  }

  bool operator()() {
    const double violation_before = bisection_.violation();
    double best_violation = violation_before;
    Weight best_cut = bisection_.cut();
    const Weight cut_before = best_cut;
    std::size_t best_moves = 0;
    while (moved_.size() - best_moves < kPatience) {
      const VertexId v = choose();
      if (v == kNoVertex) break;
      move(v);
      const double violation = bisection_.violation();
      if (violation < best_violation || (violation == best_violation && bisection_.cut() < best_cut)) {
        best_violation = violation;
        best_cut = bisection_.cut();
        best_moves = moved_.size();
      }
    }
    while (moved_.size() > best_moves) {
      bisection_.move(moved_.back(), bisection_.gain(moved_.back()));
      moved_.pop_back();
    }
    return best_violation < violation_before || best_cut < cut_before;
  }

 private:
  void push(VertexId v) { heap_[bisection_.side[v]].push({gain_[v], draw(seed_, v), v}); }

  // The vertex to move next. While the sides keep to their limits that is the best one of both; it may take a side
  // beyond its limit by the weight of a vertex, so that pairs can change sides. Otherwise it is the best one of the
  // side that is too heavy.
  VertexId choose() {
    const double now = bisection_.violation();
    for (;;) {
      for (Heap& heap : heap_)
        while (!heap.empty() && (is_done_[heap.top().vertex] || gain_[heap.top().vertex] != heap.top().gain))
          heap.pop();
      std::size_t from = heap_[0].empty() || (!heap_[1].empty() && heap_[0].top() < heap_[1].top()) ? 1 : 0;
      if (now > 0) from = bisection_.heavy_side();
      if (heap_[from].empty()) return kNoVertex;
      const VertexId v = heap_[from].top().vertex;
      const double after = bisection_.violation_after(v);
      if (now > 0 ? after < now : after <= allowance_) return v;
      is_done_[v] = true;
    }
  }

  void move(VertexId v) {
    is_done_[v] = true;
    moved_.push_back(v);
    bisection_.move(v, gain_[v]);
    bisection_.graph().for_neighbours(v, [&](VertexId u, Weight weight) {
      if (u == v || is_done_[u]) return;
      gain_[u] += bisection_.side[u] == bisection_.side[v] ? -2 * weight : 2 * weight;
      push(u);
    });
  }

  Bisection& bisection_;
  std::uint64_t seed_;
  double allowance_ = 0;  // violation by the heaviest vertex
  std::vector<Weight> gain_;
  std::vector<bool> is_done_;
  std::vector<VertexId> moved_;
  std::array<Heap, 2> heap_;
};

void refine(Bisection& bisection, std::uint64_t seed) {
  for (int pass = 0; pass < kPasses && refine_pass(bisection, draw(seed, static_cast<std::uint64_t>(pass))); ++pass)
    continue;
}

}  // namespace

bool refine_pass(Bisection& bisection, std::uint64_t seed) { return Pass(bisection, seed)(); }

Bisection bisect(const HostGraph& graph, const Split& split, std::uint64_t seed) {
  if (graph.vertices() > kSmallest) {
    const auto [to, count] = match(graph, draw(seed, 1));
    if (count < graph.vertices() / 20 * 19) {
      const HostGraph coarse = contract(graph, to, count);
      const Bisection found = bisect(coarse, split, draw(seed, 2));
      Bisection result(graph, split);
      for (VertexId v = 0; v < graph.vertices(); ++v) result.side[v] = found.side[to[v]];
      result.count();
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
