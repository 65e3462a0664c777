// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/annotate.hpp>

#if !WARPGRAPH_ON_GPU
#include <thread>
#endif

namespace warpgraph {

// Between two looks at what another device is to write. On the host the other device may need this core.
WARPGRAPH_DEVICE inline void spin() {
#if !WARPGRAPH_ON_GPU
  std::this_thread::yield();
#endif
}

}  // namespace warpgraph
