// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/hits.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "verify/message.hpp"
#include "verify/parallel.hpp"
#include "verify/targets.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::text_of;
using verify::vertex;

using Reals = std::vector<double>;

// The rows of one direction of the edges: what pulls along them does so in an order of its own.
class Rows {
 public:
  Rows(const Topology& graph, ThreadPool* threads) : graph_(graph), targets_(graph, threads), threads_(threads) {}

  [[nodiscard]] Reals out_degrees() const {
    return of_all([&](VertexId u) { return static_cast<double>(targets_.of(u).size()); });
  }
  [[nodiscard]] Reals in_degrees() const {
    return of_all([&](VertexId v) { return static_cast<double>(graph_.in_degree(v)); });
  }
  // What a hub of 1 would give to all hubs, before they are made to add up to 1 again.
  [[nodiscard]] Reals given_back() const {
    return of_all([&](VertexId u) {
      double sum = 0;
      for (const VertexId v : targets_.of(u)) sum += static_cast<double>(graph_.in_degree(v));
      return sum;
    });
  }
  // Authorities from hubs, and hubs from authorities (serial_authorities, serial_hubs).
  [[nodiscard]] Reals authorities(const Reals& hub) const {
    return normalised(of_all([&](VertexId v) { return sum_at(graph_.sources(v), hub); }));
  }
  [[nodiscard]] Reals hubs(const Reals& authority) const {
    return normalised(of_all([&](VertexId u) { return sum_at(targets_.of(u), authority); }));
  }

 private:
  template <class Of>
  [[nodiscard]] Reals of_all(Of&& of) const {
    Reals all(graph_.vertex_count());
    verify::for_vertices(threads_, all.size(), [&](VertexId v) { all[v] = of(v); });
    return all;
  }
  static double sum_at(std::span<const VertexId> places, const Reals& values) {
    double sum = 0;
    for (const VertexId v : places) sum += values[v];
    return sum;
  }
  // Divided by the sum, if it is not 0.
  static Reals normalised(Reals values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    for (double& value : values) value = sum == 0 ? 0 : value / sum;
    return values;
  }

  const Topology& graph_;
  verify::Targets targets_;
  ThreadPool* threads_;
};

double dot(const Reals& a, const Reals& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// M h divided by its sum, where M has these sums of columns and h adds up to 1, moves by no more than this times as
// much as h does, in sum: twice what M can do, over what it leaves to divide by.
double growth(const Reals& column_sums, const Reals& h) {
  const double left = dot(column_sums, h);
  return left == 0 ? 0 : 2 * *std::ranges::max_element(column_sums) / left;
}

template <class Value>
constexpr double kEpsilonOf = std::numeric_limits<Value>::epsilon();

// What the sum over all vertices, which is in double, is off by in parts of itself; here and in the run.
double lost_of_sum(std::size_t vertices) {
  return std::numeric_limits<double>::epsilon() * static_cast<double>(vertices);
}

// They are no negative numbers, and add up to 1, or to 0 where nothing links.
template <class Value>
Problem problem_of_slices(const Topology& graph, std::span<const Value> value, const char* what, bool may_be_none) {
  verify::expect_one_each(graph, value);
  double sum = 0;
  for (VertexId v = 0; v < value.size(); ++v) {
    if (!(value[v] >= 0 && value[v] <= std::numeric_limits<Value>::max()))
      return vertex(graph, v) + " has the " + what + " value " + text_of(value[v]);
    sum += static_cast<double>(value[v]);
  }
  // A few roundings of the values, and those of the sums over all vertices, which are made in double.
  const double lost = 4 * kEpsilonOf<Value> + lost_of_sum(value.size());
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

// What sums of so many values lose, for each value in parts of the sum of all; and what their own sum loses.
template <class Value>
double rounding(const Reals& degrees, const Reals& value) {
  return 2 * kEpsilonOf<Value> * (8 + dot(degrees, value)) + 2 * lost_of_sum(value.size());
}

template <class Value>
Problem problem_of_hubs(const Topology& graph, std::span<const Value> hub, const HitsOptions& options, bool converged,
                        ThreadPool* threads) {
  if (Problem problem = problem_of_slices(graph, hub, "hub", graph.column.empty())) return problem;
  if (!converged || hub.empty()) return {};
  const Rows rows(graph, threads);
  const Reals value(hub.begin(), hub.end());
  const Reals authority = rows.authorities(value);
  const Reals next = rows.hubs(authority);
  // What authorities have lost comes with them, times the edges that they come along.
  const Reals degree = rows.in_degrees();
  Reals lost(authority.size());
  for (VertexId v = 0; v < lost.size(); ++v) lost[v] = degree[v] * authority[v];
  const double along = dot(degree, authority);
  const double lost_before = along == 0 ? 0 : 2 * kEpsilonOf<Value> * dot(degree, lost) / along;
  return problem_of_change(
      graph, value, next, "hub",
      growth(rows.given_back(), value) * options.tolerance + lost_before + rounding<Value>(rows.out_degrees(), next));
}

template <class Value>
Problem problem_of_authorities(const Topology& graph, std::span<const Value> authority, const HitsOptions& options,
                               bool converged, ThreadPool* threads) {
  if (Problem problem = problem_of_slices(graph, authority, "authority", graph.column.empty())) return problem;
  if (!converged || authority.empty()) return {};
  const Rows rows(graph, threads);
  const Reals value(authority.begin(), authority.end());
  const Reals hub = rows.hubs(value);  // the run's last ones
  const Reals next = rows.authorities(hub);
  const Reals degree = rows.out_degrees();
  const double moved = options.tolerance + rounding<Value>(degree, hub);
  return problem_of_change(graph, value, next, "authority",
                           growth(degree, hub) * moved + rounding<Value>(rows.in_degrees(), next));
}

}  // namespace

Problem verify_hubs(const Topology& graph, std::span<const float> hub, const HitsOptions& options, bool converged,
                    ThreadPool* threads) {
  return problem_of_hubs(graph, hub, options, converged, threads);
}
Problem verify_hubs(const Topology& graph, std::span<const double> hub, const HitsOptions& options, bool converged,
                    ThreadPool* threads) {
  return problem_of_hubs(graph, hub, options, converged, threads);
}
Problem verify_authorities(const Topology& graph, std::span<const float> authority, const HitsOptions& options,
                           bool converged, ThreadPool* threads) {
  return problem_of_authorities(graph, authority, options, converged, threads);
}
Problem verify_authorities(const Topology& graph, std::span<const double> authority, const HitsOptions& options,
                           bool converged, ThreadPool* threads) {
  return problem_of_authorities(graph, authority, options, converged, threads);
}

}  // namespace warpgraph::algorithms
