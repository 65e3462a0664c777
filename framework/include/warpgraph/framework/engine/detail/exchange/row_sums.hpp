// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <warpgraph/framework/engine/detail/core/kernel_view.hpp>
#include <warpgraph/framework/engine/detail/part/device_part.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/sub_ranks.hpp>

namespace warpgraph::detail {

// What one rank of the row has brought for own vertices: sums of all for which it has edges, or a list of those that
// were updated.
struct RowMessage {
  shards::PeerNumbers place;    // of the sums of all: where each vertex's is
  View<const std::byte> bytes;  // the sums; or entries of a vertex, in 4 bytes, and its sum
  std::uint64_t listed = 0;     // entries; 0: sums of all
};

// The second half of a superstep on a grid of ranks: a device has gathered for proxies, or pushed to them, and tells
// their owners. Both ends know for which proxies there are edges, and their order, so that sums travel without names:
// all of them, or, where fewer were updated, those with the place of the vertex among the owner's. Knows sums by their
// size alone; what becomes of them is the program's part's business (PeerPartCalls).
class RowSums {
 public:
  // `row`: the ranks of the row. `sum_bytes`: a multiple of 4 where update lists are asked for.
  RowSums(StreamRef stream, const shards::ShardOfGrid& grid, int device, ranks::SubRanks& row, hubs::Hub& hub,
          std::size_t sum_bytes);

  // Sums by row of what the device holds. Afterwards messages() has all sums for own vertices.
  void tell_all(View<const std::byte> sums, std::vector<results::LinkTraffic>& traffic);
  // The same in one inbox, one after the other, and the place of each mate's sums there.
  [[nodiscard]] View<const std::byte> inbox() const { return inbox_[1 - parity_]; }
  [[nodiscard]] View<const shards::PeerNumbers> places() const { return places_.view(); }

  // How many proxies of each mate are in the bitmask over what the device holds, into the host's memory.
  void count(View<const std::uint32_t> updated);
  // When the stream has passed that: sums of updated proxies. Returns what has come.
  [[nodiscard]] std::vector<RowMessage> tell_updated(View<const std::byte> sums, View<const std::uint32_t> updated,
                                                     std::vector<results::LinkTraffic>& traffic);

 private:
  // In this round, between this rank and a mate.
  struct Message {
    std::uint64_t updated = 0;
    bool is_list = false;
    std::size_t bytes = 0;
  };
  [[nodiscard]] Message lay_out(std::uint64_t updated, std::uint64_t all) const;
  [[nodiscard]] std::vector<std::uint64_t> hear_counts();
  void pack_all(View<const std::byte> sums, VertexRange rows);
  void pack(const shards::RowMate& mate, const Message& message, View<const std::byte> sums,
            View<const std::uint32_t> updated);
  void move(std::span<const Message> sent, std::span<const Message> received,
            std::vector<results::LinkTraffic>& traffic);

  StreamRef stream_;
  const shards::ShardOfGrid& grid_;
  int device_;
  ranks::SubRanks& row_;
  hubs::Hub& hub_;
  std::size_t sum_bytes_;
  std::vector<std::uint64_t> first_;  // of each mate's sums in the inbox
  Buffer<shards::PeerNumbers> places_;
  Buffer<VertexRange> words_;  // of each mate, in a bitmask over the rows
  Buffer<std::byte> outbox_;
  Buffer<std::byte> inbox_[2];  // rounds take turns
  int parity_ = 0;
  Buffer<std::uint32_t> before_;  // for each word of the bitmask, how many updated proxies the words before it have
  Buffer<std::uint64_t> counts_;
  PinnedBuffer<std::uint64_t> counted_;  // for each mate
};

// Takes all but own vertices out of a frontier, and counts these and their edges.
void count_own(DevicePart& part, const VertexFacts& facts, Frontier& frontier);

}  // namespace warpgraph::detail
