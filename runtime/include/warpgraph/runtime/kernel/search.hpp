// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::kernel {

// How many elements of the ascending `sorted` are not greater than `key`. For a lane's own use inside a phase; with row
// offsets, row_of(edge) = upper_bound(offsets, edge) - 1.
template <class T>
WARPGRAPH_DEVICE std::size_t upper_bound(View<T> sorted, const typename View<T>::value_type& key) {
  std::size_t first = 0;
  std::size_t count = sorted.size();
  while (count > 0) {
    const std::size_t half = count / 2;
    const bool right = !(key < sorted[first + half]);
    first = right ? first + half + 1 : first;
    count = right ? count - half - 1 : half;
  }
  return first;
}

}  // namespace warpgraph::kernel
