// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace warpgraph::detail {

// Bytes that this process can still take of the host's memory: what the system has available, swap space among it,
// within the limits of the control groups (version 2) that the process is in and of its address space (ulimit -v).
// Takes no memory itself, so it can be asked after an allocation has failed.
std::size_t free_host_memory() noexcept;

}  // namespace warpgraph::detail
