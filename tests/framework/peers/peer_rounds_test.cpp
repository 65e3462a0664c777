// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/peer_rounds.hpp>

#include <chrono>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "framework/peers/peers_case.hpp"

namespace warpgraph::test {
namespace {

// Every round each device tells the others its number, in a note, and adds up what it is told.
struct AddUp {
  peers::PeerNotes notes;
  View<std::uint64_t> number;  // and whether a device will not come
  std::uint32_t rounds;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    for (std::uint32_t round = 0; round < rounds && atomic::load(number[1]) == 0; ++round)
      grid.warps([](kernel::Warp&) {}, [&](kernel::Warp& warp) { exchange(warp, round); });
  }
  WARPGRAPH_DEVICE void exchange(kernel::Warp& warp, std::uint32_t round) const {
    const std::uint64_t mine = number[0];
    peers::write_notes(warp, notes, round, [&](kernel::Lane) { return mine; });
    kernel::PerLane<std::uint64_t> theirs{};
    const bool are_there = peers::read_notes<std::uint64_t>(
        warp, notes, round, [&](kernel::Lane lane, std::uint64_t number_of) { theirs[lane] = number_of; });
    const std::uint64_t sum = warp.reduce(theirs, Plus{});
    warp.elect([&] {
      number[0] = mine + sum;
      if (!are_there) atomic::store(number[1], std::uint64_t{1});
    });
  }
};

class PeerRoundsTest : public PeersCase {
 protected:
  static void add_up(peers::PeerRounds& rounds, const peers::PeerGraph& peers,
                     std::vector<Buffer<std::uint64_t>>& numbers, std::uint32_t count) {
    for (const peers::PeerGraph::Part& each : peers.parts) kernel::prepare<AddUp>(each.stream, kernel::WholeDevice{});
    rounds(count, [&](int device, const peers::PeerNotes& notes) {
      kernel::launch(peers.part(device).stream, kernel::WholeDevice{},
                     AddUp{notes, numbers[static_cast<std::size_t>(device)], count});
    });
  }
};

TEST_P(PeerRoundsTest, DevicesTellEachOtherInEveryRoundOfEveryLaunch) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  const peers::PeerGraph peers = peers::peer_graph(graph, {});
  if (!peers::PeerRounds::are_possible(peers, {}))
    GTEST_SKIP() << "kernels of these devices do not run at the same time";
  std::vector<Buffer<std::uint64_t>> numbers;
  for (int i = 0; i < peers.devices(); ++i)
    numbers.push_back(
        to_device(peers.part(i).stream, std::vector<std::uint64_t>{1u + static_cast<unsigned>(i), 0}, "n"));
  peers::PeerRounds rounds(peers);
  const peers::WaitForPeers wait(peers);
  std::uint64_t expected = 6;  // of all three, after a round
  add_up(rounds, peers, numbers, 1);
  for (const std::uint32_t count : {1u, 7u, 20u}) {
    add_up(rounds, peers, numbers, count);
    for (std::uint32_t i = 0; i < count; ++i) expected *= 3;
    for (int i = 0; i < peers.devices(); ++i)
      EXPECT_EQ(to_host(peers.part(i).stream, numbers[static_cast<std::size_t>(i)]).front(), expected);
  }
}

TEST_P(PeerRoundsTest, AreForHubsThatTakeWritesAndRunsThatNobodyWatches) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  EngineOptions watched;
  watched.after_superstep = [](const SuperstepStatistics&) { return true; };
  EngineOptions limited;
  limited.exchange.superstep_timeout = std::chrono::seconds(1);
  {
    const peers::PeerGraph peers = peers::peer_graph(graph, {.hub = HubKind::kPeer});
    EXPECT_FALSE(peers::PeerRounds::are_possible(peers, watched));
    EXPECT_FALSE(peers::PeerRounds::are_possible(peers, limited));
  }
  EXPECT_FALSE(peers::PeerRounds::are_possible(peers::peer_graph(graph, {.hub = HubKind::kHost}), {}));
}

// A kernel that fails before it could answer.
TEST_P(PeerRoundsTest, TheOthersEndWhereALaunchFails) {
  const ShardedGraph<NoValue> graph = ring_on_all();
  const peers::PeerGraph peers = peers::peer_graph(graph, {});
  if (!peers::PeerRounds::are_possible(peers, {}))
    GTEST_SKIP() << "kernels of these devices do not run at the same time";
  std::vector<Buffer<std::uint64_t>> numbers = arrays_of<std::uint64_t>(peers);
  for (const peers::PeerGraph::Part& each : peers.parts) kernel::prepare<AddUp>(each.stream, kernel::WholeDevice{});
  peers::PeerRounds rounds(peers);
  const peers::WaitForPeers wait(peers);
  const auto fail_late = [&](int device, const peers::PeerNotes& notes) {
    if (device == peers.devices() - 1) throw DeviceError("lost");
    kernel::launch(peers.part(device).stream, kernel::WholeDevice{},
                   AddUp{notes, numbers[static_cast<std::size_t>(device)], 5});
  };
  EXPECT_THROW(rounds(5, fail_late), DeviceError);
  for (int i = 0; i + 1 < peers.devices(); ++i)
    EXPECT_EQ(to_host(peers.part(i).stream, numbers[static_cast<std::size_t>(i)])[1], 1u);
}

WARPGRAPH_INSTANTIATE_ON_PEERS(PeerRoundsTest);

}  // namespace
}  // namespace warpgraph::test
