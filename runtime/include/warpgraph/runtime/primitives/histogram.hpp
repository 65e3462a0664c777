// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

namespace warpgraph::primitives {

// Counts the elements of `in` in counts.size() bins of equal width over [lower, upper); what lies outside (a NaN, too)
// is not counted. An integer x falls into bin floor((x - lower) * bins / (upper - lower)), computed exactly; a floating
// x into the bin of the rounded (x - lower) * (bins / (upper - lower)). Both machines give the same counts.
//
// Order: queues work in `stream` and returns.
// Cost: reads n elements once. Up to 8192 bins are counted in shared memory; more of them in device memory, where many
// equal elements queue up for one counter.
// Aliasing: `counts` must not overlap `in`.
// Throws UsageError for views that break this, an empty range, more than 2^31 - 1 bins, or an integer range that times
// the bins exceeds 64 bits. Needs no temporary storage.
template <Number T>
void histogram(StreamRef stream, std::type_identity_t<View<const T>> in, View<std::uint64_t> counts, T lower, T upper) {
  expects(!counts.empty() && counts.size() <= 0x7fffffff, "histogram: the number of bins must be 1 to 2^31 - 1");
  expects(lower < upper, "histogram: the range is empty");
  if constexpr (std::integral<T>) {
    const auto range = static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower);
    expects(range <= std::numeric_limits<std::uint64_t>::max() / counts.size(),
            "histogram: the range times the number of bins exceeds 64 bits");
  } else {
    expects(std::isfinite(upper - lower), "histogram: the range is not finite");
  }
  expects(!detail::overlap(in, counts), "histogram: in and counts overlap");
  fill(stream, counts, 0);
  if (in.empty()) return;
  detail::enqueue(stream, detail::HistogramCall{detail::number_type<T>(), in, counts, lower, upper});
}

}  // namespace warpgraph::primitives
