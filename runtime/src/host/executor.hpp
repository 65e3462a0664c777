// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <warpgraph/runtime/runtime.hpp>

#include "latch.hpp"

namespace warpgraph::detail {

// One entry of a stream's queue. If `gate` is set, the work waits for another stream's event.
struct Task {
  std::function<void()> work;
  std::shared_ptr<Latch> gate;
};

// A stream's queue: tasks run one after the other, in the order in which they were pushed. Tasks do not throw.
class TaskQueue {
 public:
  virtual ~TaskQueue() = default;
  virtual void push(Task task) = 0;
  // Blocks the calling thread, which runs no task, until what was pushed before is done. Allocates nothing.
  virtual void wait() = 0;
};

// Runs the queues of all virtual devices of a runtime, in one of the ways of HostExecution.
class Executor {
 public:
  virtual ~Executor() = default;
  // The queue finishes what was pushed before it is destroyed, and keeps what the tasks use until then.
  [[nodiscard]] virtual std::unique_ptr<TaskQueue> make_queue(std::shared_ptr<const void> used) = 0;
  // Blocks the calling thread, which runs no task, until the latch is open. Allocates nothing.
  virtual void wait(Latch& latch) = 0;
};

std::unique_ptr<Executor> make_executor(HostExecution execution, std::uint64_t seed);
std::unique_ptr<Executor> make_threaded_executor();
std::unique_ptr<Executor> make_inline_executor();
std::unique_ptr<Executor> make_shuffled_executor(std::uint64_t seed);

}  // namespace warpgraph::detail
