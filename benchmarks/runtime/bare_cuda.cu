// SPDX-License-Identifier: Apache-2.0
#include "bare_cuda.hpp"

#include <stdexcept>

#include <cooperative_groups.h>
#include <cuda_runtime_api.h>

namespace warpgraph::benchmarks {

namespace {

__global__ void empty(unsigned) {}

__global__ void barriers(unsigned rounds) {
  const auto grid = cooperative_groups::this_grid();
  for (unsigned i = 0; i < rounds; ++i) grid.sync();
}

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

}  // namespace

void launch_bare(void* stream) {
  empty<<<1, 256, 0, static_cast<cudaStream_t>(stream)>>>(1);
  check(cudaGetLastError());
}

void copy_bare(void* stream, void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, static_cast<cudaStream_t>(stream)));
  check(cudaStreamSynchronize(static_cast<cudaStream_t>(stream)));
}

void start_bare_barriers(void* stream, unsigned blocks, unsigned threads, unsigned rounds) {
  void* arguments[] = {&rounds};
  check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&barriers), dim3(blocks), dim3(threads), arguments, 0,
                                    static_cast<cudaStream_t>(stream)));
}

}  // namespace warpgraph::benchmarks
