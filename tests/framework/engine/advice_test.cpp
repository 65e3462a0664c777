// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/framework/engine/detail/choices/advice.hpp>
#include <warpgraph/framework/tuning.hpp>

#include "framework/engine/engine_case.hpp"

// What a run's report says of promises that the program does not make.
namespace warpgraph::test {
namespace {

// Shortest paths that nothing orders.
struct UnorderedDistances {
  using VertexValue = std::uint32_t;
  using EdgeValue = std::int32_t;
  using Reduction = Min;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == 0 ? 0 : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == 0; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue distance, EdgeValue length) const {
    return distance == kNoVertex ? distance : distance + static_cast<std::uint32_t>(length);
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue distance) const { return distance < old; }
};
struct PulledNearest : NearestOf8Bytes {
  static constexpr bool kIdempotentReduce = false;
};
struct SmallPair {  // not aligned as a whole
  std::uint32_t distance;
  VertexId owner;
};
using UnalignedNearest = NearestSource<SmallPair>;
struct PulledUnaligned : UnalignedNearest {
  static constexpr bool kIdempotentReduce = false;
};
struct PulledLevels : UnorderedDistances {
  using EdgeValue = NoValue;
  WARPGRAPH_DEVICE VertexValue visit(VertexValue level, NoValue) const {
    return level == kNoVertex ? level : level + 1;
  }
};
struct UnboundedDistances : Distances {
  static constexpr bool kMonotoneVisit = false;
};
struct UnlikeLevels : Levels {
  static constexpr bool kUniformUpdates = false;
};

using Supersteps = std::vector<SuperstepStatistics>;
constexpr std::uint64_t kVertices = 1000;
constexpr std::uint64_t kEdges = 4000;

// Each walks as many edges, and updates as many vertices.
Supersteps alike(std::size_t count, Plan plan, std::uint64_t edges, std::uint64_t updated) {
  Supersteps supersteps;
  for (std::uint32_t i = 0; i < count; ++i) supersteps.push_back({i, plan, updated, edges, updated, 0});
  return supersteps;
}

// What a report says after such supersteps of P.
template <class P>
std::string advice(const Supersteps& supersteps, const EngineOptions& options = {}) {
  detail::RunFacts facts;
  facts.program = detail::traits_of<P>();
  facts.vertices = kVertices;
  facts.edges = kEdges;
  facts.has_outgoing = true;
  return detail::advice_for(facts, options, supersteps);
}
template <class P>
void expect_advice(const Supersteps& supersteps, const std::string& promise) {
  const std::string given = advice<P>(supersteps);
  EXPECT_EQ(given.substr(0, given.find(',')), "declare " + promise) << given;
}

TEST(Advice, IsAPriorityWhereEdgesAreWalkedAgainAndAgain) {
  expect_advice<UnorderedDistances>(alike(5, Plan::kPush, kEdges / 2, 10), "priority");
  EXPECT_EQ(advice<UnorderedDistances>(alike(1, Plan::kPush, kEdges, 10)), "");
}
TEST(Advice, IsToPromiseThatAReductionMayBeRepeated) {
  const Supersteps small = alike(5, Plan::kPullAll, kEdges / 10, 10);
  expect_advice<PulledNearest>(small, "kIdempotentReduce");
  expect_advice<PulledUnaligned>(small, "VertexValue alignas(8) and kIdempotentReduce");
  EXPECT_EQ(advice<PulledNearest>(alike(5, Plan::kPullAll, kEdges, 10)), "");
}
TEST(Advice, IsThatAHitSufficesWhereNoVertexIsUpdatedTwice) {
  expect_advice<PulledLevels>(alike(5, Plan::kPullAll, kEdges, kVertices / 10), "kFirstHitSuffices");
  EXPECT_EQ(advice<PulledLevels>(alike(5, Plan::kPullAll, kEdges, kVertices)), "");
}
TEST(Advice, IsThatUpdatesAreUniform) {
  expect_advice<UnlikeLevels>(alike(5, Plan::kPush, 10, 10), "kUniformUpdates");
  EXPECT_EQ(advice<UnlikeLevels>(alike(1, Plan::kPush, 10, 10)), "");
}

TEST(Advice, IsThatVisitIsMonotoneWhereRowsArePulledInOrder) {
  expect_advice<UnboundedDistances>(alike(5, Plan::kPullUnsettled, kEdges, 10), "kMonotoneVisit");
  EXPECT_EQ(advice<UnboundedDistances>(alike(5, Plan::kPriority, kEdges, 10)), "");
}

TEST(Advice, IsNoneForProgramsThatPromiseAll) {
  for (const Plan plan : {Plan::kPush, Plan::kPullAll, Plan::kPullUnsettled}) {
    const Supersteps supersteps = alike(5, plan, kEdges / 5, kVertices / 10);
    EXPECT_EQ(advice<Distances>(supersteps), "");
    EXPECT_EQ(advice<Levels>(supersteps), "");
    EXPECT_EQ(advice<Labels>(supersteps), "");
    EXPECT_EQ(advice<NearestOf8Bytes>(supersteps), "");
    EXPECT_EQ(advice<Walks>(supersteps), "");
  }
}
TEST(Advice, IsNoneWhereThePlanIsTheCallers) {
  EXPECT_EQ(advice<UnorderedDistances>(alike(5, Plan::kPush, kEdges, 10), {.plan = Plan::kPush}), "");
}

TEST(Advice, NamesTheCallForSeveralDevicesWhereTheyPay) {
  constexpr VertexId kMany = 1 << 26;
  constexpr EdgeId kFew = 2 * tuning::kUsefulEdges - 1;
  EXPECT_EQ(detail::advise_devices(kMany, 2 * tuning::kUsefulEdges, false, 4),
            "this run used 1 of 4 devices; run(on(runtime, graph), ...) uses all that pay");
  EXPECT_EQ(detail::advise_devices(kMany, 2 * tuning::kUsefulEdges, false, 1), "");
  EXPECT_EQ(detail::advise_devices(kMany, 2 * tuning::kUsefulEdges, true, 4), "");
  EXPECT_EQ(detail::advise_devices(kMany, kFew, false, 4), "");
}

class AdviceTest : public EngineCase {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(AdviceTest);

TEST_P(AdviceTest, StandsInTheReport) {
  const auto graph = on_device(small_graph("grid2d", {{"width", "30"}, {"height", "20"}}));
  const std::string given = warpgraph::run(stream(), graph, UnorderedDistances{}, {}).advice;
  EXPECT_TRUE(given.starts_with("declare priority, ")) << given;
}

}  // namespace
}  // namespace warpgraph::test
