// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/plugin.hpp>

namespace warpgraph {

// Adds the algorithms that are plugins: msf, the minimum spanning forest.
void add_plugins(PluginRegistry& registry);

}  // namespace warpgraph
