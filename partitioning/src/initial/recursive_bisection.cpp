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

Piece make_piece(const HostGraph& graph, PartId first, PartId last, std::vector<VertexId> vertices) {
  Piece piece{first, last, std::move(vertices), {}, {}, {}};
  if (last - first == 1) return piece;
  std::vector<VertexId> to(graph.vertices(), kNoVertex);
  for (VertexId i = 0; i < piece.vertices.size(); ++i) to[piece.vertices[i]] = i;
  piece.graph = contract(graph, to, static_cast<VertexId>(piece.vertices.size()));
  return piece;
}

std::pair<Piece, Piece> divide(const Piece& piece) {
  const Bisection* best = nullptr;
  for (const auto& each : piece.attempts)
    if (best == nullptr || each->is_better_than(*best)) best = &*each;
  std::vector<VertexId> side[2];  // as vertices of the whole graph
  std::vector<VertexId> in_piece[2];
  for (VertexId v = 0; v < piece.vertices.size(); ++v) {
    side[best->side(v)].push_back(piece.vertices[v]);
    in_piece[best->side(v)].push_back(v);
  }
  Piece left = make_piece(piece.graph, piece.first, piece.middle(), std::move(in_piece[0]));
  Piece right = make_piece(piece.graph, piece.middle(), piece.last, std::move(in_piece[1]));
  left.vertices = std::move(side[0]);
  right.vertices = std::move(side[1]);
  return {std::move(left), std::move(right)};
}

}  // namespace

std::vector<PartId> recursive_bisection(ThreadPool& threads, const HostGraph& graph, const Limits& limits,
                                        std::uint32_t attempts, std::uint64_t seed) {
  std::vector<PartId> part(graph.vertices(), 0);
  std::vector<VertexId> all(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) all[v] = v;
  std::vector<Piece> pieces;
  pieces.push_back(make_piece(graph, 0, limits.parts, std::move(all)));
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
    std::vector<std::pair<Piece, Piece>> halves(open.size());
    threads.for_each(open.size(), 1, [&](std::size_t i) { halves[i] = divide(open[i]); });
    pieces.clear();
    for (auto& [left, right] : halves) {
      pieces.push_back(std::move(left));
      pieces.push_back(std::move(right));
    }
  }
  return part;
}

}  // namespace warpgraph::partitioning
