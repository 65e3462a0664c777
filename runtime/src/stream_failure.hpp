// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <mutex>
#include <utility>

#include <warpgraph/runtime/detail/log.hpp>
#include <warpgraph/runtime/message_of.hpp>

namespace warpgraph::detail {

// The first failure of a stream's work. That of a device lasts for ever; any other one ends with the wait for the
// stream that throws it. Thread-safe.
class StreamFailure {
 public:
  void keep(std::exception_ptr error) noexcept { keep(std::move(error), false); }
  void keep_for_ever(std::exception_ptr error) noexcept { keep(std::move(error), true); }

  // The failure of another stream, which tells it; or none.
  void take_over(std::exception_ptr error) noexcept {
    const std::lock_guard lock(mutex_);
    if (error_ || !error) return;
    error_ = std::move(error);
    is_told_ = true;
  }

  [[nodiscard]] bool is_any() const noexcept {
    const std::lock_guard lock(mutex_);
    return error_ != nullptr;
  }

  // Throws the failure if there is one, which then has ended unless it lasts.
  void tell() {
    if (std::exception_ptr error = take(false)) std::rethrow_exception(std::move(error));
  }
  // The failure, which does not end; or null.
  [[nodiscard]] std::exception_ptr show() noexcept { return take(true); }
  // Ends it: the caller is told of an error already.
  void forget() noexcept { static_cast<void>(take(false)); }

  // For destructors: logs the failure unless a caller was told of it.
  void log() noexcept {
    if (is_told()) return;
    try {
      if (const std::exception_ptr error = show()) std::rethrow_exception(error);
    } catch (const std::exception& error) {
      detail::log(support::message_of(error));
    }
  }

  // Whether a caller was thrown the failure.
  [[nodiscard]] bool is_told() const noexcept {
    const std::lock_guard lock(mutex_);
    return is_told_;
  }

 private:
  void keep(std::exception_ptr error, bool lasts) noexcept {
    const std::lock_guard lock(mutex_);
    if (!error_ || (lasts && !lasts_)) error_ = std::move(error);
    lasts_ = lasts_ || lasts;
  }

  std::exception_ptr take(bool stays) noexcept {
    const std::lock_guard lock(mutex_);
    stays = stays || lasts_;
    is_told_ = stays && error_ != nullptr;
    return stays ? error_ : std::exchange(error_, nullptr);
  }

  mutable std::mutex mutex_;
  std::exception_ptr error_;
  bool lasts_ = false;
  bool is_told_ = false;
};

}  // namespace warpgraph::detail
