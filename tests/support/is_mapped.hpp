// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace warpgraph::test {

// Whether the process has memory at this address.
inline bool is_mapped(const void* address) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const begin = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(address) / page * page);
  return msync(begin, 1, MS_ASYNC) == 0;
}

}  // namespace warpgraph::test
