// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/launch_together.hpp>

#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/kernel/backoff.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::peers {

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
    while (look(running), !running.empty()) back_off(kernel::Backoff::kForGpus);
  } catch (...) {
    stop();
    throw;
  }
}

}  // namespace warpgraph::peers
