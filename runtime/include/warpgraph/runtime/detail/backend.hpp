// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/detail/home_process.hpp>

// The border between the owners (Runtime, Device, Stream, Event, Buffer) and the machine behind them. One
// implementation lives in src/host, one in src/cuda; nothing else knows which one runs. The table of machines
// (src/machines.hpp) has a row for each. tests/runtime/third_backend is the least that an implementation has.
namespace warpgraph {

class Device;
class Runtime;
struct DeviceInfo;
struct MemoryUse;
enum class Link;

namespace detail {

class CollectiveHubs;
class Primitives;
struct SharedBlock;
struct SharedHandle;
class StreamFailure;

class EventBackend {
 public:
  virtual ~EventBackend() = default;
  [[nodiscard]] const HomeProcess& home() const noexcept { return home_; }
  // Blocks until the work before the last record is done. An event that was never recorded is done.
  virtual void synchronize() = 0;
  [[nodiscard]] virtual bool is_done() = 0;
  // Device time between the last records of two events of one device, in microseconds; both must be done.
  [[nodiscard]] virtual double microseconds_since(EventBackend& earlier) = 0;

 private:
  HomeProcess home_;
};

// Some of a launch's units: warps, blocks, or the indices of a loop.
struct HostUnits {
  Runtime& runtime;
  std::uint64_t count;  // of the launch
  std::size_t first;
  std::size_t last;
};
// How kernels reach a host stream: as bytes that are copied, and a function that runs some units of the launch.
struct HostLaunch {
  std::string_view name;  // of static storage
  const void* call;
  std::size_t bytes;
  std::uint64_t count;
  std::size_t grain;  // how many units a thread takes at a time
  void (*run)(const void* call, const HostUnits& units);
};
class HostLauncher {
 public:
  virtual ~HostLauncher() = default;
  virtual void launch(const HostLaunch& launch) = 0;
  // The function runs the whole launch.
  virtual void submit(std::string_view name, std::function<void()> work) = 0;
};

// How kernels reach a stream of a GPU. `function` is the address of a __global__ function, or its handle;
// `arguments` points to each of its parameters.
struct GpuLaunch {
  std::string_view name;
  const void* function;
  void** arguments;
  unsigned blocks;
  unsigned threads;
  std::size_t shared_bytes = 0;
  bool cooperative = false;
};
class GpuLauncher {
 public:
  virtual ~GpuLauncher() = default;
  // Checks the launch; throws DeviceError naming the kernel.
  virtual void launch(const GpuLaunch& launch) = 0;
  // How many blocks of this kernel the whole device holds at once: the size of a cooperative launch. 0 if not even one
  // fits a multiprocessor. The kernel is loaded then, so that its launch does nothing else.
  [[nodiscard]] virtual unsigned resident_blocks(const void* function, unsigned threads, std::size_t shared_bytes) = 0;
  // Memory of the stream for the barrier and the reductions of grid kernels: zero before the first use, at least
  // kGridScratchBytes, the same block for every launch of the stream (launches of one stream do not overlap).
  static constexpr std::size_t kGridScratchBytes = 1 << 20;
  static constexpr unsigned kMaxGridBlocks = 8192;  // of one launch; the scratch has a slot for each
  [[nodiscard]] virtual void* grid_scratch() = 0;
};

// Keeps the devices of its runtime, so that the Runtime may go first.
class StreamBackend : public std::enable_shared_from_this<StreamBackend> {
 public:
  explicit StreamBackend(Device& device);
  virtual ~StreamBackend();
  StreamBackend(const StreamBackend&) = delete;
  StreamBackend& operator=(const StreamBackend&) = delete;

  [[nodiscard]] Device& device() const noexcept { return *device_; }
  [[nodiscard]] const HomeProcess& home() const noexcept { return home_; }

  // Stream-ordered memory of the stream's device, aligned to 256 bytes. `deallocate` may be called while work that
  // uses the block is queued. `bytes` is not 0. `allocate` throws OutOfMemory; `name` is for its message.
  virtual void* allocate(std::size_t bytes, std::string_view name) = 0;
  virtual void deallocate(void* block, std::size_t bytes) noexcept = 0;

  // Source and target lie on any devices of the runtime, or on the host.
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  // Target: memory of a device, or pinned. Writes the `width`-byte pattern (1, 2, 4, 8 or 16) `count` times.
  virtual void fill(void* to, const void* pattern, std::size_t width, std::size_t count) = 0;
  // Runs a host function in stream order. It must not call into this runtime.
  virtual void call(std::string_view name, std::function<void()> function) = 0;

  virtual void record(EventBackend& event) = 0;
  virtual void wait(EventBackend& event) = 0;
  // Blocks until what was queued before is done or skipped. Allocates nothing, and waits after a failure, too, since
  // what it waits for may use memory that goes then. In another process than the runtime's it does nothing.
  virtual void drain() noexcept = 0;
  [[nodiscard]] virtual StreamFailure& failure() noexcept = 0;
  // Drains the stream, then throws its failure, which ends with that unless it is that of a device.
  void synchronize();
  [[nodiscard]] virtual bool is_idle() = 0;

  // Exactly one of the two is not null.
  [[nodiscard]] virtual HostLauncher* host() noexcept { return nullptr; }
  [[nodiscard]] virtual GpuLauncher* gpu() noexcept { return nullptr; }
  // What the GPU's own libraries call the stream (cudaStream_t); null on the host.
  [[nodiscard]] virtual void* native() noexcept { return nullptr; }

 private:
  std::shared_ptr<Runtime> runtime_;  // destroyed last
  Device* device_;
  HomeProcess home_;
};

class DeviceBackend {
 public:
  virtual ~DeviceBackend() = default;
  [[nodiscard]] virtual std::shared_ptr<StreamBackend> make_stream(Device& device, std::string_view name) = 0;
  [[nodiscard]] virtual std::unique_ptr<EventBackend> make_event() = 0;
  // Fills free, pool_bytes and pool_growths.
  virtual void report_memory(MemoryUse& use) = 0;
  // Hands unused pool memory back to the system.
  virtual void trim_pool() = 0;
  virtual void synchronize() = 0;
  // Memory of the device, outside of its pool, that other processes of the host map; without data if the system shares
  // none. `device` is the one whose backend this is. Throws OutOfMemory; `name` is for its message.
  [[nodiscard]] virtual SharedBlock share_memory(Device& device, std::size_t bytes, std::string_view name) = 0;
  // What a device of the same machine shares in another process, mapped for this device and its peers. Null if the
  // system refuses.
  [[nodiscard]] virtual std::shared_ptr<void> map_memory(const SharedHandle& handle, std::size_t bytes) = 0;
};

// All devices of one kind.
class Machine {
 public:
  virtual ~Machine() = default;
  [[nodiscard]] virtual std::vector<DeviceInfo> devices() = 0;
  // `ordinals` are the devices that one runtime opens together; those that can are given access to each other.
  [[nodiscard]] virtual std::vector<std::unique_ptr<DeviceBackend>> open(const std::vector<int>& ordinals) = 0;
  [[nodiscard]] virtual Link link(int from_ordinal, int to_ordinal) = 0;
  // Host memory that all devices reach.
  [[nodiscard]] virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void free_pinned(void* block, std::size_t bytes) noexcept = 0;
  // Ranges of the calling thread, for external profilers.
  virtual void push_range(const char* name) noexcept = 0;
  virtual void pop_range() noexcept = 0;
  // Where a device is on its host's buses ("0000:18:00.0"), whatever number a process sees it under. Empty for a
  // virtual device.
  [[nodiscard]] virtual std::string address(int ordinal) = 0;
  // Sorts, scans and their like (src/primitives/machine.hpp).
  [[nodiscard]] virtual const Primitives& primitives() const = 0;
  // Hubs of a library of the machine's own (src/hub_kinds.hpp); null without one.
  [[nodiscard]] virtual const CollectiveHubs* collective_hubs() const noexcept { return nullptr; }
};

}  // namespace detail
}  // namespace warpgraph
