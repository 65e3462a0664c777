// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace warpgraph::detail {

// How many calls of fork() lie between the process that loaded the library and this one.
extern std::atomic<unsigned> fork_count;

// The process in which an object was made. fork() copies neither threads nor the contexts of GPUs, and a lock may be
// held for ever: another process may neither use the object nor wait for it, and leaves its memory as it is.
class HomeProcess {
 public:
  HomeProcess() noexcept;  // this process

  [[nodiscard]] bool is_this() const noexcept { return forks_ == fork_count.load(std::memory_order_relaxed); }
  // Throws UsageError in another process.
  void expect_this() const {
    if (!is_this()) [[unlikely]]
      refuse();
  }

 private:
  [[noreturn]] void refuse() const;

  unsigned forks_;
  int number_;  // of the process, for the message
};

}  // namespace warpgraph::detail
