// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

namespace warpgraph::primitives {

// Reduces each segment of `in`: out[s] is the reduction of in[offsets[s]] to in[offsets[s + 1] - 1], and the operator's
// identity if there are none. `offsets` has one element more than there are segments, ascends and ends within `in`;
// elements before the first offset and after the last are left out.
//
// The work is cut into equal slices of elements and segment ends together (the merge path of Merrill and Garland,
// "Merge-based parallel sparse matrix-vector multiplication", SC 2016), so that neither many empty segments nor one
// that holds everything is slow. It loses to one warp per segment where all segments are long and alike.
//
// Order: queues work in `stream` and returns.
// Cost: reads n elements and the offsets once. Integer sums wrap around.
// Determinism: floating sums are the same from run to run on one device model.
// Aliasing: `out` must not overlap `in` or `offsets`.
// Throws UsageError for views that break this (except for what the offsets hold), OutOfMemory for the temporary
// storage.
template <Number T, ReductionOf<T> Op = Plus>
void segmented_reduce(StreamRef stream, std::type_identity_t<View<const T>> in, const Indices& offsets, View<T> out,
                      Op = {}) {
  expects(offsets.size() >= 1, "segmented_reduce: offsets has no element");
  const std::size_t segments = offsets.size() - 1;
  expects(out.size() >= segments, "segmented_reduce: out is smaller than the number of segments");
  if (in.empty()) return fill(stream, out.subview(0, segments), Op::template identity<T>());
  if (segments == 0) return;
  expects(!detail::overlap(in, out.subview(0, segments)), "segmented_reduce: in and out overlap");
  expects(!detail::overlap(out.subview(0, segments), offsets), "segmented_reduce: offsets and out overlap");
  detail::enqueue(stream, detail::SegmentedReduceCall{detail::number_type<T>(), detail::operator_type<Op>(), in,
                                                      segments, offsets, offsets.width(), out});
}

// The temporary storage of a segmented reduction of n elements, exactly.
template <Number T, ReductionOf<T> Op = Plus>
MemoryPlan segmented_reduce_memory(Device& device, std::size_t n, std::size_t segments) {
  if (segments == 0) return {};
  return detail::plan(device, detail::SegmentedReduceCall{detail::number_type<T>(), detail::operator_type<Op>(),
                                                          detail::InputArray(n), segments});
}

}  // namespace warpgraph::primitives
