// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/hub.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "support/thread_ranks.hpp"

// Which kinds of hubs there are, and which devices have them.
namespace warpgraph::test {
namespace {

std::vector<Stream> a_stream_on_each(Runtime& runtime) {
  std::vector<Stream> streams;
  for (int i = 0; i < runtime.device_count(); ++i) streams.emplace_back(runtime.device(i));
  return streams;
}
std::vector<StreamRef> refs(const std::vector<Stream>& streams) { return {streams.begin(), streams.end()}; }

RuntimeOptions without_peers() {
  RuntimeOptions options;
  options.host.peer_access = false;
  return options;
}

TEST(HubKind, IsReadAsItIsWritten) {
  for (const HubKind kind : hubs::kHubKinds) EXPECT_EQ(parse_hub_kind(to_string(kind)), kind);
  EXPECT_EQ(parse_hub_kind("Host"), std::nullopt);
  EXPECT_EQ(parse_hub_kind(""), std::nullopt);
}

// A hub through the host would pin memory for each device.
TEST(RankHub, NeedsNoPinnedMemoryWhereTheDevicesOfARankArePeers) {
  RuntimeOptions options;
  options.host.faults.pinned_failure = true;
  Runtime runtime("host:2", options);
  const std::vector<Stream> streams = a_stream_on_each(runtime);
  RankPost post(1);
  ThreadRanks ranks(post, 0);
  constexpr int kRankOf[] = {0, 0};
  EXPECT_NO_THROW((void)hubs::make_rank_hub(HubKind::kHost, {ranks, kRankOf, 0}, refs(streams), 1 << 10));
}

TEST(HubKind, PeersHaveAPeerHubAtBest) {
  Runtime runtime("host:3");
  const auto streams = a_stream_on_each(runtime);
  EXPECT_EQ(hubs::best_hub(refs(streams)), HubKind::kPeer);
}

TEST(HubKind, OthersHaveAHostHubAtBest) {
  Runtime runtime("host:3", without_peers());
  const auto streams = a_stream_on_each(runtime);
  EXPECT_EQ(hubs::best_hub(refs(streams)), HubKind::kHost);
}

void expect_refusal(HubKind kind, std::span<const StreamRef> streams, const std::string& message) {
  try {
    static_cast<void>(hubs::make_hub(kind, streams, 8));
    ADD_FAILURE() << "made";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(MakeHub, RefusesPeersThatAreNone) {
  Runtime runtime("host:2", without_peers());
  const auto streams = a_stream_on_each(runtime);
  expect_refusal(HubKind::kPeer, refs(streams),
                 "the hub peer (HubKind::kPeer) needs devices that reach each other's memory; host:0 does not reach "
                 "that of host:1");
}

TEST(MakeHub, RefusesNcclOnVirtualDevices) {
  Runtime runtime("host:2");
  const auto streams = a_stream_on_each(runtime);
  expect_refusal(HubKind::kNccl, refs(streams), "the hub nccl (HubKind::kNccl) needs CUDA devices, and host:0 is none");
}

TEST(MakeHub, RefusesAKindThatThereIsNot) {
  Runtime runtime("host:2");
  const auto streams = a_stream_on_each(runtime);
  expect_refusal(static_cast<HubKind>(99), refs(streams),
                 "the hub's kind (HubKind) is the number 99, which is none of host, peer and nccl");
}

TEST(MakeHub, RefusesNoStreamsAndThoseOfTwoRuntimes) {
  Runtime one("host");
  Runtime other("host");
  const Stream here(one.device());
  const Stream there(other.device());
  EXPECT_THROW(static_cast<void>(hubs::make_hub(HubKind::kHost, {}, 8)), UsageError);
  EXPECT_THROW(static_cast<void>(hubs::make_hub(HubKind::kHost, std::array{here.ref(), there.ref()}, 8)), UsageError);
}

TEST(MakeHub, TellsIfTheHostsMemoryCannotBePinned) {
  RuntimeOptions options;
  options.host.faults.pinned_failure = true;
  Runtime runtime("host:2", options);
  const auto streams = a_stream_on_each(runtime);
  EXPECT_THROW(static_cast<void>(hubs::make_hub(HubKind::kHost, refs(streams), 8)), OutOfMemory);
  EXPECT_EQ(hubs::make_hub(HubKind::kPeer, refs(streams), 8)->kind(), HubKind::kPeer);
}

// Empty parcels are the only ones that it takes.
TEST(MakeHub, AHubOfNoBytesMovesNothing) {
  Runtime runtime("host:2");
  const auto streams = a_stream_on_each(runtime);
  Buffer<std::byte> content(streams[0], 8, "content");
  Buffer<std::byte> inbox(streams[1], 8, "inbox");
  fill(streams[0], content, std::byte{1});
  fill(streams[1], inbox, std::byte{2});
  for (const HubKind kind : {HubKind::kHost, HubKind::kPeer}) {
    SCOPED_TRACE(to_string(kind));
    const auto hub = hubs::make_hub(kind, refs(streams), 0);
    const auto send = [&](std::size_t bytes) {
      const hubs::Parcel parcel{0, content.view().subview(0, bytes), {{1, inbox.view().subview(0, bytes)}}};
      hub->exchange({&parcel, 1});
    };
    send(0);
    EXPECT_THROW(send(1), UsageError);
    EXPECT_EQ(to_host(streams[1].ref(), inbox), std::vector<std::byte>(8, std::byte{2}));
  }
}

}  // namespace
}  // namespace warpgraph::test
