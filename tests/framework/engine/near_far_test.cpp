// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"
#include "framework/engine/ordered_distances.hpp"
#include "support/time_limit.hpp"

namespace warpgraph::test {
namespace {

constexpr std::chrono::seconds kLimit(100);
constexpr std::array kSteps{0.0, 1.0, 1e-30, 1e300};  // 0: the engine's own

EngineOptions ordered(double step = 0) {
  EngineOptions options;
  options.plan = Plan::kPriority;
  options.tuning.priority_step = step;
  return options;
}

class NearFarTest : public EngineCase {
 protected:
  template <class P, class E>
  void expect_right(const Graph<E>& host, const P& program) {
    const auto graph = on_device(host);
    const auto expected = run_serially(host, program);
    for (const double step : kSteps) {
      SCOPED_TRACE("step " + std::to_string(step));
      const auto result = warpgraph::run(stream(), graph, program, ordered(step));
      EXPECT_EQ(result.to_host(stream()), expected);
      EXPECT_TRUE(result.converged());
    }
  }
};

TEST_P(NearFarTest, EndsWhereAllWeightsAreZero) {
  const TimeLimit limit(kLimit);
  expect_right(chain<float>(70, 0, 0), OrderedDistances<float>{});
  expect_right(chain<float>(70, 0, -0.0F), OrderedDistances<float>{});
  expect_right(chain<std::int32_t>(70, 0, 0), OrderedDistances<std::uint32_t>{});
}

TEST_P(NearFarTest, EndsWhereRoundingLosesTheStep) {
  const TimeLimit limit(kLimit);
  expect_right(chain<float>(70, 1e8F, 1), OrderedDistances<float>{});
  expect_right(chain<float>(70, 1e8F, 10), OrderedDistances<float>{});
  expect_right(chain<float>(70, 1e11F, 1), OrderedDistances<float>{});
  expect_right(fan(300, 1e8F, 16), OrderedDistances<float>{});
}

TEST_P(NearFarTest, EndsWhereWeightsAreTheSmallestAndTheLargestFloats) {
  const TimeLimit limit(kLimit);
  constexpr float kDenormal = std::numeric_limits<float>::denorm_min();
  constexpr float kMax = std::numeric_limits<float>::max();
  expect_right(chain<float>(70, kDenormal, kDenormal), OrderedDistances<float>{});
  expect_right(chain<float>(70, 1e30F, kDenormal), OrderedDistances<float>{});
  expect_right(chain<float>(70, kMax, 1), OrderedDistances<float>{});
  expect_right(chain<float>(70, kMax, kMax), OrderedDistances<float>{});
}

TEST_P(NearFarTest, TheLargestPriorityComesLast) {
  const TimeLimit limit(kLimit);
  constexpr float kMax = std::numeric_limits<float>::max();
  constexpr std::uint32_t kMaxInt = std::numeric_limits<std::uint32_t>::max();
  expect_right(chain<float>(70, 1, 1), TiedDistances<float>{2});
  expect_right(chain<float>(70, 1, 1), TiedDistances<float>{2, kMax});
  expect_right(chain<std::int32_t>(70, 1, 1), TiedDistances<std::uint32_t>{2, kMaxInt});
}

TEST_P(NearFarTest, EndsWhenCancelledWhereTheLimitIsHardToMove) {
  const TimeLimit limit(kLimit);
  constexpr VertexId kEdges = 1u << 21;
  const auto graph = on_device(chain<float>(kEdges, 1e8F, 10));
  const Device& device = stream().device();
  const std::size_t before = device.memory().in_use;
  auto running = warpgraph::start(stream(), graph, OrderedDistances<float>{}, ordered(1));
  while (device.memory().in_use == before) std::this_thread::yield();  // until it has begun
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  running.cancel();
  const auto result = running.wait();
  EXPECT_EQ(result.end, RunEnd::kCancelled);
  EXPECT_LT(result.supersteps.size(), kEdges);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(NearFarTest);

}  // namespace
}  // namespace warpgraph::test
