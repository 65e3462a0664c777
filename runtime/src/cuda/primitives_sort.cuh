// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include "primitives.cuh"

namespace warpgraph::detail {

template <class Key, class Value>
std::size_t sort_pairs(const Job& job, const SortCall& call) {
  expect_aligned(call.values_in.data, sizeof(Value));
  expect_aligned(call.values_out.data, sizeof(Value));
  return run_cub(job, call, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, call.in.as<Key>().data(), call.out.as<Key>().data(),
                                           call.values_in.as<Value>().data(), call.values_out.as<Value>().data(),
                                           call.in.size, call.first_bit, call.last_bit, stream);
  });
}

template <class Key>
std::size_t sort(const Job& job, const SortCall& call) {
  if (call.value_width == 4) return sort_pairs<Key, std::uint32_t>(job, call);
  if (call.value_width == 8) return sort_pairs<Key, std::uint64_t>(job, call);
  return run_cub(job, call, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, call.in.as<Key>().data(), call.out.as<Key>().data(),
                                          call.in.size, call.first_bit, call.last_bit, stream);
  });
}

}  // namespace warpgraph::detail
