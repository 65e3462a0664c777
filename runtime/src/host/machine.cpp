// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "../kept_at_home.hpp"
#include "../machines.hpp"
#include "../primitives/machine.hpp"
#include "../stream_list.hpp"
#include "shared_block.hpp"
#include "stream.hpp"

namespace warpgraph::detail {

namespace {

std::size_t physical_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

std::string name_of(int ordinal) { return "host:" + std::to_string(ordinal); }

// A virtual device: its own pool, its own streams, and no access to others' memory unless they are peers.
class HostDevice final : public DeviceBackend {
 public:
  explicit HostDevice(std::unique_ptr<HostDeviceState> state) : state_(std::move(state)) {}

  std::shared_ptr<StreamBackend> make_stream(Device& device, std::string_view name) override {
    std::shared_ptr<StreamBackend> stream = kept_at_home(std::make_unique<HostStream>(device, *state_, name));
    streams_.add(stream);
    return stream;
  }
  std::unique_ptr<EventBackend> make_event() override { return std::make_unique<HostEvent>(*state_->executor); }

  void report_memory(MemoryUse& use) override {
    use.free = state_->pool.free_bytes();
    use.pool_bytes = state_->pool.pool_bytes();
    use.pool_growths = state_->pool.growths();
  }
  void trim_pool() override { state_->pool.trim(); }
  void synchronize() override { streams_.synchronize(); }
  void drain() const noexcept { streams_.drain(); }

  // The system gives memory that it does not have, and ends the process when that is used.
  SharedBlock share_memory(Device& device, std::size_t bytes, std::string_view name) override {
    const std::size_t free = device.memory().free;
    if (bytes > free) throw OutOfMemory(device.name(), name, bytes, free);
    return share_host_memory(bytes);
  }
  std::shared_ptr<void> map_memory(const SharedHandle& handle, std::size_t bytes) override {
    return map_host_memory(handle, bytes);
  }

 private:
  std::unique_ptr<HostDeviceState> state_;
  StreamList streams_;
};

class HostMachine final : public Machine {
 public:
  HostMachine(Runtime& runtime, int count)
      : runtime_(&runtime),
        options_(runtime.options().host),
        count_(count),
        faults_(options_.faults),
        executor_(make_executor(options_.execution, options_.faults.seed)) {}

  std::vector<DeviceInfo> devices() override {
    std::vector<DeviceInfo> infos;
    for (int i = 0; i < count_; ++i) {
      DeviceInfo info;
      info.kind = DeviceKind::kHost;
      info.name = name_of(i);
      info.model = "virtual device";
      info.ordinal = i;
      info.multiprocessors = static_cast<int>(runtime_->threads().size());
      info.memory_bytes = capacity();
      infos.push_back(std::move(info));
    }
    return infos;
  }

  std::vector<std::unique_ptr<DeviceBackend>> open(const std::vector<int>& ordinals) override {
    std::vector<std::unique_ptr<DeviceBackend>> devices;
    for (const int ordinal : ordinals) {
      RunningDevice running{name_of(ordinal), options_.peer_access ? ~std::uint64_t{0} : std::uint64_t{1} << ordinal};
      auto device = std::make_unique<HostDevice>(
          std::unique_ptr<HostDeviceState>(new HostDeviceState{ordinal,
                                                               std::move(running),
                                                               {capacity(), options_.poison},
                                                               executor_.get(),
                                                               &faults_,
                                                               runtime_,
                                                               runtime_->timeline()}));
      devices_.push_back(device.get());
      devices.push_back(std::move(device));
    }
    return devices;
  }

  Link link(int, int) override { return options_.peer_access ? Link::kPeerAtomics : Link::kNone; }

  void* allocate_pinned(std::size_t bytes) override {
    const bool fails = faults_.next_allocation_fails() || faults_.pinning_fails();
    void* block = fails ? nullptr : std::malloc(bytes);
    if (block == nullptr) throw OutOfMemory("host", "a buffer that could not be pinned", bytes, 0);
    if (options_.poison) std::memset(block, kPoison, bytes);
    return block;
  }
  // An error may have come between a copy into the block and the wait for it.
  void free_pinned(void* block, std::size_t) noexcept override {
    if (std::uncaught_exceptions() > 0)
      for (const HostDevice* each : devices_) each->drain();
    std::free(block);
  }

  void push_range(const char*) noexcept override {}
  void pop_range() noexcept override {}
  std::string address(int) override { return {}; }
  const Primitives& primitives() const override { return host_primitives(); }

 private:
  [[nodiscard]] std::size_t capacity() const { return physical_memory() / static_cast<std::size_t>(count_); }

  Runtime* runtime_;
  HostOptions options_;
  int count_;
  Faults faults_;
  std::unique_ptr<Executor> executor_;
  std::vector<const HostDevice*> devices_;  // of the runtime
};

}  // namespace

constinit const MachineKind kHostMachine{"host",
                                         "virtual device",
                                         MachineKind::Numbers::kCount,
                                         false,
                                         [](Runtime& runtime, int count) -> std::unique_ptr<Machine> {
                                           return std::make_unique<HostMachine>(runtime, count);
                                         },
                                         nullptr};

}  // namespace warpgraph::detail
