// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/even_graph.hpp"
#include "framework/engine/guide_case.hpp"

// What the guide says of programs, on one device.
namespace warpgraph::test {
namespace {

class GuideTest : public EngineCase {
 protected:
  // On all small graphs, with all limits and plans.
  template <class P>
  void expect_as_the_guide_says(const P& program) {
    std::size_t turn = 0;
    for (const NamedGraph& on : guide_graphs()) {
      const DeviceGraph<std::int32_t> graph = on_device(on.graph);
      for (const GuideLimit& limit : kGuideLimits) {
        if (!takes(turn++)) continue;
        for (const std::optional<Plan> plan : guide_plans<P>(on.graph.has_outgoing(), limit)) {
          EngineOptions options;
          options.plan = plan;
          expect_as_interpreted(on, program, limit, options, [&](const EngineOptions& how) {
            auto result = warpgraph::run(stream(), graph, program, how);
            return GuideOutcome<typename P::VertexValue>{to_host(stream(), result.values), result.supersteps};
          });
          if (HasFailure()) return;
        }
      }
    }
  }
};

TEST_P(GuideTest, EveryFunctionSeesTheMembersOfItsSuperstep) {
  expect_as_the_guide_says(Hashes{5});
  expect_right_in_all_ways(Hashes{3});
}
TEST_P(GuideTest, NumbersThatChangeEveryRoundMakeAnIndependentSet) {
  expect_as_the_guide_says(IndependentSet{});
  expect_right_in_all_ways(IndependentSet{});
}
TEST_P(GuideTest, TheFirstHitSufficesForAProgramWithAnAggregate) { expect_as_the_guide_says(Waves{3}); }
// By the C++ compiler alone: nvcc has too few registers for this program's pull-first.
#if !defined(__CUDACC__)
TEST_P(GuideTest, TheFirstHitIsWhatTheNeighbourShows) { expect_as_the_guide_says(MaskedLevels<true>{0}); }
#endif
TEST_P(GuideTest, VisitKnowsBothEndsOfTheEdge) {
  expect_as_the_guide_says(Tolls{0});
  expect_right_in_all_ways(Tolls{0});
}
TEST_P(GuideTest, VisitKnowsBothEndsOfTheEdgeOfAFirstHit) {
  expect_as_the_guide_says(MarkedLevels{0});
  expect_right_in_all_ways(MarkedLevels{0});
}
TEST_P(GuideTest, SuperstepsOfASynchronousProgramSeeNothingOfTheirOwn) {
  expect_as_the_guide_says(SynchronousTolls{{0}});
}
TEST_P(GuideTest, LimitsEndSearches) { expect_as_the_guide_says(Levels{0}); }
TEST_P(GuideTest, LimitsEndDistances) { expect_as_the_guide_says(Distances{0}); }
TEST_P(GuideTest, LimitsEndLabels) { expect_as_the_guide_says(Labels{}); }
TEST_P(GuideTest, LimitsEndSetsOfSources) { expect_as_the_guide_says(ReachedFrom{}); }
TEST_P(GuideTest, LimitsEndNearestSources) { expect_as_the_guide_says(NearestOf16Bytes{}); }
TEST_P(GuideTest, LimitsEndValuesOfSeveralFields) { expect_as_the_guide_says(Nearest{}); }

// Along blocks of the edges.
TEST_P(GuideTest, AnIndependentSetInBlocksIsThatOfTheInterpreter) {
  const Graph<std::int32_t> host = even_graph();
  const auto graph = on_device(host);
  const auto result = warpgraph::run(stream(), graph, IndependentSet{},
                                     {.tuning = {.thresholds = {.block_bytes = sizeof(std::uint64_t) * 1024}}});
  EXPECT_EQ(result.to_host(stream()), run_serially(host, IndependentSet{}));
}

TEST_P(GuideTest, VisitKnowsBothEndsOfTheEdgeInBlocks) {
  const Graph<std::int32_t> host = even_graph();
  const auto graph = on_device(host);
  const auto expected = run_serially(host, Pairs{}, 3);
  for (int shape = 0; shape < kGatherShapeCount; ++shape) {
    const auto result = warpgraph::run(stream(), graph, Pairs{},
                                       {.max_supersteps = 3,
                                        .tuning = {.thresholds = {.block_bytes = sizeof(std::uint64_t) * 1024},
                                                   .shape = static_cast<GatherShape>(shape)}});
    EXPECT_EQ(result.to_host(stream()), expected) << to_string(static_cast<GatherShape>(shape));
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GuideTest);

// The interpreter itself.
TEST(Interpreter, AnIndependentSetIsIndependentAndMaximal) {
  const NamedGraph& on = small_graphs().at(5);
  ASSERT_EQ(on.name, "road");
  const std::vector<std::uint8_t> state = run_serially(on.graph, IndependentSet{});
  for (VertexId v = 0; v < state.size(); ++v) {
    bool has_inside = false;
    for (const VertexId u : on.graph.incoming().neighbours(v))
      has_inside = has_inside || (u != v && state[u] == IndependentSet::kInside);
    EXPECT_EQ(state[v], has_inside ? IndependentSet::kOutside : IndependentSet::kInside) << "vertex " << v;
  }
}

}  // namespace
}  // namespace warpgraph::test
