// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

// Compaction by flags. Both primitives keep the order of the elements and write how many were selected to count[0], in
// device memory, so that the host need not wait. A flag selects if it is not 0.
//
// Order: queues work in `stream` and returns.
// Cost: select reads n elements and flags once and writes what it selects; partition reads the flags twice and
// writes n elements.
// Aliasing: no overlap of an output with anything else.
// Throw UsageError for views that break this, OutOfMemory for the temporary storage.
namespace warpgraph::detail {
template <class T>
void expect_selectable(View<const T> in, View<const std::uint8_t> flags, View<T> out, View<std::uint64_t> count) {
  expects(flags.size() == in.size(), "select: in and flags differ in size");
  expects(count.size() >= 1, "select: count holds no element");
  expects(!overlap(in, out) && !overlap(flags, out), "select: out overlaps an input");
  expects(!overlap(in, count) && !overlap(flags, count) && !overlap(out, count), "select: count overlaps another view");
}
}  // namespace warpgraph::detail
namespace warpgraph::primitives {

// Copies the selected elements to the front of `out`, which must have room for them: in.size() is always enough. The
// host backend checks the room, CUDA does not.
template <Movable T>
void select(StreamRef stream, std::type_identity_t<View<const T>> in, View<const std::uint8_t> flags, View<T> out,
            View<std::uint64_t> count) {
  detail::expect_selectable(in, flags, out, count);
  if (in.empty()) return fill(stream, count.subview(0, 1), 0);
  detail::enqueue(stream, detail::SelectCall{false, sizeof(T), in, flags, out, count});
}

// Copies the selected elements to the front of `out` and the rest behind them.
template <Movable T>
void partition(StreamRef stream, std::type_identity_t<View<const T>> in, View<const std::uint8_t> flags, View<T> out,
               View<std::uint64_t> count) {
  detail::expect_selectable(in, flags, out, count);
  expects(out.size() >= in.size(), "partition: out is smaller than in");
  if (in.empty()) return fill(stream, count.subview(0, 1), 0);
  detail::enqueue(stream, detail::SelectCall{true, sizeof(T), in, flags, out, count});
}

// The temporary storage for n elements, exactly.
template <Movable T>
MemoryPlan select_memory(Device& device, std::size_t n) {
  return detail::plan(device, detail::SelectCall{false, sizeof(T), detail::InputArray(n)});
}
template <Movable T>
MemoryPlan partition_memory(Device& device, std::size_t n) {
  return detail::plan(device, detail::SelectCall{true, sizeof(T), detail::InputArray(n)});
}

}  // namespace warpgraph::primitives
