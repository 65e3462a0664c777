// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "io/input.hpp"

namespace warpgraph::detail {

// An edge that stands in the list more often, or with another value, than its reverse.
struct OneWayEdge {
  VertexId source;
  VertexId target;
  std::uint64_t count;
  std::uint64_t reverse_count;
  std::size_t place = 0;  // of the first edge that is concerned, in the list
  // Where the counts are the same: the smallest values that differ.
  std::string value = {};
  std::string reverse_value = {};

  // "5 -> 7 is there once, and 7 -> 5 not at all", of vertices that are called so.
  [[nodiscard]] std::string described(std::uint64_t source_name, std::uint64_t target_name) const;
};

// Whether every edge of a list has its reverse, with the same value, as files that list both
// directions must have it; if not, one that has not, always the same. Compares sums of hashes over
// the edges that go up and those that go down, so it needs no memory and can be fooled only by a
// collision of 64 bits; where the sums differ, bisection on the ends finds an edge.
std::optional<OneWayEdge> find_one_way_edge(const EdgeList& list, ThreadPool& pool);

// The two halves of it, for lists that are pieces of one.
struct EdgeEnds {
  VertexId low;
  VertexId high;
};
// Adds up what all pieces have.
using SumOfAll = std::function<std::uint64_t(std::uint64_t)>;
std::optional<EdgeEnds> find_one_way_ends(const EdgeList& list, ThreadPool& pool, const SumOfAll& sum_of_all);
// How the edges between two vertices differ; the first direction is the one with more of them.
OneWayEdge compare_directions(const EdgeList& list, EdgeEnds ends);

// Throws InputError for an edge in a line of the file (0: there are no lines) between vertices that are called so.
[[noreturn]] inline void throw_one_way(const Input& input, std::uint64_t line, const OneWayEdge& edge,
                                       std::uint64_t source_name, std::uint64_t target_name) {
  throw RefusedGraphError<InputError>(
      RefusedGraph(RefusedGraph::Reason::kOneWayEdge), input.name, line,
      "expected every edge in both directions, with one weight: " + edge.described(source_name, target_name));
}

// Throws InputError if a list of edges in both directions lacks a direction of one, unless the options forgo the check.
// line_of(place): the line of the file in which this edge of the list stands; 0 if there are no lines.
template <class LineOf>
void check_directions(const Input& input, const EdgeList& list, const LineOf& line_of) {
  if (list.direction != Direction::kUndirectedBoth || !input.options.check_symmetry) return;
  const std::optional<OneWayEdge> edge = find_one_way_edge(list, input.pool);
  if (!edge) return;
  throw_one_way(input, line_of(edge->place), *edge, list.ids.name_of(edge->source), list.ids.name_of(edge->target));
}

}  // namespace warpgraph::detail
