// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/pagerank.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <warpgraph/framework/run/result.hpp>

#include "verify/message.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::text_of;
using verify::vertex;

std::vector<double> start_chances(const Topology& graph, const PageRankOptions& options) {
  const std::size_t vertices = graph.vertex_count();
  if (options.sources.empty()) return std::vector<double>(vertices, 1.0 / static_cast<double>(vertices));
  std::vector<double> chance(vertices, 0.0);
  for (const VertexId v : find_vertices(*graph.ids, graph.vertex_count(), options.sources))
    chance[v] += 1.0 / static_cast<double>(options.sources.size());
  return chance;
}

template <class Value>
std::vector<double> next_ranks(const Topology& graph, std::span<const Value> rank, const PageRankOptions& options,
                               ThreadPool* threads) {
  std::vector<double> fraction(rank.begin(), rank.end());  // of a vertex's rank that goes along each of its edges
  std::vector<EdgeId> out_degree(rank.size());
  verify::for_vertices(threads, rank.size(), [&](VertexId v) {
    for (const VertexId u : graph.sources(v)) verify::add(out_degree[u], EdgeId{1});
  });
  const double stranded = verify::sum_of<double>(
      threads, rank.size(), [&](VertexId u) { return out_degree[u] == 0 ? static_cast<double>(rank[u]) : 0; });
  for (VertexId u = 0; u < rank.size(); ++u)
    if (out_degree[u] != 0) fraction[u] /= static_cast<double>(out_degree[u]);
  std::vector<double> next = start_chances(graph, options);
  verify::for_vertices(threads, rank.size(), [&](VertexId v) {
    double sum = 0;
    for (const VertexId u : graph.sources(v)) sum += fraction[u];
    next[v] = options.damping * sum + next[v] * (1 - options.damping + options.damping * stranded);
  });
  return next;
}

template <class Value>
Problem problem_of_ranks(const Topology& graph, std::span<const Value> rank, const PageRankOptions& options,
                         bool converged, ThreadPool* threads) {
  verify::expect_one_each(graph, rank);
  const std::vector<double> next = next_ranks(graph, rank, options, threads);
  // A sum of n terms is off by at most n roundings of itself; a handful come with every vertex. An epsilon is two
  // roundings, so the bounds hold for what the run loses and for what is lost here.
  constexpr double kRounding = std::numeric_limits<Value>::epsilon();
  long double sum = 0;  // nothing is lost in this one
  double residual = 0;
  double rounding = 0;
  double max = 0;
  VertexId worst = 0;
  for (VertexId v = 0; v < rank.size(); ++v) {
    const double change = std::abs(next[v] - static_cast<double>(rank[v]));
    if (!std::isfinite(change)) return vertex(graph, v) + " has the rank " + text_of(rank[v]);
    if (change > max) worst = v;
    max = std::max(max, change);
    sum += static_cast<long double>(rank[v]);
    residual += change;
    rounding += kRounding * (8 + static_cast<double>(graph.in_degree(v))) * next[v];
  }
  // The rank of vertices without outgoing edges is added up in double, over all vertices; all vertices get a
  // fraction of it.
  rounding += std::numeric_limits<double>::epsilon() * static_cast<double>(rank.size()) * options.damping;
  const double lost = rounding / (1 - options.damping);  // in all iterations, for earlier losses fade
  const double last_change =
      converged ? options.tolerance : 2 * std::pow(options.damping, options.max_iterations) + 2 * lost;
  const double bound = options.damping * last_change + rounding;
  if (residual > bound)
    return "one more iteration changes the ranks by " + text_of(residual) + " in sum, and not by " + text_of(bound) +
           " at most: that of " + vertex(graph, worst) + " from " + text_of(rank[worst]) + " to " +
           text_of(next[worst]);
  if (!rank.empty() && std::abs(static_cast<double>(sum - 1)) > lost)
    return "the ranks add up to " + text_of(static_cast<double>(sum)) + ", and not to 1";
  return {};
}

}  // namespace

Problem verify_pagerank(const Topology& graph, std::span<const float> rank, const PageRankOptions& options,
                        bool converged, ThreadPool* threads) {
  return problem_of_ranks(graph, rank, options, converged, threads);
}
Problem verify_pagerank(const Topology& graph, std::span<const double> rank, const PageRankOptions& options,
                        bool converged, ThreadPool* threads) {
  return problem_of_ranks(graph, rank, options, converged, threads);
}

}  // namespace warpgraph::algorithms
