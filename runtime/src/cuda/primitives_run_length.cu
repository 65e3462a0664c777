// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <thrust/iterator/constant_iterator.h>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>

#include "primitives_cub.cuh"

namespace warpgraph::detail {

namespace {

template <class T>
std::size_t unique(const Job& job, const RunLengthCall& call) {
  return run_cub(job, call, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DeviceSelect::Unique(scratch, bytes, call.in.as<T>().data(), call.values.as<T>().data(),
                                     call.count.as<std::uint64_t>().data(), cub_count(call.in.size), stream);
  });
}

// CUB's own run-length encoding counts in 32 bits. A reduction of ones by key is the same and counts in 64.
template <class T, class Count>
std::size_t encode(const Job& job, const RunLengthCall& call) {
  return run_cub(job, call, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DeviceReduce::ReduceByKey(scratch, bytes, call.in.as<T>().data(), call.values.as<T>().data(),
                                          thrust::constant_iterator<Count>(1), call.counts.as<Count>().data(),
                                          call.count.as<std::uint64_t>().data(), ::cuda::std::plus<>{}, call.in.size,
                                          stream);
  });
}

}  // namespace

std::size_t CudaPrimitives::run(const Job& job, const RunLengthCall& call) const {
  expect_aligned(call.in.data, call.width);
  expect_aligned(call.values.data, call.width);
  return with_index(call.width, [&]<class T>(T) {
    if (call.count_width == 0) return unique<T>(job, call);
    return call.count_width == 4 ? encode<T, std::uint32_t>(job, call) : encode<T, std::uint64_t>(job, call);
  });
}

}  // namespace warpgraph::detail
