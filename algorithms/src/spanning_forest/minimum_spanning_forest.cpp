// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/spanning_forest.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include "boruvka.hpp"
#include "common/expect_undirected.hpp"
#include "common/value_types.hpp"
#include "edge_list.hpp"
#include "edge_rounds.hpp"
#include "filter.hpp"
#include "lightest.hpp"
#include "options.hpp"
#include "peer_run.hpp"
#include "total_weight.hpp"
#include "tree_joining.hpp"

namespace warpgraph::algorithms {
namespace forest {
namespace {

template <EdgeValueType EdgeValue, class Adding>
struct SumWeights {
  using Sum = typename Adding::Sum;
  View<const EdgeValue> value;
  View<const EdgeId> entry;
  std::uint64_t count;
  Adding adding;
  View<Sum> sum;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kSteps * kernel::Warp::kSize;
    kernel::PerLane<Sum> part{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        const std::uint64_t place = base + i * kernel::Warp::kSize + lane;
        if (place >= count) continue;
        part[lane] = part[lane] + adding.of(value[entry.empty() ? place : entry[place]]);
      }
    });
    const Sum total = warp.reduce(part, Plus());
    warp.elect([&] { adding.add_to(sum[0], total); });
  }
};

// How many edges the lists are made for, of so many of a device. The light ones are those below a quantile of a sample
// of kSample of all edges: more than four times its deviation off it will not be.
std::uint64_t listed_edges(const shards::RunSize& size, std::uint64_t edges, const SpanningForestOptions& options) {
  const double wanted = options.light_edges * static_cast<double>(size.vertices);
  const double all = static_cast<double>(size.edges) / 2;
  if (size.value_bytes == 0 || !LightEdges::are_few(wanted, all)) return edges;
  const double fraction = wanted / all;
  const double likely = fraction + 4 * std::sqrt(fraction / static_cast<double>(kSample));
  return std::min(edges, static_cast<std::uint64_t>(1.25 * likely * static_cast<double>(edges)) + 1024);
}

// What one search takes (Run, PeerDevice), over so many edges that stand at their greater ends.
MemoryPlan search_memory(const shards::RunSize& size, std::uint64_t edges, bool is_wide,
                         const SpanningForestOptions& options) {
  const std::size_t n = size.vertices;
  MemoryPlan plan;
  plan.add_array<VertexId>("spanning forest parents", n);
  plan.add_array<VertexId>("spanning forest trees", n);
  plan.add_array<std::uint64_t>("spanning forest lightest edges", is_wide ? 2 * n : n);
  plan.add_array<EdgeId>("spanning forest", n);
  plan.add("spanning forest counts", 4096);
  if (options.joining != nullptr) plan += options.joining->memory(n);
  if (options.method != ForestMethod::kFiltered) return plan;
  const std::uint64_t listed = listed_edges(size, edges, options);
  plan.add_array<VertexId>("spanning forest live trees", is_wide ? 2 * n : n);
  plan.add("spanning forest edges", 2 * listed * (is_wide ? sizeof(WideEdge) : sizeof(NarrowEdge)));
  return plan.add_array<std::uint64_t>("spanning forest sample", kSample);
}

}  // namespace

template <EdgeValueType EdgeValue>
ForestWeight<EdgeValue> weight_of(StreamRef stream, const View<const EdgeValue>& value, const View<const EdgeId>& entry,
                                  std::uint64_t count) {
  if constexpr (graphs::kHasValue<EdgeValue>) {
    const auto sum_by = [&](const auto& adding) {
      using Kernel = SumWeights<EdgeValue, std::remove_cvref_t<decltype(adding)>>;
      constexpr std::uint64_t kGroup = std::uint64_t{kSteps} * kernel::Warp::kSize;
      Buffer<typename Kernel::Sum> sum(stream, 1, "spanning forest weight");
      fill(stream, hubs::bytes_of(sum.view()), std::byte{0});
      kernel::launch(stream, kernel::Warps{(count + kGroup - 1) / kGroup}, Kernel{value, entry, count, adding, sum});
      return to_host(stream, sum).front();
    };
    if constexpr (std::is_floating_point_v<EdgeValue>)
      return total_of_floats(sum_by);
    else
      return total_of_integers(sum_by(IntegerAdding{}));
  } else {
    return static_cast<std::int64_t>(count);
  }
}

}  // namespace forest

namespace {

bool is_wide(const shards::RunSize& size) {
  return size.value_bytes > sizeof(std::uint32_t) || !forest::fits_narrow(size.edges);
}

// What the search on one device takes.
MemoryPlan search_on_one(const shards::RunSize& size, const SpanningForestOptions& options) {
  return forest::search_memory(size, size.own_edges / 2, is_wide(size), options);
}

}  // namespace

MemoryPlan spanning_forest_memory(const shards::RunSize& size, const SpanningForestOptions& options) {
  const std::size_t n = size.vertices;
  if (size.devices == 1) {
    const MemoryPlan search = search_on_one(size, options);
    MemoryPlan listing("spanning forest", n * sizeof(EdgeId));
    // Keys and values, those that are sorted, and what the sort takes; the values are where the forest is.
    listing.add("spanning forest edges", 5 * n * sizeof(EdgeId));
    return search.total() > listing.total() ? search : listing;
  }
  if (!is_wide(size) && forest::may_search_together(size.edges, options)) {
    // All the edges of a device may stand at their greater ends; and the forests of all devices come to each.
    MemoryPlan plan = forest::search_memory(size, size.own_edges, is_wide(size), options);
    plan.add_array<EdgeId>("spanning forest rows", n + 1);
    plan.add_array<VertexId>("spanning forest neighbours", 2 * n);
    const std::uint64_t forests = std::min<std::uint64_t>(size.edges, n * static_cast<std::size_t>(size.devices)) / 2;
    return plan.add("spanning forest edges", 2 * forests * sizeof(forest::NarrowEdge));
  }
  // Two forests are merged, whose rows are added up; then what is found is packed behind them.
  const std::uint64_t merged = std::min<std::uint64_t>(size.edges / 2, 2 * n);
  const std::size_t kept = sizeof(VertexId) + sizeof(EdgeId) + size.value_bytes;
  MemoryPlan plan("spanning forest rows", 2 * (n + 1) * sizeof(EdgeId));
  plan.add("spanning forest edges", merged * kept);
  const MemoryPlan search =
      forest::search_memory(size, std::max<std::uint64_t>(size.own_edges, merged), is_wide(size), options);
  MemoryPlan packing("spanning forest", 2 * n * sizeof(EdgeId));
  packing.add("spanning forest edges", n * kept);
  return plan += search.total() > packing.total() ? search : packing;
}

template <EdgeValueType EdgeValue>
SpanningForest<EdgeValue> minimum_spanning_forest(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                  const SpanningForestOptions& options) {
  expect_undirected(graph, "spanning forest");
  forest::check(options);
  SpanningForest<EdgeValue> result;
  result.component_count = graph.vertex_count();
  if (graph.edge_count() == 0) return result;
  stream.device().require(search_on_one(shards::run_size(graph), options), "a spanning forest");
  const AdjacencyView<EdgeValue> edges = graph.view().incoming;
  const auto run = forest::start_forest_run(
      stream, {without_values(edges), forest::Weights::of<EdgeValue>(edges.value), graph.edge_count() / 2}, options);
  peers::StepRun steps(stream, options.engine, result);
  while (steps.begin()) {
    const bool is_done = !run->step();
    SuperstepStatistics step;
    step.active_edges = run->edges_of_step();
    steps.end(step, is_done);
  }
  forest::FoundForest found = run->take();
  result.entry = std::move(found.entry);
  result.edge_count = found.edge_count;
  result.component_count -= found.edge_count;
  result.round_count = found.round_count;
  result.phases = found.phases;
  result.weight = forest::weight_of(stream, edges.value, View<const EdgeId>(result.entry), result.edge_count);
  return result;
}

namespace {

// The ends of the edges at these places of the graph, the greater one in the upper half.
struct WriteEnds {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const EdgeId> entry;
  View<std::uint64_t> ends;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const EdgeId e = entry[i];
    const auto a = static_cast<VertexId>(kernel::upper_bound(row, e) - 1);
    const VertexId b = column[e];
    ends[i] = std::uint64_t{a < b ? b : a} << 32 | (a < b ? a : b);
  }
};
struct SplitEnds {
  View<const std::uint64_t> ends;
  View<VertexId> greater;
  View<VertexId> lesser;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    greater[i] = static_cast<VertexId>(ends[i] >> 32);
    lesser[i] = static_cast<VertexId>(ends[i]);
  }
};
template <class Value>
struct ReadValues {
  View<const Value> value;
  View<const EdgeId> entry;
  View<Value> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { to[i] = value[entry[i]]; }
};

// Throws OutOfMemory if the device has no room for it.
template <EdgeValueType EdgeValue>
EdgeList list_on_device(StreamRef stream, const DeviceGraph<EdgeValue>& graph, View<const EdgeId> entry) {
  constexpr const char* kName = "spanning forest edges";
  const AdjacencyView<EdgeValue> edges = graph.view().incoming;
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  list.direction = Direction::kUndirectedOnce;
  list.ids = graph.ids();
  Buffer<EdgeId> sorted(stream, entry.size(), kName);
  {
    Buffer<std::uint64_t> ends(stream, entry.size(), kName);
    Buffer<std::uint64_t> sorted_ends(stream, entry.size(), kName);
    kernel::for_each(stream, entry.size(), WriteEnds{edges.row, edges.column, entry, ends.view()});
    primitives::sort_pairs(stream, ends, sorted_ends.view(), entry, sorted.view(),
                           {0, 32 + static_cast<int>(std::bit_width(graph.vertex_count()))});
    Buffer<VertexId> greater(stream, entry.size(), kName);
    Buffer<VertexId> lesser(stream, entry.size(), kName);
    kernel::for_each(stream, entry.size(), SplitEnds{sorted_ends.view(), greater.view(), lesser.view()});
    list.source = to_host(stream, greater);
    list.target = to_host(stream, lesser);
  }
  if constexpr (graphs::kHasValue<EdgeValue>) {
    Buffer<EdgeValue> values(stream, entry.size(), kName);
    kernel::for_each(stream, entry.size(), ReadValues<EdgeValue>{edges.value, sorted.view(), values.view()});
    list.values = to_host(stream, values);
  }
  return list;
}

}  // namespace

template <EdgeValueType EdgeValue>
EdgeList to_edge_list(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SpanningForest<EdgeValue>& found) {
  const View<const EdgeId> entry = found.entry.view().subview(0, found.edge_count);
  try {
    return list_on_device(stream, graph, entry);
  } catch (const OutOfMemory&) {
    return forest::edge_list_of(download(stream, graph), to_host(stream, entry));
  }
}

#define WARPGRAPH_INSTANTIATE(EdgeValue)                                                               \
  template SpanningForest<EdgeValue> minimum_spanning_forest(StreamRef, const DeviceGraph<EdgeValue>&, \
                                                             const SpanningForestOptions&);            \
  template ForestWeight<EdgeValue> forest::weight_of(StreamRef, const View<const EdgeValue>&,          \
                                                     const View<const EdgeId>&, std::uint64_t);        \
  template EdgeList to_edge_list(StreamRef, const DeviceGraph<EdgeValue>&, const SpanningForest<EdgeValue>&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
