// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <warpgraph/framework/run/result.hpp>

#include "common/value_types.hpp"
#include "verify/message.hpp"
#include "verify/parallel.hpp"
#include "verify/targets.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::name_of;
using verify::text_of;
using verify::vertex;

// Which vertices are explained: `is_explained` has some of them, and each edge for which explains(u, v, e) and whose
// source is explained explains its target. In rounds over those that are left, as long as each round finds an eighth of
// them; the rest in the order in which one leads to another.
template <class Explains>
void spread_explained(const Topology& graph, std::vector<char>& is_explained, ThreadPool* threads,
                      const Explains& explains) {
  std::vector<VertexId> left;
  for (VertexId v = 0; v < is_explained.size(); ++v)
    if (is_explained[v] == 0) left.push_back(v);
  for (std::size_t before = left.size() + 1; !left.empty() && left.size() <= before - before / 8;) {
    before = left.size();
    verify::for_chunks(threads, left.size(), verify::kGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const VertexId v = left[i];
        for (EdgeId e = graph.row[v]; e < graph.row[v + 1]; ++e) {
          const VertexId u = graph.column[e];
          if (verify::load(is_explained[u]) == 0 || !explains(u, v, e)) continue;
          verify::store(is_explained[v], char{1});
          break;
        }
      }
    });
    std::erase_if(left, [&](VertexId v) { return is_explained[v] != 0; });
    if (left.size() == before) return;
  }
  if (left.empty()) return;
  const verify::Targets targets(
      graph, threads, [&](VertexId u, VertexId v, EdgeId e) { return is_explained[v] == 0 && explains(u, v, e); });
  std::vector<VertexId> waiting;
  for (VertexId u = 0; u < is_explained.size(); ++u)
    if (is_explained[u] != 0 && !targets.of(u).empty()) waiting.push_back(u);
  while (!waiting.empty()) {
    const VertexId u = waiting.back();
    waiting.pop_back();
    for (const VertexId v : targets.of(u)) {
      if (is_explained[v] != 0) continue;
      is_explained[v] = 1;
      waiting.push_back(v);
    }
  }
}

template <class T, EdgeValueType EdgeValue>
T value_of(const Graph<EdgeValue>& graph, EdgeId e) {
  if constexpr (graphs::kHasValue<EdgeValue>)
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

// What paths are asked: extend(value, e) is what edge e makes of the value at its source; whether that improves, or
// explains, the value at its target is asked with the two in this order; is_nearer(a, b): the value a comes before b.
template <class Extend, class Improves, class Explains, class IsNearer>
struct Rules {
  Extend extend;
  Improves improves;
  Explains explains;
  IsNearer is_nearer;
};
// Clang deduces the arguments of an aggregate without a guide only since version 17.
template <class Extend, class Improves, class Explains, class IsNearer>
Rules(Extend, Improves, Explains, IsNearer) -> Rules<Extend, Improves, Explains, IsNearer>;

// The certificate of both. An edge from a nearer vertex that explains a value is enough: that goes on until the source
// is reached, for values get nearer and nearer. Only where values stay the same there may be cycles.
template <class T, class Ask>
Problem problem_of_paths(const Topology& graph, VertexId source, std::span<const T> value, T unreached,
                         const char* measure, const Ask& ask, ThreadPool* threads) {
  std::vector<char> is_explained(value.size());
  const auto has = [&](VertexId v) { return vertex(graph, v) + " has " + measure + ' ' + text_of(value[v]); };
  const VertexId wrong = verify::first_wrong(threads, value.size(), [&](VertexId v) {
    bool explained = v == source || value[v] == unreached;
    for (EdgeId e = graph.row[v]; e < graph.row[v + 1]; ++e) {
      const T from = value[graph.column[e]];
      if (from == unreached) continue;
      const T offered = ask.extend(from, e);
      if (ask.improves(offered, value[v])) return true;
      explained = explained || (ask.is_nearer(from, value[v]) && ask.explains(offered, value[v]));
    }
    is_explained[v] = explained ? 1 : 0;
    return false;
  });
  if (wrong != kNoVertex) {
    const auto makes_it_wrong = [&](EdgeId e) {
      const T from = value[graph.column[e]];
      return from != unreached && ask.improves(ask.extend(from, e), value[wrong]);
    };
    EdgeId e = graph.row[wrong];
    while (!makes_it_wrong(e)) ++e;
    const VertexId u = graph.column[e];
    if (value[wrong] == unreached)
      return vertex(graph, wrong) + " has no " + measure + ", and an edge from " + name_of(graph, u) + ", which has " +
             text_of(value[u]);
    return has(wrong) + ", and an edge from " + name_of(graph, u) + " makes it " + text_of(ask.extend(value[u], e));
  }
  spread_explained(graph, is_explained, threads, [&](VertexId u, VertexId v, EdgeId e) {
    return value[u] != unreached && ask.explains(ask.extend(value[u], e), value[v]);
  });
  const auto unexplained = std::ranges::find(is_explained, 0);
  if (unexplained == is_explained.end()) return {};
  return has(static_cast<VertexId>(unexplained - is_explained.begin())) + ", and no path from the source has that";
}

template <EdgeValueType EdgeValue>
Problem problem_of_lengths(const Graph<EdgeValue>& graph, ThreadPool* threads) {
  if constexpr (graphs::kHasValue<EdgeValue>) {
    const Adjacency<EdgeValue>& edges = graph.incoming();
    const auto is_length = [](EdgeValue value) {
      return value >= EdgeValue{} && value <= std::numeric_limits<EdgeValue>::max();
    };
    const VertexId wrong = verify::first_wrong(
        threads, graph.vertex_count(), [&](VertexId v) { return !std::ranges::all_of(edges.values(v), is_length); });
    if (wrong == kNoVertex) return {};
    const auto lengths = edges.values(wrong);
    const auto length = std::ranges::find_if_not(lengths, is_length);
    const auto place = static_cast<std::size_t>(length - lengths.begin());
    return "the edge from " + name_of(graph, edges.neighbours(wrong)[place]) + " to " + name_of(graph, wrong) +
           (*length < EdgeValue{} ? " has a negative length" : " has the length " + text_of(*length));
  }
  return {};
}

}  // namespace

template <EdgeValueType EdgeValue>
Problem verify_sssp(const Graph<EdgeValue>& graph, VertexName source, std::span<const Distance<EdgeValue>> distance,
                    double rounding, ThreadPool* threads) {
  using T = Distance<EdgeValue>;
  verify::expect_one_each(graph, distance);
  const VertexId start = find_vertex(graph.ids(), graph.vertex_count(), source);
  if (const Problem problem = problem_of_lengths(graph, threads)) return problem;
  if (distance[start] != T{}) return "the source, " + vertex(graph, start) + ", is not at distance 0";
  const Comparison<T> compare{rounding};
  const Rules rules{[&](T way, EdgeId e) { return sum_of(way, value_of<T>(graph, e)); },
                    // Whatever the length of the edge, the end of one from a vertex that is reached is reached.
                    [&](T offered, T has) { return has == kUnreachable<T> || !compare.at_most(has, offered); },
                    [&](T offered, T has) { return compare.equal(has, offered); }, std::less<T>()};
  return problem_of_paths(graph, start, distance, kUnreachable<T>, "distance", rules, threads);
}

template <EdgeValueType EdgeValue>
Problem verify_widest_path(const Graph<EdgeValue>& graph, VertexName source, std::span<const Width<EdgeValue>> width,
                           ThreadPool* threads) {
  using T = Width<EdgeValue>;
  verify::expect_one_each(graph, width);
  const VertexId start = find_vertex(graph.ids(), graph.vertex_count(), source);
  if (width[start] != kUnlimited<T>) return "the source, " + vertex(graph, start) + ", is not of unlimited width";
  const Rules rules{[&](T way, EdgeId e) { return std::min(way, value_of<T>(graph, e)); },
                    [](T offered, T has) { return !(offered <= has); }, [](T offered, T has) { return offered == has; },
                    std::greater<T>()};
  return problem_of_paths(graph, start, width, kNoWidth<T>, "width", rules, threads);
}

#define WARPGRAPH_INSTANTIATE(E)                                                                                   \
  template Problem verify_sssp<E>(const Graph<E>&, VertexName, std::span<const Distance<E>>, double, ThreadPool*); \
  template Problem verify_widest_path<E>(const Graph<E>&, VertexName, std::span<const Width<E>>, ThreadPool*)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
