// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::kernel {

// The device begins to load what lies there into its last cache; the lane does not wait for it.
template <class T>
WARPGRAPH_DEVICE inline void prefetch([[maybe_unused]] const T& where) {
#if WARPGRAPH_ON_GPU
  asm volatile("prefetch.global.L2 [%0];" ::"l"(&where));
#endif
}

}  // namespace warpgraph::kernel
