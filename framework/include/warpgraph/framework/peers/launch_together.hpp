// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::peers {

// Removes the streams that have come to their end. Throws what has failed on one of them.
void drop_idle(std::vector<StreamRef>& running);

// Runs kernels that wait for each other, one on each device: launch() queues them, and look(running) is called again
// and again until no stream is left in it. Nothing else of the process runs kernels that wait for each other meanwhile.
// If either throws, or the call is cancelled (cancellation.hpp), stop() is called, which tells the kernels that are
// there that the others will not come, and then it is thrown on. Waits for the streams.
void launch_together(std::span<const StreamRef> streams, const std::function<void()>& launch,
                     const std::function<void()>& stop,
                     const std::function<void(std::vector<StreamRef>&)>& look = drop_idle);

}  // namespace warpgraph::peers
