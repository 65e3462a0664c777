// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/components.hpp>

#include <algorithm>
#include <vector>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>

#include "common/device_copies.hpp"
#include "common/expect_undirected.hpp"
#include "common/value_types.hpp"

namespace warpgraph::algorithms {

std::vector<VertexId> lowest_named(std::vector<VertexId> label, const IdMap& ids) {
  if (std::ranges::is_sorted(ids.original)) return label;
  std::vector<VertexId> lowest(label.size(), kNoVertex);  // of the component with this label
  for (VertexId v = 0; v < label.size(); ++v) {
    VertexId& so_far = lowest[label[v]];
    if (so_far == kNoVertex || ids.original[v] < ids.original[so_far]) so_far = v;
  }
  for (VertexId& each : label) each = lowest[each];
  return label;
}

template <EdgeValueType EdgeValue>
Result<VertexId> component_labels(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                  const ComponentLabelsOptions& options) {
  expect_undirected(graph, "components by labels");
  return warpgraph::run(stream, graph, programs::Labels{}, options.engine);
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> component_labels(const ShardedGraph<EdgeValue>& graph, const ComponentLabelsOptions& options) {
  expect_undirected(graph, "components by labels");
  (void)graph.vertex_count();  // labels are numbers of 32 bits
  return warpgraph::run(graph, programs::Labels{}, options.engine);
}

template <EdgeValueType EdgeValue>
ShardedResult<GlobalId> global_component_labels(const ShardedGraph<EdgeValue>& graph,
                                                const ComponentLabelsOptions& options) {
  expect_undirected(graph, "components by labels");
  DeviceCopies copies;
  const auto make_program = [&](StreamRef stream) {
    return programs::GlobalLabels{copies(stream, graph.global_ids(), "global ids")};
  };
  return warpgraph::run(graph, make_program, options.engine);
}

#define WARPGRAPH_INSTANTIATE(E)                                                                                  \
  template Result<VertexId> component_labels<E>(StreamRef, const DeviceGraph<E>&, const ComponentLabelsOptions&); \
  template ShardedResult<VertexId> component_labels<E>(const ShardedGraph<E>&, const ComponentLabelsOptions&);    \
  template ShardedResult<GlobalId> global_component_labels<E>(const ShardedGraph<E>&, const ComponentLabelsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
