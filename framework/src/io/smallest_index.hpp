// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace warpgraph::detail {

// The smallest of the indices that threads have found something wrong with.
class SmallestIndex {
 public:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  void add(std::uint64_t index) {
    std::uint64_t known = index_.load(std::memory_order_relaxed);
    while (index < known && !index_.compare_exchange_weak(known, index)) {
    }
  }
  [[nodiscard]] std::uint64_t get() const { return index_; }

 private:
  std::atomic<std::uint64_t> index_ = kNone;
};

}  // namespace warpgraph::detail
