// SPDX-License-Identifier: Apache-2.0
#include "bisection.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace warpgraph::partitioning {
namespace {

std::vector<std::uint8_t> fixed_sides(const HostGraph& graph, const Split& split) {
  std::vector<std::uint8_t> side(graph.vertices(), 1);
  if (!graph.fixed.empty())
    for (VertexId v = 0; v < graph.vertices(); ++v)
      if (graph.fixed[v] != kFreePart && graph.fixed[v] < split.first_right) side[v] = 0;
  return side;
}

}  // namespace

Bisection::Bisection(const HostGraph& graph, const Split& split) : Bisection(graph, split, fixed_sides(graph, split)) {}

Bisection::Bisection(const HostGraph& graph, const Split& split, std::vector<std::uint8_t> side)
    : graph_(&graph),
      split_(&split),
      side_(std::move(side)),
      gain_(graph.vertices(), 0),
      degree_(graph.vertices(), 0),
      weight_{std::vector<Weight>(graph.constraints, 0), std::vector<Weight>(graph.constraints, 0)} {
  for (std::uint32_t j = 0; j < graph.constraints; ++j) scale_.push_back(split.target[0][j] + split.target[1][j] + 1);
  count();
}

void Bisection::count() {
  Weight twice_cut = 0;
  for (VertexId v = 0; v < graph_->vertices(); ++v) {
    const std::uint8_t mine = side_[v];
    ++vertices_[mine];
    for (std::uint32_t j = 0; j < graph_->constraints; ++j) weight_[mine][j] += graph_->weights(v)[j];
    Weight all = 0;
    Weight across = 0;
    graph_->for_neighbours(v, [&](VertexId u, Weight weight) {
      if (u == v) return;
      all += weight;
      across += side_[u] != mine ? weight : 0;
    });
    degree_[v] = all;
    gain_[v] = 2 * across - all;
    twice_cut += across;
  }
  cut_ = twice_cut / 2;
}

void Bisection::change_sums(VertexId v) {
  const std::uint8_t from = side_[v];
  const std::uint8_t to = 1 - from;
  for (std::uint32_t j = 0; j < graph_->constraints; ++j) {
    weight_[from][j] -= graph_->weights(v)[j];
    weight_[to][j] += graph_->weights(v)[j];
  }
  --vertices_[from];
  ++vertices_[to];
  side_[v] = to;
  cut_ -= gain_[v];
}

template <class WeightOf>
double Bisection::violation(WeightOf&& weight, const Counts& vertices) const {
  double sum = 0;
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::uint32_t j = 0; j < graph_->constraints; ++j) {
      const Weight beyond = weight(s, j) - split_->max[s][j];
      if (beyond > 0) sum += static_cast<double>(beyond) / scale_[j];
    }
    if (vertices[s] < split_->min_vertices[s]) sum += split_->min_vertices[s] - vertices[s];
  }
  return sum;
}

double Bisection::violation() const {
  return violation([&](std::size_t s, std::uint32_t j) { return weight_[s][j]; }, vertices_);
}

double Bisection::violation_after(VertexId v) const {
  const std::uint8_t from = side_[v];
  Counts vertices = vertices_;
  --vertices[from];
  ++vertices[1 - from];
  const Weight* mine = graph_->weights(v);
  return violation([&](std::size_t s, std::uint32_t j) { return weight_[s][j] + (s == from ? -mine[j] : mine[j]); },
                   vertices);
}

double Bisection::share_of(VertexId v) const {
  double sum = 0;
  for (std::uint32_t j = 0; j < graph_->constraints; ++j) sum += static_cast<double>(graph_->weights(v)[j]) / scale_[j];
  return sum;
}

std::size_t Bisection::heavy_side() const {
  double beyond[2] = {0, 0};
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::uint32_t j = 0; j < graph_->constraints; ++j)
      beyond[s] += static_cast<double>(std::max<Weight>(0, weight_[s][j] - split_->max[s][j])) / scale_[j];
    if (vertices_[1 - s] < split_->min_vertices[1 - s]) beyond[s] += split_->min_vertices[1 - s] - vertices_[1 - s];
  }
  return beyond[1] > beyond[0] ? 1 : 0;
}

bool Bisection::has_room_on_left(VertexId v) const {
  for (std::uint32_t j = 0; j < graph_->constraints; ++j)
    if (weight_[0][j] + graph_->weights(v)[j] > split_->max[0][j]) return false;
  return true;
}

double Bisection::progress() const {
  double sum = 0;
  for (std::uint32_t j = 0; j < graph_->constraints; ++j)
    sum += (static_cast<double>(weight_[0][j]) - split_->target[0][j]) / scale_[j];
  return sum;
}

}  // namespace warpgraph::partitioning
