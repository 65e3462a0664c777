// SPDX-License-Identifier: Apache-2.0
#include <string>

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
struct UnlikeLevels : Levels {
  static constexpr bool kUniformUpdates = false;
};

class AdviceTest : public EngineCase {
 protected:
  template <class P>
  std::string advice(const Graph<std::int32_t>& host, const P& program, const EngineOptions& options = {}) {
    const auto graph = on_device(host);
    return run_program(stream(), graph, program, options).advice;
  }
  template <class P>
  void expect_advice(const P& program, const std::string& promise, const std::string& generator,
                     GeneratorArguments arguments, const EngineOptions& options = {}) {
    const std::string given = advice(small_graph(generator, std::move(arguments)), program, options);
    EXPECT_EQ(given.substr(0, given.find(',')), "declare " + promise) << given;
  }
  const GeneratorArguments grid_{{"width", "30"}, {"height", "20"}};
  const GeneratorArguments kron_{{"scale", "8"}};
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(AdviceTest);

TEST_P(AdviceTest, IsAPriorityWhereEdgesAreWalkedAgainAndAgain) {
  expect_advice(UnorderedDistances{}, "priority", "grid2d", grid_);
}
TEST_P(AdviceTest, IsToPromiseThatAReductionMayBeRepeated) {
  expect_advice(PulledNearest{}, "kIdempotentReduce", "grid2d", grid_);
  expect_advice(PulledUnaligned{}, "VertexValue alignas(8) and kIdempotentReduce", "grid2d", grid_);
}
TEST_P(AdviceTest, IsThatAHitSufficesWhereNoVertexIsUpdatedTwice) {
  EngineOptions options;
  options.thresholds.loop_edges = 0;  // so that large frontiers do not end up in a launch of small ones
  expect_advice(PulledLevels{}, "kFirstHitSuffices", "kron", kron_, options);
}
TEST_P(AdviceTest, IsThatUpdatesAreUniform) { expect_advice(UnlikeLevels{}, "kUniformUpdates", "kron", kron_); }

TEST_P(AdviceTest, IsNoneForProgramsThatPromiseAll) {
  const Graph<std::int32_t> grid = small_graph("grid2d", grid_);
  EXPECT_EQ(advice(grid, Distances{3}), "");
  EXPECT_EQ(advice(grid, Levels{3}), "");
  EXPECT_EQ(advice(grid, Labels{}), "");
  EXPECT_EQ(advice(grid, NearestOf8Bytes{}), "");
  EXPECT_EQ(advice(grid, Walks{}, {.max_supersteps = 3}), "");
}
TEST_P(AdviceTest, IsNoneWhereThePlanIsTheCallers) {
  EXPECT_EQ(advice(small_graph("grid2d", grid_), UnorderedDistances{}, {.plan = Plan::kPush}), "");
}

}  // namespace
}  // namespace warpgraph::test
