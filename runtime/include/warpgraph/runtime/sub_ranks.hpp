// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::ranks {

// Some of the ranks, such as those of a row of a grid, as ranks of their own, numbered in their order. What all have in
// common stays so: the whole has the time limit and hears of failures, and errors name ranks by their numbers there. So
// there is no communicator to make, and none to free.
class SubRanks final : public Ranks {
 public:
  // `members`: ascending numbers of `whole`, which must outlive this; its own rank is among them.
  SubRanks(Ranks& whole, std::vector<int> members) : whole_(whole), members_(std::move(members)) {
    const auto me = std::ranges::find(members_, whole.rank());
    expects(me != members_.end(), "SubRanks: this rank is not among the members");
    rank_ = static_cast<int>(me - members_.begin());
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return static_cast<int>(members_.size()); }
  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    std::vector<Sent> to;
    std::vector<Received> from;
    for (const Sent& each : sent) to.push_back({number_of(each.to), each.bytes});
    for (const Received& each : received) from.push_back({number_of(each.from), each.bytes});
    whole_.exchange(to, from);
  }
  void fail(std::string_view why, RankFault fault = RankFault::kRank) noexcept override { whole_.fail(why, fault); }
  void look_around() override { whole_.look_around(); }
  void set_time_limit(std::chrono::milliseconds limit) override { whole_.set_time_limit(limit); }
  [[nodiscard]] std::chrono::milliseconds time_limit() const override { return whole_.time_limit(); }

  // In the whole.
  [[nodiscard]] int number_of(int rank) const { return members_[static_cast<std::size_t>(rank)]; }

 private:
  Ranks& whole_;
  std::vector<int> members_;
  int rank_ = 0;
};

}  // namespace warpgraph::ranks
