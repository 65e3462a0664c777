// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "executor.hpp"

namespace warpgraph::detail {

namespace {

// Holds all work back until a thread waits, then runs the heads of the queues in an order drawn from the seed, and no
// more of them than the wait needs. So a read that lacks its wait sees memory before the write, every time alike.
class ShuffledExecutor final : public Executor {
 public:
  using Queue = std::deque<Task>;

  explicit ShuffledExecutor(std::uint64_t seed) : random_(seed) {}

  std::unique_ptr<TaskQueue> make_queue() override;

  void wait(Latch& latch) override {
    const std::lock_guard lock(running_);
    while (!latch.is_open()) {
      if (!run_one()) throw DeviceError("deadlock: every stream waits for an event that nothing records");
    }
  }

  void add(Queue& queue) {
    const std::lock_guard lock(mutex_);
    queues_.push_back(&queue);
  }
  void push(Queue& queue, Task task) {
    const std::lock_guard lock(mutex_);
    queue.push_back(std::move(task));
  }
  void finish(Queue& queue) {
    const std::lock_guard lock(running_);
    while (!is_empty(queue) && run_one()) {
    }
    const std::lock_guard queues_lock(mutex_);
    std::erase(queues_, &queue);
  }

 private:
  [[nodiscard]] bool is_empty(const Queue& queue) {
    const std::lock_guard lock(mutex_);
    return queue.empty();
  }

  bool run_one() {
    Task task;
    {
      const std::lock_guard lock(mutex_);
      Queue* queue = draw_ready();
      if (queue == nullptr) return false;
      task = std::move(queue->front());
      queue->pop_front();
    }
    if (task.work) task.work();
    return true;
  }

  Queue* draw_ready() {
    std::vector<Queue*> ready;
    std::copy_if(queues_.begin(), queues_.end(), std::back_inserter(ready), [](Queue* queue) {
      return !queue->empty() && (!queue->front().gate || queue->front().gate->is_open());
    });
    if (ready.empty()) return nullptr;
    return ready[random_() % ready.size()];
  }

  std::recursive_mutex running_;  // recursive: a task may hold the last owner of a stream
  std::mutex mutex_;
  std::vector<Queue*> queues_;
  std::mt19937_64 random_;
};

class ShuffledQueue final : public TaskQueue {
 public:
  explicit ShuffledQueue(ShuffledExecutor& executor) : executor_(&executor) { executor.add(tasks_); }
  ~ShuffledQueue() override { executor_->finish(tasks_); }
  void push(Task task) override { executor_->push(tasks_, std::move(task)); }

 private:
  ShuffledExecutor* executor_;
  std::deque<Task> tasks_;
};

std::unique_ptr<TaskQueue> ShuffledExecutor::make_queue() { return std::make_unique<ShuffledQueue>(*this); }

}  // namespace

std::unique_ptr<Executor> make_shuffled_executor(std::uint64_t seed) {
  return std::make_unique<ShuffledExecutor>(seed);
}

}  // namespace warpgraph::detail
