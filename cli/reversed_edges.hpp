// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph_file.hpp"

namespace warpgraph::cli {

// A remark, where these options add reverses to edges of which some have theirs already and stay as they are; else
// empty. Of large graphs a sample of the pairs of vertices is looked at, the same one every time.
std::string remark_on_reversed(const GraphContent& content, const BuildOptions& options, ThreadPool& threads);

}  // namespace warpgraph::cli
