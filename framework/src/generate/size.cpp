// SPDX-License-Identifier: Apache-2.0
#include "generate/size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generate/pairs.hpp"

namespace warpgraph::generators::detail {

namespace {

constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max();

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? kTooMany : result;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? kTooMany : result;
}

std::uint64_t scaled(std::uint64_t n, double factor) {
  const double result = static_cast<double>(n) * factor;
  return result < 0x1p63 ? static_cast<std::uint64_t>(result) : kTooMany;
}

std::uint64_t pairs(std::uint64_t n) { return n > 0xffffffffu ? kTooMany : pair_count(n); }

// An expected number, with room for chance.
std::uint64_t about(double expected) { return scaled(1, expected * 1.02 + 12 * std::sqrt(expected) + 64); }

std::uint64_t links_on(std::uint64_t length, bool periodic) { return periodic && length > 2 ? length : length - 1; }

}  // namespace

GeneratorSize size_of(const generators::Rmat& g) {
  const std::uint64_t n = std::uint64_t{1} << g.scale;
  return {n, scaled(n, g.edge_factor), true};
}

GeneratorSize size_of(const generators::UniformRandom& g) {
  return {g.vertices, scaled(g.vertices, g.edge_factor), true};
}

GeneratorSize size_of(const generators::ErdosRenyi& g) { return {g.vertices, g.edges, true}; }

GeneratorSize size_of(const generators::RandomBlocks& g) {
  const double n = std::sqrt(static_cast<double>(g.edges) / g.density);
  return {std::max<std::uint64_t>(1, scaled(1, n)), g.edges, true};
}

GeneratorSize size_of(const generators::PreferentialAttachment& g) {
  const std::uint64_t clique = g.degree + 1;
  return {g.vertices, sum(pairs(clique), product(g.vertices - std::min(clique, g.vertices), g.degree)), true};
}

GeneratorSize size_of(const generators::SmallWorld& g) { return {g.vertices, product(g.vertices, g.degree / 2), true}; }

GeneratorSize size_of(const generators::Web& g) {
  return {g.vertices, about(static_cast<double>(g.vertices) * static_cast<double>(g.degree)), false};
}

GridLinks grid_links(const generators::Grid3d& g) {
  GridLinks links{
      {links_on(g.width, g.periodic), links_on(g.height, g.periodic), links_on(g.depth, g.periodic)}, {}, g.depth};
  links.total[0] = product(links.a_line[0], product(g.height, g.depth));
  links.total[1] = product(links.a_line[1], product(g.width, g.depth));
  links.total[2] = product(links.a_line[2], product(g.width, g.height));
  return links;
}

GeneratorSize size_of(const generators::Grid2d& g) {
  return size_of(generators::Grid3d{g.width, g.height, 1, g.periodic});
}

GeneratorSize size_of(const generators::Grid3d& g) {
  const GridLinks links = grid_links(g);
  return {product(product(g.width, g.height), g.depth), sum(sum(links.total[0], links.total[1]), links.total[2]), true};
}

// A tree's roads, and those of the rest that are kept; each adds its mean number of segments.
GeneratorSize size_of(const generators::Road& g) {
  const auto crossings = static_cast<double>(g.width) * static_cast<double>(g.height);
  const double others = static_cast<double>(g.width - 1) * static_cast<double>(g.height - 1);
  const double roads = crossings - 1 + others * g.keep;
  const double mean_segments = static_cast<double>(g.segments + 1) / 2;
  return {about(crossings + roads * (mean_segments - 1)), about(roads * mean_segments), false};
}

double radius_of(const generators::RandomGeometric& g) {
  if (g.radius > 0) return g.radius;
  const auto n = static_cast<double>(g.vertices);
  return g.vertices < 3 ? 1 : .55 * std::sqrt(std::log(n) / n);
}

std::uint64_t cells_along(const generators::RandomGeometric& g) {
  return std::max<std::uint64_t>(1, scaled(1, std::min(1 / radius_of(g), std::sqrt(static_cast<double>(g.vertices)))));
}

// The probability that two points in the unit square are at most r apart, for r <= 1.
GeneratorSize size_of(const generators::RandomGeometric& g) {
  constexpr double kPi = 3.14159265358979323846;
  const double r = radius_of(g);
  const auto n = static_cast<double>(g.vertices);
  return {g.vertices, about(n * (n - 1) / 2 * r * r * (kPi - 8 * r / 3 + r * r / 2)), false};
}

GeneratorSize size_of(const generators::Mesh& g) {
  const GeneratorSize grid = size_of(generators::Grid2d{g.width, g.height, false});
  return {grid.vertices, sum(grid.edges, product(g.width - 1, g.height - 1)), true};
}

GeneratorSize size_of(const generators::LinkedLists& g) {
  return {g.vertices, g.directed ? g.vertices : g.vertices - std::min(g.lists, g.vertices), true};
}

GeneratorSize size_of(const generators::RandomTrees& g) {
  return {g.vertices, g.vertices - std::min(g.trees, g.vertices), true};
}

std::uint64_t tree_positions(const generators::RandomTrees& g) {
  if (g.children < 2 || g.vertices <= g.trees) return 0;
  return sum(product(g.trees, g.children), product(g.vertices - g.trees - 1, g.children - 1));
}

GeneratorSize size_of(const generators::CompleteTree& g) { return {g.vertices, g.vertices - 1, true}; }
GeneratorSize size_of(const generators::Caterpillar& g) { return {g.vertices, g.vertices - 1, true}; }
GeneratorSize size_of(const generators::Star& g) { return {g.vertices, g.vertices - 1, true}; }
GeneratorSize size_of(const generators::Path& g) { return {g.vertices, g.vertices - 1, true}; }
GeneratorSize size_of(const generators::Cycle& g) { return {g.vertices, g.vertices, true}; }
GeneratorSize size_of(const generators::Complete& g) { return {g.vertices, pairs(g.vertices), true}; }
GeneratorSize size_of(const generators::CompleteBipartite& g) {
  return {sum(g.left, g.right), product(g.left, g.right), true};
}
GeneratorSize size_of(const generators::Cliques& g) {
  return {product(g.cliques, g.size), product(g.cliques, pairs(g.size)), true};
}

std::uint64_t filled_rows(const generators::EmptyRows& g) { return (g.vertices - 1) / g.stride + 1; }

GeneratorSize size_of(const generators::EmptyRows& g) {
  return {g.vertices, scaled(filled_rows(g), g.edge_factor), true};
}
GeneratorSize size_of(const generators::HeavyVertex& g) {
  return {g.vertices, sum(g.vertices - 1, scaled(g.vertices, g.edge_factor)), true};
}

}  // namespace warpgraph::generators::detail
