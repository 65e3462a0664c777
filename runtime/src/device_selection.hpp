// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "machines.hpp"

namespace warpgraph::detail {

// What a text such as "cuda:0,2" or "host:4" asks for.
struct DeviceSelection {
  const MachineKind* kind = nullptr;  // null: "auto"
  std::vector<int> ordinals;          // these, in this order; empty: all
};

// Throws InputError for text that is none of the forms that Runtime documents.
DeviceSelection parse_device_selection(std::string_view text);

}  // namespace warpgraph::detail
