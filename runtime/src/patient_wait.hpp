// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

#include <warpgraph/runtime/detail/give_core.hpp>

namespace warpgraph::detail {

// changed.wait(lock, is_so), after some looks, between which other threads have the core and the mutex. To put a thread
// to sleep and to wake it takes longer than a kernel on a small graph.
template <class IsSo>
void wait_patiently(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, const IsSo& is_so) {
  constexpr int kLooks = 50;
  for (int look = 0; look < kLooks; ++look) {
    if (lock.owns_lock()) {
      if (is_so()) return;
      lock.unlock();
    }
    if (!give_core_briefly()) break;
    static_cast<void>(lock.try_lock());  // a lock() would put the thread to sleep where many threads look
  }
  if (!lock.owns_lock()) lock.lock();
  changed.wait(lock, is_so);
}

}  // namespace warpgraph::detail
