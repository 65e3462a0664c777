// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <warpgraph/runtime/view.hpp>

namespace warpgraph::detail {

// What a virtual device may touch: itself and its peers.
struct RunningDevice {
  std::string name;
  std::uint64_t reaches;  // a bit for each memory space, of which there are 64 at most; every checked access reads one
};

// The virtual device whose work the calling thread runs; null outside of such work. View checks ask it.
const RunningDevice* running_device() noexcept;

class ScopedRunningDevice {
 public:
  explicit ScopedRunningDevice(const RunningDevice* device) noexcept;
  ~ScopedRunningDevice();
  ScopedRunningDevice(const ScopedRunningDevice&) = delete;
  ScopedRunningDevice& operator=(const ScopedRunningDevice&) = delete;

 private:
  const RunningDevice* before_;
};

}  // namespace warpgraph::detail
