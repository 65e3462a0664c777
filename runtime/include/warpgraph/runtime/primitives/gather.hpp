// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

// Indirect copies.
//
// Order: queues work in `stream` and returns.
// Cost: one random access for each index. No temporary storage.
// Aliasing: `out` must not overlap anything else.
// Throw UsageError for views that break this. An index outside of its view is an error that checked builds find on the
// host backend; elsewhere it is undefined.
namespace warpgraph::primitives {

// out[i] = in[index[i]]
template <Movable T>
void gather(StreamRef stream, std::type_identity_t<View<const T>> in, const Indices& index, View<T> out) {
  expects(out.size() >= index.size(), "gather: out is smaller than index");
  expects(!detail::overlap(in, out) && !detail::overlap(out, index), "gather: out overlaps an input");
  if (index.size() == 0) return;
  detail::enqueue(stream, detail::GatherCall{false, sizeof(T), index.width(), in, index, out});
}

// out[index[i]] = in[i]. Where an index appears twice, one of its elements wins.
template <Movable T>
void scatter(StreamRef stream, std::type_identity_t<View<const T>> in, const Indices& index, View<T> out) {
  expects(in.size() == index.size(), "scatter: in and index differ in size");
  expects(!detail::overlap(in, out) && !detail::overlap(out, index), "scatter: out overlaps an input");
  if (index.size() == 0) return;
  detail::enqueue(stream, detail::GatherCall{true, sizeof(T), index.width(), in, index, out});
}

}  // namespace warpgraph::primitives
