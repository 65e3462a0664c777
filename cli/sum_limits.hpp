// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <warpgraph/framework/graph/exact_sum.hpp>
#include <warpgraph/framework/graph/ids.hpp>

// Devices add integers up modulo 2^64. A sum is right if each step to it stays within 64 bits, and these look at the
// steps. They return an element or vertex whose sum does not fit, if there is one. Floating-point sums must be finite.
namespace warpgraph::cli {

inline bool leaves_64_bits(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum);
}

// Sums along lists, each with the element's own value.
template <class Index>
std::optional<std::size_t> find_list_overflow(std::span<const Index> next, std::span<const std::int64_t> value,
                                              std::span<const std::int64_t> sum, bool from_tail) {
  for (std::size_t v = 0; v < next.size(); ++v) {
    const std::size_t after = next[v];
    if (after >= next.size() || after == v) continue;  // a tail
    if (from_tail ? leaves_64_bits(sum[after], value[v]) : leaves_64_bits(sum[v], value[after]))
      return from_tail ? v : after;
  }
  return std::nullopt;
}

template <std::floating_point T>
std::optional<std::size_t> find_not_finite(std::span<const T> sums) {
  for (std::size_t v = 0; v < sums.size(); ++v)
    if (!std::isfinite(sums[v])) return v;
  return std::nullopt;
}

// Sums down from the roots. The step from a parent fits 64 bits, so the wrapped sums still tell what it is.
template <class T>
std::optional<std::size_t> find_path_overflow(std::span<const VertexId> parent, std::span<const T> sum) {
  if constexpr (std::floating_point<T>) {
    return find_not_finite(sum);
  } else {
    for (std::size_t v = 0; v < parent.size(); ++v) {
      const std::int64_t above = sum[parent[v]];
      const std::uint64_t step = static_cast<std::uint64_t>(sum[v]) - static_cast<std::uint64_t>(above);
      if (leaves_64_bits(above, static_cast<std::int64_t>(step))) return v;
    }
    return std::nullopt;
  }
}

// Sums over subtrees.
template <class T>
std::optional<std::size_t> find_subtree_overflow(std::span<const VertexId> parent, std::span<const T> value,
                                                 std::span<const T> sum) {
  if constexpr (std::floating_point<T>) {
    return find_not_finite(sum);
  } else {
    std::vector<ExactSum> exact(parent.size());
    for (std::size_t v = 0; v < parent.size(); ++v) {
      exact[v] = exact[v] + ExactSum::of(value[v]);
      if (parent[v] != v) exact[parent[v]] = exact[parent[v]] + ExactSum::of(sum[v]);
    }
    for (std::size_t v = 0; v < parent.size(); ++v)
      if (!exact[v].fits()) return v;
    return std::nullopt;
  }
}

}  // namespace warpgraph::cli
