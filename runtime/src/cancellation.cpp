// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cancellation.hpp>

#include <atomic>
#include <functional>
#include <utility>

namespace warpgraph::cancellation {

namespace {
// The innermost scope has one of them, or there is none.
thread_local const std::atomic<bool>* innermost_flag = nullptr;
thread_local const std::function<bool()>* innermost_function = nullptr;
}  // namespace

Scope::Scope(const std::atomic<bool>& flag) noexcept
    : outer_flag_(std::exchange(innermost_flag, &flag)), outer_function_(std::exchange(innermost_function, nullptr)) {}
Scope::Scope(const std::function<bool()>& is_given_up) noexcept
    : outer_flag_(std::exchange(innermost_flag, nullptr)),
      outer_function_(std::exchange(innermost_function, &is_given_up)) {}
Scope::~Scope() {
  innermost_flag = outer_flag_;
  innermost_function = outer_function_;
}

void check() {
  const bool is_given_up = innermost_flag != nullptr ? innermost_flag->load(std::memory_order_relaxed)
                                                     : innermost_function != nullptr && (*innermost_function)();
  if (is_given_up) [[unlikely]]
    throw Cancelled();
}

}  // namespace warpgraph::cancellation
