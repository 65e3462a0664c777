// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/label_propagation.hpp>

#include <algorithm>
#include <vector>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "common/device_copies.hpp"
#include "common/value_types.hpp"

namespace warpgraph::algorithms {
namespace {

struct LookUp {
  View<const VertexId> at;
  View<VertexId> value;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { value[v] = at[value[v]]; }
};

// Labels are places in the order of the names while they are compared, and vertices before and after.
class NameOrder {
 public:
  explicit NameOrder(const IdMap& ids) : place_(results::user_order(ids)), vertex_(place_.size()) {
    for (VertexId v = 0; v < place_.size(); ++v) vertex_[place_[v]] = v;
  }
  [[nodiscard]] programs::FrequentLabels program(StreamRef stream) { return {copies_(stream, place_, "label order")}; }
  // `values` of the vertices that are the program's, back to vertices.
  void to_vertices(StreamRef stream, Buffer<VertexId>& values, VertexId first, VertexId count) {
    if (place_.empty()) return;
    kernel::for_each(stream, count,
                     LookUp{copies_(stream, vertex_, "label order"), values.view().subview(first, count)});
  }

 private:
  std::vector<VertexId> place_;  // empty: that of v is v
  std::vector<VertexId> vertex_;
  DeviceCopies copies_;
};

EngineOptions engine_of(const LabelPropagationOptions& options) {
  EngineOptions engine = options.engine;
  engine.max_supersteps = std::min(engine.max_supersteps, options.iterations);
  return engine;
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<VertexId> label_propagation(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                   const LabelPropagationOptions& options) {
  NameOrder order(graph.ids());
  Result<VertexId> result = warpgraph::run(stream, graph, order.program(stream), engine_of(options));
  order.to_vertices(stream, result.values, 0, graph.vertex_count());
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> label_propagation(const ShardedGraph<EdgeValue>& graph,
                                          const LabelPropagationOptions& options) {
  (void)graph.vertex_count();  // labels are numbers of 32 bits
  ranks::expect_same_call(graph.layout().ranks, "label_propagation",
                          {ranks::call_word("iterations", options.iterations)});
  NameOrder order(graph.ids());
  ShardedResult<VertexId> result = warpgraph::run(
      graph, [&](StreamRef stream) { return order.program(stream); }, engine_of(options));
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    const VertexRange own = result.own[i];
    const VertexId first = result.first.empty() ? 0 : result.first[i];
    order.to_vertices(graph.stream(static_cast<int>(i)), result.values[i], own.first - first, own.size());
  }
  for (const StreamRef& stream : graph.streams()) stream.synchronize();
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                                    \
  template Result<VertexId> label_propagation<E>(StreamRef, const DeviceGraph<E>&, const LabelPropagationOptions&); \
  template ShardedResult<VertexId> label_propagation<E>(const ShardedGraph<E>&, const LabelPropagationOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
