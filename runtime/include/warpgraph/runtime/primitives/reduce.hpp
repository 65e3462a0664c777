// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

namespace warpgraph::primitives {

// Reduces `in` with `op` into out[0]; an empty `in` gives the operator's identity. The output names the type.
//
// Order: queues work in `stream` and returns; the result is in device memory when the stream has passed.
// Cost: reads n elements once. Integer sums wrap around.
// Determinism: floating sums are the same from run to run on one device model, not across models.
// Aliasing: `out` must not overlap `in`.
// Throws UsageError for views that break this, OutOfMemory for the temporary storage.
template <Number T, ReductionOf<T> Op = Plus>
void reduce(StreamRef stream, std::type_identity_t<View<const T>> in, View<T> out, Op = {}) {
  expects(out.size() >= 1, "reduce: out holds no element");
  if (in.empty()) return fill(stream, out.subview(0, 1), Op::template identity<T>());
  expects(!detail::overlap(in, out.subview(0, 1)), "reduce: in and out overlap");
  detail::enqueue(stream, detail::ReduceCall{detail::number_type<T>(), detail::operator_type<Op>(), in, out});
}

// The temporary storage of a reduction of n elements, exactly.
template <Number T, ReductionOf<T> Op = Plus>
MemoryPlan reduce_memory(Device& device, std::size_t n) {
  return detail::plan(device,
                      detail::ReduceCall{detail::number_type<T>(), detail::operator_type<Op>(), detail::InputArray(n)});
}

}  // namespace warpgraph::primitives
