// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>

// Memory of one process that others map (DeviceBackend::share_memory).
namespace warpgraph::detail {

// What others find it by.
struct SharedHandle {
  std::array<std::byte, 64> bytes{};
};

struct SharedBlock {
  std::shared_ptr<void> data;  // gives it back; null if the system does not share memory
  SharedHandle handle;
  std::shared_ptr<void> path;  // to be kept until the others have mapped it
};

}  // namespace warpgraph::detail
