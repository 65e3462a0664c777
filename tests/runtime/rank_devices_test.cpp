// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/rank_devices.hpp>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

// Eight ranks on hosts with four GPUs each.
ranks::RankDevicesFacts facts_of(int rank_of_host) {
  ranks::RankDevicesFacts facts;
  facts.ranks = 8;
  facts.gpus = 4;
  facts.rank_of_host = rank_of_host;
  return facts;
}

std::string chosen(const ranks::RankDevicesFacts& facts) {
  const auto [devices, reason, threads] = ranks::choose_rank_devices(facts);
  return devices + " (" + reason + ")";
}

TEST(RankDevices, DevicesThatAreNamedAreTaken) {
  for (const char* text : {"cuda:0,2", "cuda:3", "host", "host:2"}) {
    ranks::RankDevicesFacts facts = facts_of(1);
    facts.given = text;
    facts.environment = "cuda:1";
    EXPECT_EQ(chosen(facts), std::string(text) + " (given)");
  }
}
TEST(RankDevices, TheEnvironmentCountsWhereNothingIsGiven) {
  for (const char* nothing : {"", "auto"}) {
    ranks::RankDevicesFacts facts = facts_of(1);
    facts.given = nothing;
    facts.environment = "cuda:3";
    EXPECT_EQ(chosen(facts), "cuda:3 (WARPGRAPH_DEVICES)");
  }
}
TEST(RankDevices, TheOnlyGpuIsTakenWhateverTheLauncherSays) {
  ranks::RankDevicesFacts facts = facts_of(3);
  facts.gpus = 1;
  facts.launched = ranks::LocalRank{.value = 3, .variable = "SLURM_LOCALID"};
  EXPECT_EQ(chosen(facts), "cuda:0 (the only GPU)");
}
TEST(RankDevices, TheLauncherCountsBeforeTheHosts) {
  ranks::RankDevicesFacts facts = facts_of(0);
  facts.given = "cuda";
  facts.launched = ranks::LocalRank{.value = 2, .variable = "SLURM_LOCALID"};
  EXPECT_EQ(chosen(facts), "cuda:2 (SLURM_LOCALID)");
}
TEST(RankDevices, RanksOfAHostAreCountedWhereTheLauncherSaysNothing) {
  EXPECT_EQ(chosen(facts_of(3)), "cuda:3 (ranks of this host)");
}
TEST(RankDevices, RanksBeyondTheGpusBeginAgain) {
  EXPECT_EQ(chosen(facts_of(5)), "cuda:1 (ranks of this host)");
  ranks::RankDevicesFacts facts = facts_of(0);
  facts.launched = ranks::LocalRank{.value = 6, .variable = "MPI_LOCALRANKID"};
  EXPECT_EQ(chosen(facts), "cuda:2 (MPI_LOCALRANKID)");
}
TEST(RankDevices, OneRankTakesWhatItWouldTakeAnyway) {
  ranks::RankDevicesFacts facts = facts_of(0);
  facts.ranks = 1;
  EXPECT_EQ(chosen(facts), "auto (default)");
  facts.given = "cuda";
  EXPECT_EQ(chosen(facts), "cuda (given)");
}
TEST(RankDevices, WithoutGpusAutoIsTheHostAndCudaAnError) {
  ranks::RankDevicesFacts facts = facts_of(2);
  facts.gpus = 0;
  EXPECT_EQ(chosen(facts), "auto (default)");
  facts.given = "cuda";
  EXPECT_EQ(chosen(facts), "cuda (given)");
}

TEST(RankDevices, AllRanksLearnThePlacesOfAll) {
  on_ranks(3, [](Ranks& ranks) {
    const ranks::RankDevices chosen = ranks::choose_rank_devices(
        ranks, ranks.rank() == 1 ? "host:2" : "host", [](const char*) { return static_cast<const char*>(nullptr); });
    const Runtime runtime(chosen.devices);
    const std::vector<ranks::RankPlace> places = ranks::gather_rank_places(ranks, runtime, chosen.reason);
    ASSERT_EQ(places.size(), 3u);
    EXPECT_EQ(places[0].devices, "host:0");
    EXPECT_EQ(places[1].devices, "host:0 host:1");
    EXPECT_EQ(places[2].reason, "given");
    EXPECT_EQ(places[0].host, places[2].host);
    EXPECT_FALSE(places[0].host.empty());
    EXPECT_TRUE(ranks::shared_gpus(places).empty());  // virtual devices are not
  });
}

TEST(RankDevices, RanksOfAHostShareItsCores) {
  const unsigned cores = std::thread::hardware_concurrency();
  for (const int size : {1, 2, 64}) {
    on_ranks(size, [&](Ranks& ranks) {
      EXPECT_EQ(ranks::choose_rank_devices(ranks, "host").threads, std::max(1u, cores / static_cast<unsigned>(size)));
    });
  }
}

TEST(RankTable, HasALineForEachRank) {
  EXPECT_EQ(ranks::rank_table({{"node1", "cuda:0", "SLURM_LOCALID", {"0000:18:00.0"}},
                               {"node12", "cuda:0 cuda:1", "given", {"0000:18:00.0", "0000:2a:00.0"}}}),
            "rank  host    devices        chosen by\n"
            "0     node1   cuda:0         SLURM_LOCALID\n"
            "1     node12  cuda:0 cuda:1  given\n");
}
TEST(RankTable, AGpuThatRanksShareIsNamed) {
  // Each rank calls its GPU cuda:0; the address tells.
  const std::vector<ranks::RankPlace> places = {{"node1", "cuda:0", "", {"0000:18:00.0"}},
                                                {"node1", "cuda:0.0 cuda:0.1", "", {"0000:2a:00.0", "0000:2a:00.0"}},
                                                {"node2", "cuda:0", "", {"0000:18:00.0"}},
                                                {"node1", "cuda:0", "", {"0000:18:00.0"}}};
  EXPECT_EQ(ranks::shared_gpus(places),
            std::vector<std::string>{"the GPU 0000:18:00.0 of node1 is shared by the ranks 0, 3"});
}

}  // namespace
}  // namespace warpgraph::test
