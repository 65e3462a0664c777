// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph::algorithms {

// A value for one vertex, as the user calls it.
struct NamedValue {
  std::uint64_t vertex;
  float value;
};

}  // namespace warpgraph::algorithms
