// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>

#include "graph/symmetry.hpp"
#include "io/input.hpp"

namespace warpgraph::detail {

using building::compare_directions;
using building::EdgeEnds;
using building::find_one_way_edge;
using building::find_one_way_ends;
using building::OneWayEdge;

// Throws InputError for an edge in a line of the file (0: there are no lines) between vertices that are called so.
[[noreturn]] inline void throw_one_way(const Input& input, std::uint64_t line, const OneWayEdge& edge,
                                       VertexName source_name, VertexName target_name) {
  throw RefusedGraphError<InputError>(graphs::RefusedGraph(graphs::RefusedGraph::Reason::kOneWayEdge), input.name, line,
                                      building::kBothDirections + edge.described(source_name, target_name));
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
