// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>

#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

namespace warpgraph::detail {
namespace {

constexpr std::uint64_t kVertices = 1000;
constexpr std::uint64_t kEdges = 10000;

AllowedPlans allow(std::initializer_list<Plan> plans) {
  AllowedPlans allowed;
  for (const Plan plan : plans) allowed.set(plan, true);
  return allowed;
}

SuperstepFacts frontier(std::uint64_t vertices, std::uint64_t edges, Plan last = Plan::kPush) {
  SuperstepFacts now;
  now.superstep = 5;
  now.vertices = kVertices;
  now.edges = kEdges;
  now.frontier_vertices = vertices;
  now.frontier_edges = edges;
  now.loop_edges = 100;
  now.last = last;
  return now;
}

struct Choice {
  SuperstepFacts now;
  Plan expected;
};

void expect_choices(const AllowedPlans& allowed, std::initializer_list<Choice> choices) {
  int row = 0;
  for (const Choice& each : choices) {
    EXPECT_EQ(to_string(choose_plan(allowed, each.now, PlanThresholds{})), to_string(each.expected)) << "row " << row;
    ++row;
  }
}

TEST(AllowedPlans, AreNamedInTheirOrder) {
  EXPECT_EQ(AllowedPlans().names(), "");
  EXPECT_EQ(allow({Plan::kPush, Plan::kPullAll}).names(), "pull-all, push");
}

TEST(ChoosePlan, PushesFrontiersOfFewEdges) {
  expect_choices(allow({Plan::kPullAll, Plan::kPullActive, Plan::kPush, Plan::kPushLoop}),
                 {{frontier(1, 0), Plan::kPushLoop},
                  {frontier(10, 100), Plan::kPushLoop},
                  {frontier(10, 101), Plan::kPush},
                  {frontier(10, kEdges / 4 - 1), Plan::kPush},
                  {frontier(10, kEdges / 4), Plan::kPullAll},
                  {frontier(10, kEdges / 4 - 1, Plan::kPullAll), Plan::kPullAll},  // half as many on the way back
                  {frontier(10, kEdges / 8, Plan::kPullAll), Plan::kPullAll},
                  {frontier(10, kEdges / 8 - 1, Plan::kPullAll), Plan::kPush}});
  expect_choices(allow({Plan::kPullAll, Plan::kPush}), {{frontier(1, 0), Plan::kPush}});
}

TEST(ChoosePlan, PullsWhatIsActiveWhereItCannotPush) {
  const AllowedPlans active = allow({Plan::kPullAll, Plan::kPullActive});
  expect_choices(active, {{frontier(10, kEdges / 10 - 1), Plan::kPullActive},
                          {frontier(10, kEdges / 10), Plan::kPullAll},
                          {frontier(10, kEdges / 20, Plan::kPullAll), Plan::kPullAll},
                          {frontier(10, kEdges / 20 - 1, Plan::kPullAll), Plan::kPullActive}});
  expect_choices(allow({Plan::kPullAll}), {{frontier(1, 1), Plan::kPullAll}});

  SuperstepFacts first = frontier(1, 1);
  first.superstep = 0;
  expect_choices(active, {{first, Plan::kPullActive}});
  first.starts_everywhere = true;
  expect_choices(active, {{first, Plan::kPullAll}});
}

TEST(ChoosePlan, SearchesPullWhereTheFrontierHasMostOfTheEdgesThatAreLeft) {
  const AllowedPlans search = allow({Plan::kPullFirst, Plan::kPush, Plan::kPushLoop});
  const auto settled = [](std::uint64_t edges, std::uint64_t of_frontier, std::uint64_t vertices, Plan last) {
    SuperstepFacts now = frontier(vertices, of_frontier, last);
    now.settled_edges = edges;
    return now;
  };
  expect_choices(search, {{settled(0, 700, 10, Plan::kPush), Plan::kPush},
                          {settled(0, 715, 10, Plan::kPush), Plan::kPullFirst},
                          {settled(5000, 358, 10, Plan::kPushLoop), Plan::kPullFirst},
                          {settled(5000, 350, 10, Plan::kPushLoop), Plan::kPush},
                          {settled(0, 90, 10, Plan::kPush), Plan::kPushLoop},
                          {settled(9000, 90, 42, Plan::kPullFirst), Plan::kPullFirst},  // by its vertices
                          {settled(9000, 90, 41, Plan::kPullFirst), Plan::kPushLoop},
                          {settled(9000, 900, 41, Plan::kPullFirst), Plan::kPush}});
  expect_choices(allow({Plan::kPullFirst}), {{settled(0, 1, 1, Plan::kPush), Plan::kPullFirst}});
}

TEST(ChoosePlan, PrioritiesAreAnOrderExceptOnGraphsThatPullUnsettledVertices) {
  const AllowedPlans all =
      allow({Plan::kPullAll, Plan::kPullActive, Plan::kPullUnsettled, Plan::kPush, Plan::kPushLoop, Plan::kPriority});
  const AllowedPlans no_order =
      allow({Plan::kPullAll, Plan::kPullActive, Plan::kPullUnsettled, Plan::kPush, Plan::kPushLoop});
  const auto pulls = [](std::uint64_t edges) {
    SuperstepFacts now = frontier(10, edges);
    now.pulls_unsettled = true;
    return now;
  };
  expect_choices(all, {{frontier(10, 1), Plan::kPriority},
                       {frontier(10, kEdges), Plan::kPriority},
                       {pulls(kEdges / 20), Plan::kPullUnsettled},
                       {pulls(kEdges / 20 - 1), Plan::kPush},
                       {pulls(100), Plan::kPushLoop}});
  expect_choices(no_order, {{frontier(10, kEdges / 20), Plan::kPullUnsettled}, {frontier(10, 1), Plan::kPushLoop}});
  // In runs that keep to levels.
  expect_choices(allow({Plan::kPullAll, Plan::kPullActive, Plan::kPush}),
                 {{frontier(10, 1), Plan::kPush}, {frontier(10, kEdges), Plan::kPullAll}});
}

TEST(DirectionRule, PullsUntilTheFrontierIsSmall) {
  struct Row {
    bool was_pulling;
    std::uint64_t vertices, edges, settled;
    bool pulls;
  };
  constexpr Row kRows[] = {
      {false, 1, 714, 0, false},        // 14 * 714 < 10000
      {false, 1, 715, 0, true},         //
      {false, 1, 1, 9987, true},        // 14 > 13
      {false, 1, 1, 9986, false},       // 14 are not above 14
      {false, kVertices, 0, 0, false},  // the number of vertices says nothing yet
      {true, 42, 0, 0, true},           // 24 * 42 > 1000
      {true, 41, kEdges, 0, false},     //
      {true, 0, 0, 0, false},
  };
  const DirectionRule rule = direction_rule(PlanThresholds{}, kVertices, kEdges);
  for (const Row& row : kRows)
    EXPECT_EQ(rule.pulls(row.was_pulling, row.vertices, row.edges, row.settled), row.pulls) << &row - kRows;

  DirectionRule pushes = rule;
  pushes.alpha = 0;
  EXPECT_FALSE(pushes.pulls(false, kVertices, kEdges, 0));
}

}  // namespace
}  // namespace warpgraph::detail
