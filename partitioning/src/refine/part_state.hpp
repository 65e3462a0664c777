// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>

#include "../level/level_graph.hpp"
#include "../level/team.hpp"
#include "../limits.hpp"
#include "../peers/peer.hpp"

// The partition of a level while it is refined.
namespace warpgraph::partitioning {

struct PartView {
  View<PartId> part;
  View<Weight> weight;            // of each part [part * constraints + constraint]
  View<const Weight> max_weight;  // likewise
  View<Weight> cut_change;        // [0]: twice the sum of what moves did to the cut
  PartId parts;

  // For each vertex:
  View<PartId> best;             // the other part that most of its edges go to; kNoPart inside of parts
  View<Weight> gain;             // of moving there
  View<Weight> own;              // weight of its edges inside of its part
  View<std::uint32_t> is_stale;  // whether these three must be found again
  View<PartId> wish;             // the part to move to, kNoPart for none; after the move the part before it
  View<std::uint32_t> has_moved;
  View<std::uint8_t> is_locked;  // whether it waits, because it moved to gain in the round before
  // A bit for each vertex, kept by virtual devices only, where every vertex that is looked at takes a turn:
  View<std::uint32_t> is_active;   // whether anything above is to be found or reset: a vertex inside of a part rests
  View<std::uint32_t> is_unsaved;  // whether it may be in another part than in the saved state

  WARPGRAPH_DEVICE void mark_active(std::uint64_t v) const {
    if constexpr (!kLanesShareRows) sweep::claim_bit(is_active, v);
  }
  WARPGRAPH_DEVICE void mark_stale(std::uint64_t v) const {
    atomic::store(is_stale[v], 1);
    mark_active(v);
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool fits(const LevelView& level, std::uint64_t v, PartId to) const {
    for (std::uint32_t j = 0; j < level.constraints; ++j) {
      const std::uint64_t at = std::uint64_t{to} * level.constraints + j;
      if (weight[at] + level.vertex_weight[v * level.constraints + j] > max_weight[at]) return false;
    }
    return true;
  }
};

class Border;

// The buffers behind it.
class PartState {
 public:
  PartState(StreamRef stream, const LevelGraph& level, const Limits& limits, Buffer<PartId> part);
  ~PartState();
  PartState(const PartState&) = delete;
  PartState& operator=(const PartState&) = delete;

  [[nodiscard]] PartView view() {
    return {part_,         account_.view().subview(1, account_.size() - 1),
            max_weight_,   account_,
            limits_.parts, best_,
            gain_,         own_,
            is_stale_,     wish_,
            has_moved_,    is_locked_,
            is_active_,    is_unsaved_};
  }
  [[nodiscard]] View<PartId> saved_part() { return saved_; }
  [[nodiscard]] View<Weight> saved_weight() { return saved_weight_; }
  [[nodiscard]] const LevelGraph& level() const { return level_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const Border* border() const { return border_.get(); }  // null: there are no peers
  [[nodiscard]] const Buffer<PartId>& part() const { return part_; }
  [[nodiscard]] Weight cut() const { return cut_; }
  [[nodiscard]] const std::vector<Weight>& weights() const { return weights_; }
  [[nodiscard]] double excess() const { return excess_of(limits_, weights_); }

  // Moves the vertices whose `has_moved` is set to the parts that they wish for, and waits for the new sums. Of the
  // others' vertices those of the border.
  void move();
  // Keeps the present state as the best one; goes back to it.
  void save();
  void restore();
  // Reads what a kernel has left: the best state, both as the present and as the saved one. Waits for it.
  void adopt();
  [[nodiscard]] Buffer<PartId> take_part() { return std::move(part_); }

 private:
  void read_account();
  void add_accounts_of_peers(std::vector<Weight>& account);

  StreamRef stream_;
  const LevelGraph& level_;
  const Limits& limits_;
  std::unique_ptr<const Border> border_;
  Buffer<PartId> part_;
  Buffer<PartId> saved_;
  Buffer<Weight> account_;       // the change of the cut, then the parts' weights
  Buffer<Weight> saved_weight_;  // of each part, for kernels
  Buffer<Weight> max_weight_;
  Buffer<PartId> best_;
  Buffer<Weight> gain_;
  Buffer<Weight> own_;
  Buffer<std::uint32_t> is_stale_;
  Buffer<PartId> wish_;
  Buffer<std::uint32_t> has_moved_;
  Buffer<std::uint8_t> is_locked_;
  Buffer<std::uint32_t> is_active_;
  Buffer<std::uint32_t> is_unsaved_;
  WaitIfFailed wait_;
  Weight cut_ = 0;
  Weight saved_cut_ = 0;
  std::vector<Weight> weights_;
  std::vector<Weight> saved_weights_;
};

// The cut of a partition, as a sum over all edges.
[[nodiscard]] Weight measure_cut(StreamRef stream, const LevelGraph& level, const Buffer<PartId>& part);

}  // namespace warpgraph::partitioning
