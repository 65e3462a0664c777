// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include <warpgraph/framework/graph/exact_sum.hpp>
#include <warpgraph/framework/ids.hpp>

// Devices add integers up modulo 2^64. A sum is right if each step to it stays within 64 bits, and these look at the
// steps. They return an element or vertex whose sum does not fit, if there is one: of those that are found the one that
// comes first, because what comes behind it may be wrong. Floating-point sums must be finite.
namespace warpgraph::cli {

inline bool leaves_64_bits(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum);
}

// Returns the wrong number below `count` whose place is the least.
template <class IsWrong, class Place>
std::optional<std::size_t> find_first(std::size_t count, IsWrong&& is_wrong, Place&& place) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < count; ++i)
    if (is_wrong(i) && (!first || place(i) < place(*first))) first = i;
  return first;
}

// Sums along lists, each with the element's own value. `rank` counts from the end at which they begin.
template <class Index>
std::optional<std::size_t> find_list_overflow(std::span<const Index> next, std::span<const Index> rank,
                                              std::span<const std::int64_t> value, std::span<const std::int64_t> sum,
                                              bool from_tail) {
  const auto after = [&](std::size_t v) { return next[v] < next.size() && next[v] != v; };
  const auto added = [&](std::size_t v) -> std::size_t { return from_tail ? v : next[v]; };  // by the step at v
  const auto is_wrong = [&](std::size_t v) {
    if (!after(v)) return false;
    return leaves_64_bits(sum[from_tail ? static_cast<std::size_t>(next[v]) : v], value[added(v)]);
  };
  const auto step = find_first(next.size(), is_wrong, [&](std::size_t v) { return rank[added(v)]; });
  return step ? std::optional(added(*step)) : std::nullopt;
}

template <std::floating_point T>
std::optional<std::size_t> find_not_finite(std::span<const T> sums) {
  return find_first(
      sums.size(), [&](std::size_t v) { return !std::isfinite(sums[v]); }, [](std::size_t v) { return v; });
}

// Sums down from the roots. The step from a parent fits 64 bits, so the wrapped sums still tell what it is.
template <class T>
std::optional<std::size_t> find_path_overflow(std::span<const VertexId> parent, std::span<const VertexId> depth,
                                              std::span<const T> sum) {
  if constexpr (std::floating_point<T>) {
    return find_not_finite(sum);
  } else {
    const auto is_wrong = [&](std::size_t v) {
      const std::int64_t above = sum[parent[v]];
      const std::uint64_t step = static_cast<std::uint64_t>(sum[v]) - static_cast<std::uint64_t>(above);
      return leaves_64_bits(above, static_cast<std::int64_t>(step));
    };
    return find_first(parent.size(), is_wrong, [&](std::size_t v) { return depth[v]; });
  }
}

// Vertices such that parents come before their children.
inline std::vector<VertexId> downwards(std::span<const VertexId> preorder) {
  std::vector<VertexId> order(preorder.size());
  for (std::size_t v = 0; v < order.size(); ++v) order[preorder[v]] = static_cast<VertexId>(v);
  return order;
}

// Sums down from the roots with nothing lost, from those modulo 2^64.
inline std::vector<graphs::ExactSum> exact_path_sums(std::span<const VertexId> parent,
                                                     std::span<const VertexId> preorder,
                                                     std::span<const std::int64_t> sum) {
  std::vector<graphs::ExactSum> exact(parent.size());
  for (const VertexId v : downwards(preorder)) {
    const auto step = static_cast<std::uint64_t>(sum[v]) - static_cast<std::uint64_t>(sum[parent[v]]);
    if (parent[v] != v) exact[v] = exact[parent[v]] + graphs::ExactSum::of(static_cast<std::int64_t>(step));
  }
  return exact;
}

// Sums over subtrees.
template <class T>
std::optional<std::size_t> find_subtree_overflow(std::span<const VertexId> parent, std::span<const VertexId> depth,
                                                 std::span<const T> value, std::span<const T> sum) {
  if constexpr (std::floating_point<T>) {
    return find_not_finite(sum);
  } else {
    std::vector<graphs::ExactSum> exact(parent.size());
    for (std::size_t v = 0; v < parent.size(); ++v) {
      exact[v] = exact[v] + graphs::ExactSum::of(value[v]);
      if (parent[v] != v) exact[parent[v]] = exact[parent[v]] + graphs::ExactSum::of(sum[v]);
    }
    return find_first(
        parent.size(), [&](std::size_t v) { return !exact[v].fits(); }, [&](std::size_t v) { return ~depth[v]; });
  }
}

// A vertex whose sum over its subtree is wrong. Sums of doubles are differences of sums over all that stands before.
template <class T>
std::optional<std::size_t> find_wrong_subtree_sum(std::span<const VertexId> parent, std::span<const VertexId> preorder,
                                                  std::span<const T> value, std::span<const T> sum) {
  using Added = std::conditional_t<std::floating_point<T>, double, std::uint64_t>;
  std::vector<Added> expected(value.begin(), value.end());
  for (const VertexId v : std::views::reverse(downwards(preorder)))
    if (parent[v] != v) expected[parent[v]] += expected[v];
  double rounding = 0;
  if constexpr (std::floating_point<T>) {
    for (const T each : value) rounding += std::abs(each);
    rounding *= static_cast<double>(value.size()) * std::numeric_limits<double>::epsilon();
  }
  const auto is_wrong = [&](std::size_t v) {
    if constexpr (std::floating_point<T>)
      return !(std::abs(sum[v] - expected[v]) <= rounding);
    else
      return static_cast<Added>(sum[v]) != expected[v];
  };
  return find_first(sum.size(), is_wrong, [](std::size_t v) { return v; });
}

}  // namespace warpgraph::cli
