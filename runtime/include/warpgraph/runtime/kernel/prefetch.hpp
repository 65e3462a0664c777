// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>

namespace warpgraph::kernel {

// The device begins to load what lies there into its last cache; the lane does not wait for it.
template <class T>
WARPGRAPH_DEVICE inline void prefetch([[maybe_unused]] const T& where) {
#if WARPGRAPH_ON_GPU
  detail::gpu::prefetch(&where);
#endif
}

}  // namespace warpgraph::kernel
