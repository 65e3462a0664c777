// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace warpgraph::test {

// While it lives, operator new throws std::bad_alloc, in whatever thread: for the allocation with this number from now
// on (0: the first), or for it and all behind it. A program that uses it has failing_allocation.cpp among its sources.
class FailingAllocation {
 public:
  static constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

  explicit FailingAllocation(std::int64_t number, std::int64_t count = 1);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  // Whether there were as many allocations.
  [[nodiscard]] bool has_failed() const;

 private:
  std::int64_t number_;
};

}  // namespace warpgraph::test
