// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/peer_links.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "support/is_mapped.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

// Virtual devices of this rank.
class Devices {
 public:
  explicit Devices(int count) : runtime_("host:" + std::to_string(count)) {
    for (int i = 0; i < count; ++i) streams_.emplace_back(runtime_.device(i), "links");
  }
  [[nodiscard]] std::vector<StreamRef> streams() const { return {streams_.begin(), streams_.end()}; }

 private:
  Runtime runtime_;
  std::vector<Stream> streams_;
};

// One device each.
ranks::RankLayout layout_of(Ranks& ranks) {
  ranks::RankLayout layout;
  layout.ranks = &ranks;
  layout.first_device = ranks.rank();
  for (int r = 0; r < ranks.size(); ++r) layout.rank_of.push_back(r);
  layout.held.resize(layout.rank_of.size());
  return layout;
}

TEST(PeerLinks, ServeOneRunAtATime) {
  const Devices devices(2);
  peers::PeerLinks links(devices.streams());
  {
    const peers::PeerLinks::Use first = links.use();
    EXPECT_THROW((void)links.use(), UsageError);
  }
  EXPECT_NO_THROW((void)links.use());
}

TEST(PeerLinks, NoEpochIsTakenTwice) {
  const Devices devices(1);
  peers::PeerLinks links(devices.streams());
  const std::uint64_t first = links.take_epochs(3);
  EXPECT_GT(first, 0u) << "notes begin with epoch 0";
  EXPECT_EQ(links.take_epochs(1), first + 3);
  EXPECT_EQ(links.epoch(), first + 4);
  links.set_epoch(100);  // what another rank has come to
  EXPECT_EQ(links.take_epochs(5), 100u);
  EXPECT_EQ(links.epoch(), 105u);
}

TEST(PeerLinks, ADeviceHasTwoNotesOfEachDevice) {
  const Devices devices(3);
  peers::PeerLinks links(devices.streams());
  for (std::size_t device = 0; device < 3; ++device) {
    ASSERT_EQ(links.notes(device).size(), 6u);
    for (const peers::StepNote& note : to_host<peers::StepNote>(devices.streams()[device], links.notes(device)))
      EXPECT_EQ(note.epoch, 0u);
  }
  EXPECT_FALSE(links.has_other_ranks());
  EXPECT_FALSE(links.reaches_other_ranks());
}

TEST(PeerLinks, AHubIsKeptWhileItIsLargeEnough) {
  const Devices devices(2);
  peers::PeerLinks links(devices.streams());
  hubs::Hub* const first = &links.hub(HubKind::kHost, 1000);
  EXPECT_EQ(&links.hub(HubKind::kHost, 500), first);
  EXPECT_EQ(links.hub(HubKind::kPeer, 500).kind(), HubKind::kPeer);
}

TEST(PeerLinks, RanksShareNotesAndBoxesThatGrow) {
  on_ranks(3, [](Ranks& ranks) {
    const Devices devices(1);
    const ranks::RankLayout layout = layout_of(ranks);
    peers::PeerLinks links(devices.streams(), layout);
    ASSERT_TRUE(links.reaches_other_ranks());
    for (std::size_t device = 0; device < 3; ++device) EXPECT_EQ(links.notes(device).size(), 6u);
    const ranks::RankMemory* const small = &links.boxes(100);
    EXPECT_EQ(&links.boxes(50), small);
    EXPECT_EQ(links.boxes(5000).of(2).size(), 5000u);
    EXPECT_EQ(small->of(2).size(), 100u) << "kernels of another rank may not have left it";
    (void)ranks::all_gather(ranks, 0);
  });
}

TEST(PeerLinks, MemoryThatRanksShareStaysAfterAFailedRun) {
  on_ranks(2, [](Ranks& ranks) {
    const Devices devices(1);
    const ranks::RankLayout layout = layout_of(ranks);
    auto links = std::make_unique<peers::PeerLinks>(devices.streams(), layout);
    ASSERT_TRUE(links->reaches_other_ranks());
    const auto me = static_cast<std::size_t>(ranks.rank());
    const void* const notes = links->notes(me).data();
    const void* const old_boxes = links->boxes(100).of(me).data();
    const void* const boxes = links->boxes(5000).of(me).data();
    links->leave_failed_run();
    (void)ranks::all_gather(ranks, 0);
    links.reset();
    for (const void* const each : {notes, old_boxes, boxes}) EXPECT_TRUE(is_mapped(each));
  });
}

}  // namespace
}  // namespace warpgraph::test
