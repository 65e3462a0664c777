// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// What lanes ask of vertices that are marked in a bitmask. The vertices of a frontier lie together, so a word has many
// or none, and its lane would wait for the memory once for each: it asks for several before it waits.
namespace warpgraph::detail {

// The words of a bitmask that a warp looks at together: rows of 32, far apart, so that all warps have some.
struct MarkedWords {
  std::uint64_t first;
  std::uint64_t stride;
  WARPGRAPH_DEVICE std::uint64_t operator()(std::uint32_t k, kernel::Lane lane) const {
    return first + k * stride + lane;
  }
};

// use(bit, what ask(bit) says) for each bit that is set, kInFlight at a time.
template <std::uint32_t kInFlight, class Ask, class Use>
WARPGRAPH_DEVICE void for_each_asked(std::uint32_t word, Ask&& ask, Use&& use) {
  while (word != 0) {
    std::uint32_t bit[kInFlight];
    decltype(ask(0)) answer[kInFlight] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t j = 0; j < kInFlight; ++j) {
      bit[j] = word & (~word + 1);  // 0 behind the last
      word ^= bit[j];
      if (bit[j] != 0) answer[j] = ask(lowest_bit(bit[j]));
    }
    WARPGRAPH_UNROLL
    for (std::uint32_t j = 0; j < kInFlight; ++j)
      if (bit[j] != 0) use(lowest_bit(bit[j]), answer[j]);
  }
}
// use(row, what ask(row) says) for the vertices of a lane's words.
template <std::uint32_t kInFlight, std::uint32_t kWords, class Ask, class Use>
WARPGRAPH_DEVICE void for_rows_asked(const MarkedWords& at, kernel::Lane lane,
                                     const kernel::PerLane<std::uint32_t> (&word)[kWords], Ask&& ask, Use&& use) {
  for (std::uint32_t k = 0; k < kWords; ++k) {
    const std::uint64_t first = at(k, lane) * 32;
    for_each_asked<kInFlight>(
        word[k][lane], [&](std::uint32_t bit) { return ask(first + bit); },
        [&](std::uint32_t bit, const auto& answer) { use(first + bit, answer); });
  }
}

}  // namespace warpgraph::detail
