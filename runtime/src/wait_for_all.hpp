// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

namespace warpgraph::detail {

// Calls wait(each) for all of them, also if some throw; then rethrows the first exception.
template <class Range, class Wait>
void wait_for_all(const Range& range, Wait wait) {
  std::exception_ptr first;
  for (const auto& each : range) {
    try {
      wait(each);
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace warpgraph::detail
