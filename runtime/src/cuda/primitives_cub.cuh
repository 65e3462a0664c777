// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

#include <cub/version.cuh>
#include <cuda/std/functional>

#include "check.hpp"
#include "primitives.cuh"
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

}  // namespace warpgraph::detail
