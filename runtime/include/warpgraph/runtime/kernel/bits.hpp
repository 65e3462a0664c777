// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>
#include <warpgraph/runtime/view.hpp>

// Bitmasks over vertices: 32 to a word, vertex v is bit v % 32 of word v / 32.
namespace warpgraph::detail {

WARPGRAPH_DEVICE constexpr std::uint64_t mask_words(std::uint64_t vertices) { return (vertices + 31) / 32; }
WARPGRAPH_DEVICE constexpr std::uint32_t bit_of(std::uint64_t v) { return std::uint32_t{1} << (v % 32); }
// The bits of a word that are vertices: the word begins with vertex `base`, and there are `vertices`, which are more.
WARPGRAPH_DEVICE constexpr std::uint32_t bits_inside(std::uint64_t base, std::uint64_t vertices) {
  return vertices - base < 32 ? (std::uint32_t{1} << (vertices - base)) - 1 : 0xffffffffu;
}

WARPGRAPH_DEVICE inline int count_bits(std::uint32_t word) {
#if WARPGRAPH_ON_GPU
  return gpu::count_bits(word);
#else
  return std::popcount(word);
#endif
}

// The lowest bit that is set; there must be one.
WARPGRAPH_DEVICE inline std::uint32_t lowest_bit(std::uint32_t word) {
  return static_cast<std::uint32_t>(count_bits((word & (~word + 1)) - 1));
}
// body(bit) for each bit that is set.
template <class Body>
WARPGRAPH_DEVICE void for_each_bit(std::uint32_t word, Body&& body) {
  for (; word != 0; word &= word - 1) body(lowest_bit(word));
}

WARPGRAPH_DEVICE inline bool test_bit(const View<const std::uint32_t>& mask, std::uint64_t v) {
  return (mask[v / 32] & bit_of(v)) != 0;
}
// Whether the bit was clear: of all lanes that set it, one is told so. Looks before it writes, because most bits of a
// busy frontier are set already.
WARPGRAPH_DEVICE inline bool claim_bit(const View<std::uint32_t>& mask, std::uint64_t v) {
  std::uint32_t& word = mask[v / 32];
  if ((atomic::load(word) & bit_of(v)) != 0) return false;
  return (atomic::fetch_or(word, bit_of(v)) & bit_of(v)) == 0;
}

}  // namespace warpgraph::detail
