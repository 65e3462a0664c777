// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/annotate.hpp>
#include <warpgraph/runtime/kernel/dialect.hpp>

#if !WARPGRAPH_ON_GPU
#include <chrono>
#endif

namespace warpgraph::kernel {

// Nanoseconds on a clock of the device's, for differences inside of a kernel.
WARPGRAPH_DEVICE inline std::uint64_t clock_nanoseconds() {
#if WARPGRAPH_ON_GPU
  return detail::gpu::clock_nanoseconds();
#else
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
#endif
}

}  // namespace warpgraph::kernel
