// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/engine/host_run.hpp>
#include <warpgraph/framework/ranks/read_graph.hpp>
#include <warpgraph/framework/shard/place.hpp>

namespace prelude_several_devices {
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
extern const Graph<float>& host_graph;
}  // namespace prelude_several_devices
