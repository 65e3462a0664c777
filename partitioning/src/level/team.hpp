// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/sweep/team.hpp>

namespace warpgraph::partitioning {

using sweep::AllLanes;
using sweep::kLanesShareRows;
using sweep::OneLane;

}  // namespace warpgraph::partitioning
