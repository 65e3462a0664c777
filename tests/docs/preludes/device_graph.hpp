// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <warpgraph/framework/engine/pull.hpp>
#include <warpgraph/framework/run/options.hpp>

// A graph on a device.
namespace prelude_device_graph {
using namespace warpgraph;

extern StreamRef stream;
extern const DeviceGraph<float>& graph;

// A pull, and what it works on.
struct Sum {
  using VertexValue = float;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  WARPGRAPH_DEVICE float visit(float value, NoValue) const { return value; }
};
extern const GraphView<NoValue>& view;
extern View<float> hubs;
extern View<float> authorities;
}  // namespace prelude_device_graph
