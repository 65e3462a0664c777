// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::detail {

// std::popcount is a call into a library where the compiler may not use the instruction.
constexpr VertexId count_bits(std::uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<VertexId>((bits * 0x0101010101010101u) >> 56);
}

// Which ids of a range occur, and how many before a given one.
class OccurringIds {
 public:
  OccurringIds(VertexId first, VertexId last)
      : first_(first), words_((std::size_t{last} - first) / 64 + 1), before_(words_.size()) {}

  static std::size_t bytes(VertexId first, VertexId last) {
    return ((std::size_t{last} - first) / 64 + 1) * (sizeof(std::uint64_t) + sizeof(VertexId));
  }

  void mark(VertexId id) {
    const VertexId place = id - first_;
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    const std::atomic_ref word(words_[place / 64]);
    // Most ids occur often; a look is cheaper than a locked write.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);
    }
  }

  VertexId count() {
    VertexId sum = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      before_[word] = sum;
      sum += count_bits(words_[word]);
    }
    return sum;
  }

  [[nodiscard]] VertexId rank(VertexId id) const {
    const VertexId place = id - first_;
    const std::uint64_t below = (std::uint64_t{1} << (place % 64)) - 1;
    return before_[place / 64] + count_bits(words_[place / 64] & below);
  }

  [[nodiscard]] std::vector<std::uint64_t> ids(VertexId count) const {
    std::vector<std::uint64_t> all;
    all.reserve(count);
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
        all.push_back(first_ + std::uint64_t{word} * 64 + bit);
      }
    }
    return all;
  }

 private:
  VertexId first_;
  std::vector<std::uint64_t> words_;
  std::vector<VertexId> before_;
};

}  // namespace warpgraph::detail
