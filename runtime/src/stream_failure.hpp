// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <mutex>
#include <utility>

namespace warpgraph::detail {

// The first failure of a stream's work, for every wait from then on. Thread-safe.
class StreamFailure {
 public:
  void keep(std::exception_ptr error) noexcept {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }

  // The failure of another stream, which tells it; or none.
  void take_over(std::exception_ptr error) noexcept {
    const std::lock_guard lock(mutex_);
    if (error_ || !error) return;
    error_ = std::move(error);
    told_ = true;
  }

  [[nodiscard]] bool is_any() const noexcept {
    const std::lock_guard lock(mutex_);
    return error_ != nullptr;
  }

  void rethrow_if_any() {
    const std::lock_guard lock(mutex_);
    if (!error_) return;
    told_ = true;
    std::rethrow_exception(error_);
  }

  // Whether somebody was thrown the failure.
  [[nodiscard]] bool is_told() const noexcept {
    const std::lock_guard lock(mutex_);
    return told_;
  }

 private:
  mutable std::mutex mutex_;
  std::exception_ptr error_;
  bool told_ = false;
};

}  // namespace warpgraph::detail
