// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "listed_graph.hpp"

// All partitions of graphs that are small enough to try them, and what partition() finds.
namespace warpgraph::test::exhaustive {

using Parts = std::vector<std::uint32_t>;

// What a part may weigh: its share with the tolerance, and always the share rounded up to a whole number.
inline std::int64_t limit_of(std::int64_t total, const partitioning::PartitionOptions& options) {
  const double share = static_cast<double>(total) / options.parts;
  return std::max(static_cast<std::int64_t>(std::floor(share * (1 + options.tolerance.front()))),
                  static_cast<std::int64_t>(std::ceil(share)));
}

inline bool is_allowed(const ListedGraph& graph, const Parts& part, const partitioning::PartitionOptions& options) {
  std::vector<std::int64_t> weights(options.parts, 0);
  std::vector<int> sizes(options.parts, 0);
  std::int64_t total = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    weights[part[v]] += graph.weight(v);
    total += graph.weight(v);
    ++sizes[part[v]];
    if (!options.fixed.empty() && options.fixed[v] != partitioning::kFreePart && options.fixed[v] != part[v])
      return false;
  }
  const bool may_be_empty = options.parts > graph.vertices();
  return std::ranges::max(weights) <= limit_of(total, options) && (may_be_empty || std::ranges::min(sizes) > 0);
}

// The least cut of all partitions that are allowed, if there is one.
inline std::optional<std::int64_t> least_cut(const ListedGraph& graph, const partitioning::PartitionOptions& options) {
  std::optional<std::int64_t> least;
  Parts part(graph.vertices(), 0);
  for (;;) {
    if (is_allowed(graph, part, options)) {
      const std::int64_t cut = naive_cut(graph, part);
      least = least ? std::min(*least, cut) : cut;
    }
    std::size_t digit = 0;
    while (digit < part.size() && ++part[digit] == options.parts) part[digit++] = 0;
    if (digit == part.size()) return least;
  }
}

// What partition() found, and what there is to be found, over many graphs.
struct Comparison {
  int graphs = 0;
  int not_allowed = 0;
  int optimal = 0;
  std::int64_t found = 0;
  std::int64_t least = 0;
};

inline void compare(StreamRef stream, const ListedGraph& graph, const partitioning::PartitionOptions& options,
                    Comparison& sum) {
  const auto least = least_cut(graph, options);
  if (!least) return;
  const partitioning::Partition found = partitioning::partition(stream, graph.input(), options);
  ASSERT_EQ(found.part.size(), graph.vertices());
  EXPECT_EQ(found.cut, naive_cut(graph, found.part));
  ++sum.graphs;
  if (!is_allowed(graph, found.part, options)) ++sum.not_allowed;
  if (found.cut <= *least) ++sum.optimal;
  sum.found += found.cut;
  sum.least += *least;
}

// Few edges and many, down to none.
inline ListedGraph tiny_graph(std::uint64_t seed, VertexId vertices, std::int64_t max_weight) {
  std::mt19937_64 random(seed);
  return random_listed_graph(vertices, random() % (3 * vertices), max_weight, random);
}

// A balanced partition is always found, and mostly the best one.
inline void expect_good(const Comparison& sum) {
  EXPECT_GT(sum.graphs, 0);
  EXPECT_EQ(sum.not_allowed, 0);
  EXPECT_GE(sum.optimal, sum.graphs * 3 / 4) << sum.graphs << " graphs";
  EXPECT_LE(static_cast<double>(sum.found), 1.15 * static_cast<double>(sum.least));
}

}  // namespace warpgraph::test::exhaustive
