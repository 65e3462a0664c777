// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/runtime/copy.hpp>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// Shapes add up in different orders.
template <class T>
void expect_near(const std::vector<T>& values, const std::vector<T>& expected, T tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t v = 0; v < values.size(); ++v)
    ASSERT_NEAR(values[v], expected[v], tolerance * (std::abs(expected[v]) + tolerance)) << "vertex " << v;
}

class PullOnlyTest : public EngineCase {};

TEST_P(PullOnlyTest, ValuesOfSeveralFieldsAreRightInAllWays) { expect_right_in_all_ways(Nearest{}); }

// Every superstep depends on all values of the one before: a value that is read too late or too early shows.
TEST_P(PullOnlyTest, SuperstepsReadTheOneBeforeInAllWays) {
  expect_right_in_all_ways(Walks{}, 1);
  expect_right_in_all_ways(Walks{}, 4);
}

TEST_P(PullOnlyTest, RanksAreRightInAllWays) {
  constexpr std::uint32_t kSupersteps = 5;
  for (const NamedGraph& each : graphs_of_machine()) {
    const double everywhere = 1.0 / std::max(each.graph.vertex_count(), 1u);
    const programs::PageRanks<double> ranks{.damping = 0.85, .everywhere = everywhere, .starts = {}, .tolerance = 0};
    const auto expected = run_serially(each.graph, ranks, kSupersteps);
    expect_in_all_ways(each, ranks, kSupersteps,
                       [&](const auto& values, const EngineOptions&) { expect_near(values, expected, 1e-12); });
    if (HasFailure()) return;
  }
}

// Contributions of two fields, and arrays that the program reads.
TEST_P(PullOnlyTest, PotentialsAreRightInAllWays) {
  constexpr std::uint32_t kSupersteps = 5;
  for (const NamedGraph& each : graphs_of_machine()) {
    std::vector<float> start(each.graph.vertex_count());
    std::vector<std::uint8_t> is_fixed(start.size());
    for (std::size_t v = 0; v < start.size(); ++v) {
      start[v] = static_cast<float>(v % 11);
      is_fixed[v] = v % 7 == 3 ? 1 : 0;
    }
    const auto starts = to_device(stream(), start, "start");
    const auto fixed = to_device(stream(), is_fixed, "fixed");
    const auto potentials = [](View<const float> from, View<const std::uint8_t> keep) {
      return programs::Potentials{{{from, /*tolerance=*/0}}, keep};
    };
    const auto expected = run_serially(
        each.graph, potentials({start.data(), start.size()}, {is_fixed.data(), is_fixed.size()}), kSupersteps);
    expect_in_all_ways(each, potentials(starts, fixed), kSupersteps,
                       [&](const auto& values, const EngineOptions&) { expect_near(values, expected, 1e-4F); });
    if (HasFailure()) return;
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PullOnlyTest);

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_ONE_DEVICE(Nearest);

}  // namespace warpgraph
