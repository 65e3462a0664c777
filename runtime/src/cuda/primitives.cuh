// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <cuda_runtime_api.h>
#include <cub/version.cuh>
#include <cuda/std/functional>

#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../primitives/types.hpp"
#include "primitives.hpp"

namespace warpgraph::detail {

// Launches a kernel over a job's stream.
template <class... Parameters>
void launch_kernel(const Job& job, std::string_view name, void (*kernel)(Parameters...), std::size_t blocks,
                   unsigned threads, std::size_t shared_bytes, std::type_identity_t<Parameters>... parameters) {
  void* arguments[] = {&parameters...};
  GpuLaunch launch{name, reinterpret_cast<const void*>(kernel), arguments, static_cast<unsigned>(blocks), threads};
  launch.shared_bytes = shared_bytes;
  job.stream->gpu()->launch(launch);
}

inline std::size_t blocks_of(std::size_t count, std::size_t each) { return (count + each - 1) / each; }

// An element of which only the width is known is a machine word of that width, and must be aligned to it.
template <class F>
auto with_machine_word(unsigned width, F&& f) {
  switch (width) {
    case 1:
      return f(std::uint8_t{});
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
    case 16:
      return f(uint4{});
    default:
      unknown_type();
  }
}

inline void expect_aligned(const void* data, unsigned width) {
  expects(reinterpret_cast<std::uintptr_t>(data) % width == 0, "a view is not aligned to the width of its elements");
}

}  // namespace warpgraph::detail
