// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/launch.hpp>

#include "support/collect.hpp"
#include "support/machines.hpp"

// A kernel that lacks a phase boundary, planted to show that lane-order seeds find it.
namespace warpgraph::test {
namespace {

// Each lane adds its left neighbour's value to its own: `kPhases` is 2 in the right kernel, and 1 in the wrong one,
// whose lanes read what a neighbour writes in the same phase.
template <int kPhases>
struct AddLeftNeighbour {
  struct Shared {
    std::uint32_t values[64];
  };
  View<const std::uint32_t> in;
  View<std::uint32_t> out;

  WARPGRAPH_DEVICE void operator()(kernel::Block<64>& block, Shared& shared) const {
    const std::uint32_t first = block.index() * 64;
    const auto write = [&](kernel::Lane lane) { shared.values[lane] = in[first + lane]; };
    const auto read = [&](kernel::Lane lane) {
      out[first + lane] = shared.values[lane] + (lane == 0 ? 0 : shared.values[lane - 1]);
    };
    if constexpr (kPhases == 2) {
      block.phase(write);
      block.phase(read);
    } else {
      block.phase([&](kernel::Lane lane) {
        write(lane);
        read(lane);
      });
    }
  }
};

template <int kPhases>
std::vector<std::uint32_t> sums(std::uint64_t lane_order_seed) {
  Runtime runtime("host", host_machine("threads", HostExecution::kThreads, lane_order_seed).options);
  const Stream stream(runtime.device(), "test");
  std::vector<std::uint32_t> in(256);
  std::iota(in.begin(), in.end(), 1u);
  const auto input = to_device(stream, in, "in");
  return collect<std::uint32_t>(stream, in.size(), [&](View<std::uint32_t> view) {
    kernel::launch(stream.ref(), kernel::Blocks{4}, AddLeftNeighbour<kPhases>{input, view});
  });
}

TEST(PlantedMissingPhase, LooksRightWhileLanesAscend) { EXPECT_EQ(sums<1>(0), sums<2>(0)); }

TEST(PlantedMissingPhase, EverySeedDisagreesWithSeedZero) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) EXPECT_NE(sums<1>(seed), sums<1>(0)) << "seed " << seed;
}

TEST(PlantedMissingPhase, EverySeedAgreesOnTheRightKernel) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) EXPECT_EQ(sums<2>(seed), sums<2>(0)) << "seed " << seed;
}

}  // namespace
}  // namespace warpgraph::test
