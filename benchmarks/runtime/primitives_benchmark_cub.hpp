// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// What a program without Warpgraph would call: CUB, with 32-bit sizes and temporary storage that it made beforehand.
namespace warpgraph::benchmarks {

struct CubArrays {
  std::size_t size;
  const std::uint32_t* keys;
  std::uint32_t* keys_out;
  const std::uint32_t* values;
  std::uint32_t* values_out;
  const std::uint8_t* flags;
  std::uint64_t* count;
  const std::uint32_t* offsets;  // of segments
  std::size_t segments;
};

// As in CUB: without scratch they set `bytes`, with scratch they enqueue in the cudaStream_t `stream`.
using CubCall = void(const CubArrays& arrays, void* scratch, std::size_t& bytes, void* stream);
CubCall cub_copy;  // cudaMemcpyAsync, that is
CubCall cub_reduce;
CubCall cub_exclusive_scan;
CubCall cub_sort_keys;
CubCall cub_sort_pairs;
CubCall cub_select;
CubCall cub_segmented_reduce;

}  // namespace warpgraph::benchmarks
