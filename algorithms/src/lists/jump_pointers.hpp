// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>
#include <warpgraph/runtime/view.hpp>

#include "words.hpp"

namespace warpgraph::algorithms::lists {

// Wyllie's pointer jumping in one launch. A word holds a weight and the item that it leads to; a tail leads to itself
// with weight 0. At every moment the weight is that of all items from this one up to the one it leads to, because the
// two are read and written at once and each word has one writer. So a pass may see words of the same pass. Afterwards
// every word leads to its tail, or the item lies on a circle and the number of passes has ended the loop.
struct JumpPointers {
  View<std::uint64_t> word;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    const std::uint64_t items = word.size();
    for (std::uint64_t reach = 1; reach < 2 * items; reach *= 2)
      if (!grid.any(items, [&](std::uint64_t i) { return jump(i); })) return;
  }

 private:
  WARPGRAPH_DEVICE bool jump(std::uint64_t i) const {
    const std::uint64_t mine = atomic::load(word[i]);
    const std::uint64_t other = atomic::load(word[low_of(mine)]);
    if (low_of(other) == low_of(mine)) return false;
    atomic::store(word[i], pack(high_of(mine) + high_of(other), low_of(other)));
    return true;
  }
};

}  // namespace warpgraph::algorithms::lists
