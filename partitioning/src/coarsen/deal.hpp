// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../limits.hpp"

namespace warpgraph::partitioning {

// Whether deal() keeps to the limits wherever the core's partition does, for vertices of at most this weight: what a
// vertex takes beyond the end of a bin must not add up to more than the room that is left at the end.
[[nodiscard]] bool can_deal(const Limits& limits, Weight max_vertex);

}  // namespace warpgraph::partitioning
