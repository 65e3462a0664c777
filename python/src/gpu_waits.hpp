// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Waits for work that other libraries have queued on a GPU, which is named by the driver's number. Nothing without
// CUDA.
namespace warpgraph::python {

// `stream`: a cudaStream_t, or 1 or 2, which are the default streams.
void wait_for_stream(int ordinal, std::uintptr_t stream);
// For all streams. Does not throw.
void wait_for_gpu(int ordinal) noexcept;

}  // namespace warpgraph::python
