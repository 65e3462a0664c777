// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "../shared_block.hpp"

namespace warpgraph::detail {

// Memory of a virtual device; without data if the system shares none.
[[nodiscard]] SharedBlock share_host_memory(std::size_t bytes);
// What another process of this host has made; null if the system refuses.
[[nodiscard]] std::shared_ptr<void> map_host_memory(const SharedHandle& handle, std::size_t bytes);

}  // namespace warpgraph::detail
