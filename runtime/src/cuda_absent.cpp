// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <string_view>

#include <warpgraph/runtime/detail/backend.hpp>

#include "gpu_address.hpp"
#include "primitives/machine.hpp"
#include "shared_block.hpp"

// Stands in for src/cuda in builds without CUDA.
namespace warpgraph::detail {

std::unique_ptr<Machine> make_cuda_machine() { return nullptr; }
std::string_view why_no_cuda_machine() { return "this build has no CUDA"; }
const Primitives* cuda_primitives() { return nullptr; }
std::string gpu_address(int) { return {}; }
SharedBlock share_cuda_memory(StreamRef, std::size_t, std::string_view) { return {}; }
std::shared_ptr<void> map_cuda_memory(StreamRef, const SharedHandle&) { return nullptr; }

}  // namespace warpgraph::detail
