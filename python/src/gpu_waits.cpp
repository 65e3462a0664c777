// SPDX-License-Identifier: Apache-2.0
#include "gpu_waits.hpp"

#include <cstdint>
#include <string>

#include <cuda_runtime_api.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::python {

namespace {

// The thread's GPU, until the end of the scope.
class OnGpu {
 public:
  explicit OnGpu(int ordinal) {
    static_cast<void>(cudaGetDevice(&before_));
    static_cast<void>(cudaSetDevice(ordinal));
  }
  ~OnGpu() { static_cast<void>(cudaSetDevice(before_)); }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;

 private:
  int before_ = 0;
};

}  // namespace

void wait_for_stream(int ordinal, std::uintptr_t stream) {
  const OnGpu on_gpu(ordinal);
  const cudaError_t status = cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(stream));
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw DeviceError(std::string("the stream of an array: ") + cudaGetErrorString(status));
}

void wait_for_gpu(int ordinal) noexcept {
  const OnGpu on_gpu(ordinal);
  if (cudaDeviceSynchronize() != cudaSuccess) static_cast<void>(cudaGetLastError());  // those that queued it are told
}

}  // namespace warpgraph::python
