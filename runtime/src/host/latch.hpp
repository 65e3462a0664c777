// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

#include "../patient_wait.hpp"

namespace warpgraph::detail {

// What one record of an event leaves behind: closed until the stream gets there, then open for ever.
class Latch {
 public:
  void open(double now) {
    {
      const std::lock_guard lock(mutex_);
      opened_at_ = now;
      open_ = true;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    wait_patiently(changed_, lock, [this] { return open_; });
  }
  [[nodiscard]] bool is_open() {
    const std::lock_guard lock(mutex_);
    return open_;
  }
  [[nodiscard]] double opened_at() {
    const std::lock_guard lock(mutex_);
    return opened_at_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  double opened_at_ = 0;
};

}  // namespace warpgraph::detail
