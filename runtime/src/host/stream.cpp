// SPDX-License-Identifier: Apache-2.0
#include "stream.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <utility>

#include <warpgraph/runtime/detail/host_memory.hpp>
#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

void HostEvent::synchronize() {
  if (const auto latch = this->latch()) executor_->wait(*latch);
}

bool HostEvent::is_done() {
  const auto latch = this->latch();
  return latch == nullptr || latch->is_open();
}

double HostEvent::microseconds_since(EventBackend& earlier) {
  const auto begin = dynamic_cast<HostEvent&>(earlier).latch();
  const auto end = latch();
  expects(begin && end && begin->is_open() && end->is_open(), "microseconds_since: an event is not recorded and done");
  return end->opened_at() - begin->opened_at();
}

std::shared_ptr<Latch> HostEvent::latch() {
  const std::lock_guard lock(mutex_);
  return latch_;
}

void HostEvent::set_latch(std::shared_ptr<Latch> latch) {
  const std::lock_guard lock(mutex_);
  latch_ = std::move(latch);
}

HostStream::HostStream(Device& device, HostDeviceState& state, std::string_view name)
    : StreamBackend(device),
      state_(&state),
      name_(name),
      queue_(state.executor->make_queue(device.runtime().keep_alive())) {}

void* HostStream::allocate(std::size_t bytes, std::string_view name) {
  home().expect_this();
  if (state_->faults->is_lost(state_->ordinal)) throw lost();
  HostPool& pool = state_->pool;
  const auto [block, in_stream_order] =
      state_->faults->next_allocation_fails() ? HostPool::Allocation{} : pool.allocate(bytes, this);
  if (block == nullptr)
    throw OutOfMemory(device().name(), name, bytes, std::min(pool.free_bytes(), free_host_memory()));
  if (in_stream_order) queue_->push({[&pool, block, bytes] { pool.prepare(block, bytes); }, nullptr});
  return block;
}

// Goes through the queue even after a failure, so that nothing leaks. Without memory to queue it the block stays with
// the pool, which frees it when the device is closed.
void HostStream::deallocate(void* block, std::size_t) noexcept {
  HostPool& pool = state_->pool;
  try {
    queue_->push({[&pool, block, ticket = pool.leave(block, this)] { pool.arrive(block, ticket); }, nullptr});
  } catch (const std::bad_alloc&) {
  }
}

void HostStream::copy(void* to, const void* from, std::size_t bytes) {
  push(Timeline::Kind::kCopy, "copy", bytes, [=] { std::memmove(to, from, bytes); });
}

void HostStream::fill(void* to, const void* pattern, std::size_t width, std::size_t count) {
  std::array<unsigned char, 16> bytes{};
  std::memcpy(bytes.data(), pattern, width);
  push(Timeline::Kind::kFill, "fill", width * count, [=, this] {
    constexpr std::size_t kGrain = 1 << 16;
    state_->runtime->threads().for_each(count, kGrain, [&](std::size_t i) {
      std::memcpy(static_cast<unsigned char*>(to) + i * width, bytes.data(), width);
    });
  });
}

void HostStream::call(std::string_view name, std::function<void()> function) {
  push(Timeline::Kind::kHostCall, name, 0, std::move(function));
}

void HostStream::launch(const HostLaunch& launch) {
  const std::shared_ptr<std::byte[]> call(new std::byte[launch.bytes]);
  std::memcpy(call.get(), launch.call, launch.bytes);
  submit(launch.name, [runtime = state_->runtime, call, count = launch.count, grain = launch.grain, run = launch.run] {
    runtime->threads().for_chunks(count, grain, [&](std::size_t first, std::size_t last) {
      run(call.get(), {*runtime, count, first, last});
    });
  });
}

void HostStream::submit(std::string_view name, std::function<void()> work) {
  push(Timeline::Kind::kKernel, name, 0, std::move(work));
  if (state_->runtime->options().host.launches_block) queue_->wait();
}

void HostStream::push(Timeline::Kind kind, std::string_view name, std::size_t bytes, std::function<void()> work) {
  enqueue([this, kind, name = std::string(name), bytes, work = std::move(work)] { run(kind, name, bytes, work); });
}

void HostStream::enqueue(std::function<void()> work, std::shared_ptr<Latch> gate) {
  push_counted(
      [this, work = std::move(work)] {
        work();
        pending_.fetch_sub(1, std::memory_order_release);
      },
      std::move(gate));
}

// `task` takes itself off the count at its end.
void HostStream::push_counted(std::function<void()> task, std::shared_ptr<Latch> gate) {
  home().expect_this();
  pending_.fetch_add(1, std::memory_order_relaxed);
  try {
    queue_->push({std::move(task), std::move(gate)});
  } catch (...) {
    pending_.fetch_sub(1, std::memory_order_relaxed);
    throw;
  }
}

// The exception in flight, as the failure of the stream.
std::exception_ptr HostStream::failure_of(const std::string& name) const noexcept {
  try {
    const std::string where = device().name() + ", " + name + ": ";
    try {
      throw;
    } catch (const std::bad_alloc&) {
      throw OutOfMemory(where + "not enough host memory");
    } catch (const std::exception& error) {
      throw_as<DeviceError>(where, error);
    } catch (...) {
      throw DeviceError(where + "an exception that is no std::exception");
    }
  } catch (...) {  // one of these; or there is no memory for it
    return std::current_exception();
  }
}

void HostStream::run(Timeline::Kind kind, const std::string& name, std::size_t bytes,
                     const std::function<void()>& work) {
  if (failure_.is_any()) return;
  state_->faults->delay();
  const ScopedRunningDevice scope(&state_->running);
  Timeline* const timeline = state_->timeline;
  const double begin = timeline == nullptr ? 0 : state_->runtime->now();
  try {
    if (state_->faults->next_work_is_lost(state_->ordinal)) return failure_.keep_for_ever(loss());
    work();
  } catch (...) {
    failure_.keep(failure_of(name));
  }
  try {
    if (timeline != nullptr) timeline->add({name, kind, device().name(), name_, begin, state_->runtime->now(), bytes});
  } catch (const std::bad_alloc&) {  // a span is missing
  }
}

DeviceError HostStream::lost() const { return DeviceError(device().name() + " is lost"); }

std::exception_ptr HostStream::loss() const noexcept {
  try {
    throw lost();
  } catch (...) {
    return std::current_exception();
  }
}

std::shared_ptr<Latch> HostStream::mark() {
  auto latch = std::make_shared<Latch>();
  push_counted([this, latch] {
    pending_.fetch_sub(1, std::memory_order_release);  // first: a thread that waits for the latch may ask is_idle
    latch->open(state_->runtime->now(), state_->faults->is_lost(state_->ordinal) ? loss() : nullptr);
  });
  return latch;
}

void HostStream::record(EventBackend& event) { dynamic_cast<HostEvent&>(event).set_latch(mark()); }

// A stream that waits is not idle. What it waits for may never have been written, if that device is lost.
void HostStream::wait(EventBackend& event) {
  auto latch = dynamic_cast<HostEvent&>(event).latch();
  if (latch == nullptr) return;
  enqueue([this, latch] { failure_.take_over(latch->loss()); }, latch);
}

void HostStream::drain() noexcept {
  if (!home().is_this()) return;
  try {
    queue_->wait();
  } catch (...) {  // no task can run
    failure_.keep(std::current_exception());
  }
  if (state_->faults->is_lost(state_->ordinal)) failure_.keep_for_ever(loss());
}

bool HostStream::is_idle() {
  home().expect_this();
  return pending_.load(std::memory_order_acquire) == 0;
}

}  // namespace warpgraph::detail
