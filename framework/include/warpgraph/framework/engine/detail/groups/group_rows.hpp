// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::detail {

// The rows of a graph by their numbers of edges: short ones are a lane's work, longer ones a warp's, and longer ones
// again a block's, each with its table in registers or in shared memory. The tables of heavy rows lie in an arena,
// which several batches of them have one after the other.
class GroupRows {
 public:
  static constexpr EdgeId kShort = 64;
  static constexpr EdgeId kWarp = 256;
  static constexpr EdgeId kBlock = 2048;
  // Slots of the arena, which has more only where one row needs more.
  static constexpr std::uint64_t kArenaSlots = std::uint64_t{1} << 24;

  // The rows of `heavy` from `first` on.
  struct Batch {
    std::uint64_t first;
    std::uint64_t count;
  };

  GroupRows() = default;
  // `others`: the offsets of a second direction, whose edges a row has as well; or empty. Waits for the stream.
  GroupRows(StreamRef stream, View<const EdgeId> row, View<const EdgeId> others, std::uint64_t max_slots = kArenaSlots);

  // Whether it was made of these offsets.
  [[nodiscard]] bool are_of(View<const EdgeId> row) const { return row_ == row.data() && size_ == row.size(); }

  [[nodiscard]] View<const VertexId> of_warps() const { return of_warps_; }
  [[nodiscard]] View<const VertexId> of_blocks() const { return of_blocks_; }
  [[nodiscard]] View<const VertexId> heavy() const { return heavy_; }
  // Where the table of each heavy row begins in the arena.
  [[nodiscard]] View<const std::uint64_t> place() const { return place_; }
  [[nodiscard]] const std::vector<Batch>& batches() const { return batches_; }
  // That the arena must have.
  [[nodiscard]] std::uint64_t arena_slots() const { return arena_slots_; }

 private:
  const EdgeId* row_ = nullptr;
  std::uint64_t size_ = 0;
  Buffer<VertexId> of_warps_;
  Buffer<VertexId> of_blocks_;
  Buffer<VertexId> heavy_;
  Buffer<std::uint64_t> place_;
  std::vector<Batch> batches_;
  std::uint64_t arena_slots_ = 0;
};

}  // namespace warpgraph::detail
