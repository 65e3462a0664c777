// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

#include <cuda_runtime_api.h>

#include "../stream_failure.hpp"

namespace warpgraph::detail {

// The host functions in a stream's queue. The driver runs them on a thread of its own that may not call CUDA, so the
// function objects, which may own device memory, die later on a thread that may: in submit, reap or the destructor.
// After a fault the driver drops the functions that it has not run and does not say so; their memory is then lost.
class CudaHostCalls : public std::enable_shared_from_this<CudaHostCalls> {
 public:
  explicit CudaHostCalls(std::shared_ptr<StreamFailure> failure);
  ~CudaHostCalls();
  CudaHostCalls(const CudaHostCalls&) = delete;
  CudaHostCalls& operator=(const CudaHostCalls&) = delete;

  // The stream's device must be current. What the function throws becomes the stream's failure, and the functions
  // behind it are skipped.
  void submit(cudaStream_t stream, std::string_view name, std::function<void()> function);
  // Destroys the functions that have run.
  void reap() noexcept;

 private:
  struct Call;

  static void CUDART_CB run(void* data) noexcept;
  void finish(std::unique_ptr<Call> call) noexcept;

  std::shared_ptr<StreamFailure> failure_;
  std::mutex mutex_;
  std::unique_ptr<Call> finished_;  // a list
};

}  // namespace warpgraph::detail
