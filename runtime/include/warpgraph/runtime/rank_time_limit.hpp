// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::ranks {

// The time limit of `ranks` as long as this lives; then it is what it was before. 0: it stays as it is. `ranks` may be
// null.
class RankTimeLimit {
 public:
  RankTimeLimit(Ranks* ranks, std::chrono::milliseconds limit) : ranks_(limit.count() == 0 ? nullptr : ranks) {
    if (ranks_ == nullptr) return;
    before_ = ranks_->time_limit();
    ranks_->set_time_limit(limit);
  }
  ~RankTimeLimit() {
    if (ranks_ != nullptr) ranks_->set_time_limit(before_);
  }
  RankTimeLimit(const RankTimeLimit&) = delete;
  RankTimeLimit& operator=(const RankTimeLimit&) = delete;

 private:
  Ranks* ranks_;
  std::chrono::milliseconds before_{0};
};

}  // namespace warpgraph::ranks
