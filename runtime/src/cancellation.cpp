// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/cancellation.hpp>

#include <atomic>
#include <utility>

namespace warpgraph::cancellation {

namespace {
thread_local const std::atomic<bool>* innermost_flag = nullptr;
}  // namespace

Scope::Scope(const std::atomic<bool>& flag) noexcept : outer_(std::exchange(innermost_flag, &flag)) {}
Scope::~Scope() { innermost_flag = outer_; }

void check() {
  if (innermost_flag != nullptr && innermost_flag->load(std::memory_order_relaxed)) [[unlikely]]
    throw Cancelled();
}

}  // namespace warpgraph::cancellation
