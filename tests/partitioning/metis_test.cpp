// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/metis/metis.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "metis_calls.hpp"

namespace warpgraph::test {
namespace {

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

TYPED_TEST(MetisLibrary, TheVolumeIsSmallerIfItIsTheObjective) {
  GraphCall<TypeParam> by_cut(40);
  GraphCall<TypeParam> by_volume(40);
  by_volume.with(METIS_OPTION_OBJTYPE, METIS_OBJTYPE_VOL);
  by_cut.nparts = by_volume.nparts = 8;

  ASSERT_EQ(by_cut.run(ours<TypeParam>().kway), METIS_OK);
  ASSERT_EQ(by_volume.run(ours<TypeParam>().kway), METIS_OK);

  EXPECT_LT(by_volume.volume(), by_cut.volume());
}

TYPED_TEST(MetisLibrary, SeedsMakeDifferentPartitionsAndTheSameSeedTheSame) {
  const auto partition_of = [](TypeParam seed) {
    GraphCall<TypeParam> grid(30);
    grid.nparts = 8;
    EXPECT_EQ(grid.with(METIS_OPTION_SEED, seed).run(ours<TypeParam>().kway), METIS_OK);
    return grid.part;
  };

  EXPECT_EQ(partition_of(5), partition_of(5));
  EXPECT_TRUE(partition_of(6) != partition_of(5) || partition_of(7) != partition_of(5));
}

TYPED_TEST(MetisLibrary, PartsAreConnectedIfThatIsAskedFor) {
  GraphCall<TypeParam> grid(30);
  grid.nparts = 16;
  ASSERT_EQ(grid.with(METIS_OPTION_CONTIG, 1).run(ours<TypeParam>().kway), METIS_OK);

  std::set<TypeParam> seen;  // parts whose vertices were all reached from one of them
  std::vector<bool> reached(grid.part.size(), false);
  for (std::size_t root = 0; root < grid.part.size(); ++root) {
    if (reached[root]) continue;
    EXPECT_TRUE(seen.insert(grid.part[root]).second) << "part " << grid.part[root];
    std::vector<std::size_t> queue{root};
    for (reached[root] = true; !queue.empty();) {
      const std::size_t v = queue.back();
      queue.pop_back();
      for (TypeParam e = grid.xadj[v]; e < grid.xadj[v + 1]; ++e) {
        const auto u = static_cast<std::size_t>(grid.adjncy[static_cast<std::size_t>(e)]);
        if (reached[u] || grid.part[u] != grid.part[root]) continue;
        reached[u] = true;
        queue.push_back(u);
      }
    }
  }
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
  ASSERT_EQ(setenv("WARPGRAPH_METIS_DEVICES", "", 1), 0);
  const int empty = grid.run(ours<TypeParam>().kway);
  ASSERT_EQ(unsetenv("WARPGRAPH_METIS_DEVICES"), 0);

  EXPECT_EQ(unknown, METIS_ERROR_INPUT);
  EXPECT_EQ(known, METIS_OK);
  EXPECT_EQ(empty, METIS_OK) << "counts as unset";
}

TYPED_TEST(MetisLibrary, OrderingsAreAnError) {
  EXPECT_EQ(ours<TypeParam>().node_nd(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr), METIS_ERROR);
}

TYPED_TEST(MetisLibrary, NullMayBeFreed) { EXPECT_EQ(ours<TypeParam>().free(nullptr), METIS_OK); }

}  // namespace
}  // namespace warpgraph::test
