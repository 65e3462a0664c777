// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph::peers {

// The others of a launch on two to eight devices.
inline constexpr std::uint32_t kMaxPeers = 7;

}  // namespace warpgraph::peers
