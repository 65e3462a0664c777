// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <warpgraph/runtime/detail/backend.hpp>

#include "../stream_failure.hpp"
#include "handle.hpp"
#include "host_calls.hpp"
#include "scoped_device.hpp"
#include "trace.hpp"

namespace warpgraph::detail {

class CudaDevice;

// A CUDA stream. After a fault of the device every wait throws it again; an exception of a host function ends with the
// wait that throws it, and host functions before that are skipped. Thread-safe.
class CudaStream final : public StreamBackend, public GpuLauncher {
 public:
  // `owner` is the backend of `device`.
  CudaStream(Device& device, CudaDevice& owner, std::string_view name);
  ~CudaStream() override;

  void* allocate(std::size_t bytes, std::string_view name) override;
  void deallocate(void* block, std::size_t bytes) noexcept override;

  void copy(void* to, const void* from, std::size_t bytes) override;
  void fill(void* to, const void* pattern, std::size_t width, std::size_t count) override;
  void call(std::string_view name, std::function<void()> function) override;

  void record(EventBackend& event) override;
  void wait(EventBackend& event) override;
  void drain() noexcept override;
  [[nodiscard]] StreamFailure& failure() noexcept override { return *failure_; }
  [[nodiscard]] bool is_idle() override;

  // Every wait from now on throws the error, as if work of the stream had failed with it.
  void fail(std::exception_ptr error) noexcept { failure_->keep_for_ever(std::move(error)); }

  [[nodiscard]] GpuLauncher* gpu() noexcept override { return this; }
  [[nodiscard]] void* native() noexcept override { return handle_.get(); }

  void launch(const GpuLaunch& launch) override;
  [[nodiscard]] unsigned resident_blocks(const void* function, unsigned threads, std::size_t shared_bytes) override;
  [[nodiscard]] void* grid_scratch() override;

  // Calls `queue`, with the timeline's events around what it queues in native() if there is a timeline. The device must
  // be current.
  template <class Queue>
  void traced(const CudaTrace::Label& label, Queue queue) {
    if (!trace_) [[likely]]
      return queue();
    CudaEventHandle begin = trace_->mark(handle());
    queue();
    trace_->add(label, std::move(begin), trace_->mark(handle()));
  }

 private:
  // The device is current as long as this lives. Throws as handle() does.
  [[nodiscard]] ScopedDevice on_device() const {
    home().expect_this();
    return ScopedDevice(ordinal_);
  }
  // For all that asks the driver for something, which a process that fork() made may not.
  [[nodiscard]] cudaStream_t handle() const {
    home().expect_this();
    return handle_.get();
  }

  CudaDevice& owner_;
  const int ordinal_;
  const std::string name_;  // "cuda:0 stream", for messages
  CudaStreamHandle handle_;
  std::shared_ptr<StreamFailure> failure_;
  std::shared_ptr<CudaHostCalls> host_calls_;
  std::optional<CudaTrace> trace_;
  std::mutex scratch_mutex_;
  void* scratch_ = nullptr;
  bool is_scratch_cleared_ = false;
};

}  // namespace warpgraph::detail
