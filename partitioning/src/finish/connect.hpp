// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// Makes every part connected: its largest piece stays, the others go to neighbouring parts, vertices move along chains
// of parts until the limits are kept again, and moves that make the cut smaller follow. No step disconnects a part. A
// part may keep one piece in each component of the graph, where the pieces fit nowhere else; and pieces with fixed
// vertices stay. Parts can end beyond their limits.
void connect(HostParts& parts);

}  // namespace warpgraph::partitioning
