// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/detail/backend.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph {

class Runtime;

enum class DeviceKind { kHost, kGpu };

// A device's number in its runtime: 0 to device_count() - 1, whatever the driver calls it.
struct DeviceId {
  int value = 0;
  auto operator<=>(const DeviceId&) const = default;
};

struct DeviceInfo {
  DeviceKind kind = DeviceKind::kHost;
  std::string name;         // "cuda:2", "host:0"; "cuda:2.1" is the second device of those that share a GPU
  std::string model;        // "NVIDIA H200", "virtual device"
  int ordinal = 0;          // the driver's number, or the virtual device's
  int multiprocessors = 1;  // on the host: worker threads
  std::size_t memory_bytes = 0;
  std::size_t l2_bytes = 0;
  std::string architecture;  // "sm_90"; empty on the host
};

// One device of a runtime. Devices are made by Runtime, live as long as it and what was made of it (streams, events,
// buffers), and are named by reference. Thread-safe.
class Device {
 public:
  Device(DeviceId id, DeviceInfo info, std::unique_ptr<detail::DeviceBackend> backend, std::size_t memory_limit,
         Runtime& runtime);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] DeviceId id() const noexcept { return id_; }
  [[nodiscard]] DeviceKind kind() const noexcept { return info_.kind; }
  [[nodiscard]] const DeviceInfo& info() const noexcept { return info_; }
  [[nodiscard]] const std::string& name() const noexcept { return info_.name; }
  // The Runtime that made the device; once that is gone, one with the same devices.
  [[nodiscard]] Runtime& runtime() const noexcept { return *runtime_.load(std::memory_order_relaxed); }
  [[nodiscard]] MemorySpace memory_space() const noexcept { return static_cast<MemorySpace>(id_.value); }

  // The driver is asked in each call, which waits for no stream.
  [[nodiscard]] MemoryUse memory() const;
  void reset_peak_memory() { account_.reset_peak(); }
  // Throws OutOfMemory, naming need and free, if the plan does not fit now. Starts nothing.
  void require(const MemoryPlan& plan, std::string_view purpose) const;
  // Throws OutOfMemory if `bytes` more would pass the limit that the runtime's options set.
  void check_limit(std::size_t bytes, std::string_view purpose) const;
  // The system gets back the memory that the pool keeps for reuse.
  void trim_memory() { backend().trim_pool(); }

  // Waits for all streams of the device. Throws the first failure of one of them, which stays: it ends with a wait for
  // the stream itself.
  void synchronize() { backend().synchronize(); }

  [[nodiscard]] const detail::HomeProcess& home() const noexcept { return home_; }
  // Throws UsageError in another process than the one that made the runtime.
  [[nodiscard]] detail::DeviceBackend& backend() const {
    home_.expect_this();
    return *backend_;
  }
  [[nodiscard]] support::MemoryAccount& account() noexcept { return account_; }
  void set_runtime(Runtime& runtime) noexcept { runtime_.store(&runtime, std::memory_order_relaxed); }

 private:
  DeviceId id_;
  DeviceInfo info_;
  std::size_t memory_limit_;  // 0: none but the hardware's
  detail::HomeProcess home_;
  std::atomic<Runtime*> runtime_;
  support::MemoryAccount account_;
  std::unique_ptr<detail::DeviceBackend> backend_;
};

}  // namespace warpgraph
