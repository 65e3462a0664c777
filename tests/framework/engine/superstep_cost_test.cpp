// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/superstep_cost.hpp>

#include <cstdint>

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

const costs::MachineCost kMachine{{{1 << 20, 1e9}}, 16e9, 1e-6, 1e-5};
const costs::LinkCost kLink{1e-5, 1e-6, 1e9};
constexpr double kMillion = 1e6;

TEST(SuperstepCost, IsTheSumOfItsTerms) {
  const costs::SuperstepWork work{.launches = 4,
                                  .waits = 1,
                                  .edges = kMillion,
                                  .table_bytes = kMillion,
                                  .vertices = kMillion,
                                  .messages = 3,
                                  .notes = 3,
                                  .bytes = kMillion};
  const costs::SuperstepCost cost = costs::predict_superstep(work, kMachine, kLink);
  EXPECT_DOUBLE_EQ(cost.queueing, 1.4e-5);
  EXPECT_DOUBLE_EQ(cost.gathering, 1e-3);
  EXPECT_DOUBLE_EQ(cost.sweeping, 1e-3);
  EXPECT_DOUBLE_EQ(cost.messages, 2.4e-5);
  EXPECT_DOUBLE_EQ(cost.bytes, 1e-3);
  EXPECT_DOUBLE_EQ(cost.seconds(), 1.4e-5 + 2.4e-5 + 3e-3);
}

TEST(SuperstepCost, NamesItsLargestTerm) {
  EXPECT_EQ(costs::predict_superstep({.edges = 2 * kMillion, .vertices = kMillion}, kMachine, kLink).bottleneck(),
            "gathering");
  EXPECT_EQ(costs::predict_superstep({.edges = 1, .bytes = kMillion}, kMachine, kLink).bottleneck(), "bytes");
  EXPECT_EQ(costs::predict_superstep({.messages = 1000}, kMachine, kLink).bottleneck(), "messages");
  EXPECT_EQ(costs::predict_superstep({.launches = 4}, kMachine, kLink).bottleneck(), "queueing");
}

TEST(SuperstepWork, OfOneDeviceHasAllEdgesWherePullAllReadsThem) {
  RunReport report;
  report.supersteps = {{0, Plan::kPullAll, 10, 40, 10, 0}, {1, Plan::kPush, 5, 20, 1, 0}};
  const costs::RunScale scale{.vertices = 100, .edges = 1000};
  EXPECT_EQ(costs::work_of(report, 0, scale).edges, 1000);
  EXPECT_EQ(costs::work_of(report, 0, scale).table_bytes, 400);
  EXPECT_EQ(costs::work_of(report, 0, scale).messages, 0);
  const double pushed = costs::work_of(report, 1, scale).edges;
  EXPECT_GE(pushed, 20);
  EXPECT_LT(pushed, 100);
}

TEST(SuperstepWork, OfSeveralIsThatOfTheDeviceWithMost) {
  RunReport report;
  report.supersteps = {{0, Plan::kPullAll, 100, 1000, 100, 0}};
  report.per_device = {{{{{0, 50}, 400, 0, 0, 0}, {{50, 100}, 600, 0, 0, 0}},
                        {{0, 1, {}, 100, 0}, {1, 0, {}, 300, 0}, {1, 2, {}, 50, 0}}}};
  const costs::SuperstepWork work =
      costs::work_of(report, 0, {.vertices = 100, .edges = 1000, .devices = 3, .ranks = 2});
  EXPECT_EQ(work.edges, 600);
  EXPECT_EQ(work.bytes, 350);
  EXPECT_EQ(work.messages, 2);
  EXPECT_EQ(work.notes, 1);
}

TEST(SuperstepWork, OnOneColumnIsThatOfRangesOfRows) {
  const costs::SuperstepWork work = costs::work_on_grid({4, 1}, kMillion, 400 * kMillion);
  EXPECT_EQ(work.edges, 100 * kMillion);
  EXPECT_EQ(work.messages, 3);
  // Each rank reads nearly all values of the other three.
  EXPECT_NEAR(work.bytes, kMillion * 4 * 3 / 4, 10);
  EXPECT_EQ(costs::work_on_grid({1, 1}, kMillion, 400 * kMillion).bytes, 0);
}

TEST(RankGrid, HasAllRanks) {
  for (const std::uint64_t ranks : {1, 2, 7, 12, 16, 1024}) {
    const ranks::RankGrid grid = costs::choose_grid(ranks, 1e9, 64e9, kMachine, kLink);
    EXPECT_EQ(grid.ranks(), ranks);
    EXPECT_EQ(costs::prefer_grid(ranks, 1e9, 64e9, kMachine, kLink), grid.columns > 1);
  }
}

TEST(RankGrid, HasColumnsWhereManyRanksWouldReadAllValues) {
  const costs::MachineCost machine = costs::typical_machine(DeviceKind::kGpu);
  const costs::LinkCost link = costs::typical_link(DeviceKind::kGpu);
  EXPECT_FALSE(costs::prefer_grid(2, 1e8, 3.2e9, machine, link));
  EXPECT_TRUE(costs::prefer_grid(1024, 1e9, 1e12, machine, link));
}

TEST(RankGrid, HasColumnsWhereManyRanksHaveLittleToSay) {
  EXPECT_TRUE(costs::prefer_grid(1024, 1e6, 32e6, kMachine, kLink));
}

}  // namespace
}  // namespace warpgraph::test
