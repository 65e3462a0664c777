// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/detail/backend.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "hub_kinds.hpp"
#include "machines.hpp"
#include "primitives/machine.hpp"
#include "shared_block.hpp"
#include "stream_failure.hpp"

// The least that implements the border: each class of it, with functions that throw. Devices, streams and events are
// there, so that programs get as far as their use. A new machine may begin as a copy of this file.
namespace warpgraph::detail {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw UsageError("the empty machine " + what); }

class EmptyEvent final : public EventBackend {
 public:
  void synchronize() override { refuse("waits for no event"); }
  bool is_done() override { refuse("knows no event"); }
  double microseconds_since(EventBackend&) override { refuse("has no clock"); }
};

class EmptyStream final : public StreamBackend, public GpuLauncher {
 public:
  using StreamBackend::StreamBackend;
  void* allocate(std::size_t, std::string_view) override { refuse("has no memory"); }
  void deallocate(void*, std::size_t) noexcept override {}
  void copy(void*, const void*, std::size_t) override { refuse("copies nothing"); }
  void fill(void*, const void*, std::size_t, std::size_t) override { refuse("fills nothing"); }
  void call(std::string_view, std::function<void()>) override { refuse("calls nothing"); }
  void record(EventBackend&) override { refuse("records nothing"); }
  void wait(EventBackend&) override { refuse("waits for nothing"); }
  void drain() noexcept override {}
  StreamFailure& failure() noexcept override { return failure_; }
  bool is_idle() override { refuse("has nothing to do"); }

  GpuLauncher* gpu() noexcept override { return this; }
  void launch(const GpuLaunch& launch) override { refuse("launches no " + std::string(launch.name)); }
  unsigned resident_blocks(const void*, unsigned, std::size_t) override { refuse("has no multiprocessors"); }
  void* grid_scratch() override { refuse("has no memory"); }

 private:
  StreamFailure failure_;
};

class EmptyDevice final : public DeviceBackend {
 public:
  std::shared_ptr<StreamBackend> make_stream(Device& device, std::string_view) override {
    return std::make_shared<EmptyStream>(device);
  }
  std::unique_ptr<EventBackend> make_event() override { return std::make_unique<EmptyEvent>(); }
  void report_memory(MemoryUse&) override { refuse("has no memory"); }
  void trim_pool() override { refuse("has no pool"); }
  void synchronize() override { refuse("waits for no device"); }
  SharedBlock share_memory(Device&, std::size_t, std::string_view) override { refuse("shares no memory"); }
  std::shared_ptr<void> map_memory(const SharedHandle&, std::size_t) override { refuse("maps no memory"); }
};

class EmptyPrimitives final : public Primitives {
 public:
  std::size_t run(const Job&, const ReduceCall&) const override { refuse("does not reduce"); }
  std::size_t run(const Job&, const ScanCall&) const override { refuse("does not scan"); }
  std::size_t run(const Job&, const SegmentedReduceCall&) const override { refuse("does not reduce segments"); }
  std::size_t run(const Job&, const SelectCall&) const override { refuse("does not select"); }
  std::size_t run(const Job&, const SortCall&) const override { refuse("does not sort"); }
  std::size_t run(const Job&, const RunLengthCall&) const override { refuse("does not encode runs"); }
  std::size_t run(const Job&, const HistogramCall&) const override { refuse("does not count"); }
  std::size_t run(const Job&, const GatherCall&) const override { refuse("does not gather"); }
};

class EmptyHubs final : public CollectiveHubs {
 public:
  std::unique_ptr<hubs::Hub> make(std::span<const StreamRef>, std::size_t) const override { refuse("has no hubs"); }
  std::unique_ptr<hubs::Hub> make_between_ranks(Ranks&, std::span<const StreamRef>, int, int,
                                                std::size_t) const override {
    refuse("has no hubs");
  }
};

class EmptyMachine final : public Machine {
 public:
  std::vector<DeviceInfo> devices() override { return {describe(0), describe(1)}; }
  std::vector<std::unique_ptr<DeviceBackend>> open(const std::vector<int>& ordinals) override {
    std::vector<std::unique_ptr<DeviceBackend>> opened(ordinals.size());
    for (auto& each : opened) each = std::make_unique<EmptyDevice>();
    return opened;
  }
  Link link(int, int) override { refuse("links no devices"); }
  void* allocate_pinned(std::size_t) override { refuse("pins no memory"); }
  void free_pinned(void*, std::size_t) noexcept override {}
  void push_range(const char*) noexcept override {}
  void pop_range() noexcept override {}
  std::string address(int) override { refuse("is on no bus"); }
  const Primitives& primitives() const override { return primitives_; }
  const CollectiveHubs* collective_hubs() const noexcept override { return &hubs_; }

 private:
  static DeviceInfo describe(int ordinal) {
    DeviceInfo info;
    info.kind = DeviceKind::kGpu;
    info.name = "empty:" + std::to_string(ordinal);
    info.model = "empty device";
    info.ordinal = ordinal;
    return info;
  }

  EmptyPrimitives primitives_;
  EmptyHubs hubs_;
};

constexpr MachineKind kEmptyMachine{
    "empty",
    "device of the empty machine",
    MachineKind::Numbers::kOrdinals,
    false,
    [](Runtime&, int) -> std::unique_ptr<Machine> { return std::make_unique<EmptyMachine>(); },
    nullptr};
const MachineRegistration kRegistration(kEmptyMachine);

}  // namespace
}  // namespace warpgraph::detail
