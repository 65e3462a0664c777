// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

namespace warpgraph::detail {

// Writes the `width`-byte pattern (1, 2, 4, 8 or 16) `count` times, at any alignment. One kernel at the speed of
// memory; a pattern of equal bytes goes to cudaMemsetAsync. The stream's device must be current.
void cuda_fill(cudaStream_t stream, void* to, const void* pattern, std::size_t width, std::size_t count);

}  // namespace warpgraph::detail
