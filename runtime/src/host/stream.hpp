// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include <warpgraph/runtime/detail/backend.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/timeline.hpp>

#include "../running_device.hpp"
#include "../stream_failure.hpp"
#include "executor.hpp"
#include "faults.hpp"
#include "pool.hpp"

namespace warpgraph::detail {

// What the streams of one virtual device share.
struct HostDeviceState {
  int ordinal;
  RunningDevice running;
  HostPool pool;
  Executor* executor;
  Faults* faults;
  Runtime* runtime;
  Timeline* timeline;  // null: nothing is recorded
};

class HostEvent final : public EventBackend {
 public:
  explicit HostEvent(Executor& executor) : executor_(&executor) {}

  void synchronize() override;
  bool is_done() override;
  double microseconds_since(EventBackend& earlier) override;

  // The latch of the last record; null before the first.
  [[nodiscard]] std::shared_ptr<Latch> latch();
  void set_latch(std::shared_ptr<Latch> latch);

 private:
  Executor* executor_;
  std::mutex mutex_;
  std::shared_ptr<Latch> latch_;
};

// A stream of a virtual device: a queue whose tasks run in order, somewhere else, later. The first task that throws
// fails the stream: the tasks behind it are skipped up to the wait that throws the failure. A stream that waits for an
// event of a lost device fails, too; the streams of a lost device stay failed.
class HostStream final : public StreamBackend, public HostLauncher {
 public:
  HostStream(Device& device, HostDeviceState& state, std::string_view name);

  void* allocate(std::size_t bytes, std::string_view name) override;
  void deallocate(void* block, std::size_t bytes) noexcept override;
  void copy(void* to, const void* from, std::size_t bytes) override;
  void fill(void* to, const void* pattern, std::size_t width, std::size_t count) override;
  void call(std::string_view name, std::function<void()> function) override;
  void launch(const HostLaunch& launch) override;
  void submit(std::string_view name, std::function<void()> work) override;
  void record(EventBackend& event) override;
  void wait(EventBackend& event) override;
  void drain() noexcept override;
  StreamFailure& failure() noexcept override { return failure_; }
  bool is_idle() override;
  HostLauncher* host() noexcept override { return this; }

 private:
  void push(Timeline::Kind kind, std::string_view name, std::size_t bytes, std::function<void()> work);
  void run(Timeline::Kind kind, const std::string& name, std::size_t bytes, const std::function<void()>& work);
  void enqueue(std::function<void()> work, std::shared_ptr<Latch> gate = nullptr);
  void push_counted(std::function<void()> task, std::shared_ptr<Latch> gate = nullptr);
  [[nodiscard]] std::exception_ptr failure_of(const std::string& name) const noexcept;
  [[nodiscard]] DeviceError lost() const;
  // The same to be kept, or what there is without memory for it.
  [[nodiscard]] std::exception_ptr loss() const noexcept;
  // Pushes a mark and returns the latch that it opens.
  std::shared_ptr<Latch> mark();

  HostDeviceState* state_;
  std::string name_;
  std::atomic<std::size_t> pending_{0};  // pushed and not finished, less releases of memory
  StreamFailure failure_;
  std::unique_ptr<TaskQueue> queue_;  // last: its thread uses all of the above
};

}  // namespace warpgraph::detail
