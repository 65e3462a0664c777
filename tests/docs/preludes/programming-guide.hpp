// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/framework/engine/host_run.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/framework/shard/place.hpp>

namespace prelude_programming_guide {
using namespace warpgraph;

// Some program over float weights.
struct MyProgram {
  using VertexValue = float;
  using EdgeValue = float;
  using Reduction = Max;

  WARPGRAPH_DEVICE float initial(VertexId v) const { return v == 0 ? 1.0f : 0.0f; }
  WARPGRAPH_DEVICE float visit(float best, float weight) const { return best * weight; }
  WARPGRAPH_DEVICE bool updated(float old, float best) const { return best > old; }
};

extern Runtime& runtime;
extern StreamRef stream;
extern const Graph<float>& host_graph;
// Arrays of other software on the stream's device.
extern const std::int32_t* device_row;
extern const std::int32_t* device_column;
extern const std::size_t vertices;
extern const std::size_t device_edges;
}  // namespace prelude_programming_guide
