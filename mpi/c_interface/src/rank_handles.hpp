// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <warpgraph/mpi/c_interface.h>
#include <warpgraph/framework/graph/host_array.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/mpi/mpi_ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

// What stands behind the handles of ranks.

struct warpgraph_ranks {
  std::shared_ptr<warpgraph::MpiRanks> ranks;
};

// Keeps the ranks and the runtime alive: handles are destroyed in any order.
struct warpgraph_part {
  std::shared_ptr<warpgraph::MpiRanks> ranks;
  std::shared_ptr<warpgraph::Runtime> runtime;
  warpgraph::VertexRange own;
  warpgraph::graphs::HostArray<std::uint64_t> ids;  // what the own vertices are called; empty: by their numbers
  warpgraph::AnyShardedGraph graph;
};
