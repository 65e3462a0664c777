// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include "scope_cases.hpp"
#include "scope_scan_cases.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class BlockTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(BlockTest);

TEST_P(BlockTest, PhasesVisitEveryLaneOnce) {
  phases_visit_every_lane_once<kernel::Block<32>>(stream());
  phases_visit_every_lane_once<kernel::Block<256>>(stream());
  phases_visit_every_lane_once<kernel::Block<1024>>(stream());
}
TEST_P(BlockTest, PhaseSeesWhatAllLanesWroteBefore) {
  phase_sees_what_all_lanes_wrote_before<kernel::Block<32>>(stream());
  phase_sees_what_all_lanes_wrote_before<kernel::Block<256>>(stream());
  phase_sees_what_all_lanes_wrote_before<kernel::Block<1024>>(stream());
}
TEST_P(BlockTest, ElectRunsOnceAndAllLanesSeeIt) {
  elect_runs_once_and_all_lanes_see_it<kernel::Block<32>>(stream());
  elect_runs_once_and_all_lanes_see_it<kernel::Block<256>>(stream());
  elect_runs_once_and_all_lanes_see_it<kernel::Block<1024>>(stream());
}

TEST_P(BlockTest, ReduceCombinesIntegers) {
  reduce_combines_integers<kernel::Block<32>, std::int32_t>(stream());
  reduce_combines_integers<kernel::Block<256>, std::uint32_t>(stream());
  reduce_combines_integers<kernel::Block<1024>, std::int64_t>(stream());
}
TEST_P(BlockTest, ReduceSumsFloatsByOneTree) {
  reduce_sums_floats_by_one_tree<kernel::Block<32>, float>(stream());
  reduce_sums_floats_by_one_tree<kernel::Block<256>, float>(stream());
  reduce_sums_floats_by_one_tree<kernel::Block<1024>, double>(stream());
}
TEST_P(BlockTest, ReduceCombinesStructs) {
  reduce_combines_structs<kernel::Block<32>>(stream());
  reduce_combines_structs<kernel::Block<256>>(stream());
  reduce_combines_structs<kernel::Block<1024>>(stream());
}

template <class Scope>
void scans_fold(StreamRef stream) {
  const std::size_t size = kUnits * Scope::kSize;
  scans_fold_in_lane_order<Scope, Plus>(stream, random_values<std::int32_t>(size, -100, 100, 4), 5);
  scans_fold_in_lane_order<Scope, Compose>(stream, random_maps(size, 6), Affine{3, 4});
}
TEST_P(BlockTest, ScansFoldInLaneOrder) {
  scans_fold<kernel::Block<32>>(stream());
  scans_fold<kernel::Block<256>>(stream());
  scans_fold<kernel::Block<1024>>(stream());
}

TEST_P(BlockTest, VotesCountEveryLane) {
  votes_count_every_lane<kernel::Block<32>>(stream());
  votes_count_every_lane<kernel::Block<256>>(stream());
  votes_count_every_lane<kernel::Block<1024>>(stream());
}
TEST_P(BlockTest, BroadcastHandsOneLanesValueToAll) {
  broadcast_hands_one_lanes_value_to_all<kernel::Block<32>>(stream());
  broadcast_hands_one_lanes_value_to_all<kernel::Block<256>>(stream());
}

TEST_P(BlockTest, AppendListsKeptLanesDensely) {
  append_lists_kept_lanes_densely<kernel::Block<32>, std::uint32_t>(stream(), random_flags(2000 * 32, 0.3, 7));
  append_lists_kept_lanes_densely<kernel::Block<256>, std::uint64_t>(stream(), random_flags(200 * 256, 0.5, 8));
  append_lists_kept_lanes_densely<kernel::Block<1024>, std::int32_t>(stream(), random_flags(50 * 1024, 0.001, 9));
}
TEST_P(BlockTest, AppendOfAllOrNoLanes) {
  append_lists_kept_lanes_densely<kernel::Block<256>, std::uint32_t>(stream(), std::vector<std::uint8_t>(512, 1));
  append_lists_kept_lanes_densely<kernel::Block<256>, std::uint32_t>(stream(), std::vector<std::uint8_t>(512, 0));
}

// Collectives one after the other, as they share memory on the GPU: the first one's late readers must not see the
// second one's values.
struct ManyCollectives {
  static constexpr int kRounds = 20;
  View<std::uint32_t> out;
  WARPGRAPH_DEVICE void operator()(kernel::Block<256>& block) const {
    kernel::PerLane<std::uint32_t, 256> value;
    block.phase([&](kernel::Lane lane) { value[lane] = lane; });
    for (int round = 0; round < kRounds; ++round) {
      const std::uint32_t sum = block.reduce(value, Plus{});
      const std::uint32_t last = block.broadcast(value, 255);
      const auto scan = block.exclusive_scan(value, Plus{});
      block.relaxed_phase([&](kernel::Lane lane) { value[lane] += sum + last + scan.total + scan.before[lane]; });
    }
    store(block, out, value);
  }
};

TEST_P(BlockTest, CollectivesFollowEachOtherWithoutABarrierBetween) {
  const auto out = collect<std::uint32_t>(stream(), kUnits * 256, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::Blocks{kUnits}, ManyCollectives{view});
  });
  std::vector<std::uint32_t> value(256);
  for (std::uint32_t i = 0; i < 256; ++i) value[i] = i;
  for (int round = 0; round < ManyCollectives::kRounds; ++round) {
    std::uint32_t sum = 0;
    for (const std::uint32_t each : value) sum += each;
    const std::uint32_t last = value[255];
    std::uint32_t before = 0;
    for (std::uint32_t& each : value) {
      const std::uint32_t mine = each;
      each += 2 * sum + last + before;
      before += mine;
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], value[i % 256]) << i;
}

struct WarpsOfBlocks {
  View<std::uint32_t> sums;  // of each warp of the launch
  View<std::uint32_t> total;
  struct Shared {
    std::uint32_t sums[8];
  };
  WARPGRAPH_DEVICE void operator()(kernel::Block<256>& block, Shared& shared) const {
    block.warps([&](kernel::Warp& warp) {
      kernel::PerLane<std::uint32_t> value;
      warp.phase([&](kernel::Lane lane) { value[lane] = warp.global_index() + lane; });
      const std::uint32_t sum = warp.reduce(value, Plus{});
      warp.elect([&] {
        sums[warp.global_index()] = sum + warp.count() * 1000;
        shared.sums[warp.index_in_block()] = sum;
      });
    });
    block.elect([&] {
      std::uint32_t all = 0;
      for (const std::uint32_t sum : shared.sums) all += sum;
      total[block.index()] = all;
    });
  }
};

TEST_P(BlockTest, WarpsOfABlockEndInABarrier) {
  constexpr std::uint32_t kBlocks = 3;
  Buffer<std::uint32_t> sums(stream(), kBlocks * 8, "sums");
  const auto total = collect<std::uint32_t>(stream(), kBlocks, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::Blocks{kBlocks}, WarpsOfBlocks{sums, view});
  });
  const auto got = to_host(stream(), sums);
  for (std::uint32_t warp = 0; warp < kBlocks * 8; ++warp) EXPECT_EQ(got[warp], 32 * warp + 496 + 24000);
  for (std::uint32_t block = 0; block < kBlocks; ++block) EXPECT_EQ(total[block], 32 * (64 * block + 28) + 8 * 496);
}

struct NumberBlocks {
  View<std::uint32_t> out;
  WARPGRAPH_DEVICE void operator()(kernel::Block<64>& block) const {
    block.elect([&] { out[block.index()] = block.index() + 1000 * block.count(); });
  }
};

TEST_P(BlockTest, KnowsItsNumberAndTheLaunch) {
  const auto out = collect<std::uint32_t>(
      stream(), 7, [&](View<std::uint32_t> view) { kernel::launch(stream(), kernel::Blocks{7}, NumberBlocks{view}); });
  for (std::uint32_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i + 7000);
}

}  // namespace
}  // namespace warpgraph::test
