// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/engine/programs.hpp"

namespace warpgraph::detail {
namespace {

// What becomes of a graph with outgoing edges, on one device without options.
template <class P>
RunFacts facts_of() {
  RunFacts facts;
  facts.program = traits_of<P>();
  facts.program.shows_in_steps = false;
  facts.vertices = 1000;
  facts.edges = 10000;
  facts.queue = {1000, 10000};
  facts.has_outgoing = true;
  facts.loop_edges = 100;
  return facts;
}

template <class P>
PlanPolicy::PlansFor plans_of(bool has_peers = false) {
  if (has_peers) return PlansOfPeer<P, std::int32_t>::allowed;
  return PlansOfOne<P, std::int32_t>::allowed;
}

using test::Distances;
using test::Growth;
using test::Labels;
using test::Levels;

struct PulledLabels : Labels {
  WARPGRAPH_DEVICE VertexValue publish(VertexValue label, const Vertex&) const { return label; }
};
struct InLevels : Distances {
  static constexpr bool kSynchronous = true;
};
struct Unequal : Distances {
  static constexpr bool kEvaluateAll = true;
};

TEST(PlanPolicy, ARunIsOverWhereNoUpdateCanBeSeen) {
  struct Row {
    const char* name;
    RunFacts facts;
    Progress now;
    std::uint32_t superstep;
    bool is_over;
  };
  RunFacts no_outgoing = facts_of<Distances>();
  no_outgoing.has_outgoing = false;
  const Row rows[] = {
      {"nothing is updated", facts_of<Distances>(), {0, 0, 0}, 3, true},
      {"vertices wait", facts_of<Distances>(), {0, 0, 5}, 3, false},
      {"no edge leaves what is updated", facts_of<Distances>(), {7, 0, 0}, 3, true},
      {"the edges are not known", no_outgoing, {7, 0, 0}, 3, false},
      {"all are evaluated", facts_of<Unequal>(), {7, 0, 0}, 3, false},
      {"something is updated", facts_of<Distances>(), {1, 1, 0}, 3, false},
      {"the program is asked", facts_of<Growth>(), {0, 0, 0}, 3, false},
      {"nothing is active at first", facts_of<Distances>(), {0, 0, 0}, 0, true},
      {"all start, by pushing", facts_of<Labels>(), {0, 0, 0}, 0, true},
      {"all start, by pulling", facts_of<PulledLabels>(), {0, 0, 0}, 0, false},
  };
  for (const Row& row : rows) {
    const EngineOptions options;
    PlanPolicy policy(row.facts, plans_of<Labels>(), options, nullptr);
    for (std::uint32_t i = 0; i < row.superstep; ++i) policy.advance();
    const auto expected = row.is_over ? std::optional(RunEnd::kConverged) : std::nullopt;
    EXPECT_EQ(policy.end(row.now), expected) << row.name;
  }
}

TEST(PlanPolicy, LimitsAndCancellingEndARunThatGoesOn) {
  EngineOptions options;
  options.max_supersteps = 3;
  std::atomic<bool> cancelled = false;
  PlanPolicy policy(facts_of<Labels>(), plans_of<Labels>(), options, &cancelled);
  const Progress more{1, 1, 0};
  EXPECT_EQ(policy.supersteps_left(), 3u);
  EXPECT_EQ(policy.end(more), std::nullopt);
  cancelled = true;
  EXPECT_EQ(policy.end(more), RunEnd::kCancelled);
  EXPECT_EQ(policy.end({}), RunEnd::kConverged);
  for (int i = 0; i < 3; ++i) policy.advance();
  EXPECT_EQ(policy.end(more), RunEnd::kSuperstepLimit);
  EXPECT_EQ(policy.supersteps_left(), 0u);
}

TEST(PlanPolicy, LaunchesAreShortWhereARunHasTargets) {
  EngineOptions options;
  options.until = {7};
  PlanPolicy policy(facts_of<Distances>(), plans_of<Distances>(), options, nullptr);
  EXPECT_EQ(policy.supersteps_left(), 4u);
  for (int i = 0; i < 40; ++i) policy.advance();
  EXPECT_EQ(policy.supersteps_left(), 10u);
  for (int i = 0; i < 400; ++i) policy.advance();
  EXPECT_EQ(policy.supersteps_left(), 64u);
}

TEST(PlanPolicy, TargetsAreForProgramsThatSayWhenAVertexIsDone) {
  EngineOptions options;
  options.until = {7};
  EXPECT_NO_THROW(PlanPolicy(facts_of<Levels>(), plans_of<Levels>(), options, nullptr));
  EXPECT_THROW(PlanPolicy(facts_of<Labels>(), plans_of<Labels>(), options, nullptr), UsageError);
  options.until = {7, 1000};
  EXPECT_THROW(PlanPolicy(facts_of<Levels>(), plans_of<Levels>(), options, nullptr), UsageError);
}

TEST(PlanPolicy, LaunchesEndWherePromisesThatShowInStepsAreTested) {
  RunFacts facts = facts_of<Levels>();
  facts.program.shows_in_steps = true;
  EngineOptions options;
  options.max_supersteps = 11;
  PlanPolicy policy(facts, plans_of<Levels>(), options, nullptr);
  constexpr std::uint32_t kLeft[] = {1, 1, 2, 1, 4, 3, 2, 1, 3, 2, 1, 0};  // tested before 0, 1, 2, 4 and 8
  for (const std::uint32_t left : kLeft) {
    EXPECT_EQ(policy.supersteps_left(), left) << policy.superstep();
    policy.advance();
  }
}

TEST(PlanPolicy, LimitsCallbacksAndSynchronousProgramsKeepToLevels) {
  constexpr ProgramTraits kDistances = traits_of<Distances>();
  EngineOptions options;
  EXPECT_FALSE(keeps_levels(kDistances, options));
  EXPECT_TRUE(keeps_levels(traits_of<InLevels>(), options));
  options.max_supersteps = 0xfffffffeu;
  EXPECT_TRUE(keeps_levels(kDistances, options));
  options = {};
  options.after_superstep = [](const SuperstepStatistics&) { return true; };
  EXPECT_TRUE(keeps_levels(kDistances, options));
}

TEST(PlanPolicy, LevelsRuleOutWhatReadsUpdatesOfItsOwnSuperstep) {
  struct Row {
    const char* name;
    std::string (*names)(const RunFacts&);
    bool keeps_levels, may_launch_many;
    const char* expected;
  };
  constexpr auto kDistances = [](const RunFacts& facts) { return plans_of<Distances>()(facts).names(); };
  constexpr auto kPeers = [](const RunFacts& facts) { return plans_of<Distances>(true)(facts).names(); };
  constexpr auto kLevels = [](const RunFacts& facts) { return plans_of<Levels>()(facts).names(); };
  constexpr auto kPeerLevels = [](const RunFacts& facts) { return plans_of<Levels>(true)(facts).names(); };
  const Row rows[] = {
      {"free", kDistances, false, true, "pull-all, pull-active, pull-unsettled, push, push-loop, priority"},
      {"free", kPeers, false, true, "pull-all, pull-active, pull-unsettled, push, push-loop, priority"},
      {"limited", kDistances, true, true, "pull-all, pull-active, push"},
      {"limited", kPeers, true, true, "pull-all, pull-active, push"},
      {"watched", kDistances, true, false, "pull-all, pull-active, push"},
      {"watched", kPeers, true, false, "pull-all, pull-active, push"},
      {"a free search", kLevels, false, true, "pull-first, push, push-loop"},
      {"a limited search", kLevels, true, true, "pull-first, push, push-loop"},
      {"a limited search", kPeerLevels, true, true, "pull-first, push, push-loop"},
      {"a watched search", kLevels, true, false, "pull-first, push"},
  };
  for (const Row& row : rows) {
    const bool is_search = std::string(row.name).find("search") != std::string::npos;
    RunFacts facts = is_search ? facts_of<Levels>() : facts_of<Distances>();
    facts.keeps_levels = row.keeps_levels;
    facts.may_launch_many = row.may_launch_many;
    EXPECT_EQ(row.names(facts), row.expected) << row.name;
  }
}

template <class P>
std::string refusal(RunFacts facts, Plan plan, bool has_peers = false) {
  facts.has_peers = has_peers;
  EngineOptions options;
  options.plan = plan;
  try {
    PlanPolicy(facts, plans_of<P>(has_peers), options, nullptr);
  } catch (const UsageError& error) {
    const std::string message = error.what();
    return message.substr(0, message.find(';'));
  }
  return "none";
}

TEST(PlanPolicy, APlanIsRefusedByTheNameOfWhatRulesItOut) {
  RunFacts incoming = facts_of<Distances>();
  incoming.has_outgoing = false;
  EXPECT_EQ(refusal<Distances>(incoming, Plan::kPush), "the graph rules out the plan push");
  EXPECT_EQ(refusal<Distances>(incoming, Plan::kPushLoop), "the graph rules out the plan push-loop");
  EXPECT_EQ(refusal<Distances>(incoming, Plan::kPullActive), "the graph rules out the plan pull-active");
  EXPECT_EQ(refusal<Distances>(incoming, Plan::kPullAll), "none");

  RunFacts large = facts_of<Distances>();
  large.queue.vertices = std::uint64_t{1} << 40;
  EXPECT_EQ(refusal<Distances>(large, Plan::kPriority), "the graph rules out the plan priority");
  RunFacts grid = facts_of<Distances>();
  grid.has_grid = true;
  EXPECT_EQ(refusal<Distances>(grid, Plan::kPriority, true), "the graph rules out the plan priority");
  RunFacts overlaps = facts_of<Distances>();
  overlaps.holds_others = true;
  EXPECT_EQ(refusal<Distances>(overlaps, Plan::kPush, true), "the graph rules out the plan push");

  EXPECT_EQ(refusal<Levels>(facts_of<Levels>(), Plan::kPullAll), "the program rules out the plan pull-all");
  EXPECT_EQ(refusal<Levels>(facts_of<Levels>(), Plan::kPriority), "the program rules out the plan priority");
  EXPECT_EQ(refusal<Growth>(facts_of<Growth>(), Plan::kPush), "the program rules out the plan push");

  RunFacts levels = facts_of<Distances>();
  levels.keeps_levels = true;
  for (const bool has_peers : {false, true}) {
    EXPECT_EQ(refusal<Distances>(levels, Plan::kPriority, has_peers),
              "max_supersteps or after_superstep rules out the plan priority");
    EXPECT_EQ(refusal<Distances>(levels, Plan::kPullUnsettled, has_peers),
              "max_supersteps or after_superstep rules out the plan pull-unsettled");
    EXPECT_EQ(refusal<Distances>(levels, Plan::kPush, has_peers), "none");
    EXPECT_EQ(refusal<Distances>(levels, Plan::kPushLoop, has_peers), "none") << "it becomes push";
  }

  RunFacts synchronous = facts_of<InLevels>();
  synchronous.keeps_levels = true;
  EXPECT_EQ(refusal<InLevels>(synchronous, Plan::kPriority), "kSynchronous of the program rules out the plan priority");
  EXPECT_EQ(refusal<InLevels>(synchronous, Plan::kPushLoop), "none") << "it becomes push";
}

// The plans of the first and of the second superstep, from frontiers with these numbers of edges.
template <class P>
std::vector<std::string> plans(const RunFacts& facts, std::optional<Plan> asked, std::uint64_t edges) {
  EngineOptions options;
  options.plan = asked;
  PlanPolicy policy(facts, plans_of<P>(facts.has_peers), options, nullptr);
  std::vector<std::string> names;
  for (int i = 0; i < 2; ++i) {
    names.emplace_back(to_string(policy.next_plan({10, edges, 0}, [] { return false; })));
    policy.advance();
  }
  return names;
}

using Names = std::vector<std::string>;

struct OrderedLabels : Labels {
  WARPGRAPH_DEVICE std::uint32_t priority(std::uint32_t label) const { return label; }
};
static_assert(PrioritisedProgram<OrderedLabels>);

TEST(PlanPolicy, AnAskedPlanIsThatOfEverySuperstep) {
  for (const bool has_peers : {false, true}) {
    RunFacts facts = facts_of<Distances>();
    facts.has_peers = has_peers;
    for (const Plan plan :
         {Plan::kPullAll, Plan::kPullActive, Plan::kPullUnsettled, Plan::kPush, Plan::kPushLoop, Plan::kPriority}) {
      const std::string name(to_string(plan));
      EXPECT_EQ(plans<Distances>(facts, plan, 100), (Names{name, name}));
    }
    EXPECT_EQ(plans<Distances>(facts, Plan::kPushLoop, 101), (Names{"push", "push"})) << "too large for a launch";
    facts.keeps_levels = true;
    EXPECT_EQ(plans<Distances>(facts, Plan::kPushLoop, 100), (Names{"push", "push"}));
  }
}

// What a superstep in the order of a priority leaves for later is nothing that pull-active would look at.
TEST(PlanPolicy, PullActiveBeginsWithPullAllWhereAllVerticesStart) {
  for (const bool has_peers : {false, true}) {
    RunFacts labels = facts_of<Labels>();
    labels.has_peers = has_peers;
    EXPECT_EQ(plans<Labels>(labels, Plan::kPullActive, 100), (Names{"pull-all", "pull-active"}));
    RunFacts ordered = facts_of<OrderedLabels>();
    ordered.has_peers = has_peers;
    EXPECT_EQ(plans<OrderedLabels>(ordered, Plan::kPullActive, 100), (Names{"pull-all", "pull-active"}));
    EXPECT_EQ(plans<OrderedLabels>(ordered, {}, 100), (Names{"priority", "priority"}));
  }
}

TEST(PlanPolicy, LaunchesAreOfLoopsAndOrdersThatDevicesHaveRoomFor) {
  struct Row {
    Plan plan;
    bool has_peers;
    std::uint64_t edges;
    std::uint64_t loop_edges;
    bool is_launched;
  };
  constexpr Row kRows[] = {
      {Plan::kPullAll, false, 1, 100, false},   {Plan::kPush, false, 1, 100, false},
      {Plan::kPushLoop, false, 1, 100, true},   {Plan::kPushLoop, true, 1, 100, true},
      {Plan::kPriority, false, 101, 100, true}, {Plan::kPriority, true, 100, 100, true},
      {Plan::kPriority, true, 101, 100, false}, {Plan::kPriority, true, 0, 0, false},
  };
  for (const Row& row : kRows) {
    RunFacts facts = facts_of<Distances>();
    facts.has_peers = row.has_peers;
    facts.loop_edges = row.loop_edges;
    const EngineOptions options;
    const PlanPolicy policy(facts, plans_of<Distances>(row.has_peers), options, nullptr);
    EXPECT_EQ(policy.is_launched(row.plan, {1, row.edges, 0}), row.is_launched) << &row - kRows;
  }
}

TEST(PlanPolicy, UnsettledVerticesPullIfThatReadsFewEdgesOrIsAskedFor) {
  EngineOptions options;
  options.tuning.thresholds.unsettled_factor = 2;
  const auto stays = [&](std::uint64_t unsettled_edges) {
    return PlanPolicy(facts_of<Distances>(), plans_of<Distances>(), options, nullptr)
        .stays_unsettled(unsettled_edges, 100);
  };
  EXPECT_TRUE(stays(0));
  EXPECT_TRUE(stays(200));
  EXPECT_FALSE(stays(201));
  options.plan = Plan::kPullUnsettled;
  EXPECT_TRUE(stays(10000));
}

TEST(PlanPolicy, SearchesPushInEveryDirectionThatIsAskedFor) {
  RunFacts facts = facts_of<Levels>();
  facts.loops_search = true;
  EngineOptions options;
  const auto policy = [&] { return PlanPolicy(facts, plans_of<Levels>(), options, nullptr); };
  EXPECT_TRUE(policy().searches());
  EXPECT_GT(policy().direction().alpha, 0);
  options.plan = Plan::kPushLoop;
  EXPECT_TRUE(policy().searches());
  EXPECT_EQ(policy().direction().alpha, 0) << "it never pulls";
  options.plan = Plan::kPush;
  EXPECT_FALSE(policy().searches());
  options.plan = {};
  facts.loops_search = false;
  EXPECT_FALSE(policy().searches());
}

}  // namespace
}  // namespace warpgraph::detail
