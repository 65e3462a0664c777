// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <warpgraph/runtime/start_thread.hpp>

#include "../patient_wait.hpp"
#include "executor.hpp"

namespace warpgraph::detail {

namespace {

// A worker thread for each queue. The thread shares the state with the queue, because the last owner of a stream may
// be a task of that stream.
class ThreadedQueue final : public TaskQueue {
 public:
  explicit ThreadedQueue(std::shared_ptr<const void> used)
      : state_(std::make_shared<State>()), worker_(start_worker(state_)) {
    const std::lock_guard lock(state_->mutex);
    state_->used = std::move(used);
  }

  ~ThreadedQueue() override {
    {
      const std::lock_guard lock(state_->mutex);
      state_->stopping = true;
    }
    state_->wake.notify_one();
    if (worker_.get_id() == std::this_thread::get_id())
      worker_.detach();
    else
      worker_.join();
  }

  void push(Task task) override {
    {
      const std::lock_guard lock(state_->mutex);
      state_->tasks.push_back(std::move(task));
      ++state_->pushed;
    }
    state_->wake.notify_one();
  }

  void wait() override {
    State& state = *state_;
    std::unique_lock lock(state.mutex);
    wait_patiently(state.progress, lock, [&state, last = state.pushed] {
      if (state.done >= last) return true;
      state.awaited = std::min(state.awaited, last);
      return false;
    });
  }

 private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  struct State {
    std::shared_ptr<const void> used;  // destroyed last
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable progress;
    std::deque<Task> tasks;
    std::uint64_t pushed = 0;
    std::uint64_t done = 0;
    std::uint64_t awaited = kNone;  // the first task that a thread waits for
    bool stopping = false;
  };

  static std::thread start_worker(const std::shared_ptr<State>& state) {
    return support::start_thread([&] { return std::thread([state] { run(*state); }); });
  }

  static void run(State& state) {
    std::unique_lock lock(state.mutex);
    for (;;) {
      wait_patiently(state.wake, lock, [&] { return state.stopping || !state.tasks.empty(); });
      if (state.tasks.empty()) return;
      {
        const Task task = std::move(state.tasks.front());
        state.tasks.pop_front();
        lock.unlock();
        if (task.gate) task.gate->wait();
        task.work();
      }
      lock.lock();
      if (++state.done >= state.awaited) {
        state.awaited = kNone;
        state.progress.notify_all();
      }
    }
  }

  std::shared_ptr<State> state_;
  std::thread worker_;
};

class ThreadedExecutor final : public Executor {
 public:
  std::unique_ptr<TaskQueue> make_queue(std::shared_ptr<const void> used) override {
    return std::make_unique<ThreadedQueue>(std::move(used));
  }
  void wait(Latch& latch) override { latch.wait(); }
};

}  // namespace

std::unique_ptr<Executor> make_threaded_executor() { return std::make_unique<ThreadedExecutor>(); }

}  // namespace warpgraph::detail
