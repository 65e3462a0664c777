// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

// Prefix reductions. Both scans:
//
// Order: queues work in `stream` and returns.
// Cost: read and write n elements once (on the host: read twice). Integer sums wrap around.
// Determinism: floating sums may differ in rounding from run to run on CUDA, never on the host.
// Aliasing: in place (`out` begins where `in` does) is allowed; any other overlap is not.
// Throw UsageError for views that break this, OutOfMemory for the temporary storage.
namespace warpgraph::detail {
template <class T>
void expect_scannable(View<const T> in, View<T> out) {
  expects(out.size() >= in.size(), "scan: out is smaller than in");
  expects(in.data() == out.data() || !overlap(in, out.subview(0, in.size())), "scan: in and out overlap in part");
}
}  // namespace warpgraph::detail
namespace warpgraph::primitives {

// out[i] = in[0] op ... op in[i]
template <Number T, ReductionOf<T> Op = Plus>
void inclusive_scan(StreamRef stream, std::type_identity_t<View<const T>> in, View<T> out, Op = {}) {
  detail::expect_scannable(in, out);
  if (in.empty()) return;
  detail::enqueue(stream, detail::ScanCall{true, detail::number_type<T>(), detail::operator_type<Op>(), in, out});
}

// out[i] = initial op in[0] op ... op in[i - 1]
template <Number T, ReductionOf<T> Op = Plus>
void exclusive_scan(StreamRef stream, std::type_identity_t<View<const T>> in, View<T> out, Op = {},
                    std::type_identity_t<T> initial = Op::template identity<T>()) {
  detail::expect_scannable(in, out);
  if (in.empty()) return;
  detail::enqueue(stream,
                  detail::ScanCall{false, detail::number_type<T>(), detail::operator_type<Op>(), in, out, initial});
}

// The temporary storage of a scan of n elements, exactly.
template <Number T, ReductionOf<T> Op = Plus>
MemoryPlan inclusive_scan_memory(Device& device, std::size_t n) {
  return detail::plan(
      device, detail::ScanCall{true, detail::number_type<T>(), detail::operator_type<Op>(), detail::InputArray(n)});
}
template <Number T, ReductionOf<T> Op = Plus>
MemoryPlan exclusive_scan_memory(Device& device, std::size_t n) {
  return detail::plan(
      device, detail::ScanCall{false, detail::number_type<T>(), detail::operator_type<Op>(), detail::InputArray(n)});
}

}  // namespace warpgraph::primitives
