// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

// Runs of equal neighbours. Both primitives write the number of runs to count[0], in device memory, so that the host
// need not wait. The outputs need room for as many runs as there are: in.size() is always enough. The host backend
// checks the room, CUDA does not.
//
// Order: queues work in `stream` and returns.
// Cost: read n elements once, write the runs.
// Aliasing: no overlaps.
// Throw UsageError for views that break this, OutOfMemory for the temporary storage.
namespace warpgraph::primitives {

template <class T>
concept RunCount = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;

}  // namespace warpgraph::primitives
namespace warpgraph::detail {
template <class T>
void expect_encodable(View<const T> in, View<T> values, View<std::uint64_t> count) {
  expects(count.size() >= 1, "run_length: count holds no element");
  expects(!overlap(in, values), "run_length: the input and the values overlap");
  expects(!overlap(in, count) && !overlap(values, count), "run_length: count overlaps another view");
}
}  // namespace warpgraph::detail
namespace warpgraph::primitives {

// The value of each run to `values`, its length to `counts`, where it must fit.
template <Comparable T, RunCount Count>
void run_length_encode(StreamRef stream, std::type_identity_t<View<const T>> in, View<T> values, View<Count> counts,
                       View<std::uint64_t> count) {
  detail::expect_encodable(in, values, count);
  expects(!detail::overlap(in, counts) && !detail::overlap(values, counts) && !detail::overlap(counts, count),
          "run_length: counts overlaps another view");
  if (in.empty()) return fill(stream, count.subview(0, 1), 0);
  detail::enqueue(stream, detail::RunLengthCall{sizeof(T), sizeof(Count), in, values, counts, count});
}

// The value of each run to `values`: of a sorted array, its distinct values.
template <Comparable T>
void unique(StreamRef stream, std::type_identity_t<View<const T>> in, View<T> values, View<std::uint64_t> count) {
  detail::expect_encodable(in, values, count);
  if (in.empty()) return fill(stream, count.subview(0, 1), 0);
  detail::enqueue(stream, detail::RunLengthCall{sizeof(T), 0, in, values, {}, count});
}

// The temporary storage for n elements, exactly.
template <Comparable T, RunCount Count>
MemoryPlan run_length_encode_memory(Device& device, std::size_t n) {
  return detail::plan(device, detail::RunLengthCall{sizeof(T), sizeof(Count), detail::InputArray(n)});
}
template <Comparable T>
MemoryPlan unique_memory(Device& device, std::size_t n) {
  return detail::plan(device, detail::RunLengthCall{sizeof(T), 0, detail::InputArray(n)});
}

}  // namespace warpgraph::primitives
