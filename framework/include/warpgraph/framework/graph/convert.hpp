// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>

namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::graphs {

// The same graph with values of another type; only the values are copied. Edges that had none get
// the value 1. Throws InputError, with the value, if one does not fit: for an integer type a fraction, a number out of
// range or none, for a floating type a finite number that would become infinite. O(edges) on the host. Allocates the
// new values alone. Costs nothing where the type is the same.
template <EdgeValueType To>
Graph<To> convert_values(ThreadPool& threads, AnyGraph graph);

// The same of a part, by itself: a value that does not fit is an error on the rank that has it.
template <EdgeValueType To>
ranks::GraphPart<To> convert_values(ThreadPool& threads, ranks::AnyGraphPart part);

}  // namespace warpgraph::graphs

namespace warpgraph {

// The edges in the order of the rows, as kDirected or kUndirectedBoth, with the values, the ids and
// the vertex weights: what writers take. O(vertices + edges) on the host. Allocates 8 bytes an edge, and copies of the
// values, the ids and the weights.
EdgeList to_edge_list(ThreadPool& threads, const AnyGraph& graph);
template <EdgeValueType EdgeValue>
EdgeList to_edge_list(ThreadPool& threads, const Graph<EdgeValue>& graph);

}  // namespace warpgraph
