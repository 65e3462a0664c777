// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/spanning_forest.hpp>

#include <utility>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "spanning_forest/edge_list.hpp"
#include "spanning_forest/run.hpp"
#include "spanning_forest/trees.hpp"
#include "value_types.hpp"
#include "without_values.hpp"

namespace warpgraph {
namespace forest {
namespace {

// In 64 bits, as users see the values.
template <EdgeValueType EdgeValue>
struct SumWeights {
  View<const EdgeValue> value;
  View<const EdgeId> entry;
  std::uint64_t count;
  View<ForestWeight<EdgeValue>> sum;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kSteps * Warp::kSize;
    PerLane<ForestWeight<EdgeValue>> part{};
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        const std::uint64_t place = base + i * Warp::kSize + lane;
        if (place >= count) continue;
        const EdgeId e = entry.empty() ? place : entry[place];
        part[lane] = plus(part[lane], static_cast<ForestWeight<EdgeValue>>(value[e]));
      }
    });
    const auto total = warp.reduce(part, Sum{});
    warp.elect([&] { atomic::fetch_add(sum[0], total); });
  }

 private:
  // Integers wrap around.
  template <class T>
  WARPGRAPH_DEVICE static T plus(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    else
      return a + b;
  }
  struct Sum {
    template <class T>
    WARPGRAPH_DEVICE T operator()(T a, T b) const {
      return plus(a, b);
    }
  };
};

}  // namespace

template <EdgeValueType EdgeValue>
ForestWeight<EdgeValue> weight_of(StreamRef stream, const View<const EdgeValue>& value, const View<const EdgeId>& entry,
                                  std::uint64_t count) {
  if constexpr (kHasValue<EdgeValue>) {
    constexpr std::uint64_t kGroup = std::uint64_t{kSteps} * Warp::kSize;
    Buffer<ForestWeight<EdgeValue>> sum(stream, 1, "spanning forest weight");
    fill(stream, sum, 0);
    launch(stream, Warps{(count + kGroup - 1) / kGroup}, SumWeights<EdgeValue>{value, entry, count, sum});
    return to_host(stream, sum).front();
  } else {
    return static_cast<std::int64_t>(count);
  }
}

}  // namespace forest

template <EdgeValueType EdgeValue>
SpanningForest<EdgeValue> minimum_spanning_forest(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                  const SpanningForestOptions& options) {
  expects(graph.is_undirected() || graph.edge_count() == 0,
          "spanning forest: the graph is directed; symmetrise it first");
  SpanningForest<EdgeValue> result;
  result.component_count = graph.vertex_count();
  if (graph.edge_count() == 0) return result;
  const AdjacencyView<EdgeValue> edges = graph.view().incoming;
  const auto run = forest::start_forest_run(
      stream, {without_values(edges), forest::Weights::of<EdgeValue>(edges.value), graph.edge_count() / 2}, options);
  while (run->step()) {
  }
  forest::FoundForest found = run->take();
  result.entry = std::move(found.entry);
  result.edge_count = found.edge_count;
  result.component_count -= found.edge_count;
  result.round_count = found.round_count;
  result.transactions = found.transactions;
  result.phases = found.phases;
  result.weight = forest::weight_of(stream, edges.value, View<const EdgeId>(result.entry), result.edge_count);
  return result;
}

template <EdgeValueType EdgeValue>
EdgeList to_edge_list(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SpanningForest<EdgeValue>& found) {
  return forest::edge_list_of(download(stream, graph),
                              to_host(stream, found.entry.view().subview(0, found.edge_count)));
}

#define WARPGRAPH_INSTANTIATE(EdgeValue)                                                               \
  template SpanningForest<EdgeValue> minimum_spanning_forest(StreamRef, const DeviceGraph<EdgeValue>&, \
                                                             const SpanningForestOptions&);            \
  template ForestWeight<EdgeValue> forest::weight_of(StreamRef, const View<const EdgeValue>&,          \
                                                     const View<const EdgeId>&, std::uint64_t);        \
  template EdgeList to_edge_list(StreamRef, const DeviceGraph<EdgeValue>&, const SpanningForest<EdgeValue>&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
