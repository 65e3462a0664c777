// SPDX-License-Identifier: Apache-2.0
#include "primitives.cuh"

namespace warpgraph::detail {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kItems = 4;  // of a thread, so that their loads overlap
constexpr std::size_t kTile = kThreads * kItems;

template <class T, class Index>
__global__ void __launch_bounds__(kThreads) gather(const T* in, const Index* index, T* out, std::size_t size) {
  const std::size_t first = blockIdx.x * kTile + threadIdx.x;
  T values[kItems];
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k)
    if (first + k * kThreads < size) values[k] = in[index[first + k * kThreads]];
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k)
    if (first + k * kThreads < size) out[first + k * kThreads] = values[k];
}

template <class T, class Index>
__global__ void __launch_bounds__(kThreads) scatter(const T* in, const Index* index, T* out, std::size_t size) {
  const std::size_t first = blockIdx.x * kTile + threadIdx.x;
#pragma unroll
  for (unsigned k = 0; k < kItems; ++k)
    if (first + k * kThreads < size) out[index[first + k * kThreads]] = in[first + k * kThreads];
}

}  // namespace

std::size_t CudaPrimitives::run(const Job& job, const GatherCall& call) const {
  if (job.stream == nullptr) return 0;
  expect_aligned(call.in.data, call.width);
  expect_aligned(call.out.data, call.width);
  with_machine_word(call.width, [&]<class T>(T) {
    with_index(call.index_width, [&]<class Index>(Index) {
      launch_kernel(job, call.name(), call.scatters ? &scatter<T, Index> : &gather<T, Index>,
                    blocks_of(call.index.size, kTile), kThreads, 0, call.in.as<T>().data(),
                    call.index.as<Index>().data(), call.out.as<T>().data(), call.index.size);
    });
  });
  return 0;
}

}  // namespace warpgraph::detail
