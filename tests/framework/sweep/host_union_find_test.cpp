// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/sweep/host_union_find.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/thread_pool.hpp>

#include "support/random.hpp"

namespace warpgraph::test {
namespace {

constexpr VertexId kVertices = 3000;

// Pairs of vertices that leave the same remainder by 7, too few to join all of these.
std::vector<std::pair<VertexId, VertexId>> some_pairs() {
  const auto ends = random_values<VertexId>(kVertices, 0, kVertices - 1, 5);
  std::vector<std::pair<VertexId, VertexId>> pairs;
  for (VertexId v = 0; v < kVertices; ++v)
    if (ends[v] % 7 == v % 7 || v % 3 == 0) pairs.emplace_back(v, ends[v] - ends[v] % 7 + v % 7);
  std::erase_if(pairs, [](const auto& each) { return each.second >= kVertices; });
  return pairs;
}

// The lowest vertex of each component, by lowering labels until nothing changes.
std::vector<VertexId> lowest_by_labels(const std::vector<std::pair<VertexId, VertexId>>& pairs) {
  std::vector<VertexId> label(kVertices);
  for (VertexId v = 0; v < kVertices; ++v) label[v] = v;
  for (bool changes = true; changes;) {
    changes = false;
    for (const auto& [a, b] : pairs) {
      const VertexId low = label[a] < label[b] ? label[a] : label[b];
      changes = changes || label[a] != low || label[b] != low;
      label[a] = label[b] = low;
    }
  }
  return label;
}

TEST(HostUnionFind, TheRootIsTheLowestVertexOfAComponent) {
  const auto pairs = some_pairs();
  sweep::HostUnionFind trees(kVertices);
  EXPECT_EQ(trees.size(), kVertices);
  std::size_t joined = 0;
  for (const auto& [a, b] : pairs) joined += trees.unite(a, b) ? 1 : 0;
  const std::vector<VertexId> lowest = lowest_by_labels(pairs);
  std::size_t roots = 0;
  for (VertexId v = 0; v < kVertices; ++v) {
    EXPECT_EQ(trees.root_of(v), lowest[v]) << v;
    roots += trees.is_root(v) ? 1 : 0;
  }
  EXPECT_EQ(roots + joined, kVertices);
  EXPECT_GT(roots, 7u);
  EXPECT_FALSE(trees.unite(pairs[0].first, pairs[0].second));
}

TEST(HostUnionFind, ThreadsUniteSideBySide) {
  const auto pairs = some_pairs();
  const std::vector<VertexId> lowest = lowest_by_labels(pairs);
  ThreadPool threads(4);
  for (int turn = 0; turn < 5; ++turn) {
    sweep::HostUnionFind trees(kVertices);
    threads.for_each(pairs.size(), 16, [&](std::size_t i) { trees.unite(pairs[i].first, pairs[i].second); });
    for (VertexId v = 0; v < kVertices; ++v) ASSERT_EQ(trees.root_of(v), lowest[v]) << v;
  }
}

}  // namespace
}  // namespace warpgraph::test
