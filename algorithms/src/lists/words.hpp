// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>

// The 64-bit words of list ranking: two numbers of 32 bits that are read and written at once.
namespace warpgraph::algorithms::lists {

inline constexpr std::uint32_t kNone = 0xffffffffu;

// What a device ranks at most: slots of splitters and of heads must be numbers of 32 bits too.
inline constexpr std::uint64_t kMaxElements = 0xff000000u;

WARPGRAPH_DEVICE constexpr std::uint64_t pack(std::uint32_t high, std::uint32_t low) {
  return (std::uint64_t{high} << 32) | low;
}
WARPGRAPH_DEVICE constexpr std::uint32_t high_of(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }
WARPGRAPH_DEVICE constexpr std::uint32_t low_of(std::uint64_t word) { return static_cast<std::uint32_t>(word); }

// The record of an element. Before a walker comes: kUnowned, or kPreceded if an unowned element is known to come
// before, and the successor (kNone: a tail). Afterwards: the slot of the walker's sublist, and the distance from its
// begin.
inline constexpr std::uint32_t kUnowned = 0xfffffffeu;
inline constexpr std::uint32_t kPreceded = 0xffffffffu;
WARPGRAPH_DEVICE constexpr bool is_owned(std::uint64_t record) { return high_of(record) < kUnowned; }

// What the kernels of a ranking tell the host.
struct Status {
  std::uint64_t taken = 0;  // slots that walkers took
  std::uint64_t visited = 0;
  std::uint64_t tails = 0;
  std::uint64_t head_sum = 0;          // of the numbers of all heads
  std::uint32_t out_of_range = kNone;  // the first element whose successor is
  std::uint32_t is_faulty = 0;         // these are no lists
  std::uint32_t unowned = 0;
  std::uint32_t heads = 0;
  std::uint32_t lists = 0;
  // In another line of the cache than the slots: walkers add to both all the time.
  std::uint64_t apart[9] = {};
  std::uint64_t pieces = 0;  // of trails that walkers took
};

}  // namespace warpgraph::algorithms::lists
