// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>

namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::files {

// What ReadOptions::weights asks for, of a graph whose file had a type of its own (.wg). Throws what
// graphs::convert_values throws. Costs what that costs, and nothing for WeightType::kAuto.
[[nodiscard]] AnyGraph with_weights(ThreadPool& threads, AnyGraph graph, WeightType type);

}  // namespace warpgraph::files
