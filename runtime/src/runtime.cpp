// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/runtime.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/rank_devices.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "device_selection.hpp"
#include "kept_at_home.hpp"
#include "machines.hpp"
#include "missing_ranks.hpp"
#include "runtime_state.hpp"
#include "wait_for_all.hpp"

namespace warpgraph {

namespace {

using detail::DeviceSelection;

struct Choice {
  std::unique_ptr<detail::Machine> machine;
  std::vector<int> ordinals;
};

Choice choose(const detail::MachineKind& kind, std::unique_ptr<detail::Machine> machine, std::vector<int> ordinals) {
  if (machine == nullptr) throw InputError("no " + std::string(kind.device) + ": " + std::string(kind.why_none()));
  const int count = static_cast<int>(machine->devices().size());
  if (ordinals.empty()) {
    ordinals.resize(static_cast<std::size_t>(count));
    std::iota(ordinals.begin(), ordinals.end(), 0);
  }
  for (const int ordinal : ordinals) {
    if (ordinal >= count)
      throw InputError("no device " + std::string(kind.name) + ":" + std::to_string(ordinal) + ": there are " +
                       std::to_string(count));
  }
  return {std::move(machine), std::move(ordinals)};
}

Choice choose(Runtime& runtime, const DeviceSelection& selection) {
  if (const detail::MachineKind* const kind = selection.kind)
    return choose(*kind, kind->make(runtime, static_cast<int>(selection.ordinals.size())), selection.ordinals);
  for (const detail::MachineKind* const kind : detail::machine_kinds()) {
    if (!kind->is_for_auto) continue;
    if (auto machine = kind->make(runtime, 1)) return choose(*kind, std::move(machine), {});
  }
  return choose(detail::kHostMachine, detail::kHostMachine.make(runtime, 1), {});
}

// What a device is that shares its GPU with others: the part of this number of so many.
DeviceInfo part_of(const DeviceInfo& whole, std::ptrdiff_t part, std::ptrdiff_t parts) {
  DeviceInfo info = whole;
  if (parts == 1) return info;
  info.name.append(".").append(std::to_string(part));
  info.multiprocessors = static_cast<int>(info.multiprocessors / parts);
  info.memory_bytes /= static_cast<std::size_t>(parts);
  info.l2_bytes /= static_cast<std::size_t>(parts);
  return info;
}

}  // namespace

Runtime::Runtime(std::string_view devices, const RuntimeOptions& options)
    : owner_(detail::kept_at_home(std::make_unique<detail::RuntimeState>(options))), state_(owner_.get()) {
  if (!options.works_alone) detail::say_if_ranks_are_missing();
  open(devices);
}

Runtime::Runtime(Ranks& ranks, std::string_view devices, const RuntimeOptions& options) {
  const ranks::RankDevices chosen = ranks::choose_rank_devices(ranks, devices);
  RuntimeOptions mine = options;
  if (mine.host.threads == 0) mine.host.threads = chosen.threads;
  ranks::fail_together(&ranks, [&] {
    owner_ = detail::kept_at_home(std::make_unique<detail::RuntimeState>(mine));
    state_ = owner_.get();
    state_->ranks = &ranks;
    open(chosen.devices);
  });
}

void Runtime::open(std::string_view devices) {
  Choice choice = choose(state_->self, detail::parse_device_selection(devices));
  state_->machine = std::move(choice.machine);
  const auto infos = machine().devices();
  auto backends = machine().open(choice.ordinals);
  for (std::size_t i = 0; i < choice.ordinals.size(); ++i) {
    const int ordinal = choice.ordinals[i];
    const auto before = std::span(choice.ordinals).first(i);
    auto info = part_of(infos[static_cast<std::size_t>(ordinal)], std::ranges::count(before, ordinal),
                        std::ranges::count(choice.ordinals, ordinal));
    state_->devices.push_back(std::make_unique<Device>(DeviceId{static_cast<int>(i)}, std::move(info),
                                                       std::move(backends[i]), options().memory_limit, *this));
  }
}

Runtime::~Runtime() {
  if (owner_ == nullptr) return;
  for (const auto& each : state_->devices) each->set_runtime(state_->self);
}

int Runtime::device_count() const noexcept { return static_cast<int>(state_->devices.size()); }
const RuntimeOptions& Runtime::options() const noexcept { return state_->options; }
Ranks* Runtime::ranks() const noexcept { return state_->ranks; }
Timeline* Runtime::timeline() const noexcept { return state_->timeline.get(); }
ThreadPool& Runtime::threads() const noexcept { return state_->threads; }
detail::Machine& Runtime::machine() const noexcept { return *state_->machine; }
std::shared_ptr<Runtime> Runtime::keep_alive() const { return {state_->shared_from_this(), &state_->self}; }

Device& Runtime::device(int index) const {
  expects(index >= 0 && index < device_count(), "Runtime::device: no device of this number");
  return *state_->devices[static_cast<std::size_t>(index)];
}

Link Runtime::link(DeviceId from, DeviceId to) const {
  if (from == to) return Link::kSelf;
  return machine().link(device(from).info().ordinal, device(to).info().ordinal);
}

double Runtime::now() const {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - state_->begin).count();
}

bool Runtime::supports_concurrent_kernels() {
  if (!options().concurrent_kernels || detail::is_side_by_side_off()) return false;
  if (device().kind() == DeviceKind::kHost && options().host.execution != HostExecution::kThreads) return false;
  if (const auto known = state_->side_by_side.answer()) return *known;
  const auto turn = lock_concurrent_kernels();
  if (const auto known = state_->side_by_side.answer()) return *known;
  const bool meet = detail::kernels_meet(*this);
  state_->side_by_side.tell(meet);
  return meet;
}

Runtime::ConcurrentKernelsLock Runtime::lock_concurrent_kernels() {
  if (device().kind() == DeviceKind::kGpu) {
    std::vector<int> gpus;
    for (const auto& each : state_->devices) gpus.push_back(each->info().ordinal);
    auto turn = detail::lock_gpus(std::move(gpus));
    // Where devices share a GPU, no other kernel is in their way.
    if (turn.size() < state_->devices.size()) synchronize();
    return turn;
  }
  ConcurrentKernelsLock lock;
  lock.emplace_back(state_->host_kernels);
  return lock;
}

void Runtime::synchronize() {
  detail::wait_for_all(state_->devices, [](const auto& device) { device->synchronize(); });
}

std::string_view to_string(Link link) {
  switch (link) {
    case Link::kSelf:
      return "self";
    case Link::kPeerAtomics:
      return "peer+atomics";
    case Link::kPeer:
      return "peer";
    case Link::kNone:
      break;
  }
  return "host";
}

}  // namespace warpgraph
