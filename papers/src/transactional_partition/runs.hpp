// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "level/level_graph.hpp"

// The segmented sort of the thesis: lists that lie one behind the other are sorted by one radix sort, whose keys have
// the list in their upper bits. Then equal keys are runs.
namespace warpgraph::partitioning::transactional {

// Keys of two numbers.
struct ListKey {
  int low_bits = 0;

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t operator()(std::uint64_t list, std::uint32_t low) const {
    return list << low_bits | low;
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t list_of(std::uint64_t key) const { return key >> low_bits; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t low_of(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key & ((std::uint64_t{1} << low_bits) - 1));
  }
};

struct Runs {
  ListKey form;
  std::uint64_t count = 0;
  Buffer<std::uint64_t> key;   // of each run
  Buffer<Weight> sum;          // of the weights of each run
  Buffer<std::uint64_t> rank;  // [entry]: runs that begin before it; one element more than there are entries
};

// Runs of the entries, which are sorted on the way; lists keep their places. A run whose list and low number are equal
// is left out if `drops_own` is set; its entries must weigh 0.
[[nodiscard]] Runs find_runs(StreamRef stream, ListKey form, const Buffer<std::uint64_t>& key,
                             const Buffer<Weight>& weight, std::uint64_t lists, bool drops_own);

}  // namespace warpgraph::partitioning::transactional
