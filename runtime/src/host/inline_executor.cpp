// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "executor.hpp"

namespace warpgraph::detail {

namespace {

// Work runs inside the call that asks for it, so every earlier event is open and every gate can be passed.
class InlineQueue final : public TaskQueue {
 public:
  void push(Task task) override {
    if (task.work) task.work();
  }
  void wait() override {}
};

class InlineExecutor final : public Executor {
 public:
  std::unique_ptr<TaskQueue> make_queue(std::shared_ptr<const void>) override {
    return std::make_unique<InlineQueue>();
  }
  void wait(Latch&) override {}
};

}  // namespace

std::unique_ptr<Executor> make_inline_executor() { return std::make_unique<InlineExecutor>(); }

std::unique_ptr<Executor> make_executor(HostExecution execution, std::uint64_t seed) {
  switch (execution) {
    case HostExecution::kInline:
      return make_inline_executor();
    case HostExecution::kShuffled:
      return make_shuffled_executor(seed);
    case HostExecution::kThreads:
      break;
  }
  return make_threaded_executor();
}

}  // namespace warpgraph::detail
