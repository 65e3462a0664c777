// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/sweep/union_find.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"
#include "support/random.hpp"

namespace warpgraph::test {
namespace {

constexpr VertexId kVertices = 5000;

std::vector<VertexId> every_vertex_a_root() {
  std::vector<VertexId> parent(kVertices);
  std::iota(parent.begin(), parent.end(), VertexId{0});
  return parent;
}

struct UnitePairs {
  sweep::UnionFind trees;
  View<const VertexId> a;
  View<const VertexId> b;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { trees.unite(a[i], b[i]); }
};

struct WriteRoots {
  sweep::UnionFind trees;
  View<VertexId> root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { root[v] = trees.root_of(static_cast<VertexId>(v)); }
};

struct FlattenOwn {
  sweep::UnionFind trees;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { trees.flatten(static_cast<VertexId>(v)); }
};

// Every root hangs under the one that it has chosen, where the rule allows it.
struct Hook {
  View<const VertexId> choice;
  View<VertexId> parent;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    const VertexId u = choice[v];
    if (u != v && sweep::hooks_under(v, u, choice[u] == v)) parent[v] = u;
  }
};

class UnionFindTest : public MachineTest {
 protected:
  // What a kernel over all vertices makes of the parents.
  template <class Kernel>
  std::vector<VertexId> parents_after(const std::vector<VertexId>& parents) {
    Buffer<VertexId> parent = to_device(stream(), parents, "parents");
    kernel::for_each(stream(), parents.size(), Kernel{{parent}});
    return to_host(stream(), parent);
  }
};

TEST_P(UnionFindTest, TheRootOfUnitedTreesIsTheirLowestVertex) {
  const auto a = random_values<VertexId>(4000, 0, kVertices - 1, 1);
  const auto b = random_values<VertexId>(4000, 0, kVertices - 1, 2);
  std::vector<VertexId> expected = every_vertex_a_root();
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const VertexId least = std::min(expected[a[i]], expected[b[i]]);
      changes = changes || expected[a[i]] != least || expected[b[i]] != least;
      expected[a[i]] = expected[b[i]] = least;
    }
  }
  Buffer<VertexId> parent = to_device(stream(), every_vertex_a_root(), "parents");
  const Buffer<VertexId> ends_a = to_device(stream(), a, "ends");
  const Buffer<VertexId> ends_b = to_device(stream(), b, "ends");
  kernel::for_each(stream(), a.size(), UnitePairs{{parent}, ends_a, ends_b});
  kernel::for_each(stream(), kVertices, sweep::FlattenPaths{{parent}});
  EXPECT_EQ(to_host(stream(), parent), expected);
}

TEST_P(UnionFindTest, RootsAreFoundInAnyOrderOfParents) {
  std::vector<VertexId> up = every_vertex_a_root();
  for (VertexId v = 0; v + 1 < kVertices; ++v) up[v] = v + 1;
  Buffer<VertexId> parent = to_device(stream(), up, "parents");
  Buffer<VertexId> root(stream(), kVertices, "roots");
  kernel::for_each(stream(), kVertices, WriteRoots{{parent}, root});
  EXPECT_EQ(to_host(stream(), root), std::vector<VertexId>(kVertices, kVertices - 1));
  EXPECT_EQ(parents_after<FlattenOwn>(up), std::vector<VertexId>(kVertices, kVertices - 1));
}

TEST_P(UnionFindTest, ShorteningLeavesRootsAndMovesTheOthersUp) {
  std::vector<VertexId> down = every_vertex_a_root();
  for (VertexId v = 1; v < kVertices; ++v) down[v] = v - 1;
  const std::vector<VertexId> shorter = parents_after<sweep::ShortenPaths<4>>(down);
  EXPECT_EQ(shorter[0], 0u);
  for (VertexId v = 1; v < kVertices; ++v) EXPECT_LE(shorter[v], v < 5 ? 0u : v - 5) << v;
}

TEST_P(UnionFindTest, RootsThatChooseEachOtherMakeOneTree) {
  std::vector<VertexId> choice = every_vertex_a_root();
  for (VertexId v = 0; v + 1 < kVertices; v += 2) std::swap(choice[v], choice[v + 1]);
  Buffer<VertexId> parent = to_device(stream(), every_vertex_a_root(), "parents");
  const Buffer<VertexId> choices = to_device(stream(), choice, "choices");
  kernel::for_each(stream(), kVertices, Hook{choices, parent});
  std::vector<VertexId> expected = every_vertex_a_root();
  for (VertexId v = 1; v < kVertices; v += 2) expected[v] = v - 1;
  EXPECT_EQ(to_host(stream(), parent), expected);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(UnionFindTest);

}  // namespace
}  // namespace warpgraph::test
