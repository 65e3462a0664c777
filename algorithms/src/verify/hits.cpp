// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/hits.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <warpgraph/algorithms/serial_steps.hpp>
#include <warpgraph/algorithms/verify.hpp>

#include "message.hpp"

namespace warpgraph {
namespace {

using verify::text_of;
using verify::vertex;

using Reals = std::vector<double>;

constexpr double kEpsilon = std::numeric_limits<float>::epsilon();

Reals out_degrees(const Topology& graph) {
  Reals degree(graph.vertex_count(), 0.0);
  for (const VertexId u : graph.column) ++degree[u];
  return degree;
}
Reals in_degrees(const Topology& graph) {
  Reals degree(graph.vertex_count());
  for (VertexId v = 0; v < degree.size(); ++v) degree[v] = static_cast<double>(graph.in_degree(v));
  return degree;
}
// What a hub of 1 would give to all hubs, before they are made to add up to 1 again.
Reals given_back(const Topology& graph) {
  Reals sum(graph.vertex_count(), 0.0);
  for (VertexId v = 0; v < sum.size(); ++v)
    for (const VertexId u : graph.sources(v)) sum[u] += static_cast<double>(graph.in_degree(v));
  return sum;
}

double dot(const Reals& a, const Reals& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// M h divided by its sum, where M has these sums of columns and h adds up to 1, moves by no more than this times as
// much as h does, in sum: twice what M can do, over what it leaves to divide by.
double growth(const Reals& column_sums, const Reals& h) {
  const double left = dot(column_sums, h);
  return left == 0 ? 0 : 2 * *std::ranges::max_element(column_sums) / left;
}

// They are no negative numbers, and add up to 1, or to 0 where nothing links.
Problem problem_of_shares(const Topology& graph, std::span<const float> value, const char* what, bool may_be_none) {
  verify::expect_one_each(graph, value);
  double sum = 0;
  for (VertexId v = 0; v < value.size(); ++v) {
    if (!(value[v] >= 0 && value[v] <= std::numeric_limits<float>::max()))
      return vertex(graph, v) + " has the " + what + " value " + text_of(value[v]);
    sum += static_cast<double>(value[v]);
  }
  // A few roundings of floats, and those of the sums over all vertices, which are made in double.
  const double lost = 4 * kEpsilon + std::numeric_limits<double>::epsilon() * static_cast<double>(value.size());
  if (value.empty() || std::abs(sum - 1) <= lost || (may_be_none && sum == 0)) return {};
  return std::string("the ") + what + " values add up to " + text_of(sum) + ", and not to 1";
}

Problem problem_of_change(const Topology& graph, const Reals& value, const Reals& next, const char* what,
                          double bound) {
  double change = 0;
  VertexId worst = 0;
  for (VertexId v = 0; v < value.size(); ++v) {
    change += std::abs(next[v] - value[v]);
    if (std::abs(next[v] - value[v]) > std::abs(next[worst] - value[worst])) worst = v;
  }
  if (change <= bound) return {};
  return std::string("one more iteration changes the ") + what + " values by " + text_of(change) +
         " in sum, and not by " + text_of(bound) + " at most: that of " + vertex(graph, worst) + " from " +
         text_of(value[worst]) + " to " + text_of(next[worst]);
}

// What sums of so many floats lose, for each value in parts of the sum of all.
double rounding(const Reals& degrees, const Reals& value) { return 2 * kEpsilon * (8 + dot(degrees, value)); }

}  // namespace

Problem verify_hubs(const Topology& graph, std::span<const float> hub, const HitsOptions& options, bool converged) {
  if (Problem problem = problem_of_shares(graph, hub, "hub", graph.column.empty())) return problem;
  if (!converged || hub.empty()) return {};
  const Reals value(hub.begin(), hub.end());
  const Reals authority = serial_authorities(graph, value);
  const Reals next = serial_hubs(graph, authority);
  // What authorities have lost comes with them, times the edges that they come along.
  const Reals degree = in_degrees(graph);
  Reals lost(authority.size());
  for (VertexId v = 0; v < lost.size(); ++v) lost[v] = degree[v] * authority[v];
  const double along = dot(degree, authority);
  const double lost_before = along == 0 ? 0 : 2 * kEpsilon * dot(degree, lost) / along;
  return problem_of_change(
      graph, value, next, "hub",
      growth(given_back(graph), value) * options.tolerance + lost_before + rounding(out_degrees(graph), next));
}

Problem verify_authorities(const Topology& graph, std::span<const float> authority, const HitsOptions& options,
                           bool converged) {
  const bool may_be_none = graph.column.empty() || options.most_iterations == 0;
  if (Problem problem = problem_of_shares(graph, authority, "authority", may_be_none)) return problem;
  if (!converged || authority.empty()) return {};
  const Reals value(authority.begin(), authority.end());
  const Reals hub = serial_hubs(graph, value);  // the run's last ones
  const Reals next = serial_authorities(graph, hub);
  const Reals degree = out_degrees(graph);
  const double moved = options.tolerance + rounding(degree, hub);
  return problem_of_change(graph, value, next, "authority",
                           growth(degree, hub) * moved + rounding(in_degrees(graph), next));
}

}  // namespace warpgraph
