// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/buffer.hpp>

namespace warpgraph::graphs {

// Edge values in a device's memory; monostate: the edges have no values.
using DeviceEdgeValues =
    std::variant<std::monostate, Buffer<std::int32_t>, Buffer<std::int64_t>, Buffer<float>, Buffer<double>>;

}  // namespace warpgraph::graphs

namespace warpgraph {

// An EdgeList whose edges are in a device's memory.
struct DeviceEdgeList {
  VertexId vertex_count = 0;
  Buffer<VertexId> source;
  Buffer<VertexId> target;
  graphs::DeviceEdgeValues values = {};
  Direction direction = Direction::kDirected;
  IdMap ids = {};  // on the host, as are the vertex weights
  VertexWeights vertex_weights = {};

  [[nodiscard]] std::size_t size() const { return source.size(); }
};

// Copies of all arrays, on the device or on the host; ids and weights of vertices are copied on the host. Waits for the
// stream.
[[nodiscard]] DeviceEdgeList to_device(StreamRef stream, const EdgeList& edges);
[[nodiscard]] EdgeList to_host(StreamRef stream, const DeviceEdgeList& edges);

}  // namespace warpgraph
