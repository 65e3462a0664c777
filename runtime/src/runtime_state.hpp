// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "concurrent_kernels.hpp"

namespace warpgraph::detail {

// All that a runtime has. A Runtime shares it with its streams, events and buffers, which may be destroyed later.
struct RuntimeState : std::enable_shared_from_this<RuntimeState> {
  explicit RuntimeState(const RuntimeOptions& given)
      : self(*this),
        options(given),
        begin(std::chrono::steady_clock::now()),
        timeline(given.timeline ? std::make_unique<Timeline>() : nullptr),
        threads(given.host.threads) {}

  Runtime self;  // what the devices' work uses, and the devices name once the Runtime that was made has gone
  RuntimeOptions options;
  Ranks* ranks = nullptr;
  std::chrono::steady_clock::time_point begin;
  std::unique_ptr<Timeline> timeline;
  ThreadPool threads;
  std::unique_ptr<Machine> machine;
  std::vector<std::unique_ptr<Device>> devices;
  SideBySide side_by_side;
  std::mutex host_kernels;  // of virtual devices, which no other runtime has
};

}  // namespace warpgraph::detail
