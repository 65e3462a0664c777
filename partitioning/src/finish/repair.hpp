// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host_parts.hpp"

namespace warpgraph::partitioning {

// Mends what refinement leaves in rare cases, one vertex at a time on the host: empty parts, parts below their least
// weight, and parts that are too heavy.
void repair(HostParts& parts);

}  // namespace warpgraph::partitioning
