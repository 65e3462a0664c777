// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>

namespace warpgraph::detail {

// What the devices are to do together in one launch each.
struct LaunchTask {
  std::optional<DirectionRule> search = {};  // a whole search
  bool in_order = false;          // priority order: the limit moves, and each device has a far set of its own
  bool none_waits = false;        // no vertex waits yet
  std::uint64_t max_waiting = 0;  // in any far set
  std::uint64_t max_split = 0;    // the largest far set that the launch splits
};

}  // namespace warpgraph::detail
