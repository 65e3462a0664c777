// SPDX-License-Identifier: Apache-2.0
#include "gpu_waits.hpp"

// Stands in for gpu_waits.cpp in builds without CUDA.
namespace warpgraph::python {

void wait_for_stream(int, std::uintptr_t) {}
void wait_for_gpu(int) noexcept {}

}  // namespace warpgraph::python
