// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/launch_together.hpp>

#include <chrono>

#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/kernel/backoff.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::peers {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBetweenChecks{10};  // a launch may have all rounds of a run

}  // namespace

void drop_idle(std::vector<StreamRef>& running) {
  std::erase_if(running, [](StreamRef stream) {
    if (!stream.is_idle()) return false;
    stream.synchronize();
    return true;
  });
}

// Looks at each device again and again: the others wait for a lost one until they are stopped.
void launch_together(std::span<const StreamRef> streams, const std::function<void()>& launch,
                     const std::function<void()>& stop, const std::function<void(std::vector<StreamRef>&)>& look) {
  std::vector<StreamRef> running(streams.begin(), streams.end());
  const auto lock = running.front().device().runtime().lock_concurrent_kernels();
  try {
    launch();
    kernel::Backoff back_off;
    Clock::time_point last_check = Clock::now();
    while (look(running), !running.empty()) {
      if (const auto now = Clock::now(); now - last_check >= kBetweenChecks) {
        last_check = now;
        cancellation::check();
      }
      back_off(kernel::Backoff::kForGpus);
    }
  } catch (...) {
    stop();
    throw;
  }
}

}  // namespace warpgraph::peers
