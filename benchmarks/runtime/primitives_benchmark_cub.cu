// SPDX-License-Identifier: Apache-2.0
#include "primitives_benchmark_cub.hpp"

#include <stdexcept>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>

namespace warpgraph::benchmarks {

namespace {

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

cudaStream_t cuda(void* stream) { return static_cast<cudaStream_t>(stream); }
int count(std::size_t size) { return static_cast<int>(size); }

}  // namespace

void cub_copy(const CubArrays& a, void* scratch, std::size_t& bytes, void* stream) {
  bytes = 1;
  if (scratch == nullptr) return;
  check(cudaMemcpyAsync(a.keys_out, a.keys, a.size * sizeof(*a.keys), cudaMemcpyDeviceToDevice, cuda(stream)));
}

void cub_reduce(const CubArrays& a, void* scratch, std::size_t& bytes, void* stream) {
  check(cub::DeviceReduce::Sum(scratch, bytes, a.keys, a.keys_out, count(a.size), cuda(stream)));
}

void cub_exclusive_scan(const CubArrays& a, void* scratch, std::size_t& bytes, void* stream) {
  check(cub::DeviceScan::ExclusiveSum(scratch, bytes, a.keys, a.keys_out, count(a.size), cuda(stream)));
}

void cub_sort_keys(const CubArrays& a, void* scratch, std::size_t& bytes, void* stream) {
  check(cub::DeviceRadixSort::SortKeys(scratch, bytes, a.keys, a.keys_out, count(a.size), 0, 32, cuda(stream)));
}

void cub_sort_pairs(const CubArrays& a, void* scratch, std::size_t& bytes, void* stream) {
  check(cub::DeviceRadixSort::SortPairs(scratch, bytes, a.keys, a.keys_out, a.values, a.values_out, count(a.size), 0,
                                        32, cuda(stream)));
}

void cub_select(const CubArrays& a, void* scratch, std::size_t& bytes, void* stream) {
  check(cub::DeviceSelect::Flagged(scratch, bytes, a.keys, a.flags, a.keys_out, a.count, count(a.size), cuda(stream)));
}

void cub_segmented_reduce(const CubArrays& a, void* scratch, std::size_t& bytes, void* stream) {
  check(cub::DeviceSegmentedReduce::Sum(scratch, bytes, a.keys, a.keys_out, count(a.segments), a.offsets, a.offsets + 1,
                                        cuda(stream)));
}

}  // namespace warpgraph::benchmarks
