// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>

#include "common/value_types.hpp"
#include "verify/message.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::name_of;
using verify::text_of;

// What the edges of a forest join, taken one by one, the lightest first: the lesser of two trees goes below the
// greater, and knows by which edge. No path is longer than the logarithm of the number of vertices, and the greatest
// edge on the way between two vertices is the heaviest of the forest's path between them.
class Joins {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  explicit Joins(VertexId count) : parent_(count), size_(count, 1), edge_(count, kNone) {
    std::iota(parent_.begin(), parent_.end(), VertexId{0});
  }
  // Returns whether they were two. `edge`: greater than all before.
  bool unite(VertexId a, VertexId b, std::size_t edge) {
    a = root_of(a);
    b = root_of(b);
    if (a == b) return false;
    if (size_[a] > size_[b]) std::swap(a, b);
    parent_[a] = b;
    size_[b] += size_[a];
    edge_[a] = edge;
    return true;
  }
  // The edge that has joined what has them both; kNone if there is none.
  [[nodiscard]] std::size_t edge_between(VertexId a, VertexId b) const {
    std::size_t last = 0;
    while (a != b) {
      if (edge_[b] < edge_[a]) std::swap(a, b);  // roots have none, which is greater than all
      if (edge_[a] == kNone) return kNone;
      last = edge_[a];
      a = parent_[a];
    }
    return last;
  }

 private:
  [[nodiscard]] VertexId root_of(VertexId v) const {
    while (parent_[v] != v) v = parent_[v];
    return v;
  }

  std::vector<VertexId> parent_;
  std::vector<VertexId> size_;
  std::vector<std::size_t> edge_;
};

template <EdgeValueType EdgeValue>
using Values = std::vector<std::conditional_t<graphs::kHasValue<EdgeValue>, EdgeValue, char>>;

template <EdgeValueType EdgeValue>
bool has_edge(const Graph<EdgeValue>& graph, VertexId a, VertexId b, const Values<EdgeValue>& values, std::size_t i) {
  const std::span<const VertexId> neighbours = graph.incoming().neighbours(a);
  const auto [first, last] = std::ranges::equal_range(neighbours, b);
  if constexpr (graphs::kHasValue<EdgeValue>) {
    const auto of_these = graph.incoming().values(a).subspan(static_cast<std::size_t>(first - neighbours.begin()),
                                                             static_cast<std::size_t>(last - first));
    return std::ranges::find(of_these, values[i]) != of_these.end();
  } else {
    return first != last;
  }
}

std::string edge(const Topology& graph, VertexId a, VertexId b) {
  return "the edge " + name_of(graph, a) + " - " + name_of(graph, b);
}

template <EdgeValueType EdgeValue>
typename Values<EdgeValue>::value_type weight_of(const Graph<EdgeValue>& graph, EdgeId e) {
  if constexpr (graphs::kHasValue<EdgeValue>)
    return graph.incoming().value[e];
  else
    return {};
}

// Finds an edge of the graph that the forest should have.
template <EdgeValueType EdgeValue>
Problem problem_of_lightness(const Graph<EdgeValue>& graph, const Joins& joins, const Values<EdgeValue>& ascending,
                             ThreadPool* threads) {
  const Adjacency<EdgeValue>& edges = graph.incoming();
  const auto is_missed = [&](VertexId v, EdgeId e) {
    if (edges.column[e] >= v) return false;  // stands at its other end, too
    const std::size_t by = joins.edge_between(v, edges.column[e]);
    return by == Joins::kNone || weight_of(graph, e) < ascending[by];
  };
  const auto missed_at = [&](VertexId v) {
    EdgeId e = edges.row[v];
    while (e < edges.row[v + 1] && !is_missed(v, e)) ++e;
    return e;
  };
  const VertexId v = verify::first_wrong(threads, graph.vertex_count(),
                                         [&](VertexId each) { return missed_at(each) != edges.row[each + 1]; });
  if (v == kNoVertex) return {};
  const EdgeId e = missed_at(v);
  const std::size_t by = joins.edge_between(v, edges.column[e]);
  const std::string missed = edge(graph, v, edges.column[e]);
  if (by == Joins::kNone) return "the forest does not join the ends of " + missed;
  return "the forest is too heavy: " + missed + " weighs " + text_of(weight_of(graph, e)) +
         ", and the forest joins its ends by one of " + text_of(ascending[by]);
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
    constexpr long double kRounding = std::numeric_limits<double>::epsilon();
    is_right = !std::isfinite(static_cast<double>(sum))
                   ? !std::isfinite(weight)
                   : std::abs(sum - weight) <= kRounding * size * static_cast<long double>(values.size());
  } else {
    Wide sum = 0;
    for (const auto each : values) sum += graphs::kHasValue<EdgeValue> ? each : 1;
    is_right = sum == weight;
  }
  if (is_right) return {};
  return "the edges of the forest do not weigh " + text_of(weight) + " together";
}

}  // namespace

template <EdgeValueType EdgeValue>
Problem verify_spanning_forest(const Graph<EdgeValue>& graph, const EdgeList& forest,
                               std::optional<ForestWeight<EdgeValue>> weight, ThreadPool* threads) {
  Values<EdgeValue> values;
  if constexpr (graphs::kHasValue<EdgeValue>) {
    const auto* const given = std::get_if<std::vector<EdgeValue>>(&forest.values);
    if (given == nullptr) return "the forest's weights are not of the graph's type";
    values = *given;
  } else {
    values.resize(forest.size());
  }
  if (values.size() != forest.size()) return "the forest has not a weight for every edge";
  std::vector<std::size_t> order(forest.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (const std::size_t i : order) {
    const VertexId a = forest.source[i];
    const VertexId b = forest.target[i];
    if (a >= graph.vertex_count() || b >= graph.vertex_count()) return "the forest has a vertex that is not there";
    if (!has_edge(graph, a, b, values, i)) return edge(graph, a, b) + " is not in the graph";
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  Joins joins(graph.vertex_count());
  Values<EdgeValue> ascending;
  for (const std::size_t i : order) {
    if (!joins.unite(forest.source[i], forest.target[i], ascending.size()))
      return edge(graph, forest.source[i], forest.target[i]) + " closes a cycle";
    ascending.push_back(values[i]);
  }
  if (Problem problem = problem_of_lightness(graph, joins, ascending, threads)) return problem;
  return weight ? problem_of_weight<EdgeValue>(ascending, *weight) : Problem();
}

#define WARPGRAPH_INSTANTIATE(EdgeValue)                                            \
  template Problem verify_spanning_forest(const Graph<EdgeValue>&, const EdgeList&, \
                                          std::optional<ForestWeight<EdgeValue>>, ThreadPool*)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
