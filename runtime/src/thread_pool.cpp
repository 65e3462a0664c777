// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

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

ThreadPool::ThreadPool(unsigned threads) : ThreadPool(Empty{}) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  workers_.reserve(threads - 1);
  for (unsigned i = 1; i < threads; ++i)
    workers_.push_back(start_thread([this] { return std::thread([this] { work(); }); }));
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(std::size_t count, std::size_t grain, Body body) {
  if (count == 0) return;
  grain = std::max<std::size_t>(grain, 1);
  if (count <= grain || workers_.empty()) {
    for (std::size_t first = 0; first < count; first += grain) body(first, std::min(count, first + grain));
    return;
  }
  const auto loop = std::make_shared<Loop>(count, grain, body);
  {
    const std::lock_guard lock(mutex_);
    loops_.push_back(loop);
  }
  // A worker that is woken for nothing takes a core from another thread.
  const std::size_t others = (count - 1) / grain;
  if (others >= workers_.size())
    wake_.notify_all();
  else
    for (std::size_t i = 0; i < others; ++i) wake_.notify_one();
  loop->take_chunks_or_fail();
  {
    const std::lock_guard lock(mutex_);
    std::erase(loops_, loop);  // no worker joins from here on
  }
  std::unique_lock lock(loop->mutex);
  detail::wait_patiently(loop->left, lock, [&] { return loop->inside == 0; });
  // Taken out of the loop, which a worker may be the last to leave: the thread that reads the exception frees it.
  if (auto failure = std::exchange(loop->failure, nullptr)) std::rethrow_exception(std::move(failure));
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    detail::wait_patiently(wake_, lock, [&] { return stopping_ || !loops_.empty(); });
    if (stopping_) return;
    const std::shared_ptr<Loop> loop = loops_.front();
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
    std::erase(loops_, loop);  // its chunks are all taken
  }
}

}  // namespace warpgraph
