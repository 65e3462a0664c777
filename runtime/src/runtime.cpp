// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/runtime.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "concurrent_kernels.hpp"
#include "device_selection.hpp"
#include "host/machine.hpp"
#include "wait_for_all.hpp"

namespace warpgraph {

namespace {

using detail::DeviceSelection;

struct Choice {
  std::unique_ptr<detail::Machine> machine;
  std::vector<int> ordinals;
};

Choice choose_host(Runtime& runtime, int count) {
  Choice choice{detail::make_host_machine(runtime, count), std::vector<int>(static_cast<std::size_t>(count))};
  std::iota(choice.ordinals.begin(), choice.ordinals.end(), 0);
  return choice;
}

Choice choose_cuda(std::unique_ptr<detail::Machine> machine, std::vector<int> ordinals) {
  if (machine == nullptr) throw InputError("no CUDA device: " + std::string(detail::why_no_cuda_machine()));
  const int count = static_cast<int>(machine->devices().size());
  if (ordinals.empty()) {
    ordinals.resize(static_cast<std::size_t>(count));
    std::iota(ordinals.begin(), ordinals.end(), 0);
  }
  for (const int ordinal : ordinals) {
    if (ordinal >= count)
      throw InputError("no device cuda:" + std::to_string(ordinal) + ": there are " + std::to_string(count));
  }
  return {std::move(machine), std::move(ordinals)};
}

Choice choose(Runtime& runtime, const DeviceSelection& selection) {
  if (selection.kind == DeviceSelection::Kind::kHost) return choose_host(runtime, selection.host_count);
  auto cuda = detail::make_cuda_machine();
  if (selection.kind == DeviceSelection::Kind::kAuto && cuda == nullptr) return choose_host(runtime, 1);
  return choose_cuda(std::move(cuda), selection.ordinals);
}

// What a device is that shares its GPU with others: the part of this number of so many.
DeviceInfo part_of(const DeviceInfo& whole, std::ptrdiff_t part, std::ptrdiff_t parts) {
  DeviceInfo info = whole;
  if (parts == 1) return info;
  info.name += "." + std::to_string(part);
  info.multiprocessors = static_cast<int>(info.multiprocessors / parts);
  info.memory_bytes /= static_cast<std::size_t>(parts);
  info.l2_bytes /= static_cast<std::size_t>(parts);
  return info;
}

}  // namespace

Runtime::Runtime(std::string_view devices, const RuntimeOptions& options)
    : options_(options),
      begin_(std::chrono::steady_clock::now()),
      timeline_(options.timeline ? std::make_unique<Timeline>() : nullptr),
      threads_(std::make_unique<ThreadPool>(options.host.threads)) {
  Choice choice = choose(*this, detail::parse_device_selection(devices));
  machine_ = std::move(choice.machine);
  const auto infos = machine_->devices();
  auto backends = machine_->open(choice.ordinals);
  for (std::size_t i = 0; i < choice.ordinals.size(); ++i) {
    const int ordinal = choice.ordinals[i];
    const auto before = std::span(choice.ordinals).first(i);
    auto info = part_of(infos[static_cast<std::size_t>(ordinal)], std::ranges::count(before, ordinal),
                        std::ranges::count(choice.ordinals, ordinal));
    devices_.push_back(std::make_unique<Device>(DeviceId{static_cast<int>(i)}, std::move(info), std::move(backends[i]),
                                                options_.memory_limit, *this));
  }
}

Runtime::~Runtime() = default;

Device& Runtime::device(int index) const {
  expects(index >= 0 && index < device_count(), "Runtime::device: no device of this number");
  return *devices_[static_cast<std::size_t>(index)];
}

Link Runtime::link(DeviceId from, DeviceId to) const {
  if (from == to) return Link::kSelf;
  return machine_->link(device(from).info().ordinal, device(to).info().ordinal);
}

double Runtime::now() const {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin_).count();
}

bool Runtime::supports_concurrent_kernels() {
  if (!options_.concurrent_kernels || detail::is_side_by_side_off()) return false;
  if (device().kind() == DeviceKind::kHost && options_.host.execution != HostExecution::kThreads) return false;
  // Not held while the trial waits for its turn: runs that have theirs ask too.
  const auto known = [this] {
    const std::lock_guard lock(side_by_side_trial_);
    return is_side_by_side_;
  };
  if (const auto found = known()) return *found;
  const auto turn = lock_concurrent_kernels();
  if (const auto found = known()) return *found;
  const bool meet = detail::kernels_meet(*this);
  const std::lock_guard lock(side_by_side_trial_);
  is_side_by_side_ = meet;
  return meet;
}

Runtime::ConcurrentKernelsLock Runtime::lock_concurrent_kernels() {
  if (device().kind() == DeviceKind::kCuda) {
    std::vector<int> gpus;
    for (const auto& each : devices_) gpus.push_back(each->info().ordinal);
    auto turn = detail::lock_gpus(std::move(gpus));
    if (turn.size() < devices_.size()) synchronize();  // where they share a GPU, no other kernel is in their way
    return turn;
  }
  ConcurrentKernelsLock lock;
  lock.emplace_back(host_kernels_);
  return lock;
}

void Runtime::synchronize() {
  detail::wait_for_all(devices_, [](const auto& device) { device->synchronize(); });
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

std::vector<DeviceInfo> cuda_devices() {
  const auto machine = detail::make_cuda_machine();
  return machine ? machine->devices() : std::vector<DeviceInfo>{};
}

}  // namespace warpgraph
