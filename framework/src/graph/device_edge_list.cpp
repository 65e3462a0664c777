// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/device_edge_list.hpp>

#include <type_traits>

#include <warpgraph/runtime/copy.hpp>

namespace warpgraph {

DeviceEdgeList to_device(StreamRef stream, const EdgeList& edges) {
  DeviceEdgeList result;
  result.vertex_count = edges.vertex_count;
  result.source = to_device(stream, edges.source, "edge source");
  result.target = to_device(stream, edges.target, "edge target");
  std::visit(
      [&]<class Held>(const Held& values) {
        if constexpr (!std::is_same_v<Held, std::monostate>) result.values = to_device(stream, values, "edge values");
      },
      edges.values);
  result.direction = edges.direction;
  result.ids = edges.ids;
  result.vertex_weights = edges.vertex_weights;
  return result;
}

EdgeList to_host(StreamRef stream, const DeviceEdgeList& edges) {
  EdgeList result;
  result.vertex_count = edges.vertex_count;
  result.source = to_host(stream, edges.source);
  result.target = to_host(stream, edges.target);
  std::visit(
      [&]<class Held>(const Held& values) {
        if constexpr (!std::is_same_v<Held, std::monostate>) result.values = to_host(stream, values);
      },
      edges.values);
  result.direction = edges.direction;
  result.ids = edges.ids;
  result.vertex_weights = edges.vertex_weights;
  return result;
}

}  // namespace warpgraph
