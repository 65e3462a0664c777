// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/verify.hpp>

#include <algorithm>
#include <limits>

#include <warpgraph/framework/engine/result.hpp>

#include "../value_types.hpp"
#include "message.hpp"
#include "targets.hpp"

namespace warpgraph {
namespace {

using verify::name_of;
using verify::text_of;
using verify::vertex;

// Which vertices can be reached from the source over these edges.
std::vector<bool> reached(const verify::Targets& targets, VertexId vertices, VertexId source) {
  std::vector<bool> is_reached(vertices);
  std::vector<VertexId> waiting{source};
  is_reached[source] = true;
  while (!waiting.empty()) {
    const VertexId u = waiting.back();
    waiting.pop_back();
    for (const VertexId v : targets.of(u)) {
      if (is_reached[v]) continue;
      is_reached[v] = true;
      waiting.push_back(v);
    }
  }
  return is_reached;
}

template <class T, EdgeValueType EdgeValue>
T value_of(const Graph<EdgeValue>& graph, EdgeId e) {
  if constexpr (kHasValue<EdgeValue>)
    return static_cast<T>(graph.incoming().value[e]);
  else
    return T{1};
}

// kUnreachable if it is more than T holds: no distance is as far as that.
template <class T>
T sum_of(T distance, T length) {
  const T sum = distance + length;
  if constexpr (std::is_integral_v<T>) return sum < distance ? kUnreachable<T> : sum;
  return sum;
}

// Whether `distance` is that of a way of length `way`, and whether it is at most that.
template <class T>
struct Comparison {
  double rounding;

  [[nodiscard]] bool at_most(T distance, T way) const {
    if (distance <= way || rounding == 0 || std::is_integral_v<T>) return distance <= way;
    return static_cast<double>(distance) <= static_cast<double>(way) * (1 + rounding);
  }
  [[nodiscard]] bool equal(T distance, T way) const { return at_most(distance, way) && at_most(way, distance); }
};

// The certificate of both. extend(value, e) is what edge e makes of the value at its source; whether that improves, or
// explains, the value at its target is asked with the two in this order.
template <class T, class Extend, class Improves, class Explains>
Problem problem_of_paths(const Topology& graph, VertexId source, std::span<const T> value, T unreached,
                         const char* measure, Extend&& extend, Improves&& improves, Explains&& explains) {
  for (VertexId v = 0; v < value.size(); ++v) {
    for (EdgeId e = graph.row[v]; e < graph.row[v + 1]; ++e) {
      const VertexId u = graph.column[e];
      if (value[u] == unreached) continue;
      const T offered = extend(value[u], e);
      if (!improves(offered, value[v])) continue;
      if (value[v] == unreached)
        return vertex(graph, v) + " has no " + measure + ", and an edge from " + name_of(graph, u) + ", which has " +
               text_of(value[u]);
      return vertex(graph, v) + " has " + measure + ' ' + text_of(value[v]) + ", and an edge from " +
             name_of(graph, u) + " makes it " + text_of(offered);
    }
  }
  const verify::Targets explained(graph, [&](VertexId u, VertexId v, EdgeId e) {
    return value[u] != unreached && explains(extend(value[u], e), value[v]);
  });
  const std::vector<bool> is_explained = reached(explained, graph.vertex_count(), source);
  for (VertexId v = 0; v < value.size(); ++v) {
    if (value[v] != unreached && !is_explained[v])
      return vertex(graph, v) + " has " + measure + ' ' + text_of(value[v]) + ", and no path from the source has that";
  }
  return {};
}

template <EdgeValueType EdgeValue>
Problem problem_of_lengths(const Graph<EdgeValue>& graph) {
  if constexpr (kHasValue<EdgeValue>) {
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
      for (EdgeId e = graph.incoming().row[v]; e < graph.incoming().row[v + 1]; ++e) {
        const EdgeValue length = graph.incoming().value[e];
        if (length >= EdgeValue{} && length <= std::numeric_limits<EdgeValue>::max()) continue;
        return "the edge from " + name_of(graph, graph.incoming().column[e]) + " to " + name_of(graph, v) +
               (length < EdgeValue{} ? " has a negative length" : " has the length " + text_of(length));
      }
    }
  }
  return {};
}

}  // namespace

template <EdgeValueType EdgeValue>
Problem verify_sssp(const Graph<EdgeValue>& graph, std::uint64_t source, std::span<const Distance<EdgeValue>> distance,
                    double rounding) {
  using T = Distance<EdgeValue>;
  verify::expect_one_each(graph, distance);
  const VertexId start = find_vertex(graph.ids(), graph.vertex_count(), source);
  if (const Problem problem = problem_of_lengths(graph)) return problem;
  if (distance[start] != T{}) return "the source, " + vertex(graph, start) + ", is not at distance 0";
  const Comparison<T> compare{rounding};
  return problem_of_paths(
      graph, start, distance, kUnreachable<T>, "distance",
      [&](T way, EdgeId e) { return sum_of(way, value_of<T>(graph, e)); },
      // Whatever the length of the edge, the end of one from a vertex that is reached is reached.
      [&](T offered, T has) { return has == kUnreachable<T> || !compare.at_most(has, offered); },
      [&](T offered, T has) { return compare.equal(has, offered); });
}

template <EdgeValueType EdgeValue>
Problem verify_widest_path(const Graph<EdgeValue>& graph, std::uint64_t source,
                           std::span<const Width<EdgeValue>> width) {
  using T = Width<EdgeValue>;
  verify::expect_one_each(graph, width);
  const VertexId start = find_vertex(graph.ids(), graph.vertex_count(), source);
  if (width[start] != kUnlimited<T>) return "the source, " + vertex(graph, start) + ", is not of unlimited width";
  return problem_of_paths(
      graph, start, width, kNoWidth<T>, "width", [&](T way, EdgeId e) { return std::min(way, value_of<T>(graph, e)); },
      [](T offered, T has) { return !(offered <= has); }, [](T offered, T has) { return offered == has; });
}

#define WARPGRAPH_INSTANTIATE(E)                                                                         \
  template Problem verify_sssp<E>(const Graph<E>&, std::uint64_t, std::span<const Distance<E>>, double); \
  template Problem verify_widest_path<E>(const Graph<E>&, std::uint64_t, std::span<const Width<E>>)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
