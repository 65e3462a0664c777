// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "framework/engine/ordered_distances.hpp"
#include "framework/shard/compiled_once.hpp"
#include "framework/shard/sharded_case.hpp"
#include "support/time_limit.hpp"

namespace warpgraph::test {
namespace {

constexpr std::chrono::seconds kLimit(100);
constexpr VertexId kChain = shards::kSection + 12;  // edges, which lie on two devices

// In launches of all devices; in such launches, between which the host splits the far set; and superstep by superstep.
std::vector<NamedOptions> drivers() {
  EngineOptions options;
  options.plan = Plan::kPriority;
  options.exchange.hub = HubKind::kPeer;
  std::vector<NamedOptions> all(3, {"launches of all devices", options});
  all[1].name = "far set split by the host";
  all[1].options.tuning.thresholds.peer_loop_edges = 20;
  all[2].name = "superstep by superstep";
  all[2].options.tuning.thresholds.peer_loop_edges = 0;
  return all;
}

class ShardedNearFarTest : public ShardedCase {
 protected:
  template <class P, class E>
  void expect_right(const Graph<E>& host, const P& program) {
    const auto graph = spread(host, 0);
    const auto expected = run_serially(host, program);
    for (NamedOptions& driver : drivers()) {
      for (const double step : {0.0, 1.0, 1e300}) {  // 0: the engine's own
        SCOPED_TRACE(driver.name + ", step " + std::to_string(step));
        driver.options.tuning.priority_step = step;
        const auto result = warpgraph::run(graph, program, driver.options);
        EXPECT_EQ(result.to_host(graph.streams()), expected);
        EXPECT_TRUE(result.converged());
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Host, ShardedNearFarTest, testing::ValuesIn(late_machines()), sharded_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, ShardedNearFarTest, testing::ValuesIn(sharded_gpus()), sharded_name);

TEST_P(ShardedNearFarTest, EndsWhereAllWeightsAreZero) {
  const TimeLimit limit(kLimit);
  expect_right(chain<float>(kChain, 0, 0), OrderedDistances<float>{});
  expect_right(chain<std::int32_t>(kChain, 0, 0), OrderedDistances<std::uint32_t>{});
}

TEST_P(ShardedNearFarTest, EndsWhereRoundingLosesTheStep) {
  const TimeLimit limit(kLimit);
  expect_right(chain<float>(kChain, 1e8F, 10), OrderedDistances<float>{});
  expect_right(chain<float>(kChain, 1e11F, 1), OrderedDistances<float>{});
  expect_right(fan(150, 1e8F, 16), OrderedDistances<float>{});
}

TEST_P(ShardedNearFarTest, TheLargestPriorityComesLast) {
  const TimeLimit limit(kLimit);
  constexpr float kMax = std::numeric_limits<float>::max();
  constexpr std::uint32_t kMaxInt = std::numeric_limits<std::uint32_t>::max();
  expect_right(chain<float>(kChain, 1, 1), TiedDistances<float>{2});
  expect_right(chain<float>(kChain, 1, 1), TiedDistances<float>{2, kMax});
  expect_right(chain<std::int32_t>(kChain, 1, 1), TiedDistances<std::uint32_t>{2, kMaxInt});
}

TEST_P(ShardedNearFarTest, DevicesGoAheadFromSmallFrontiers) {
  if (!runtime().supports_concurrent_kernels()) GTEST_SKIP() << "kernels of these devices do not run at the same time";
  const TimeLimit limit(kLimit);
  const auto host = small_graph("grid2d", {{"width", "20"}, {"height", "180"}});
  const auto graph = spread(host, 0);
  const auto expected = run_serially(host, Distances{1});
  EngineOptions options = drivers().front().options;
  const auto supersteps = [&](std::uint32_t rounds, std::uint64_t edges) {
    options.tuning.thresholds.rounds_ahead = rounds;
    options.tuning.thresholds.ahead_edges = edges;
    const auto result = warpgraph::run(graph, Distances{1}, options);
    EXPECT_EQ(result.to_host(graph.streams()), expected);
    return result.supersteps.size();
  };
  for (const double step : {0.0, 1.0, 1e300}) {
    SCOPED_TRACE(step);
    options.tuning.priority_step = step;
    const std::size_t one_by_one = supersteps(0, 1000);
    (void)supersteps(3, 40);  // many grow beyond that on the way
    (void)supersteps(64, 120);
    EXPECT_LE(supersteps(32, 100000), one_by_one);
    if (step > 1) {
      EXPECT_LT(supersteps(32, 100000), one_by_one / 2);
    }
  }
}

// With weights that are all 1 a vertex gets its value in the superstep that finds it, so their number is always the
// same.
TEST_P(ShardedNearFarTest, DevicesDoNotGoAheadWherePeersReadMostVertices) {
  const TimeLimit limit(kLimit);
  const auto host = small_graph("urand", {{"vertices", "600"}, {"lowest-weight", "1"}, {"highest-weight", "1"}});
  const auto graph = spread(host, 0);
  EngineOptions options = drivers().front().options;
  const auto supersteps = [&](std::uint32_t rounds) {
    options.tuning.thresholds.rounds_ahead = rounds;
    return warpgraph::run(graph, Distances{1}, options).supersteps.size();
  };
  EXPECT_EQ(supersteps(32), supersteps(0));
}

TEST_P(ShardedNearFarTest, EndsWhenCancelledWhereTheLimitIsHardToMove) {
  const TimeLimit limit(kLimit);
  constexpr VertexId kEdges = 1u << 18;
  const auto graph = spread(chain<float>(kEdges, 1e8F, 10), 0);
  for (NamedOptions& driver : drivers()) {
    SCOPED_TRACE(driver.name);
    driver.options.tuning.priority_step = 1;
    const Device& device = graph.stream(0).device();
    const std::size_t before = device.memory().in_use;
    auto running = warpgraph::start(graph, OrderedDistances<float>{}, driver.options);
    while (device.memory().in_use == before) std::this_thread::yield();  // until it has begun
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    running.cancel();
    const auto result = running.wait();
    EXPECT_EQ(result.end, RunEnd::kCancelled);
    EXPECT_LT(result.supersteps.size(), kEdges);
  }
}

}  // namespace
}  // namespace warpgraph::test
