// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <warpgraph/algorithms/verify.hpp>

#include "../value_types.hpp"
#include "message.hpp"

namespace warpgraph {
namespace {

using verify::name_of;
using verify::text_of;

class Sets {
 public:
  explicit Sets(VertexId count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), VertexId{0}); }
  VertexId find(VertexId v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  // Whether they were two.
  bool unite(VertexId a, VertexId b) {
    a = find(a);
    b = find(b);
    parent_[a] = b;
    return a != b;
  }

 private:
  std::vector<VertexId> parent_;
};

template <EdgeValueType EdgeValue>
using Values = std::vector<std::conditional_t<kHasValue<EdgeValue>, EdgeValue, char>>;

// The weights of the edges that Kruskal's algorithm takes, ascending. All lightest forests have the same.
template <EdgeValueType EdgeValue>
Values<EdgeValue> lightest_weights(const Graph<EdgeValue>& graph) {
  struct Edge {
    VertexId a;
    VertexId b;
    typename Values<EdgeValue>::value_type weight;
  };
  const Adjacency<EdgeValue>& edges = graph.incoming();
  std::vector<Edge> all;
  for (VertexId v = 0; v < graph.vertex_count(); ++v) {
    for (EdgeId e = edges.row[v]; e < edges.row[v + 1] && edges.column[e] < v; ++e) {
      all.push_back({v, edges.column[e], {}});
      if constexpr (kHasValue<EdgeValue>) all.back().weight = edges.value[e];
    }
  }
  std::ranges::sort(all, {}, &Edge::weight);
  Sets sets(graph.vertex_count());
  Values<EdgeValue> weights;
  for (const Edge& each : all)
    if (sets.unite(each.a, each.b)) weights.push_back(each.weight);
  return weights;
}

template <EdgeValueType EdgeValue>
bool has_edge(const Graph<EdgeValue>& graph, VertexId a, VertexId b, const Values<EdgeValue>& values, std::size_t i) {
  const std::span<const VertexId> neighbours = graph.incoming().neighbours(a);
  const auto [first, last] = std::ranges::equal_range(neighbours, b);
  if constexpr (kHasValue<EdgeValue>) {
    const auto of_these = graph.incoming().values(a).subspan(static_cast<std::size_t>(first - neighbours.begin()),
                                                             static_cast<std::size_t>(last - first));
    return std::ranges::find(of_these, values[i]) != of_these.end();
  } else {
    return first != last;
  }
}

std::string edge(const Topology& graph, const EdgeList& forest, std::size_t i) {
  return "the edge " + name_of(graph, forest.source[i]) + " - " + name_of(graph, forest.target[i]);
}

__extension__ using Wide = __int128;  // no sum of edges exceeds it

template <EdgeValueType EdgeValue>
Problem problem_of_weight(const Values<EdgeValue>& values, ForestWeight<EdgeValue> weight) {
  bool is_right = false;
  if constexpr (std::is_floating_point_v<EdgeValue>) {
    long double sum = 0;
    long double size = 0;
    for (const EdgeValue each : values) {
      sum += each;
      size += std::abs(each);
    }
    constexpr long double kEpsilon = std::numeric_limits<double>::epsilon();
    is_right = !std::isfinite(static_cast<double>(sum))
                   ? !std::isfinite(weight)
                   : std::abs(sum - weight) <= kEpsilon * size * static_cast<long double>(values.size());
  } else {
    Wide sum = 0;
    for (const auto each : values) sum += kHasValue<EdgeValue> ? each : 1;
    is_right = sum == weight;
  }
  if (is_right) return {};
  return "the edges of the forest do not weigh " + text_of(weight) + " together";
}

}  // namespace

template <EdgeValueType EdgeValue>
Problem verify_spanning_forest(const Graph<EdgeValue>& graph, const EdgeList& forest,
                               std::optional<ForestWeight<EdgeValue>> weight) {
  Values<EdgeValue> values;
  if constexpr (kHasValue<EdgeValue>) {
    const auto* const given = std::get_if<std::vector<EdgeValue>>(&forest.values);
    if (given == nullptr) return "the forest's weights are not of the graph's type";
    values = *given;
  } else {
    values.resize(forest.size());
  }
  if (values.size() != forest.size()) return "the forest has not a weight for every edge";
  Sets sets(graph.vertex_count());
  for (std::size_t i = 0; i < forest.size(); ++i) {
    const VertexId a = forest.source[i];
    const VertexId b = forest.target[i];
    if (a >= graph.vertex_count() || b >= graph.vertex_count()) return "the forest has a vertex that is not there";
    if (!has_edge(graph, a, b, values, i)) return edge(graph, forest, i) + " is not in the graph";
    if (!sets.unite(a, b)) return edge(graph, forest, i) + " closes a cycle";
  }
  const Values<EdgeValue> lightest = lightest_weights(graph);
  if (lightest.size() != forest.size())
    return "the forest has " + text_of(forest.size()) + " edges, and should have " + text_of(lightest.size());
  std::ranges::sort(values);
  const auto [should, is] = std::ranges::mismatch(lightest, values);
  if (should == lightest.end()) return weight ? problem_of_weight<EdgeValue>(values, *weight) : Problem();
  return "the forest is too heavy: by weight, its edge " + text_of(should - lightest.begin()) + " weighs " +
         text_of(*is) + ", and should weigh " + text_of(*should);
}

#define WARPGRAPH_INSTANTIATE(EdgeValue)                                            \
  template Problem verify_spanning_forest(const Graph<EdgeValue>&, const EdgeList&, \
                                          std::optional<ForestWeight<EdgeValue>>)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
