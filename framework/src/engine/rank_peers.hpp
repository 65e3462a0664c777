// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/engine/detail/run/part_of_peers.hpp>
#include <warpgraph/framework/engine/detail/run/plan_policy.hpp>
#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::detail {

// The other ranks of a run, as the host of one rank sees them: what all have to know, so that all decide alike. Without
// other ranks everything stays as it is.
class RankPeers {
 public:
  // Other than 0, the limit is that of the ranks as long as this lives.
  RankPeers(const RankLayout& layout, std::chrono::milliseconds time_limit) : layout_(layout) {
    if (!layout.has_others()) return;
    limit_before_ = layout.ranks->time_limit();
    if (time_limit.count() != 0) layout.ranks->set_time_limit(time_limit);
  }
  ~RankPeers() {
    if (layout_.has_others()) layout_.ranks->set_time_limit(limit_before_);
  }
  RankPeers(const RankPeers&) = delete;
  RankPeers& operator=(const RankPeers&) = delete;

  [[nodiscard]] const RankLayout& layout() const { return layout_; }
  // Of a device of this rank, among all.
  [[nodiscard]] int number(int device) const { return layout_.first_device + device; }

  template <class T>
  [[nodiscard]] T sum(T mine) {
    return layout_.has_others() ? all_reduce(*layout_.ranks, mine, std::plus<>()) : mine;
  }
  template <class T>
  [[nodiscard]] T max(T mine) {
    return layout_.has_others() ? all_reduce(*layout_.ranks, mine, [](T a, T b) { return std::max(a, b); }) : mine;
  }
  // Puts what all ranks have into `mine`, in their order: add(other) adds one more to it.
  template <class Add>
  void fold(std::span<std::byte> mine, const Add& add) {
    if (!layout_.has_others() || mine.empty()) return;
    std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(layout_.ranks->size()));
    layout_.ranks->all_gather(mine, all);
    std::copy_n(all.begin(), mine.size(), mine.begin());
    for (std::size_t at = mine.size(); at < all.size(); at += mine.size())
      add(std::span<const std::byte>(all).subspan(at, mine.size()));
  }

  // After a superstep: adds the progress of the other ranks, and brings the counts of their channels, and whether some
  // rank's run was cancelled.
  void tell(Progress& sum, std::span<const std::unique_ptr<PartOfPeers>> parts);
  // As the other ranks have told it last.
  [[nodiscard]] const ChannelCounts* channels(std::size_t device) const { return &channels_[device * channels_each()]; }
  [[nodiscard]] const std::atomic<bool>* agree_on(const std::atomic<bool>* cancelled);

 private:
  // How many channels leave a device.
  [[nodiscard]] std::size_t channels_each() const { return layout_.held.size() - 1; }

  const RankLayout& layout_;
  std::chrono::milliseconds limit_before_{0};
  std::vector<ChannelCounts> channels_;  // of all devices
  const std::atomic<bool>* cancelled_here_ = nullptr;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace warpgraph::detail
