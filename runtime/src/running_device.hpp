// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/runtime/view.hpp>

namespace warpgraph::detail {

// What a virtual device may touch: itself and its peers.
struct RunningDevice {
  std::string name;
  std::vector<std::uint8_t> reaches;  // by memory space; bytes, as every checked access reads one
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
