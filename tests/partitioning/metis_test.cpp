// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/metis/metis.h>

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

// A library with METIS's calls, by the width of its indices.
template <class Index>
struct Calls {
  explicit Calls(const char* file) : library(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (library == nullptr) return;
    find("METIS_PartGraphKway", kway);
    find("METIS_PartGraphRecursive", recursive);
    find("METIS_MeshToDual", mesh_to_dual);
    find("METIS_MeshToNodal", mesh_to_nodal);
    find("METIS_PartMeshNodal", part_mesh_nodal);
    find("METIS_PartMeshDual", part_mesh_dual);
    find("METIS_NodeND", node_nd);
    find("METIS_SetDefaultOptions", set_default_options);
    find("METIS_Free", free);
  }

  using PartGraph = int (*)(Index*, Index*, Index*, Index*, Index*, Index*, Index*, Index*, float*, float*, Index*,
                            Index*, Index*);
  PartGraph kway = nullptr;
  PartGraph recursive = nullptr;
  int (*mesh_to_dual)(Index*, Index*, Index*, Index*, Index*, Index*, Index**, Index**) = nullptr;
  int (*mesh_to_nodal)(Index*, Index*, Index*, Index*, Index*, Index**, Index**) = nullptr;
  int (*part_mesh_nodal)(Index*, Index*, Index*, Index*, Index*, Index*, Index*, float*, Index*, Index*, Index*,
                         Index*) = nullptr;
  int (*part_mesh_dual)(Index*, Index*, Index*, Index*, Index*, Index*, Index*, Index*, float*, Index*, Index*, Index*,
                        Index*) = nullptr;
  int (*node_nd)(Index*, Index*, Index*, Index*, Index*, Index*, Index*) = nullptr;
  int (*set_default_options)(Index*) = nullptr;
  int (*free)(void*) = nullptr;
  void* library;

 private:
  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
  }
};

template <class Index>
const Calls<Index>& ours() {
  static const Calls<Index> calls(sizeof(Index) == 4 ? WARPGRAPH_METIS_LIBRARY : WARPGRAPH_METIS64_LIBRARY);
  return calls;
}

// A graph and all that METIS_PartGraph* take; a test changes what it is about.
template <class Index>
struct GraphCall {
  std::vector<Index> xadj;
  std::vector<Index> adjncy;
  std::vector<Index> vwgt = {};
  std::vector<Index> vsize = {};
  std::vector<Index> adjwgt = {};
  std::vector<float> tpwgts = {};
  std::vector<float> ubvec = {};
  std::vector<Index> options = {};
  Index ncon = 1;
  Index nparts = 4;
  Index objval = -1;
  std::vector<Index> part = {};

  // A square grid.
  explicit GraphCall(Index side) {
    for (Index v = 0; v < side * side; ++v) {
      xadj.push_back(static_cast<Index>(adjncy.size()));
      if (v >= side) adjncy.push_back(v - side);
      if (v % side > 0) adjncy.push_back(v - 1);
      if (v % side < side - 1) adjncy.push_back(v + 1);
      if (v < side * side - side) adjncy.push_back(v + side);
    }
    xadj.push_back(static_cast<Index>(adjncy.size()));
    part.assign(xadj.size() - 1, -7);
  }

  GraphCall& with(moptions_et option, Index value) {
    if (options.empty()) options.assign(METIS_NOPTIONS, -1);
    options[option] = value;
    return *this;
  }

  int run(typename Calls<Index>::PartGraph function) {
    auto nvtxs = static_cast<Index>(xadj.size() - 1);
    const auto or_null = [](auto& array) { return array.empty() ? nullptr : array.data(); };
    return function(&nvtxs, &ncon, xadj.data(), adjncy.data(), or_null(vwgt), or_null(vsize), or_null(adjwgt), &nparts,
                    or_null(tpwgts), or_null(ubvec), or_null(options), &objval, part.data());
  }

  [[nodiscard]] std::vector<Index> weights() const {
    std::vector<Index> sums(static_cast<std::size_t>(nparts));
    for (std::size_t v = 0; v < part.size(); ++v)
      sums.at(static_cast<std::size_t>(part[v])) += vwgt.empty() ? 1 : vwgt[v];
    return sums;
  }
  [[nodiscard]] Index cut() const {
    Index sum = 0;
    for (std::size_t v = 0; v < part.size(); ++v)
      for (Index e = xadj[v]; e < xadj[v + 1]; ++e)
        if (part[v] != part[adjncy[e]]) sum += adjwgt.empty() ? 1 : adjwgt[e];
    return sum / 2;
  }
  [[nodiscard]] Index volume() const {
    Index sum = 0;
    for (std::size_t v = 0; v < part.size(); ++v) {
      std::set<Index> others;
      for (Index e = xadj[v]; e < xadj[v + 1]; ++e)
        if (part[adjncy[e]] != part[v]) others.insert(part[adjncy[e]]);
      sum += static_cast<Index>(others.size()) * (vsize.empty() ? 1 : vsize[v]);
    }
    return sum;
  }
};

template <class Index>
class MetisLibrary : public testing::Test {};
using Indices = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(MetisLibrary, Indices);

TYPED_TEST(MetisLibrary, HasAllCalls) {
  const auto& calls = ours<TypeParam>();
  ASSERT_NE(calls.library, nullptr) << dlerror();
  EXPECT_TRUE(calls.kway && calls.recursive && calls.mesh_to_dual && calls.mesh_to_nodal && calls.part_mesh_nodal &&
              calls.part_mesh_dual && calls.node_nd && calls.set_default_options && calls.free);
}

TYPED_TEST(MetisLibrary, DefaultOptionsAreMinusOne) {
  std::array<TypeParam, METIS_NOPTIONS> options{};

  EXPECT_EQ(ours<TypeParam>().set_default_options(options.data()), METIS_OK);

  EXPECT_EQ(std::ranges::count(options, -1), METIS_NOPTIONS);
}

TYPED_TEST(MetisLibrary, KwayBalancesWithinThreePercentAndReturnsTheCut) {
  GraphCall<TypeParam> grid(24);

  ASSERT_EQ(grid.run(ours<TypeParam>().kway), METIS_OK);

  EXPECT_EQ(grid.objval, grid.cut());
  EXPECT_LE(std::ranges::max(grid.weights()), 148);  // 576 / 4 * 1.03
  EXPECT_GT(std::ranges::min(grid.weights()), 0);
}

TYPED_TEST(MetisLibrary, RecursiveMakesPartsOfNearlyEqualSize) {
  GraphCall<TypeParam> grid(24);

  ASSERT_EQ(grid.run(ours<TypeParam>().recursive), METIS_OK);

  EXPECT_EQ(grid.objval, grid.cut());
  EXPECT_LE(std::ranges::max(grid.weights()), 144);
}

TYPED_TEST(MetisLibrary, NeighboursMayComeInAnyOrder) {
  GraphCall<TypeParam> grid(24);
  for (std::size_t v = 0; v + 1 < grid.xadj.size(); ++v)
    std::reverse(grid.adjncy.begin() + grid.xadj[v], grid.adjncy.begin() + grid.xadj[v + 1]);

  ASSERT_EQ(grid.run(ours<TypeParam>().kway), METIS_OK);

  EXPECT_EQ(grid.objval, grid.cut());
  EXPECT_LE(std::ranges::max(grid.weights()), 148);
}

TYPED_TEST(MetisLibrary, NumberingFromOneIsTheSamePartitionPlusOne) {
  GraphCall<TypeParam> from_zero(12);
  GraphCall<TypeParam> from_one(12);
  for (TypeParam& offset : from_one.xadj) ++offset;
  for (TypeParam& neighbour : from_one.adjncy) ++neighbour;
  from_one.with(METIS_OPTION_NUMBERING, 1);

  ASSERT_EQ(from_zero.run(ours<TypeParam>().kway), METIS_OK);
  ASSERT_EQ(from_one.run(ours<TypeParam>().kway), METIS_OK);

  for (TypeParam& part : from_zero.part) ++part;
  EXPECT_EQ(from_one.part, from_zero.part);
  EXPECT_EQ(from_one.objval, from_zero.objval);
}

TYPED_TEST(MetisLibrary, NullIsAllOnesAndDefaults) {
  GraphCall<TypeParam> with_null(12);
  GraphCall<TypeParam> spelled_out(12);
  spelled_out.with(METIS_OPTION_UFACTOR, 30).with(METIS_OPTION_NCUTS, 1);
  spelled_out.vwgt.assign(144, 1);
  spelled_out.vsize.assign(144, 1);
  spelled_out.adjwgt.assign(spelled_out.adjncy.size(), 1);
  spelled_out.tpwgts.assign(4, 0.25f);
  spelled_out.ubvec = {1.03f};

  ASSERT_EQ(with_null.run(ours<TypeParam>().kway), METIS_OK);
  ASSERT_EQ(spelled_out.run(ours<TypeParam>().kway), METIS_OK);

  EXPECT_EQ(with_null.part, spelled_out.part);
}

TYPED_TEST(MetisLibrary, TheVolumeIsTheObjectiveIfItIsAskedForAndCountsSizes) {
  GraphCall<TypeParam> grid(12);
  grid.with(METIS_OPTION_OBJTYPE, METIS_OBJTYPE_VOL);
  for (TypeParam v = 0; v < 144; ++v) grid.vsize.push_back(1 + v % 3);

  ASSERT_EQ(grid.run(ours<TypeParam>().kway), METIS_OK);

  EXPECT_EQ(grid.objval, grid.volume());
}

TYPED_TEST(MetisLibrary, PartsFollowTheirTargets) {
  GraphCall<TypeParam> grid(20);
  grid.nparts = 3;
  grid.tpwgts = {0.5f, 0.3f, 0.2f};

  ASSERT_EQ(grid.run(ours<TypeParam>().kway), METIS_OK);

  const auto weights = grid.weights();
  EXPECT_LE(weights[0], 206);  // 400 * 0.5 * 1.03
  EXPECT_LE(weights[1], 124);
  EXPECT_LE(weights[2], 83);
}

TYPED_TEST(MetisLibrary, EachConstraintIsBalanced) {
  GraphCall<TypeParam> grid(20);
  grid.nparts = 2;
  grid.ncon = 2;
  grid.ubvec = {1.1f, 1.1f};
  for (TypeParam v = 0; v < 400; ++v) {  // the upper half is heavy in one, the left half in the other
    grid.vwgt.push_back(v < 200 ? 3 : 1);
    grid.vwgt.push_back(v % 20 < 10 ? 3 : 1);
  }

  ASSERT_EQ(grid.run(ours<TypeParam>().kway), METIS_OK);

  std::array<TypeParam, 4> weights{};
  for (TypeParam i = 0; i < 800; ++i) weights[grid.part[i / 2] * 2 + i % 2] += grid.vwgt[i];
  for (const TypeParam weight : weights) EXPECT_LE(weight, 440);  // 800 / 2 * 1.1
}

TYPED_TEST(MetisLibrary, OnePartHoldsAllAndCutsNothing) {
  for (const auto function : {ours<TypeParam>().kway, ours<TypeParam>().recursive}) {
    GraphCall<TypeParam> grid(5);
    grid.nparts = 1;

    ASSERT_EQ(grid.run(function), METIS_OK);

    EXPECT_EQ(grid.part, std::vector<TypeParam>(25, 0));
    EXPECT_EQ(grid.objval, 0);
  }
}

TYPED_TEST(MetisLibrary, SeveralCutsAreNoWorseThanOne) {
  GraphCall<TypeParam> once(24);
  GraphCall<TypeParam> best(24);
  best.with(METIS_OPTION_NCUTS, 4);

  ASSERT_EQ(once.run(ours<TypeParam>().kway), METIS_OK);
  ASSERT_EQ(best.run(ours<TypeParam>().kway), METIS_OK);

  EXPECT_LE(best.objval, once.objval);
}

// Returns its code, and expects that a call that fails leaves its results alone.
template <class Index, class Change>
int code_of(Change&& change, bool recursive = false) {
  GraphCall<Index> grid(6);
  change(grid);
  const int code = grid.run(recursive ? ours<Index>().recursive : ours<Index>().kway);
  if (code != METIS_OK) {
    EXPECT_EQ(grid.objval, -1);
    EXPECT_EQ(std::ranges::count(grid.part, -7), 36);
  }
  return code;
}

TYPED_TEST(MetisLibrary, BadArgumentsAreInputErrors) {
  using Call = GraphCall<TypeParam>;
  const auto code = [](auto&& change) { return code_of<TypeParam>(change); };
  EXPECT_EQ(code([](Call&) {}), METIS_OK);
  EXPECT_EQ(code([](Call& call) { call.nparts = 0; }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.ncon = 0; }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.tpwgts.assign(4, 0.3f); }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.tpwgts = {1, 0, 0, 0}; }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.ubvec = {0.9f}; }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.adjncy[3] = 36; }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.adjncy[3] = -1; }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.xadj[3] = call.xadj[4] + 1; }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.vwgt.assign(36, -1); }), METIS_ERROR_INPUT);
  EXPECT_EQ(code([](Call& call) { call.adjwgt.assign(call.adjncy.size(), -1); }), METIS_ERROR_INPUT);
}

TYPED_TEST(MetisLibrary, BadOptionsAreInputErrors) {
  for (const auto& [option, value] : {std::pair(METIS_OPTION_NUMBERING, 2),
                                      {METIS_OPTION_OBJTYPE, METIS_OBJTYPE_NODE},
                                      {METIS_OPTION_NCUTS, 0},
                                      {METIS_OPTION_NITER, -3},
                                      {METIS_OPTION_UFACTOR, 0},
                                      {METIS_OPTION_CONTIG, 5}}) {
    const auto change = [&, which = option, to = value](GraphCall<TypeParam>& call) { call.with(which, to); };
    EXPECT_EQ(code_of<TypeParam>(change), METIS_ERROR_INPUT) << option;
  }
}

TYPED_TEST(MetisLibrary, RecursiveBisectionHasNoVolume) {
  const auto change = [](GraphCall<TypeParam>& call) { call.with(METIS_OPTION_OBJTYPE, METIS_OBJTYPE_VOL); };
  EXPECT_EQ(code_of<TypeParam>(change, true), METIS_ERROR_INPUT);
}

TYPED_TEST(MetisLibrary, MissingArraysAreInputErrors) {
  GraphCall<TypeParam> grid(3);
  TypeParam count = 9;
  EXPECT_EQ(ours<TypeParam>().kway(&count, &grid.ncon, nullptr, grid.adjncy.data(), nullptr, nullptr, nullptr,
                                   &grid.nparts, nullptr, nullptr, nullptr, &grid.objval, grid.part.data()),
            METIS_ERROR_INPUT);
  EXPECT_EQ(ours<TypeParam>().kway(&count, nullptr, grid.xadj.data(), grid.adjncy.data(), nullptr, nullptr, nullptr,
                                   &grid.nparts, nullptr, nullptr, nullptr, &grid.objval, grid.part.data()),
            METIS_ERROR_INPUT);
}

TYPED_TEST(MetisLibrary, ACallSaysWhyItFailsIfItIsAskedTo) {
  for (const TypeParam level : {0, METIS_DBG_INFO | METIS_DBG_TIME}) {
    GraphCall<TypeParam> grid(3);
    grid.with(METIS_OPTION_DBGLVL, level);
    grid.nparts = -1;
    testing::internal::CaptureStderr();
    EXPECT_EQ(grid.run(ours<TypeParam>().kway), METIS_ERROR_INPUT);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(said, level == 0 ? "" : "warpgraph_metis: nparts is not above 0\n");
  }
}

TYPED_TEST(MetisLibrary, TheEnvironmentNamesTheDevice) {
  GraphCall<TypeParam> grid(3);
  ASSERT_EQ(setenv("WARPGRAPH_METIS_DEVICES", "abacus", 1), 0);
  const int unknown = grid.run(ours<TypeParam>().kway);
  ASSERT_EQ(setenv("WARPGRAPH_METIS_DEVICES", "host", 1), 0);
  const int known = grid.run(ours<TypeParam>().kway);
  ASSERT_EQ(unsetenv("WARPGRAPH_METIS_DEVICES"), 0);

  EXPECT_EQ(unknown, METIS_ERROR_INPUT);
  EXPECT_EQ(known, METIS_OK);
}

TYPED_TEST(MetisLibrary, OrderingsAreAnError) {
  EXPECT_EQ(ours<TypeParam>().node_nd(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr), METIS_ERROR);
}

TYPED_TEST(MetisLibrary, NullMayBeFreed) { EXPECT_EQ(ours<TypeParam>().free(nullptr), METIS_OK); }

// ---- Meshes

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

TYPED_TEST(MetisLibrary, SquaresThatShareASideAreNeighboursInTheDualGraph) {
  //  0 1
  //  2 3
  using Rows = std::vector<std::set<TypeParam>>;
  const auto mesh = squares<TypeParam>(2);

  EXPECT_EQ(neighbours(ours<TypeParam>(), mesh, true, TypeParam{2}), (Rows{{1, 2}, {0, 3}, {0, 3}, {1, 2}}));
  EXPECT_EQ(neighbours(ours<TypeParam>(), mesh, true, TypeParam{1}),
            (Rows{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}));
}

TYPED_TEST(MetisLibrary, MeshesMayBeNumberedFromOne) {
  const auto mesh = squares<TypeParam>(4);
  for (const bool dual : {true, false})
    EXPECT_EQ(neighbours(ours<TypeParam>(), mesh, dual, TypeParam{2}, TypeParam{1}),
              neighbours(ours<TypeParam>(), mesh, dual, TypeParam{2}, TypeParam{0}));
}

TYPED_TEST(MetisLibrary, BadMeshesAreInputErrorsAndLeaveNoArrays) {
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
MeshParts<Index> partition_mesh(Mesh<Index> mesh, Index parts, bool by_elements) {
  Index elements = mesh.elements();
  Index common = 2;
  MeshParts<Index> result{0};
  result.elements.assign(static_cast<std::size_t>(elements), -7);
  result.nodes.assign(static_cast<std::size_t>(mesh.nodes), -7);
  const auto& calls = ours<Index>();
  result.code =
      by_elements
          ? calls.part_mesh_dual(&elements, &mesh.nodes, mesh.eptr.data(), mesh.eind.data(), nullptr, nullptr, &common,
                                 &parts, nullptr, nullptr, &result.objval, result.elements.data(), result.nodes.data())
          : calls.part_mesh_nodal(&elements, &mesh.nodes, mesh.eptr.data(), mesh.eind.data(), nullptr, nullptr, &parts,
                                  nullptr, nullptr, &result.objval, result.elements.data(), result.nodes.data());
  return result;
}

TYPED_TEST(MetisLibrary, ElementsAndNodesOfAMeshGetParts) {
  for (const bool by_elements : {true, false}) {
    const auto found = partition_mesh(squares<TypeParam>(8), TypeParam{4}, by_elements);
    ASSERT_EQ(found.code, METIS_OK);
    for (const auto* parts : {&found.elements, &found.nodes})
      for (TypeParam part = 0; part < 4; ++part) EXPECT_GT(std::ranges::count(*parts, part), 0);
    EXPECT_EQ(std::ranges::count(found.elements, -7) + std::ranges::count(found.nodes, -7), 0);
    EXPECT_GT(found.objval, 0);
  }
}

TYPED_TEST(MetisLibrary, AnElementWhoseNodesShareAPartIsInIt) {
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
