// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/spanning_forest.hpp>

namespace prelude_msf {
using namespace warpgraph;

extern StreamRef stream;
extern const DeviceGraph<float>& graph;
}  // namespace prelude_msf
