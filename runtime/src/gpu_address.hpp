// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace warpgraph::detail {

// Where a GPU is on its host's buses ("0000:18:00.0"), whatever number a process sees it under. Empty without CUDA.
[[nodiscard]] std::string gpu_address(int ordinal);

}  // namespace warpgraph::detail
