// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/engine/program.hpp>

// The limit between near and far (Davidson 2014), the same on one device and on several. A vertex waits while its
// priority is above the limit. When no vertex is near, the limit moves to a step above the nearest one that waits.
//
// The limit itself is near, so the nearest vertex leaves the far set whenever the limit moves, even if the sum of its
// priority and the step is rounded to the priority, or the step is 0. That is why a run ends: no move is in vain.
namespace warpgraph::detail {

template <class P>
using Priority =
    std::remove_cvref_t<decltype(std::declval<const P&>().priority(std::declval<const typename P::VertexValue&>()))>;

// Also for programs without a priority: the type that a run has room for.
template <class P>
struct PriorityIs {
  using type = std::uint32_t;
};
template <HasPriority P>
struct PriorityIs<P> {
  using type = Priority<P>;
};
template <class P>
using PriorityOf = typename PriorityIs<P>::type;

// Whether an update may leave a vertex's priority as it is, because the value says more than its order.
template <class P>
inline constexpr bool kPriorityMayStay = ReducesByExchange<P>;

// No priority is above it. Also the nearest of no vertices.
template <class T>
inline constexpr T kNoLimit = Min::identity<T>();

// False for a priority that is not a number.
template <class T>
WARPGRAPH_DEVICE constexpr bool is_far(T priority, T limit) {
  return priority > limit;
}

// A word of the far set, in which the vertices of `updated` now wait, except for those of `near`.
WARPGRAPH_DEVICE constexpr std::uint32_t far_bits(std::uint32_t was_far, std::uint32_t updated, std::uint32_t near) {
  return (was_far | updated) & ~near;
}

// Never below the nearest. `step`: of to_step.
template <class T>
WARPGRAPH_DEVICE constexpr T next_limit(T nearest, T step) {
  if constexpr (std::is_integral_v<T>)
    return nearest > kNoLimit<T> - step ? kNoLimit<T> : static_cast<T>(nearest + step);
  else
    return nearest + step;
}

// What next_limit() adds. Integers: the step, which is at least 1, less 1, because the limit itself is near. Floats:
// above 0, and finite.
template <class T>
constexpr T to_step(double step) {
  constexpr double kLeast = std::is_integral_v<T> ? 1 : static_cast<double>(std::numeric_limits<T>::min());
  constexpr double kMax = static_cast<double>(std::numeric_limits<T>::max()) / 4;
  const T clamped = static_cast<T>(std::min(std::max(kLeast, step), kMax));  // kLeast if it is not a number
  return std::is_integral_v<T> ? clamped - 1 : clamped;
}

}  // namespace warpgraph::detail
