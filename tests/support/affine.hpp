// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::test {

// The map x -> factor * x + offset, modulo 2^32. Composition is associative and not commutative, so a fold over many
// of them tells whether all took part, once, and in order.
struct Affine {
  std::uint32_t factor;
  std::uint32_t offset;
  bool operator==(const Affine&) const = default;
};

// First `a`, then `b`.
struct Compose {
  WARPGRAPH_DEVICE constexpr Affine operator()(Affine a, Affine b) const {
    return {a.factor * b.factor, a.offset * b.factor + b.offset};
  }
  template <class T>
  WARPGRAPH_DEVICE static constexpr Affine identity() {
    return {1, 0};
  }
};

inline std::vector<Affine> random_maps(std::size_t count, std::uint64_t seed) {
  std::mt19937 random(static_cast<std::uint32_t>(seed));
  std::vector<Affine> maps(count);
  for (Affine& map : maps) map = {static_cast<std::uint32_t>(random()) | 1u, static_cast<std::uint32_t>(random())};
  return maps;
}

}  // namespace warpgraph::test
