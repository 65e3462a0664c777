// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>

#if !WARPGRAPH_ON_GPU
#include <chrono>
#endif

namespace warpgraph::kernel {

// Nanoseconds on a clock of the device's, for differences inside of a kernel.
WARPGRAPH_DEVICE inline std::uint64_t clock_nanoseconds() {
#if WARPGRAPH_ON_GPU
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
#else
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
#endif
}

}  // namespace warpgraph::kernel
