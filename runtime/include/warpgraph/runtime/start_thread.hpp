// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <system_error>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::support {

// Returns what `start` returns, which starts a thread. Throws OutOfMemory if the system has no thread to give.
template <class Start>
auto start_thread(Start&& start) {
  try {
    return start();
  } catch (const std::system_error& error) {
    throw OutOfMemory("the host has no room for another thread: " + error.code().message() +
                      " (its limits of threads and of memory: ulimit -u, ulimit -v, the pids of a container)");
  }
}

}  // namespace warpgraph::support
