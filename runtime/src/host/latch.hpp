// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include "../patient_wait.hpp"

namespace warpgraph::detail {

// What one record of an event leaves behind: closed until the stream gets there, then open for ever. If its
// device is lost by then, the latch holds the error that says so.
class Latch {
 public:
  void open(double now, std::exception_ptr loss) {
    {
      const std::lock_guard lock(mutex_);
      opened_at_ = now;
      loss_ = std::move(loss);
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
  [[nodiscard]] std::exception_ptr loss() {
    const std::lock_guard lock(mutex_);
    return loss_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  double opened_at_ = 0;
  std::exception_ptr loss_;
};

}  // namespace warpgraph::detail
