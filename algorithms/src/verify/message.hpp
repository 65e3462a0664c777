// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <limits>
#include <span>
#include <string>

#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/runtime/error.hpp>

// What verifiers say and share.
namespace warpgraph::algorithms::verify {

inline constexpr double kEpsilon = std::numeric_limits<float>::epsilon();

inline std::string name_of(const Topology& graph, VertexId v) { return to_string(graph.ids->name_of(v)); }
inline std::string vertex(const Topology& graph, VertexId v) { return "vertex " + name_of(graph, v); }

// In the shortest way that tells it from all others.
template <class Number>
std::string text_of(Number number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

template <class Value>
void expect_one_each(const Topology& graph, std::span<const Value> values) {
  expects(values.size() == graph.vertex_count(), "verify: not a value for every vertex");
}

}  // namespace warpgraph::algorithms::verify
