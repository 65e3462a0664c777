// SPDX-License-Identifier: Apache-2.0
#include "engine/run/other_ranks.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "support/thread_ranks.hpp"

namespace warpgraph::detail {
namespace {

using test::on_ranks;

// Rank 0 has two devices, and each other rank has one.
ranks::RankLayout layout_of(Ranks& ranks) {
  ranks::RankLayout layout;
  layout.ranks = &ranks;
  layout.first_device = ranks.rank() == 0 ? 0 : ranks.rank() + 1;
  layout.rank_of = {0};
  for (int r = 0; r < ranks.size(); ++r) layout.rank_of.push_back(r);
  layout.held.resize(layout.rank_of.size());
  return layout;
}
ranks::RankLayout grid_of(Ranks& ranks, ranks::RankGrid grid) {
  ranks::RankLayout layout;
  layout.ranks = &ranks;
  layout.first_device = ranks.rank();
  for (int r = 0; r < ranks.size(); ++r) layout.rank_of.push_back(r);
  layout.held.resize(layout.rank_of.size());
  layout.grid = grid;
  return layout;
}
std::size_t devices_here(const Ranks& ranks) { return ranks.rank() == 0 ? 2 : 1; }

// What device d says of its c-th channel.
ChannelCounts counts_of(std::size_t device, std::size_t channel) { return {10 * device + channel, 100, device, 0}; }

TEST(OtherRanks, NumbersOfAllRanksAreReduced) {
  on_ranks(3, [](Ranks& ranks) {
    const ranks::RankLayout layout = layout_of(ranks);
    OtherRanks peers(layout);
    EXPECT_EQ(peers.sum(ranks.rank() + 1), 6);
    EXPECT_EQ(peers.max(ranks.rank()), 2);
    EXPECT_EQ(peers.min(ranks.rank() + 5), 5);
    EXPECT_EQ(peers.number(0), layout.first_device);
    EXPECT_EQ(peers.ranks(), &ranks);
  });
}

TEST(OtherRanks, OneRankAloneKeepsWhatItHas) {
  const ranks::RankLayout layout;
  OtherRanks peers(layout);
  EXPECT_EQ(peers.sum(7), 7);
  Progress progress{3, 4};
  peers.tell(progress, {});
  EXPECT_EQ(progress.vertices, 3u);
  EXPECT_EQ(peers.ranks(), nullptr);
  const std::atomic<bool> cancelled = false;
  EXPECT_EQ(peers.agree_on(&cancelled), &cancelled);
}

TEST(OtherRanks, BytesAreFoldedInTheOrderOfTheRanks) {
  on_ranks(3, [](Ranks& ranks) {
    const ranks::RankLayout layout = layout_of(ranks);
    OtherRanks peers(layout);
    std::uint32_t mine = static_cast<std::uint32_t>(ranks.rank()) + 1;
    peers.fold(std::as_writable_bytes(std::span(&mine, 1)), [&](std::span<const std::byte> other) {
      std::uint32_t theirs = 0;
      std::memcpy(&theirs, other.data(), sizeof theirs);
      mine = 10 * mine + theirs;
    });
    EXPECT_EQ(mine, 123u);
  });
}

TEST(OtherRanks, ProgressAddsUpAndCountsOfEachDeviceReachAllRanks) {
  on_ranks(3, [](Ranks& ranks) {
    const ranks::RankLayout layout = layout_of(ranks);
    OtherRanks peers(layout);
    peers.expect_channels({2, 0, 3, 1});
    const std::vector<std::size_t> channels{2, 0, 3, 1};
    std::vector<std::vector<ChannelCounts>> mine(devices_here(ranks));
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const auto device = static_cast<std::size_t>(layout.first_device) + i;
      for (std::size_t c = 0; c < channels[device]; ++c) mine[i].push_back(counts_of(device, c));
    }
    Progress progress{static_cast<std::uint64_t>(ranks.rank()), 10};
    peers.tell(progress, {mine.begin(), mine.end()});
    EXPECT_EQ(progress.vertices, 3u);
    EXPECT_EQ(progress.edges, 30u);
    for (std::size_t device = 0; device < channels.size(); ++device) {
      ASSERT_EQ(peers.channels(device).size(), channels[device]);
      for (std::size_t c = 0; c < channels[device]; ++c)
        EXPECT_EQ(peers.channels(device)[c].updated, counts_of(device, c).updated);
    }
  });
}

TEST(OtherRanks, OnAGridProgressIsThatOfAllRanksAndCountsAreThoseOfTheColumn) {
  on_ranks(6, [](Ranks& ranks) {
    const ranks::RankGrid grid{.rows = 2, .columns = 3};
    const ranks::RankLayout layout = grid_of(ranks, grid);
    OtherRanks peers(layout);
    EXPECT_EQ(peers.row().size(), 3);
    peers.expect_channels(std::vector<std::size_t>(6, 1));
    const auto me = static_cast<std::size_t>(ranks.rank());
    const std::vector<ChannelCounts> mine{counts_of(me, 0)};
    Progress progress{1, me};
    peers.tell(progress, {mine});
    EXPECT_EQ(progress.vertices, 6u);
    EXPECT_EQ(progress.edges, 15u);
    for (std::size_t device = 0; device < 6; ++device) {
      const bool is_of_column = grid.column_of(device) == grid.column_of(me);
      EXPECT_EQ(peers.channels(device)[0].updated, is_of_column ? 10 * device : 0) << device;
    }
    EXPECT_EQ(peers.sum(1), 6);
  });
}

TEST(OtherRanks, ARunThatOneRankCancelsIsCancelledOnAll) {
  for (const bool in_a_launch : {false, true}) {
    on_ranks(3, [&](Ranks& ranks) {
      const ranks::RankLayout layout = layout_of(ranks);
      OtherRanks peers(layout);
      peers.expect_channels({0, 0, 0, 0});
      const std::atomic<bool> cancelled = ranks.rank() == 1;
      const std::atomic<bool>* const agreed = peers.agree_on(&cancelled);
      EXPECT_FALSE(agreed->load()) << "the ranks have not met yet";
      Progress progress;
      if (in_a_launch)
        (void)peers.meet(std::vector<OtherRanks::Rounds>(devices_here(ranks)));
      else
        peers.tell(progress, OtherRanks::Channels(devices_here(ranks)));
      EXPECT_TRUE(agreed->load());
    });
  }
}

TEST(OtherRanks, MessagesOfTheRoundsOfEachDeviceReachAllRanks) {
  on_ranks(3, [](Ranks& ranks) {
    const ranks::RankLayout layout = layout_of(ranks);
    OtherRanks peers(layout);
    std::vector<OtherRanks::Rounds> mine(devices_here(ranks), OtherRanks::Rounds(2));
    const auto sent = [](std::size_t device, std::size_t round, std::uint32_t peer) {
      return static_cast<std::uint32_t>(100 * device + 10 * round + peer);
    };
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const auto device = static_cast<std::size_t>(layout.first_device) + i;
      for (std::size_t round = 0; round < 2; ++round) {
        LoopStep& step = mine[i][round];
        step.updated = device + round;
        step.is_dense = round == 1;
        for (std::uint32_t peer = 0; peer < 3; ++peer) step.sent[peer] = sent(device, round, peer);
      }
    }
    const std::vector<OtherRanks::Rounds> all = peers.meet(mine);
    ASSERT_EQ(all.size(), 4u);
    for (std::size_t device = 0; device < 4; ++device) {
      ASSERT_EQ(all[device].size(), 2u);
      for (std::size_t round = 0; round < 2; ++round) {
        EXPECT_EQ(all[device][round].updated, device + round);
        EXPECT_EQ(all[device][round].is_dense, round == 1);
        for (std::uint32_t peer = 0; peer < 3; ++peer)
          EXPECT_EQ(all[device][round].sent[peer], sent(device, round, peer));
      }
    }
  });
}

}  // namespace
}  // namespace warpgraph::detail
