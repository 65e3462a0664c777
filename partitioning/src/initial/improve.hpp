// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "../level/random.hpp"
#include "bisection.hpp"
#include "candidate.hpp"

// Grows and refines a bisection. Candidates are the vertices that may change sides:
//
//   begin(seed)            there are none; the seed orders equal gains
//   set(v, side)           adds a vertex, or takes note of its new gain; called by any lane
//   best(side)             -> Candidate, the same for all lanes
//   remove(v, side)        takes out the vertex that best(side) has just returned
//
// `side` is the vertex's present side. set() follows every change of the gain of a vertex that is in, and a vertex is
// taken out before it changes sides.
namespace warpgraph::partitioning {

inline constexpr VertexId kMaxCoarsest = 120;  // vertices of the coarsest level
inline constexpr int kGrowths = 3;             // on the coarsest level
inline constexpr int kPasses = 3;              // of refinement on each level
// Moves without a better state before a pass ends: fewer where there are few vertices.
inline constexpr VertexId kMaxPatience = 40;
inline constexpr VertexId kMinPatience = 10;
inline constexpr VertexId kVerticesForPatience = 4;

// The seed of an attempt to divide the parts [first, last).
[[nodiscard]] WARPGRAPH_DEVICE inline std::uint64_t seed_of_attempt(std::uint64_t seed, PartId first, PartId last,
                                                                    std::uint64_t attempt) {
  return draw(draw(draw(seed, first), attempt), last);
}
// The seed of one growth of an attempt. All growths are refined with the same seed.
[[nodiscard]] WARPGRAPH_DEVICE inline std::uint64_t seed_of_growth(std::uint64_t seed, int growth) {
  return draw(seed, static_cast<std::uint64_t>(4 + growth));
}
[[nodiscard]] WARPGRAPH_DEVICE inline std::uint64_t seed_of_refinement(std::uint64_t seed) { return draw(seed, 3); }

// Grows the left side from a vertex that is drawn, always by the vertex with the highest gain (greedy graph growing of
// Karypis and Kumar 1998). Marks the vertices that were refused.
template <class Team, class Candidates>
WARPGRAPH_DEVICE void grow(Bisection<Team>& bisection, Candidates& candidates, std::uint64_t seed) {
  const Team& team = bisection.team();
  const View<std::uint8_t>& is_refused = bisection.arrays().mark;
  const BisectedGraph& graph = bisection.graph();
  const VertexId n = graph.vertices();
  candidates.begin(seed);
  team.for_each(0, n, [&](std::uint64_t v) { is_refused[v] = 0; });
  const auto look_at = [&](VertexId v) {
    if (bisection.side(v) == 1 && is_refused[v] == 0 && !graph.is_fixed(v)) candidates.set(v, 1);
  };
  team.for_each(0, n, [&](std::uint64_t v) {
    if (bisection.side(static_cast<VertexId>(v)) == 0)
      for (EdgeId edge = graph.row[v]; edge < graph.row[v + 1]; ++edge) look_at(graph.column[edge]);
  });
  VertexId draws = 0;
  auto next = static_cast<VertexId>(generators::below(draw(seed, 0), n));
  while (bisection.progress() < 0) {
    Candidate best = candidates.best(1);
    while (best.is_none() && draws < n) {  // a new place: drawn at first, then what is left, in order
      team.once([&] { look_at(next); });
      next = draws++ < 8 ? static_cast<VertexId>(generators::below(draw(seed, draws), n)) : (next + 1) % n;
      best = candidates.best(1);
    }
    if (best.is_none()) return;
    const VertexId v = best.vertex();
    const bool has_room = bisection.has_room_on_left(v);
    candidates.remove(v, 1);
    if (has_room)
      bisection.move(v, look_at);
    else
      team.once([&] { is_refused[v] = 1; });
  }
}

// Moves vertices one by one, each at most once a pass, the best first, and keeps the best state (Fiduccia and
// Mattheyses 1982). Marks the vertices that are done.
template <class Team, class Candidates>
class Passes {
 public:
  WARPGRAPH_DEVICE Passes(Bisection<Team>& bisection, Candidates& candidates)
      : bisection_(bisection), candidates_(candidates) {
    allowance_ = bisection.team().reduce(0, vertices(), 0.0, Max{},
                                         [&](std::uint64_t v) { return bisection.share_of(static_cast<VertexId>(v)); });
  }

  // One pass; returns whether anything became better. `best` is the quality of the present state, and then of the one
  // that is kept.
  WARPGRAPH_DEVICE bool operator()(std::uint64_t seed, Quality& best) {
    double violation = best.violation;
    begin(seed, violation);
    VertexId moves = 0;
    VertexId best_moves = 0;
    const VertexId most = kMinPatience + vertices() / kVerticesForPatience;
    const VertexId patience = most < kMaxPatience ? most : kMaxPatience;
    while (moves - best_moves < patience) {
      const VertexId v = choose(violation);
      if (v == kNoVertex) break;
      bisection_.team().once([&] { bisection_.arrays().moved[moves] = v; });
      ++moves;
      bisection_.move(v, [&](VertexId u) {
        if (is_done(u) == 0) candidates_.set(u, bisection_.side(u));
      });
      const Quality now{violation, bisection_.cut()};
      if (!now.is_better_than(best)) continue;
      best = now;
      best_moves = moves;
    }
    while (moves > best_moves) bisection_.move(bisection_.arrays().moved[--moves]);
    return best_moves > 0;
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertices() const { return bisection_.graph().vertices(); }

  [[nodiscard]] WARPGRAPH_DEVICE std::uint8_t& is_done(VertexId v) const { return bisection_.arrays().mark[v]; }

  WARPGRAPH_DEVICE void begin(std::uint64_t seed, double violation) {
    candidates_.begin(seed);
    const bool takes_all = violation > 0 || vertices() < kMaxCoarsest;
    bisection_.team().for_each(0, vertices(), [&](std::uint64_t i) {
      const auto v = static_cast<VertexId>(i);
      is_done(v) = bisection_.graph().is_fixed(v) ? 1 : 0;
      if (is_done(v) == 0 && (takes_all || bisection_.is_boundary(v))) candidates_.set(v, bisection_.side(v));
    });
  }

  // Takes the vertex to move next out of the candidates, and finds the violation after its move. While the sides keep
  // to their limits that is the best one of both; it may take a side beyond its limit by the weight of a vertex, so
  // that pairs can change sides. Otherwise it is the best one of the side that is too heavy.
  WARPGRAPH_DEVICE VertexId choose(double& violation) {
    const double now = violation;
    const int heavy = now > 0 ? bisection_.heavy_side() : 0;
    for (;;) {
      int from = heavy;
      Candidate best = candidates_.best(heavy);
      if (now <= 0) {
        const Candidate right = candidates_.best(1);
        if (best < right) {
          best = right;
          from = 1;
        }
      }
      if (best.is_none()) return kNoVertex;
      const VertexId v = best.vertex();
      candidates_.remove(v, from);
      bisection_.team().once([&] { is_done(v) = 1; });
      violation = bisection_.violation_after(v);
      if (now > 0 ? violation < now : violation <= allowance_) return v;
    }
  }

  Bisection<Team>& bisection_;
  Candidates& candidates_;
  double allowance_ = 0;  // violation by the heaviest vertex
};

// Returns the quality that is reached.
template <class Team, class Candidates>
WARPGRAPH_DEVICE Quality refine(Bisection<Team>& bisection, Candidates& candidates, std::uint64_t seed) {
  Passes<Team, Candidates> pass(bisection, candidates);
  Quality best{bisection.violation(), bisection.cut()};
  for (int i = 0; i < kPasses && pass(draw(seed, static_cast<std::uint64_t>(i)), best); ++i) continue;
  return best;
}

}  // namespace warpgraph::partitioning
