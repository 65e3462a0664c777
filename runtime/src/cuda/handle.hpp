// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>

#include "check.hpp"

// CUDA's handles with an owner each.
namespace warpgraph::detail {

struct CudaHandleDeleter {
  void operator()(cudaStream_t stream) const noexcept { log_failure(cudaStreamDestroy(stream)); }
  void operator()(cudaEvent_t event) const noexcept { log_failure(cudaEventDestroy(event)); }
  void operator()(cudaMemPool_t pool) const noexcept { log_failure(cudaMemPoolDestroy(pool)); }
};

template <class Handle>
using CudaHandle = std::unique_ptr<std::remove_pointer_t<Handle>, CudaHandleDeleter>;

using CudaStreamHandle = CudaHandle<cudaStream_t>;
using CudaEventHandle = CudaHandle<cudaEvent_t>;
using CudaPoolHandle = CudaHandle<cudaMemPool_t>;

// Does not wait for the legacy default stream.
[[nodiscard]] CudaStreamHandle make_cuda_stream(int ordinal);
// Keeps time.
[[nodiscard]] CudaEventHandle make_cuda_event(int ordinal);
// Keeps what is freed, whatever the amount.
[[nodiscard]] CudaPoolHandle make_cuda_pool(int ordinal);

}  // namespace warpgraph::detail
