// SPDX-License-Identifier: Apache-2.0
#include "recursive_bisection.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "../level/random.hpp"
#include "bisection.hpp"

namespace warpgraph::partitioning {
namespace {

// Vertices that are divided among the parts [first, last).
struct Piece {
  PartId first;
  PartId last;
  std::vector<VertexId> vertices;  // of the whole graph
  HostGraph graph;
  Split split;
  std::vector<std::optional<Bisection>> attempts;

  [[nodiscard]] PartId middle() const { return first + (last - first) / 2; }
};

Split split_of(const Piece& piece, const Limits& limits) {
  Split split;
  const PartId middle = piece.middle();
  split.first_right = middle;
  split.min_vertices = {middle - piece.first, piece.last - middle};
  const VertexId n = piece.graph.vertices();
  if (n < piece.last - piece.first) split.min_vertices = {std::min(n, split.min_vertices[0]), 0};
  const int depth = std::bit_width(piece.last - piece.first - 1);
  for (std::uint32_t j = 0; j < limits.constraints; ++j) {
    double weight = 0;
    for (VertexId v = 0; v < n; ++v) weight += static_cast<double>(piece.graph.weights(v)[j]);
    double target[2] = {0, 0};
    double max[2] = {0, 0};
    for (PartId part = piece.first; part < piece.last; ++part) {
      target[part < middle ? 0 : 1] += limits.target[limits.at(part, j)];
      max[part < middle ? 0 : 1] += static_cast<double>(limits.max[limits.at(part, j)]);
    }
    const double targets = target[0] + target[1];
    const double slack = weight > 0 ? (max[0] + max[1]) / weight : 1;
    // What is left of the slack is for the bisections below.
    const double factor = slack > 1 ? std::pow(slack, 1.0 / depth) : 1;
    for (std::size_t s = 0; s < 2; ++s) {
      const double share = targets > 0 ? target[s] / targets : 0.5;
      split.target[s].push_back(weight * share);
      const double fits = std::min({max[s], weight * share * factor, weight});
      split.max[s].push_back(static_cast<Weight>(std::max(std::floor(fits), std::ceil(weight * share))));
    }
  }
  return split;
}

// One side of the best attempt.
Piece half_of(const Piece& piece, std::uint8_t side) {
  const Bisection* best = nullptr;
  for (const auto& each : piece.attempts)
    if (best == nullptr || each->is_better_than(*best)) best = &*each;
  Piece half{side == 0 ? piece.first : piece.middle(), side == 0 ? piece.middle() : piece.last, {}, {}, {}, {}};
  std::vector<VertexId> to(piece.vertices.size(), kNoVertex);
  for (VertexId v = 0; v < to.size(); ++v) {
    if (best->side(v) != side) continue;
    to[v] = static_cast<VertexId>(half.vertices.size());
    half.vertices.push_back(piece.vertices[v]);
  }
  if (half.last - half.first > 1) half.graph = contract(piece.graph, to, static_cast<VertexId>(half.vertices.size()));
  return half;
}

}  // namespace

std::vector<PartId> recursive_bisection(ThreadPool& threads, HostGraph graph, const Limits& limits,
                                        std::uint32_t attempts, std::uint64_t seed) {
  std::vector<PartId> part(graph.vertices(), 0);
  std::vector<VertexId> all(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) all[v] = v;
  std::vector<Piece> pieces;
  pieces.push_back({0, limits.parts, std::move(all), std::move(graph), {}, {}});
  while (!pieces.empty()) {
    std::vector<Piece> open;
    for (Piece& piece : pieces) {
      if (piece.last - piece.first == 1 || piece.vertices.empty()) {
        for (const VertexId v : piece.vertices) part[v] = piece.first;
      } else {
        piece.split = split_of(piece, limits);
        piece.attempts.resize(attempts);
        open.push_back(std::move(piece));
      }
    }
    threads.for_each(open.size() * attempts, 1, [&](std::size_t i) {
      Piece& piece = open[i / attempts];
      const std::uint64_t mine = draw(draw(seed, piece.first), i % attempts);
      piece.attempts[i % attempts] = bisect(piece.graph, piece.split, draw(mine, piece.last));
    });
    pieces.assign(2 * open.size(), {});
    threads.for_each(pieces.size(), 1,
                     [&](std::size_t i) { pieces[i] = half_of(open[i / 2], static_cast<std::uint8_t>(i % 2)); });
  }
  return part;
}

}  // namespace warpgraph::partitioning
