// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace warpgraph::detail {

// What a text such as "cuda:0,2" or "host:4" asks for.
struct DeviceSelection {
  enum class Kind { kAuto, kCuda, kHost };
  Kind kind = Kind::kAuto;
  std::vector<int> ordinals;  // CUDA: these, in this order; empty: all
  int host_count = 1;
};

// Throws InputError for text that is none of the forms that Runtime documents.
DeviceSelection parse_device_selection(std::string_view text);

}  // namespace warpgraph::detail
