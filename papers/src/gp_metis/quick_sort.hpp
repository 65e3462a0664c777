// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/generate/counter_random.hpp>

#include "level/random.hpp"

namespace warpgraph::partitioning::gp_metis {

template <class T, class Less>
WARPGRAPH_DEVICE void insertion_sort(T* items, std::uint64_t first, std::uint64_t last, const Less& less) {
  for (std::uint64_t i = first + 1; i < last; ++i) {
    const T item = items[i];
    std::uint64_t to = i;
    for (; to > first && less(item, items[to - 1]); --to) items[to] = items[to - 1];
    items[to] = item;
  }
}

// Sorts by one thread. Pivots are drawn, because two sorted rows behind each other are what other choices fail on;
// what equals the pivot is done with, because rows repeat their neighbours. The larger of the two ranges that are
// left waits, so few do.
template <class T, class Less>
WARPGRAPH_DEVICE void quick_sort(T* items, std::uint64_t count, std::uint64_t seed, const Less& less) {
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };
  constexpr std::uint64_t kFew = 12;
  constexpr int kMaxDepth = 40;
  Range waiting[kMaxDepth];
  int depth = 0;
  Range range{0, count};
  for (;;) {
    while (range.last - range.first > kFew) {
      const T pivot = items[range.first + generators::below(draw(seed, range.first), range.last - range.first)];
      std::uint64_t lower = range.first;
      std::uint64_t upper = range.last;
      for (std::uint64_t i = lower; i < upper;) {
        const T item = items[i];
        if (less(item, pivot)) {
          items[i++] = items[lower];
          items[lower++] = item;
        } else if (less(pivot, item)) {
          items[i] = items[--upper];
          items[upper] = item;
        } else {
          ++i;
        }
      }
      const bool is_left_larger = lower - range.first > range.last - upper;
      waiting[depth++] = is_left_larger ? Range{range.first, lower} : Range{upper, range.last};
      range = is_left_larger ? Range{upper, range.last} : Range{range.first, lower};
    }
    insertion_sort(items, range.first, range.last, less);
    if (depth == 0) return;
    range = waiting[--depth];
  }
}

}  // namespace warpgraph::partitioning::gp_metis
