// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "scope_cases.hpp"
#include "scope_scan_cases.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class WarpTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(WarpTest);

TEST_P(WarpTest, PhasesVisitEveryLaneOnce) { phases_visit_every_lane_once<kernel::Warp>(stream()); }
TEST_P(WarpTest, PhaseSeesWhatAllLanesWroteBefore) { phase_sees_what_all_lanes_wrote_before<kernel::Warp>(stream()); }
TEST_P(WarpTest, ElectRunsOnceAndAllLanesSeeIt) { elect_runs_once_and_all_lanes_see_it<kernel::Warp>(stream()); }

TEST_P(WarpTest, ReduceCombinesIntegers) {
  reduce_combines_integers<kernel::Warp, std::int32_t>(stream());
  reduce_combines_integers<kernel::Warp, std::uint32_t>(stream());
  reduce_combines_integers<kernel::Warp, std::int64_t>(stream());
}
TEST_P(WarpTest, ReduceSumsFloatsByOneTree) {
  reduce_sums_floats_by_one_tree<kernel::Warp, float>(stream());
  reduce_sums_floats_by_one_tree<kernel::Warp, double>(stream());
}
TEST_P(WarpTest, ReduceCombinesStructs) { reduce_combines_structs<kernel::Warp>(stream()); }

TEST_P(WarpTest, ScansFoldInLaneOrder) {
  scans_fold_in_lane_order<kernel::Warp, Plus>(stream(), random_values<std::int32_t>(kUnits * 32, -100, 100, 4), 5);
  scans_fold_in_lane_order<kernel::Warp, Max>(stream(), random_values<double>(kUnits * 32, -1, 1, 5), -0.25);
  scans_fold_in_lane_order<kernel::Warp, Compose>(stream(), random_maps(kUnits * 32, 6), Affine{3, 4});
}

TEST_P(WarpTest, VotesCountEveryLane) { votes_count_every_lane<kernel::Warp>(stream()); }
TEST_P(WarpTest, BroadcastHandsOneLanesValueToAll) { broadcast_hands_one_lanes_value_to_all<kernel::Warp>(stream()); }

TEST_P(WarpTest, AppendListsKeptLanesDensely) {
  append_lists_kept_lanes_densely<kernel::Warp, std::uint32_t>(stream(), random_flags(3000 * 32, 0.3, 7));
  append_lists_kept_lanes_densely<kernel::Warp, std::int64_t>(stream(), random_flags(3000 * 32, 0.02, 8));
}
TEST_P(WarpTest, AppendOfAllOrNoLanes) {
  append_lists_kept_lanes_densely<kernel::Warp, std::uint32_t>(stream(), std::vector<std::uint8_t>(64, 1));
  append_lists_kept_lanes_densely<kernel::Warp, std::uint32_t>(stream(), std::vector<std::uint8_t>(64, 0));
}

struct WarpNumbers {
  View<std::uint32_t> global;
  View<std::uint32_t> count;
  View<std::uint32_t> in_block;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    warp.elect([&] {
      global[warp.global_index()] = warp.global_index();
      count[warp.global_index()] = warp.count();
      in_block[warp.global_index()] = warp.index_in_block();
    });
  }
};

TEST_P(WarpTest, KnowsItsNumberAndTheLaunch) {
  constexpr std::uint32_t kWarps = 21;
  Buffer<std::uint32_t> global(stream(), kWarps, "global");
  Buffer<std::uint32_t> count(stream(), kWarps, "count");
  Buffer<std::uint32_t> in_block(stream(), kWarps, "in block");
  kernel::launch(stream(), kernel::Warps{kWarps}, WarpNumbers{global, count, in_block});
  const auto got_global = to_host(stream(), global);
  const auto got_in_block = to_host(stream(), in_block);
  EXPECT_EQ(to_host(stream(), count), std::vector<std::uint32_t>(kWarps, kWarps));
  for (std::uint32_t i = 0; i < kWarps; ++i) {
    EXPECT_EQ(got_global[i], i);
    EXPECT_EQ(got_in_block[i], i % 8);
  }
}

template <int kWidth, class T, class Op>
struct ReduceGroups {
  View<const T> in;
  View<T> out;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    store(warp, out, warp.group_reduce<kWidth>(load(warp, in), Op{}));
  }
};

template <int kWidth, class Op, class T>
void every_lane_gets_its_groups_result(StreamRef stream, const std::vector<T>& in) {
  const auto input = to_device(stream, in, "in");
  const auto out = collect<T>(stream, in.size(), [&](View<T> view) {
    kernel::launch(stream, kernel::Warps{in.size() / 32}, ReduceGroups<kWidth, T, Op>{input, view});
  });
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto first = in.begin() + static_cast<std::ptrdiff_t>(i / kWidth * kWidth);
    ASSERT_EQ(out[i], fold(std::vector<T>(first, first + kWidth), Op{})) << "width " << kWidth << ", lane " << i;
  }
}

template <class Op, class T>
void groups_of_every_width_reduce(StreamRef stream, const std::vector<T>& in) {
  every_lane_gets_its_groups_result<1, Op>(stream, in);
  every_lane_gets_its_groups_result<2, Op>(stream, in);
  every_lane_gets_its_groups_result<4, Op>(stream, in);
  every_lane_gets_its_groups_result<8, Op>(stream, in);
  every_lane_gets_its_groups_result<16, Op>(stream, in);
  every_lane_gets_its_groups_result<32, Op>(stream, in);
}

TEST_P(WarpTest, GroupsOfEveryWidthReduce) {
  groups_of_every_width_reduce<Min>(stream(), random_values<std::uint32_t>(kUnits * 32, 0, 4000000000u, 9));
  groups_of_every_width_reduce<Plus>(stream(), random_values<float>(kUnits * 32, -1, 1, 10));
}

struct Ballot {
  View<const std::uint8_t> flags;
  View<std::uint32_t> ballots;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint32_t bits = warp.ballot(load_flags(warp, flags));
    warp.elect([&] { ballots[warp.global_index()] = bits; });
  }
};

TEST_P(WarpTest, BallotHasABitForEachLane) {
  const auto flags = random_flags(kUnits * 32, 0.5, 11);
  const auto input = to_device(stream(), flags, "flags");
  const auto ballots = collect<std::uint32_t>(stream(), kUnits, [&](View<std::uint32_t> view) {
    kernel::launch(stream(), kernel::Warps{kUnits}, Ballot{input, view});
  });
  for (std::size_t i = 0; i < flags.size(); ++i) EXPECT_EQ(ballots[i / 32] >> (i % 32) & 1u, flags[i]) << i;
}

struct ReduceSegments {
  View<const std::uint8_t> heads;
  View<const Affine> in;
  View<Affine> out;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    store(warp, out, warp.segmented_reduce(load_flags(warp, heads), load(warp, in), Compose{}));
  }
};

void heads_get_their_segments_sum(StreamRef stream, const std::vector<std::uint8_t>& heads) {
  const auto in = random_maps(heads.size(), 12);
  const auto input = to_device(stream, in, "in");
  const auto head_input = to_device(stream, heads, "heads");
  const auto out = collect<Affine>(stream, in.size(), [&](View<Affine> view) {
    kernel::launch(stream, kernel::Warps{in.size() / 32}, ReduceSegments{head_input, input, view});
  });
  const auto is_head = [&](std::size_t i) { return heads[i] != 0 || i % 32 == 0; };
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!is_head(i)) continue;
    Affine sum = in[i];
    for (std::size_t j = i + 1; j < in.size() && !is_head(j); ++j) sum = Compose{}(sum, in[j]);
    EXPECT_EQ(out[i], sum) << "segment of lane " << i;
  }
}

TEST_P(WarpTest, SegmentedReduceGivesEachHeadItsSegmentInOrder) {
  heads_get_their_segments_sum(stream(), random_flags(40 * 32, 0.2, 13));
  heads_get_their_segments_sum(stream(), random_flags(40 * 32, 0.03, 14));
}
TEST_P(WarpTest, SegmentedReduceOfAllOrNoHeads) {
  heads_get_their_segments_sum(stream(), std::vector<std::uint8_t>(64, 0));
  heads_get_their_segments_sum(stream(), std::vector<std::uint8_t>(64, 1));
}

template <class T>
struct SearchSorted {
  View<const T> sorted;
  View<const T> keys;
  View<std::uint32_t> out;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    store(warp, out, warp.sorted_search(load(warp, sorted), load(warp, keys)));
  }
};

template <class T>
void search_counts_values_not_greater(StreamRef stream, std::vector<T> values, const std::vector<T>& keys) {
  for (auto warp = values.begin(); warp != values.end(); warp += 32) std::sort(warp, warp + 32);
  const auto sorted = to_device(stream, values, "sorted");
  const auto key_input = to_device(stream, keys, "keys");
  const auto out = collect<std::uint32_t>(stream, keys.size(), [&](View<std::uint32_t> view) {
    kernel::launch(stream, kernel::Warps{keys.size() / 32}, SearchSorted<T>{sorted, key_input, view});
  });
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto warp = values.begin() + static_cast<std::ptrdiff_t>(i / 32 * 32);
    EXPECT_EQ(out[i], std::upper_bound(warp, warp + 32, keys[i]) - warp) << i;
  }
}

TEST_P(WarpTest, SortedSearchCountsDuplicates) {
  search_counts_values_not_greater(stream(), random_values<std::int32_t>(kUnits * 32, -4, 4, 15),
                                   random_values<std::int32_t>(kUnits * 32, -5, 5, 16));
}
TEST_P(WarpTest, SortedSearchOfDistinctValues) {
  search_counts_values_not_greater(stream(), random_values<std::uint64_t>(kUnits * 32, 0, 1ull << 40, 17),
                                   random_values<std::uint64_t>(kUnits * 32, 0, 1ull << 40, 18));
  search_counts_values_not_greater(stream(), random_values<float>(kUnits * 32, -1, 1, 19),
                                   random_values<float>(kUnits * 32, -1, 1, 20));
}
TEST_P(WarpTest, SortedSearchOutsideOfAllValues) {
  const std::vector<int> values(32, 10);
  search_counts_values_not_greater(stream(), values, std::vector<int>(32, 9));
  search_counts_values_not_greater(stream(), values, std::vector<int>(32, 10));
  search_counts_values_not_greater(stream(), values, std::vector<int>(32, 11));
}

}  // namespace
}  // namespace warpgraph::test
