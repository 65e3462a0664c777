// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

namespace warpgraph {
class Runtime;
}

// Large copies between a GPU and pageable host memory go through pinned blocks, which the threads of the runtime fill
// or empty while others are on their way. The driver does that with one thread, at a fraction of what the bus carries.
// Both wait for the stream, as the driver does. The stream's device must be current.
namespace warpgraph::detail {

// Whether `host` is pageable, and the copy large enough to pay for the blocks.
[[nodiscard]] bool pays_staging(const void* host, std::size_t bytes);

void copy_to_device(Runtime& runtime, cudaStream_t stream, void* to, const void* from, std::size_t bytes);
void copy_to_host(Runtime& runtime, cudaStream_t stream, void* to, const void* from, std::size_t bytes);

}  // namespace warpgraph::detail
