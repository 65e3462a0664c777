// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/engine/detail/peers/peer_step.hpp>
#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/sub_ranks.hpp>

namespace warpgraph::detail {

// The other ranks of a run, as the host of one rank sees them: what all have to know, so that all decide alike. Without
// other ranks everything stays as it is. On a grid the ranks of a row tell each other first, then those of a column:
// all ranks know the same, from fewer messages.
class OtherRanks {
 public:
  explicit OtherRanks(const ranks::RankLayout& layout);
  OtherRanks(const OtherRanks&) = delete;
  OtherRanks& operator=(const OtherRanks&) = delete;

  [[nodiscard]] const ranks::RankLayout& layout() const { return layout_; }
  // Null where there are no others.
  [[nodiscard]] Ranks* ranks() const { return layout_.has_others() ? layout_.ranks : nullptr; }
  // Of a device of this rank, among all.
  [[nodiscard]] int number(int device) const { return layout_.first_device + device; }

  template <class T>
  [[nodiscard]] T sum(T mine) {
    return reduce(mine, std::plus<>());
  }
  template <class T>
  [[nodiscard]] T max(T mine) {
    return reduce(mine, [](T a, T b) { return std::max(a, b); });
  }
  template <class T>
  [[nodiscard]] T min(T mine) {
    return reduce(mine, [](T a, T b) { return std::min(a, b); });
  }
  // Puts what all ranks have into `mine`, in their order: add(other) adds one more to it.
  template <class Add>
  void fold(std::span<std::byte> mine, const Add& add) {
    if (mine.empty()) return;
    for (Ranks* const stage : stages_) {
      std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(stage->size()));
      stage->all_gather(mine, all);
      std::copy_n(all.begin(), mine.size(), mine.begin());
      for (std::size_t at = mine.size(); at < all.size(); at += mine.size())
        add(std::span<const std::byte>(all).subspan(at, mine.size()));
    }
  }

  // Those of a row of the grid.
  [[nodiscard]] ranks::SubRanks& row() { return *row_; }

  // After a superstep: adds the progress of the other ranks, and brings the counts of their channels, and whether some
  // rank's run was cancelled. On a grid, of channels of the own column. `mine`: of the channels of each device here.
  using Channels = std::vector<std::span<const ChannelCounts>>;
  void tell(Progress& sum, const Channels& mine);
  // The messages in the rounds of a launch, of each device of all ranks: LoopStep::updated, is_dense and sent. `mine`:
  // of the devices here, as many rounds of each. Comes before the next launch, because no launch may write into what
  // another rank's launch still reads. Tells all whether some rank's run was cancelled.
  using Rounds = std::vector<LoopStep>;
  [[nodiscard]] std::vector<Rounds> meet(std::vector<Rounds> mine);
  // How many channels leave each device, of all ranks.
  void expect_channels(std::vector<std::size_t> counts) { channel_counts_ = std::move(counts); }
  // As the other ranks have told it last.
  [[nodiscard]] std::span<const ChannelCounts> channels(std::size_t device) const { return channels_[device]; }
  [[nodiscard]] const std::atomic<bool>* agree_on(const std::atomic<bool>* cancelled);

 private:
  // What a rank tells of its progress.
  struct Told {
    std::uint64_t vertices;
    std::uint64_t edges;
    std::uint64_t is_cancelled;
  };
  static Told add(const Told& a, const Told& b) {
    return {a.vertices + b.vertices, a.edges + b.edges, a.is_cancelled | b.is_cancelled};
  }

  template <class T, class Op>
  [[nodiscard]] T reduce(T mine, Op op) {
    for (Ranks* const stage : stages_) mine = ranks::all_reduce(*stage, mine, op);
    return mine;
  }
  [[nodiscard]] Told gather_channels(const Told& progress, const Channels& mine);

  const ranks::RankLayout& layout_;
  std::optional<ranks::SubRanks> row_;  // of the grid
  std::optional<ranks::SubRanks> column_;
  std::vector<Ranks*> stages_;  // that tell each other, one after the other
  std::vector<std::size_t> channel_counts_;
  std::vector<std::vector<ChannelCounts>> channels_;  // of each device
  const std::atomic<bool>* cancelled_here_ = nullptr;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace warpgraph::detail
