// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include <cstddef>
#include <stdexcept>

namespace warpgraph::test {

// While it lives the system starts no thread of this process: every stack would be larger than the address space.
class NoThreads {
 public:
  NoThreads() {
    pthread_attr_t huge;
    constexpr std::size_t kHuge = std::size_t{1} << 50;
    if (pthread_getattr_default_np(&before_) != 0 || pthread_getattr_default_np(&huge) != 0 ||
        pthread_attr_setstacksize(&huge, kHuge) != 0 || pthread_setattr_default_np(&huge) != 0)
      throw std::runtime_error("the stack size of threads cannot be set");
  }
  ~NoThreads() { pthread_setattr_default_np(&before_); }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_;
};

}  // namespace warpgraph::test
