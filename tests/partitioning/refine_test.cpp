// SPDX-License-Identifier: Apache-2.0
#include "refine/refine.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>

#include "../support/machines.hpp"
#include "host_graphs.hpp"
#include "refine/offers.hpp"
#include "upload.hpp"

namespace warpgraph::partitioning {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its graphs

class RefineTest : public MachineTest {
 protected:
  // A graph with a partition into parts of at most `max_vertices` vertices each.
  void begin(const SmallGraph& graph, const std::vector<PartId>& part, PartId parts, Weight max_vertices) {
    limits_.parts = parts;
    limits_.total = {static_cast<Weight>(graph.vertices())};
    limits_.max.assign(parts, max_vertices);
    limits_.target.assign(parts, static_cast<double>(graph.vertices()) / parts);
    Weight total = 0;
    level_ = upload(stream(), graph.input(), {}, limits_, total);
    state_ = std::make_unique<PartState>(stream(), level_, limits_, to_device(stream(), part, "part"));
  }
  void TearDown() override {
    state_.reset();
    level_ = {};
  }
  [[nodiscard]] std::vector<PartId> parts() const { return to_host(stream(), state_->part()); }

  Limits limits_;
  LevelGraph level_;
  std::unique_ptr<PartState> state_;
};

// Stripes of a grid, every ninth vertex of which is in the wrong part.
std::vector<PartId> disturbed_stripes(VertexId width, VertexId height, PartId parts) {
  std::vector<PartId> part;
  for (VertexId v = 0; v < width * height; ++v)
    part.push_back((v / width * parts / height + (v % 9 == 0 ? 1 : 0)) % parts);
  return part;
}

TEST_P(RefineTest, CutThatMovesKeepIsTheCut) {
  const SmallGraph graph = heavy_vertex_graph(1400, 6000, 3);
  begin(graph, disturbed_stripes(35, 40, 5), 5, 300);

  refine(*state_, {1, 6, 8});

  EXPECT_EQ(state_->cut(), cut_of(graph, parts()));
  EXPECT_EQ(state_->weights(), weights_of(graph, parts(), 5));
}

TEST_P(RefineTest, SecondRefinementBeginsWithTheBestStateOfTheFirst) {
  const SmallGraph graph = heavy_vertex_graph(1400, 6000, 3);
  begin(graph, disturbed_stripes(35, 40, 5), 5, 300);
  refine(*state_, {1, 6, 8});
  const Weight first = state_->cut();

  refine(*state_, {2, 3, 8});

  EXPECT_LE(state_->cut(), first);
  EXPECT_EQ(state_->cut(), cut_of(graph, parts()));
  EXPECT_EQ(state_->weights(), weights_of(graph, parts(), 5));
}

TEST_P(RefineTest, MostWrongVerticesOfStripesGoHome) {
  const SmallGraph graph = grid_graph(40, 40);
  const Weight before = cut_of(graph, disturbed_stripes(40, 40, 4));
  begin(graph, disturbed_stripes(40, 40, 4), 4, 412);

  refine(*state_, {1, 6, 12});

  EXPECT_LE(state_->cut(), before / 3);
  EXPECT_EQ(state_->excess(), 0);
}

TEST_P(RefineTest, CutNeverGrowsWhereNothingIsTooHeavy) {
  const SmallGraph graph = random_graph(900, 4000, 5);
  const auto part = disturbed_stripes(30, 30, 6);
  begin(graph, part, 6, 200);

  refine(*state_, {1, 6, 4});

  EXPECT_LE(state_->cut(), cut_of(graph, part));
}

TEST_P(RefineTest, OneLaunchFindsWhatLaunchesForEachRoundFind) {
  const SmallGraph graph = grid_graph(40, 40);
  const auto part = disturbed_stripes(40, 40, 7);
  begin(graph, part, 7, 232);
  const std::uint32_t rounds = refine_by_rounds(*state_, {1, 6, 12});
  const auto found = parts();
  const Weight cut = state_->cut();

  begin(graph, part, 7, 232);

  EXPECT_EQ(refine(*state_, {1, 6, 12}), rounds);
  EXPECT_EQ(parts(), found);
  EXPECT_EQ(state_->cut(), cut);
  EXPECT_EQ(state_->weights(), weights_of(graph, found, 7));
}

TEST_P(RefineTest, TraceTellsOfEveryRound) {
  const SmallGraph graph = grid_graph(40, 40);
  const auto part = disturbed_stripes(40, 40, 7);
  std::vector<PartitionPass> by_launches;
  begin(graph, part, 7, 232);
  const std::uint32_t rounds = refine_by_rounds(*state_, {1, 6, 12}, &by_launches);
  std::vector<PartitionPass> in_one;

  begin(graph, part, 7, 232);
  refine(*state_, {1, 6, 12}, &in_one);

  ASSERT_EQ(by_launches.size(), rounds);
  ASSERT_EQ(in_one.size(), rounds);
  Weight least = cut_of(graph, part);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    EXPECT_EQ(in_one[round].cut, by_launches[round].cut) << round;
    EXPECT_EQ(in_one[round].imbalance, by_launches[round].imbalance) << round;
    EXPECT_EQ(in_one[round].rebalances, by_launches[round].rebalances) << round;
    if (in_one[round].imbalance <= 232 / (1600.0 / 7) - 1) least = std::min<Weight>(least, in_one[round].cut);
  }
  EXPECT_EQ(state_->cut(), least) << "the best of the rounds that keep to the limit";
}

TEST_P(RefineTest, PartsGiveTheVerticesThatCostLeast) {
  const SmallGraph graph = path_graph(100);
  std::vector<PartId> part(100, 0);
  for (VertexId v = 60; v < 100; ++v) part[v] = v % 2 == 0 ? 0 : 1;  // those that are even gain by it
  begin(graph, part, 2, 61);
  Offers offers(*state_);

  ASSERT_TRUE(rebalance(*state_, offers, 1, Reach::kAll));

  for (VertexId v = 0; v < 60; ++v) EXPECT_EQ(parts()[v], 0u) << v;
}

TEST_P(RefineTest, RebalancingTakesNoMoreThanThereIsRoomFor) {
  const SmallGraph graph = grid_graph(40, 40);
  begin(graph, std::vector<PartId>(1600, 0), 4, 400);

  Offers offers(*state_);
  for (int round = 0; round < 20 && state_->excess() > 0; ++round)
    rebalance(*state_, offers, static_cast<std::uint64_t>(round), Reach::kAll);

  EXPECT_EQ(weights_of(graph, parts(), 4), std::vector<Weight>(4, 400));
}

TEST_P(RefineTest, RebalancingAmongNeighboursMovesAlongEdges) {
  const SmallGraph graph = path_graph(100);
  std::vector<PartId> part(100, 0);
  for (VertexId v = 60; v < 100; ++v) part[v] = v < 80 ? 1 : 2;
  begin(graph, part, 3, 40);

  Offers offers(*state_);
  ASSERT_TRUE(rebalance(*state_, offers, 1, Reach::kNeighbours));

  part[59] = 1;
  EXPECT_EQ(parts(), part);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(RefineTest);

}  // namespace
}  // namespace warpgraph::partitioning
