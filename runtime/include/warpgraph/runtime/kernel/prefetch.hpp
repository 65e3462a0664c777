// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph {

// Asks for what lies there to be brought near, into the device's last cache, and does not wait for it.
template <class T>
WARPGRAPH_DEVICE inline void prefetch([[maybe_unused]] const T& where) {
#if WARPGRAPH_ON_GPU
  asm volatile("prefetch.global.L2 [%0];" ::"l"(&where));
#endif
}

}  // namespace warpgraph
