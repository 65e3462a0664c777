// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/metis/metis.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "metis_calls.hpp"

namespace warpgraph::test {
namespace {

template <class Index>
struct Mesh {
  Index nodes = 0;
  std::vector<Index> eptr = {0};
  std::vector<Index> eind = {};

  [[nodiscard]] Index elements() const { return static_cast<Index>(eptr.size() - 1); }
  void add(const std::vector<Index>& element) {
    eind.insert(eind.end(), element.begin(), element.end());
    eptr.push_back(static_cast<Index>(eind.size()));
  }
};

// Squares; each has its node above to the left at a place of a grid.
template <class Index>
Mesh<Index> squares(Index side) {
  Mesh<Index> mesh{(side + 1) * (side + 1)};
  for (Index y = 0; y < side; ++y) {
    for (Index x = 0; x < side; ++x) {
      const Index corner = y * (side + 1) + x;
      mesh.add({corner, corner + 1, corner + side + 2, corner + side + 1});
    }
  }
  return mesh;
}

// Elements of 1 to 8 nodes that lie near to each other, so that many of them share some.
Mesh<std::int32_t> random_mesh(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t limit) { return static_cast<std::int32_t>(random() % limit); };
  Mesh<std::int32_t> mesh{20 + below(60)};
  for (int i = 0; i < 80; ++i) {
    std::set<std::int32_t> element;
    const std::int32_t near = below(static_cast<std::size_t>(mesh.nodes));
    for (std::int32_t count = 1 + below(8); count > 0; --count)
      element.insert(std::min(mesh.nodes - 1, near + below(10)));
    std::vector<std::int32_t> nodes(element.begin(), element.end());
    std::ranges::shuffle(nodes, random);
    mesh.add(nodes);
  }
  return mesh;
}

// The neighbours of each vertex; empty if the call fails.
template <class Index>
std::vector<std::set<Index>> neighbours(const Calls<Index>& calls, Mesh<Index> mesh, bool dual, Index common = 1,
                                        Index numbering = 0) {
  for (Index& offset : mesh.eptr) offset += numbering;
  for (Index& node : mesh.eind) node += numbering;
  Index elements = mesh.elements();
  Index* xadj = nullptr;
  Index* adjncy = nullptr;
  const int code = dual ? calls.mesh_to_dual(&elements, &mesh.nodes, mesh.eptr.data(), mesh.eind.data(), &common,
                                             &numbering, &xadj, &adjncy)
                        : calls.mesh_to_nodal(&elements, &mesh.nodes, mesh.eptr.data(), mesh.eind.data(), &numbering,
                                              &xadj, &adjncy);
  if (code != METIS_OK) return {};
  std::vector<std::set<Index>> result(static_cast<std::size_t>(dual ? elements : mesh.nodes));
  for (std::size_t v = 0; v < result.size(); ++v)
    for (Index e = xadj[v] - numbering; e < xadj[v + 1] - numbering; ++e) result[v].insert(adjncy[e] - numbering);
  calls.free(xadj);
  calls.free(adjncy);
  return result;
}

template <class Index>
class MetisMeshes : public testing::Test {};
using MeshIndices = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(MetisMeshes, MeshIndices);

TYPED_TEST(MetisMeshes, SquaresThatShareASideAreNeighboursInTheDualGraph) {
  //  0 1
  //  2 3
  using Rows = std::vector<std::set<TypeParam>>;
  const auto mesh = squares<TypeParam>(2);

  EXPECT_EQ(neighbours(ours<TypeParam>(), mesh, true, TypeParam{2}), (Rows{{1, 2}, {0, 3}, {0, 3}, {1, 2}}));
  EXPECT_EQ(neighbours(ours<TypeParam>(), mesh, true, TypeParam{1}),
            (Rows{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}));
}

TYPED_TEST(MetisMeshes, MeshesMayBeNumberedFromOne) {
  const auto mesh = squares<TypeParam>(4);
  for (const bool dual : {true, false})
    EXPECT_EQ(neighbours(ours<TypeParam>(), mesh, dual, TypeParam{2}, TypeParam{1}),
              neighbours(ours<TypeParam>(), mesh, dual, TypeParam{2}, TypeParam{0}));
}

TYPED_TEST(MetisMeshes, BadMeshesAreInputErrorsAndLeaveNoArrays) {
  auto mesh = squares<TypeParam>(2);
  mesh.eind[0] = 9;
  TypeParam elements = mesh.elements();
  TypeParam numbering = 0;
  TypeParam unset = 0;
  TypeParam* xadj = &unset;
  TypeParam* adjncy = &unset;

  EXPECT_EQ(ours<TypeParam>().mesh_to_nodal(&elements, &mesh.nodes, mesh.eptr.data(), mesh.eind.data(), &numbering,
                                            &xadj, &adjncy),
            METIS_ERROR_INPUT);
  EXPECT_EQ(xadj, nullptr);
  EXPECT_EQ(adjncy, nullptr);
}

// What METIS_PartMesh* leave.
template <class Index>
struct MeshParts {
  int code;
  Index objval = -1;
  std::vector<Index> elements = {};
  std::vector<Index> nodes = {};
};

template <class Index>
MeshParts<Index> partition_mesh(Mesh<Index> mesh, Index parts, bool by_elements, std::vector<Index> options = {}) {
  Index elements = mesh.elements();
  Index common = 2;
  MeshParts<Index> result{0};
  result.elements.assign(static_cast<std::size_t>(elements), -7);
  result.nodes.assign(static_cast<std::size_t>(mesh.nodes), -7);
  const auto& calls = ours<Index>();
  Index* const given = options.empty() ? nullptr : options.data();
  result.code =
      by_elements
          ? calls.part_mesh_dual(&elements, &mesh.nodes, mesh.eptr.data(), mesh.eind.data(), nullptr, nullptr, &common,
                                 &parts, nullptr, given, &result.objval, result.elements.data(), result.nodes.data())
          : calls.part_mesh_nodal(&elements, &mesh.nodes, mesh.eptr.data(), mesh.eind.data(), nullptr, nullptr, &parts,
                                  nullptr, given, &result.objval, result.elements.data(), result.nodes.data());
  return result;
}

TYPED_TEST(MetisMeshes, ElementsAndNodesOfAMeshGetParts) {
  for (const bool by_elements : {true, false}) {
    const auto found = partition_mesh(squares<TypeParam>(8), TypeParam{4}, by_elements);
    ASSERT_EQ(found.code, METIS_OK);
    for (const auto* parts : {&found.elements, &found.nodes})
      for (TypeParam part = 0; part < 4; ++part) EXPECT_GT(std::ranges::count(*parts, part), 0);
    EXPECT_EQ(std::ranges::count(found.elements, -7) + std::ranges::count(found.nodes, -7), 0);
    EXPECT_GT(found.objval, 0);
  }
}

TYPED_TEST(MetisMeshes, MorePartsThanAMeshWithoutElementsMayHaveAreRefused) {
  Mesh<TypeParam> mesh{.nodes = 9};
  EXPECT_EQ(partition_mesh(mesh, TypeParam{100}, true).code, METIS_OK);
  EXPECT_EQ(partition_mesh(mesh, std::numeric_limits<TypeParam>::max(), true).code, METIS_ERROR_INPUT);
}

// By default, recursive bisection keeps parts nearly equal, and k-way lets them be 3 % too heavy.
TYPED_TEST(MetisMeshes, TheTypeOfPartitioningIsAnOption) {
  std::vector<TypeParam> options(METIS_NOPTIONS, -1);
  const auto partition_by = [&](TypeParam type) {
    options[METIS_OPTION_PTYPE] = type;
    return partition_mesh(squares<TypeParam>(40), TypeParam{7}, true, options);
  };
  const auto kway = partition_by(METIS_PTYPE_KWAY);
  const auto recursive = partition_by(METIS_PTYPE_RB);

  ASSERT_EQ(kway.code, METIS_OK);
  ASSERT_EQ(recursive.code, METIS_OK);
  EXPECT_TRUE(kway.elements == partition_mesh(squares<TypeParam>(40), TypeParam{7}, true).elements);
  EXPECT_TRUE(recursive.elements != kway.elements);
  for (TypeParam part = 0; part < 7; ++part)
    EXPECT_LE(std::ranges::count(recursive.elements, part), 1600 * 1.004 / 7 + 1) << part;
  EXPECT_EQ(partition_by(2).code, METIS_ERROR_INPUT);
}

TYPED_TEST(MetisMeshes, AnElementWhoseNodesShareAPartIsInIt) {
  const auto mesh = squares<TypeParam>(8);
  const auto found = partition_mesh(mesh, TypeParam{4}, false);
  ASSERT_EQ(found.code, METIS_OK);
  for (TypeParam i = 0; i < mesh.elements(); ++i) {
    std::set<TypeParam> parts;
    for (TypeParam e = mesh.eptr[i]; e < mesh.eptr[i + 1]; ++e) parts.insert(found.nodes[mesh.eind[e]]);
    EXPECT_TRUE(parts.contains(found.elements[i])) << i;
  }
}

// ---- The library of the distribution

const Calls<std::int32_t>* theirs() {
  static const Calls<std::int32_t> calls("libmetis.so.5");
  return calls.library == nullptr ? nullptr : &calls;
}

// METIS makes an element of one node a neighbour of itself.
TEST(MetisOfTheDistribution, MakesTheSameDualGraphsButForLoops) {
  if (theirs() == nullptr) GTEST_SKIP() << "libmetis.so.5 is not installed";
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto mesh = random_mesh(seed);
    for (std::int32_t common = 1; common <= 4; ++common) {
      auto wanted = neighbours(*theirs(), mesh, true, common);
      for (std::size_t v = 0; v < wanted.size(); ++v) wanted[v].erase(static_cast<std::int32_t>(v));
      EXPECT_TRUE(neighbours(ours<std::int32_t>(), mesh, true, common) == wanted) << seed << ", ncommon " << common;
    }
  }
}

TEST(MetisOfTheDistribution, MakesTheSameNodalGraphs) {
  if (theirs() == nullptr) GTEST_SKIP() << "libmetis.so.5 is not installed";
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto mesh = random_mesh(seed);
    EXPECT_TRUE(neighbours(ours<std::int32_t>(), mesh, false) == neighbours(*theirs(), mesh, false)) << seed;
  }
}

TEST(MetisOfTheDistribution, ItsHeaderFitsOurLibrary) {
#ifdef WARPGRAPH_METIS_PROGRAM
  EXPECT_EQ(std::system(WARPGRAPH_METIS_PROGRAM), 0);
#else
  GTEST_SKIP() << "metis.h was not installed when this was configured";
#endif
}

}  // namespace
}  // namespace warpgraph::test
