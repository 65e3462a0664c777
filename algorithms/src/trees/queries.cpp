// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <type_traits>
#include <utility>

#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "paths.hpp"

// What is asked of a forest once it has been rooted.
namespace warpgraph::algorithms {
namespace {

using namespace trees;  // NOLINT(google-build-using-namespace): its parts

struct NumberLeaving {
  ForestView forest;
  View<VertexId> postorder;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    postorder[v] = forest.preorder[v] + forest.size[v] - 1 - forest.depth[v];
  }
};

// What values are added up in: integers wrap around, which signed ones must not.
template <class Value>
using Wrapping = std::conditional_t<std::is_same_v<Value, double>, double, std::uint64_t>;

template <class Value>
struct PutInPreorder {
  ForestView forest;
  View<const Value> value;
  View<Wrapping<Value>> ordered;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    ordered[forest.preorder[v]] = static_cast<Wrapping<Value>>(value[v]);
  }
};
template <class Value>
struct TakeDifference {
  ForestView forest;
  View<const Wrapping<Value>> total;  // up to and with each number of the preorder
  View<Value> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint64_t first = forest.preorder[v];
    const Wrapping<Value> before = first == 0 ? Wrapping<Value>{} : total[first - 1];
    sum[v] = static_cast<Value>(total[first + forest.size[v] - 1] - before);
  }
};

// The weight of the edge to the parent is gained where the tour enters a vertex and lost where it leaves. The vertex's
// own row has the edge; rows ascend.
template <EdgeValueType EdgeValue>
struct PutWeights {
  ForestView forest;
  AdjacencyView<EdgeValue> edges;
  View<Wrapping<PathLength<EdgeValue>>> change;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    Wrapping<PathLength<EdgeValue>> weight = 0;
    if (!forest.is_root(v)) weight = static_cast<Wrapping<PathLength<EdgeValue>>>(weight_of(v, forest.parent[v]));
    change[forest.enter(v)] = weight;
    change[forest.leave(v)] = -weight;
  }
  [[nodiscard]] WARPGRAPH_DEVICE PathLength<EdgeValue> weight_of(VertexId v, VertexId parent) const {
    if constexpr (std::is_same_v<EdgeValue, NoValue>) {
      return 1;
    } else {
      EdgeId first = edges.row[v];
      for (EdgeId end = edges.row[v + 1]; first + 1 < end;) {
        const EdgeId middle = first + (end - first) / 2;
        (edges.column[middle] <= parent ? first : end) = middle;
      }
      return static_cast<PathLength<EdgeValue>>(edges.value[first]);
    }
  }
};
template <class Length>
struct TakeEntered {
  ForestView forest;
  View<const Wrapping<Length>> length;
  View<Length> depth;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    depth[v] = forest.is_root(v) ? Length{} : static_cast<Length>(length[forest.enter(v)]);
  }
};

template <class Query>
Buffer<VertexId> answer(StreamRef stream, const AncestorView& ancestors, View<const VertexId> a,
                        View<const VertexId> b) {
  expects(a.size() == b.size(), "AncestorIndex: the arrays of a query differ in size");
  Buffer<VertexId> found(stream, a.size(), "ancestors found");
  kernel::for_each(stream, a.size(), Query{ancestors, a, b, found});
  return found;
}

}  // namespace

Buffer<VertexId> postorder(StreamRef stream, const RootedForest& forest) {
  Buffer<VertexId> result(stream, forest.vertex_count(), "forest postorder");
  kernel::for_each(stream, forest.vertex_count(), NumberLeaving{forest.view(), result});
  return result;
}

template <class Value>
requires std::same_as<Value, std::int64_t> || std::same_as<Value, double> Buffer<Value> subtree_sums(
    StreamRef stream, const RootedForest& forest, View<const Value> values) {
  expects(values.size() == forest.vertex_count(), "subtree_sums: not a value for every vertex");
  Buffer<Wrapping<Value>> ordered(stream, values.size(), "forest values");
  kernel::for_each(stream, values.size(), PutInPreorder<Value>{forest.view(), values, ordered});
  primitives::inclusive_scan(stream, std::as_const(ordered).view(), ordered.view());
  Buffer<Value> sums(stream, values.size(), "forest sums");
  kernel::for_each(stream, values.size(), TakeDifference<Value>{forest.view(), ordered, sums});
  return sums;
}
template Buffer<std::int64_t> subtree_sums(StreamRef, const RootedForest&, View<const std::int64_t>);
template Buffer<double> subtree_sums(StreamRef, const RootedForest&, View<const double>);

template <EdgeValueType EdgeValue>
Buffer<PathLength<EdgeValue>> weighted_depths(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                              const RootedForest& forest) {
  using Length = PathLength<EdgeValue>;
  const std::uint64_t vertices = forest.vertex_count();
  expects(graph.vertex_count() == vertices, "weighted_depths: the forest is that of another graph");
  Buffer<Wrapping<Length>> length(stream, 2 * vertices, "forest lengths");
  kernel::for_each(stream, vertices, PutWeights<EdgeValue>{forest.view(), graph.view().incoming, length});
  primitives::inclusive_scan(stream, std::as_const(length).view(), length.view());
  Buffer<Length> depth(stream, vertices, "forest weighted depths");
  kernel::for_each(stream, vertices, TakeEntered<Length>{forest.view(), length, depth});
  return depth;
}
#define WARPGRAPH_INSTANTIATE(E) \
  template Buffer<PathLength<E>> weighted_depths<E>(StreamRef, const DeviceGraph<E>&, const RootedForest&)
WARPGRAPH_INSTANTIATE(NoValue);
WARPGRAPH_INSTANTIATE(std::int32_t);
WARPGRAPH_INSTANTIATE(std::int64_t);
WARPGRAPH_INSTANTIATE(float);
WARPGRAPH_INSTANTIATE(double);
#undef WARPGRAPH_INSTANTIATE

MemoryPlan AncestorIndex::memory(Device& device, VertexId vertices) {
  MemoryPlan plan;
  if (vertices == 0) return plan;
  const std::uint64_t names = std::uint64_t{vertices} + 1;
  plan.add_array<PathLabel>("path labels", vertices);
  plan.add_array<VertexId>("paths", vertices + names);
  plan.add_array<std::uint32_t>("path levels", 2 * std::uint64_t{vertices});
  plan.add_array<std::uint8_t>("path ends", vertices);
  plan.add_array<VertexId>("path tops", names);
  return plan += primitives::inclusive_scan_memory<std::uint32_t>(device, 2 * std::uint64_t{vertices});
}

AncestorIndex::AncestorIndex(StreamRef stream, const RootedForest& forest) : forest_(forest.view()) {
  const std::uint64_t vertices = forest.vertex_count();
  if (vertices == 0) return;
  stream.device().require(memory(stream.device(), forest.vertex_count()), "indexing ancestors");
  const std::uint64_t names = vertices + 1;
  Buffer<std::uint8_t> goes_on(stream, vertices, "path ends");
  Buffer<VertexId> tops(stream, names, "path tops");
  fill(stream, goes_on, 0);
  fill(stream, tops, 0);
  label_ = Buffer<PathLabel>(stream, vertices, "path labels");
  {
    Buffer<std::uint32_t> levels(stream, 2 * vertices, "path levels");
    fill(stream, levels, 0);
    kernel::for_each(stream, vertices, PutLevels{forest_, levels, goes_on, tops});
    primitives::inclusive_scan(stream, std::as_const(levels).view(), levels.view());
    kernel::for_each(stream, vertices, TakeLabels{forest_, levels, label_});
  }
  path_begin_ = Buffer<VertexId>(stream, names, "paths");
  fill(stream, path_begin_, 0);
  kernel::for_each(stream, vertices, FindEnds{forest_, goes_on, path_begin_});
  kernel::for_each(stream, names, SubtractTops{path_begin_, tops});
  primitives::exclusive_scan(stream, std::as_const(path_begin_).view(), path_begin_.view());
  kernel::for_each(stream, names, ShiftTops{path_begin_, tops});
  path_ = Buffer<VertexId>(stream, vertices, "paths");
  kernel::for_each(stream, vertices, FillPaths{forest_, label_, tops, path_});
}

Buffer<VertexId> AncestorIndex::common_ancestors(StreamRef stream, View<const VertexId> a,
                                                 View<const VertexId> b) const {
  return answer<MeetPairs>(stream, view(), a, b);
}
Buffer<VertexId> AncestorIndex::path_lengths(StreamRef stream, View<const VertexId> a, View<const VertexId> b) const {
  return answer<MeasurePairs>(stream, view(), a, b);
}
Buffer<VertexId> AncestorIndex::ancestors(StreamRef stream, View<const VertexId> vertices,
                                          View<const VertexId> distances) const {
  return answer<FindAncestors>(stream, view(), vertices, distances);
}

}  // namespace warpgraph::algorithms
