// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/launch.hpp>

#include "support/collect.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"

namespace warpgraph::test {
namespace {

class GridTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GridTest);

using Numbers = std::vector<std::uint32_t>;

struct VisitAll {
  View<std::uint32_t> visits;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<128>& grid) const {
    grid.for_each(visits.size(), [&](std::uint64_t i) { visits[i] += 1; });
  }
};

TEST_P(GridTest, ForEachVisitsEveryIndexOnce) {
  for (const std::size_t n : {0u, 1u, 127u, 20000u}) {
    const auto visits = update(stream(), Numbers(n, 0), [&](View<std::uint32_t> view) {
      kernel::launch(stream(), kernel::WholeDevice{3}, VisitAll{view});
    });
    EXPECT_EQ(visits, Numbers(n, 1));
  }
}

TEST_P(GridTest, LaunchesThatArePreparedTakeNoMoreMemory) {
  auto visits = to_device(stream(), Numbers(1000, 0), "visits");
  kernel::prepare<VisitAll>(stream(), kernel::WholeDevice{});
  stream().synchronize();
  const std::size_t growths = device().memory().pool_growths;
  kernel::launch(stream(), kernel::WholeDevice{3}, VisitAll{visits});
  EXPECT_EQ(device().memory().pool_growths, growths);
  EXPECT_EQ(to_host(stream(), visits), Numbers(1000, 1));
}

struct ShareInBlocks {
  struct Numbers {
    std::uint32_t of_lane[64];
  };
  View<std::uint32_t> mirrored;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<64>& grid) const {
    grid.sharing_blocks<Numbers>([&](kernel::Block<64>& block, Numbers& shared) {
      block.phase([&](kernel::Lane lane) { shared.of_lane[lane] = block.index() * 64 + lane; });
      block.phase([&](kernel::Lane lane) { mirrored[block.index() * 64 + lane] = shared.of_lane[63 - lane]; });
    });
  }
};

TEST_P(GridTest, ThreadsOfABlockShareMemory) {
  const auto mirrored = update(stream(), Numbers(4 * 64, 0), [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::WholeDevice{4}, ShareInBlocks{view});
  });
  for (std::uint32_t i = 0; i < mirrored.size(); ++i) EXPECT_EQ(mirrored[i], i / 64 * 64 + 63 - i % 64);
}

struct VisitBlocks {
  View<std::uint32_t> visits;
  View<std::uint32_t> sums;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<64>& grid) const {
    grid.blocks([&](kernel::Block<64>& block) {
      kernel::PerLane<std::uint32_t, 64> one;
      block.phase([&](kernel::Lane lane) {
        visits[block.index() * 64 + lane] += block.count();
        one[lane] = 1;
      });
      const std::uint32_t sum = block.reduce(one, Plus{});
      block.elect([&] { sums[block.index()] = sum; });
    });
  }
};

TEST_P(GridTest, BlocksAreTheScopesOfTheLaunch) {
  Buffer<std::uint32_t> sums(stream(), 4, "sums");
  const auto visits = update(stream(), Numbers(4 * 64, 0), [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::WholeDevice{4}, VisitBlocks{view, sums});
  });
  EXPECT_EQ(visits, Numbers(4 * 64, 4));
  EXPECT_EQ(to_host(stream(), sums), Numbers(4, 64));
}

struct VisitWarps {
  View<std::uint32_t> out;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<64>& grid) const {
    grid.warps([&](kernel::Warp& warp) {
      kernel::PerLane<std::uint32_t> one;
      warp.phase([&](kernel::Lane lane) { one[lane] = lane; });
      const std::uint32_t sum = warp.reduce(one, Plus{});
      warp.elect([&] { out[warp.global_index()] = sum + 1000 * warp.count(); });
    });
  }
};

TEST_P(GridTest, WarpsAreTheScopesOfTheLaunch) {
  const auto out = collect<std::uint32_t>(stream(), 6, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::WholeDevice{3}, VisitWarps{view});
  });
  EXPECT_EQ(out, Numbers(6, 6496));
}

struct CountAndRead {
  View<std::uint32_t> counter;
  View<std::uint32_t> seen;  // by each lane, in each round
  WARPGRAPH_DEVICE void operator()(kernel::Grid<128>& grid) const {
    for (std::uint32_t round = 0; round < seen.size() / kernel::Warp::kSize; ++round) {
      grid.warps([&](kernel::Warp& warp) { warp.elect([&] { atomic::fetch_add(counter[0], 1u); }); },
                 [&](kernel::Warp& warp) {
                   warp.phase([&](kernel::Lane lane) {
                     seen[round * kernel::Warp::kSize + lane] += counter[0] + warp.global_index();
                   });
                   warp.elect([&] { counter[0] += 1000; });
                 });
    }
  }
};

TEST_P(GridTest, ThenRunsOnOneWarpBehindAllOthers) {
  for (const unsigned blocks : {1u, 5u}) {
    auto counter = to_device(stream(), Numbers{0}, "counter");
    const auto seen = update(stream(), Numbers(20 * kernel::Warp::kSize, 0), [&](View<std::uint32_t> view) {
      kernel::launch(stream(), kernel::WholeDevice{blocks}, CountAndRead{counter, view});
    });
    Numbers expected;
    for (std::uint32_t round = 0; round < 20; ++round)
      expected.insert(expected.end(), kernel::Warp::kSize, (round + 1) * blocks * 4 + 1000 * round);
    EXPECT_EQ(seen, expected);
  }
}

struct Describe {
  View<std::uint64_t> out;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    grid.elect([&] {
      out[0] = grid.block_count();
      out[1] = grid.thread_count();
    });
  }
};

TEST_P(GridTest, MostBlocksBoundsTheLaunch) {
  const auto out = collect<std::uint64_t>(
      stream(), 2, [&](View<std::uint64_t> view) { kernel::launch(stream(), kernel::WholeDevice{3}, Describe{view}); });
  EXPECT_EQ(out, (std::vector<std::uint64_t>{3, 768}));
}
TEST_P(GridTest, WholeDeviceHasBlocksAndThreads) {
  const auto out = collect<std::uint64_t>(
      stream(), 2, [&](View<std::uint64_t> view) { kernel::launch(stream(), kernel::WholeDevice{}, Describe{view}); });
  EXPECT_GE(out[0], 1u);
  EXPECT_EQ(out[1], out[0] * 256);
}

TEST_P(GridTest, ALaunchHasNoMoreBlocksThanTheDeviceHolds) {
  const auto out = collect<std::uint64_t>(stream(), 2, [&](View<std::uint64_t> view) {
    kernel::launch(stream(), kernel::WholeDevice{~0u}, Describe{view});
  });
  EXPECT_GE(out[0], 1u);
  EXPECT_LE(out[0], 32u * static_cast<unsigned>(device().info().multiprocessors));
}

struct ElectAndRead {
  View<std::uint32_t> counter;
  View<std::uint32_t> seen;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<128>& grid) const {
    for (int round = 0; round < 5; ++round) {
      grid.elect([&] { counter[0] += 1; });
      grid.for_each(seen.size(), [&](std::uint64_t i) { seen[i] += counter[0]; });
    }
  }
};

TEST_P(GridTest, ElectRunsOnceAndAllThreadsSeeIt) {
  auto counter = to_device(stream(), Numbers{0}, "counter");
  const auto seen = update(stream(), Numbers(1000, 0), [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::WholeDevice{4}, ElectAndRead{counter, view});
  });
  EXPECT_EQ(to_host(stream(), counter), Numbers{5});
  EXPECT_EQ(seen, Numbers(1000, 1 + 2 + 3 + 4 + 5));
}

struct ReduceSquares {
  View<const std::int64_t> in;
  View<std::int64_t> out;  // as each index of the loop behind learns it
  WARPGRAPH_DEVICE void operator()(kernel::Grid<128>& grid, std::int64_t scale) const {
    const std::int64_t sum =
        grid.reduce(in.size(), std::int64_t{0}, Plus{}, [&](std::uint64_t i) { return in[i] * in[i] * scale; });
    const std::int64_t least =
        grid.reduce(in.size(), Min::identity<std::int64_t>(), Min{}, [&](std::uint64_t i) { return in[i]; });
    grid.for_each(out.size(), [&](std::uint64_t i) { out[i] = i % 2 == 0 ? sum : least; });
  }
};

TEST_P(GridTest, ReduceIsTheSameInAllThreads) {
  for (const std::size_t n : {0u, 1u, 1000u, 5001u}) {
    const auto in = random_values<std::int64_t>(n, -1000, 1000, n + 1);
    const auto input = to_device(stream(), in, "in");
    const auto out = collect<std::int64_t>(stream(), 700, [&](View<std::int64_t> view) {
      kernel::launch(stream(), kernel::WholeDevice{5}, ReduceSquares{input, view}, std::int64_t{3});
    });
    std::int64_t sum = 0;
    std::int64_t least = Min::identity<std::int64_t>();
    for (const std::int64_t each : in) {
      sum += 3 * each * each;
      least = std::min(least, each);
    }
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], i % 2 == 0 ? sum : least);
  }
}

struct ReduceToFloat {
  View<const float> in;
  View<float> out;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<128>& grid) const {
    const float max = grid.reduce(in.size(), Max::identity<float>(), Max{}, [&](std::uint64_t i) { return in[i]; });
    grid.elect([&] { out[0] = max; });
  }
};

TEST_P(GridTest, ReduceFindsTheGreatestFloat) {
  const auto in = random_values<float>(3000, -5, -1, 21);
  const auto input = to_device(stream(), in, "in");
  const auto out = collect<float>(stream(), 1, [&](View<float> view) {
    kernel::launch(stream(), kernel::WholeDevice{2}, ReduceToFloat{input, view});
  });
  EXPECT_EQ(out[0], *std::ranges::max_element(in));
}

// Breadth-first search over the path 0 - 1 - ... - n-1, a superstep for each distance, in one launch. Neighbours are
// read in the phase that may write them, hence the atomics.
struct WalkPath {
  View<std::uint32_t> distance;
  View<std::uint32_t> supersteps;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<64>& grid) const {
    const std::uint64_t n = distance.size();
    std::uint32_t step = 0;
    while (grid.any(n, [&](std::uint64_t i) { return distance[i] == step; })) {
      grid.for_each(n, [&](std::uint64_t i) {
        const bool left = i > 0 && atomic::load(distance[i - 1]) == step;
        const bool right = i + 1 < n && atomic::load(distance[i + 1]) == step;
        if (left || right) atomic::fetch_min(distance[i], step + 1);
      });
      ++step;
    }
    grid.elect([&] { supersteps[0] = step; });
  }
};

TEST_P(GridTest, ALoopOfSuperstepsLivesInOneLaunch) {
  constexpr std::uint32_t kFar = 0xffffffffu;
  constexpr std::uint32_t kVertices = 150;
  Numbers distance(kVertices, kFar);
  distance[40] = 0;
  Buffer<std::uint32_t> supersteps(stream(), 1, "supersteps");
  const auto reached = update(stream(), distance, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::WholeDevice{2}, WalkPath{view, supersteps});
  });
  for (std::uint32_t i = 0; i < kVertices; ++i) EXPECT_EQ(reached[i], i < 40 ? 40 - i : i - 40);
  EXPECT_EQ(to_host(stream(), supersteps), Numbers{kVertices - 40});
}

// Every number takes its Collatz steps until all have come to 1.
struct Collatz {
  View<std::uint64_t> value;
  View<std::uint32_t> steps;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<128>& grid) const {
    const std::uint64_t n = value.size();
    while (grid.any(n, [&](std::uint64_t i) { return value[i] != 1; })) {
      grid.for_each(n, [&](std::uint64_t i) {
        if (value[i] == 1) return;
        value[i] = value[i] % 2 == 0 ? value[i] / 2 : 3 * value[i] + 1;
        steps[i] += 1;
      });
    }
  }
};

TEST_P(GridTest, ALoopEndsWhenTheLastElementIsDone) {
  std::vector<std::uint64_t> start(300);
  std::iota(start.begin(), start.end(), std::uint64_t{1});
  auto value = to_device(stream(), start, "value");
  const auto steps = update(stream(), Numbers(start.size(), 0), [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::WholeDevice{3}, Collatz{value, view});
  });
  for (std::size_t i = 0; i < start.size(); ++i) {
    std::uint32_t expected = 0;
    for (std::uint64_t x = start[i]; x != 1; x = x % 2 == 0 ? x / 2 : 3 * x + 1) ++expected;
    EXPECT_EQ(steps[i], expected);
  }
}

TEST_P(GridTest, TwoStreamsRunGridsAtOnce) {
  Stream other(device(), "other");
  auto first = to_device(stream(), Numbers(5000, 0), "first");
  auto second = to_device<std::uint32_t>(other, Numbers(5000, 0), "second");
  for (int round = 0; round < 3; ++round) {
    kernel::launch(stream(), kernel::WholeDevice{}, VisitAll{first});
    kernel::launch(other.ref(), kernel::WholeDevice{}, VisitAll{second});
  }
  EXPECT_EQ(to_host(stream(), first), Numbers(5000, 3));
  EXPECT_EQ(to_host<std::uint32_t>(other, second), Numbers(5000, 3));
}

}  // namespace
}  // namespace warpgraph::test
