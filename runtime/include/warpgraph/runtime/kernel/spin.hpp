// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>

#if !WARPGRAPH_ON_GPU
#include <chrono>
#include <thread>
#endif

namespace warpgraph {

// Between two looks at what another device is to write, of which there were `looks` so far. On the host the other
// device may need this core; where many devices share a few cores, threads that only yield keep each other from
// working.
WARPGRAPH_DEVICE inline void spin([[maybe_unused]] std::uint32_t looks) {
#if !WARPGRAPH_ON_GPU
  constexpr std::uint32_t kYields = 64;
  if (looks < kYields)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(std::chrono::microseconds(20));
#endif
}

}  // namespace warpgraph
