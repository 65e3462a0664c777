// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <deque>
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
  ThreadedQueue() : state_(std::make_shared<State>()), worker_(start_worker(state_)) {}

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
    }
    state_->wake.notify_one();
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable wake;
    std::deque<Task> tasks;
    bool stopping = false;
  };

  static std::thread start_worker(const std::shared_ptr<State>& state) {
    return start_thread([&] { return std::thread([state] { run(*state); }); });
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
        if (task.gate)
          task.gate->wait();
        else
          task.work();
      }
      lock.lock();
    }
  }

  std::shared_ptr<State> state_;
  std::thread worker_;
};

class ThreadedExecutor final : public Executor {
 public:
  std::unique_ptr<TaskQueue> make_queue() override { return std::make_unique<ThreadedQueue>(); }
  void wait(Latch& latch) override { latch.wait(); }
};

}  // namespace

std::unique_ptr<Executor> make_threaded_executor() { return std::make_unique<ThreadedExecutor>(); }

}  // namespace warpgraph::detail
