// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../primitives/bins.hpp"
#include "primitives.cuh"

namespace warpgraph::detail {

namespace {

constexpr unsigned kThreads = 512;
constexpr std::size_t kItems = 16;         // of a thread at least
constexpr std::size_t kSharedBins = 8192;  // 32 KiB of counters a block
constexpr std::size_t kBlocksOnProcessor = 4;

__device__ void add(std::uint64_t* counter, unsigned count) {
  atomicAdd(reinterpret_cast<unsigned long long*>(counter), count);
}

// Each block counts its part of the elements, then adds its counts.
template <class T>
__global__ void __launch_bounds__(kThreads)
    histogram_of_few_bins(const T* in, std::size_t size, Bins<T> bins, std::uint64_t* counts) {
  extern __shared__ unsigned own[];
  for (std::size_t bin = threadIdx.x; bin < bins.count; bin += kThreads) own[bin] = 0;
  __syncthreads();
  for (std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x; i < size;
       i += std::size_t{gridDim.x} * kThreads) {
    const T x = in[i];
    if (bins.holds(x)) atomicAdd(&own[bins.bin_of(x)], 1u);
  }
  __syncthreads();
  for (std::size_t bin = threadIdx.x; bin < bins.count; bin += kThreads)
    if (own[bin] != 0) add(&counts[bin], own[bin]);
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    histogram_of_many_bins(const T* in, std::size_t size, Bins<T> bins, std::uint64_t* counts) {
  for (std::size_t i = std::size_t{blockIdx.x} * kThreads + threadIdx.x; i < size;
       i += std::size_t{gridDim.x} * kThreads) {
    const T x = in[i];
    if (bins.holds(x)) add(&counts[bins.bin_of(x)], 1u);
  }
}

}  // namespace

std::size_t CudaPrimitives::run(const Job& job, const HistogramCall& call) const {
  if (job.stream == nullptr) return 0;
  const std::size_t bins = call.counts.size;
  const bool few = bins <= kSharedBins;
  const std::size_t blocks =
      std::min(blocks_of(call.in.size, kThreads * kItems),
               kBlocksOnProcessor * static_cast<std::size_t>(job.device->info().multiprocessors));
  with_number(call.number, [&]<class T>(T) {
    launch_kernel(job, call.name(), few ? &histogram_of_few_bins<T> : &histogram_of_many_bins<T>, blocks, kThreads,
                  few ? bins * sizeof(unsigned) : 0, call.in.as<T>().data(), call.in.size,
                  Bins<T>{call.lower.as<T>(), call.upper.as<T>(), bins}, call.counts.as<std::uint64_t>().data());
  });
  return 0;
}

}  // namespace warpgraph::detail
