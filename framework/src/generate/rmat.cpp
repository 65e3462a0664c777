// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "generate/make.hpp"
#include "generate/size.hpp"

// An edge takes scale draws from the four quadrants if they are taken one by one. Here a draw decides four levels at
// once, from 256 possible paths, by Walker's alias method: a table of 256 places of equal probability, each shared by
// at most two paths. (Linear work generation of R-MAT graphs: Huebschle-Schneider and Sanders, 2020.) The table is made
// on the host in integers that add up to 2^32, so that the edges are the same on every machine.
namespace warpgraph::generators::detail {

namespace {

constexpr unsigned kLevels = 4;
constexpr unsigned kPaths = 256;        // 4^kLevels
constexpr unsigned kFractionBits = 24;  // bits; a place has 2^kShare of the 2^32 words that a draw can be

// The path's probability in units of 2^-32. A path has the row's bits in its upper half and the column's in its lower.
std::uint64_t path_weight(const generators::Rmat& rmat, unsigned path) {
  const std::array quadrant = {rmat.a, rmat.b, rmat.c, 1 - rmat.a - rmat.b - rmat.c};
  double probability = 1;
  for (unsigned level = 0; level < kLevels; ++level) {
    const unsigned row = path >> (kLevels + level) & 1;
    const unsigned column = path >> level & 1;
    probability *= std::max(0.0, quadrant[2 * row + column]);
  }
  return static_cast<std::uint64_t>(std::ldexp(probability, 32));
}

std::array<std::uint64_t, kPaths> path_weights(const generators::Rmat& rmat) {
  std::array<std::uint64_t, kPaths> weight;
  std::uint64_t rest = std::uint64_t{1} << 32;
  for (unsigned path = 0; path < kPaths; ++path) rest -= weight[path] = path_weight(rmat, path);
  *std::max_element(weight.begin(), weight.end()) += rest;  // what rounding down has left
  return weight;
}

// Vose's construction. An entry has the words of its place that stay with its own path, and the path of the others.
std::vector<std::uint32_t> alias_table(std::array<std::uint64_t, kPaths> weight) {
  constexpr std::uint64_t kWhole = std::uint64_t{1} << kFractionBits;
  std::vector<unsigned> small;
  std::vector<unsigned> large;
  for (unsigned path = 0; path < kPaths; ++path) (weight[path] < kWhole ? small : large).push_back(path);
  std::vector<std::uint32_t> table(kPaths);
  for (unsigned path = 0; path < kPaths; ++path) table[path] = path;  // a full place: either answer is its path
  while (!small.empty()) {
    const unsigned path = small.back();
    const unsigned donor = large.back();
    small.pop_back();
    table[path] = static_cast<std::uint32_t>(weight[path] << 8 | donor);
    weight[donor] -= kWhole - weight[path];
    if (weight[donor] < kWhole) {
      large.pop_back();
      small.push_back(donor);
    }
  }
  return table;
}

struct RmatEdge {
  CounterRandom random;
  unsigned scale;
  View<const std::uint32_t> table;

  WARPGRAPH_DEVICE unsigned path(std::uint32_t draw) const {
    const unsigned place = draw >> kFractionBits;
    const std::uint32_t entry = table[place];
    return (draw & ((1u << kFractionBits) - 1)) < entry >> 8 ? place : entry & 0xff;
  }

  WARPGRAPH_DEVICE Edge operator()(std::uint64_t i) const {
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    unsigned levels = 0;
    for (std::uint64_t word = 4 * i; levels < scale; ++word) {
      const std::uint64_t bits = random(word);
      const unsigned first = path(static_cast<std::uint32_t>(bits >> 32));
      const unsigned second = path(static_cast<std::uint32_t>(bits));
      source = source << 8 | (first & 0xf0) | second >> 4;
      target = target << 8 | (first & 0xf) << 4 | (second & 0xf);
      levels += 2 * kLevels;
    }
    return {static_cast<VertexId>(source >> (levels - scale)), static_cast<VertexId>(target >> (levels - scale))};
  }
};

}  // namespace

template <class Executor>
void make(const generators::Rmat& rmat, Job<Executor>& job) {
  auto table = job.executor.upload(alias_table(path_weights(rmat)), "R-MAT table");
  const RmatEdge edge{job.random(Draw::kStructure), rmat.scale, Executor::view(table)};
  const GeneratorSize size = size_of(rmat);
  emit(job, size.vertices, size.edges, direction_if(rmat.directed), edge);
}

WARPGRAPH_INSTANTIATE_GENERATOR(Rmat);

}  // namespace warpgraph::generators::detail
