// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <warpgraph/runtime/start_thread.hpp>

#include "patient_wait.hpp"
#include "running_device.hpp"

namespace warpgraph {

// One loop over chunks. Threads take chunks by a counter; the last to leave wakes the caller.
struct ThreadPool::Loop {
  Loop(std::size_t loop_count, std::size_t loop_grain, Body loop_body)
      : count(loop_count), grain(loop_grain), body(loop_body) {}

  std::size_t count;
  std::size_t grain;
  Body body;
  const detail::RunningDevice* device = detail::running_device();
  std::atomic<std::size_t> next{0};

  std::mutex mutex;
  std::condition_variable left;
  unsigned inside = 0;
  std::exception_ptr failure;

  [[nodiscard]] bool exhausted() const { return next.load(std::memory_order_relaxed) >= count; }

  void take_chunks() {
    const detail::ScopedRunningDevice scope(device);
    for (;;) {
      const std::size_t first = next.fetch_add(grain, std::memory_order_relaxed);
      if (first >= count) return;
      body(first, std::min(count, first + grain));
    }
  }

  void take_chunks_or_fail() {
    try {
      take_chunks();
    } catch (...) {
      next.store(count, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  }
};

// Its destructor ends the threads, also if a later one could not be started.
struct ThreadPool::Workers {
  Workers() = default;
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void start(unsigned count);
  void work();

  std::mutex mutex;
  std::condition_variable wake;
  std::deque<std::shared_ptr<Loop>> loops;
  bool stopping = false;
  std::vector<std::thread> threads;
};

void ThreadPool::Workers::start(unsigned count) {
  threads.reserve(count);
  for (unsigned i = 0; i < count; ++i)
    threads.push_back(support::start_thread([this] { return std::thread([this] { work(); }); }));
}

ThreadPool::Workers::~Workers() {
  {
    const std::lock_guard lock(mutex);
    stopping = true;
  }
  wake.notify_all();
  for (std::thread& each : threads) each.join();
}

ThreadPool::ThreadPool(unsigned threads)
    : size_(threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency())),
      workers_(std::make_unique<Workers>()) {
  workers_->start(size_ - 1);
}

ThreadPool::~ThreadPool() {
  if (!home_.is_this()) static_cast<void>(workers_.release());  // it has no threads here, and its locks may be held
}

void ThreadPool::run(std::size_t count, std::size_t grain, Body body) {
  if (count == 0) return;
  home_.expect_this();
  Workers& workers = *workers_;
  grain = std::max<std::size_t>(grain, 1);
  if (count <= grain || workers.threads.empty()) {
    for (std::size_t first = 0; first < count; first += grain) body(first, std::min(count, first + grain));
    return;
  }
  const auto loop = std::make_shared<Loop>(count, grain, body);
  {
    const std::lock_guard lock(workers.mutex);
    workers.loops.push_back(loop);
  }
  // A worker that is woken for nothing takes a core from another thread.
  const std::size_t others = (count - 1) / grain;
  if (others >= workers.threads.size())
    workers.wake.notify_all();
  else
    for (std::size_t i = 0; i < others; ++i) workers.wake.notify_one();
  loop->take_chunks_or_fail();
  {
    const std::lock_guard lock(workers.mutex);
    std::erase(workers.loops, loop);  // no worker joins from here on
  }
  std::unique_lock lock(loop->mutex);
  detail::wait_patiently(loop->left, lock, [&] { return loop->inside == 0; });
  // Taken out of the loop, which a worker may be the last to leave: the thread that reads the exception frees it.
  if (auto failure = std::exchange(loop->failure, nullptr)) std::rethrow_exception(std::move(failure));
}

void ThreadPool::Workers::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    detail::wait_patiently(wake, lock, [&] { return stopping || !loops.empty(); });
    if (stopping) return;
    const std::shared_ptr<Loop> loop = loops.front();
    {
      const std::lock_guard inside_lock(loop->mutex);
      ++loop->inside;
    }
    lock.unlock();
    loop->take_chunks_or_fail();
    {
      const std::lock_guard inside_lock(loop->mutex);
      if (--loop->inside == 0) loop->left.notify_all();
    }
    lock.lock();
    std::erase(loops, loop);  // its chunks are all taken
  }
}

}  // namespace warpgraph
