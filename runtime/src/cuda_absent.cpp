// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/detail/backend.hpp>

#include "gpu_address.hpp"
#include "primitives/machine.hpp"

// Stands in for src/cuda in builds without CUDA.
namespace warpgraph::detail {

std::unique_ptr<Machine> make_cuda_machine() { return nullptr; }
std::string_view why_no_cuda_machine() { return "this build has no CUDA"; }
const Primitives* cuda_primitives() { return nullptr; }
std::string gpu_address(int) { return {}; }

}  // namespace warpgraph::detail
