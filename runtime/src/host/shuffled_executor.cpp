// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
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
  struct Queue {
    std::deque<Task> tasks;
    std::uint64_t pushed = 0;
    std::uint64_t begun = 0;  // and done when run_one returns
  };

  explicit ShuffledExecutor(std::uint64_t seed) : random_(seed) {}

  std::unique_ptr<TaskQueue> make_queue(std::shared_ptr<const void>) override;

  void wait(Latch& latch) override {
    run_until([&] { return latch.is_open(); });
  }
  void wait(Queue& queue) {
    const std::uint64_t last = count_pushed(queue);
    run_until([&] { return has_begun(queue, last); });
  }

  void add(Queue& queue) {
    const std::lock_guard lock(mutex_);
    queues_.push_back(&queue);
  }
  void push(Queue& queue, Task task) {
    const std::lock_guard lock(mutex_);
    queue.tasks.push_back(std::move(task));
    ++queue.pushed;
  }
  void finish(Queue& queue) {
    const std::lock_guard lock(running_);
    while (!is_empty(queue) && run_one()) {
    }
    const std::lock_guard queues_lock(mutex_);
    std::erase(queues_, &queue);
  }

 private:
  template <class IsDone>
  void run_until(const IsDone& is_done) {
    const std::lock_guard lock(running_);
    while (!is_done()) {
      if (!run_one()) throw DeviceError("deadlock: every stream waits for an event that nothing records");
    }
  }

  [[nodiscard]] bool is_empty(const Queue& queue) {
    const std::lock_guard lock(mutex_);
    return queue.tasks.empty();
  }
  [[nodiscard]] std::uint64_t count_pushed(const Queue& queue) {
    const std::lock_guard lock(mutex_);
    return queue.pushed;
  }
  [[nodiscard]] bool has_begun(const Queue& queue, std::uint64_t last) {
    const std::lock_guard lock(mutex_);
    return queue.begun >= last;
  }

  bool run_one() {
    Task task;
    {
      const std::lock_guard lock(mutex_);
      Queue* queue = draw_ready();
      if (queue == nullptr) return false;
      task = std::move(queue->tasks.front());
      queue->tasks.pop_front();
      ++queue->begun;
    }
    if (task.work) task.work();
    return true;
  }

  Queue* draw_ready() {
    const auto is_ready = [](const Queue* queue) {
      return !queue->tasks.empty() && (!queue->tasks.front().gate || queue->tasks.front().gate->is_open());
    };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(queues_, is_ready));
    if (count == 0) return nullptr;
    std::size_t others = random_() % count;
    return *std::ranges::find_if(queues_, [&](const Queue* queue) { return is_ready(queue) && others-- == 0; });
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
  void wait() override { executor_->wait(tasks_); }

 private:
  ShuffledExecutor* executor_;
  ShuffledExecutor::Queue tasks_;
};

// A task that is the last owner of its stream runs in a call for another stream, which keeps what the tasks use.
std::unique_ptr<TaskQueue> ShuffledExecutor::make_queue(std::shared_ptr<const void>) {
  return std::make_unique<ShuffledQueue>(*this);
}

}  // namespace

std::unique_ptr<Executor> make_shuffled_executor(std::uint64_t seed) {
  return std::make_unique<ShuffledExecutor>(seed);
}

}  // namespace warpgraph::detail
