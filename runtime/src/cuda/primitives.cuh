// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <cuda_runtime_api.h>
#include <cub/version.cuh>
#include <cuda/std/functional>

#include <warpgraph/runtime/device.hpp>

#include "../primitives/types.hpp"
#include "check.hpp"
#include "primitives.hpp"
#include "scoped_device.hpp"
#include "stream.hpp"

namespace warpgraph::detail {

// CUB has tuned kernels for its own plus.
template <class Op>
auto cub_operator(Op op) {
  if constexpr (std::is_same_v<Op, Plus>) {
    return ::cuda::std::plus<>{};
  } else {
    return op;
  }
}

// Calls function(scratch, bytes, stream) as CUB wants it: without scratch it measures, with scratch it enqueues.
template <class Call, class Function>
std::size_t run_cub(const Job& job, const Call& call, Function function) {
  const ScopedDevice device(job.device->info().ordinal);
  std::size_t bytes = job.scratch_bytes;
  if (job.stream == nullptr) {
    check(function(nullptr, bytes, cudaStream_t{}), call.name());
  } else {
    auto& stream = static_cast<CudaStream&>(*job.stream);
    stream.traced({Timeline::Kind::kKernel, call.name(), 0}, [&] {
      check(function(job.scratch, bytes, static_cast<cudaStream_t>(stream.native())), call.name());
    });
  }
  return bytes;
}

// CUB's select counted in 32 bits before 2.8.
inline std::int64_t cub_count(std::size_t count) {
  expects(CUB_VERSION >= 200800 || count <= INT_MAX, "this build's CUB selects from at most 2^31 - 1 elements");
  return static_cast<std::int64_t>(count);
}

// Launches a kernel over a job's stream.
template <class... Parameters>
void launch_kernel(const Job& job, std::string_view name, void (*kernel)(Parameters...), std::size_t blocks,
                   unsigned threads, std::size_t shared_bytes, std::type_identity_t<Parameters>... parameters) {
  void* arguments[] = {&parameters...};
  CudaLaunch launch{name, reinterpret_cast<const void*>(kernel), arguments, static_cast<unsigned>(blocks), threads};
  launch.shared_bytes = shared_bytes;
  job.stream->cuda()->launch(launch);
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
