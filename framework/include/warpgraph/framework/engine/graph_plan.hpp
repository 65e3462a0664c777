// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <warpgraph/framework/engine/plan.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph {

// How long the rows of one direction are.
struct RowLengths {
  EdgeId longest = 0;
  VertexId empty = 0;
  double mean = 0;  // of the rows that are not empty
};

// What the engine knows of a graph before it runs: found once, when the graph is loaded, and good for all programs.
struct GraphPlan {
  RowLengths incoming;
  RowLengths outgoing;  // zeros if the graph has none
  GatherShape shape = GatherShape::kThread;
  bool has_locality = false;  // most edges join vertices that lie near to each other in memory
  double mean_value = 0;      // of the edges, about; 1 if they have none
};

// Whether a few rows are far longer than the rest.
[[nodiscard]] bool is_skewed(const RowLengths& rows);

// The shape of pull-all for rows of these lengths: one lane a vertex where all rows are short, some lanes where they
// are of about one length, equal slices of the edges where a few are far longer than the rest. A virtual device has no
// idle lanes to save: there it is warp segmentation, always.
[[nodiscard]] GatherShape choose_shape(const RowLengths& rows, DeviceKind kind);

// Whether programs with a priority do better to pull large frontiers in no order than to push in order: where paths
// have few edges and heavy vertices have most of them.
[[nodiscard]] bool pulls_unsettled(const RowLengths& incoming);

// How far distances should be taken together, in mean edge lengths: so far that the device has enough to do, and no
// farther, because vertices that push before their distance is final push again.
[[nodiscard]] double distance_step(const RowLengths& outgoing);

// How many lanes push along a row where all rows are short; 0 where they are not.
[[nodiscard]] std::uint32_t short_row_lanes(const RowLengths& rows);

// Reads the offsets once; waits for the stream.
[[nodiscard]] RowLengths measure_rows(StreamRef stream, View<const EdgeId> row);

// Both from a sample of the edges; they wait for the stream.
[[nodiscard]] bool has_locality(StreamRef stream, View<const EdgeId> row, View<const VertexId> column);
template <EdgeValueType EdgeValue>
[[nodiscard]] double mean_edge_value(StreamRef stream, View<const EdgeValue> values);
// The same of a graph in host memory.
[[nodiscard]] bool has_locality(std::span<const EdgeId> row, std::span<const VertexId> column);

// All but the mean value. `out_row`: that of the incoming edges if the graph is undirected, empty if it has no outgoing
// edges.
[[nodiscard]] GraphPlan plan_rows(StreamRef stream, View<const EdgeId> in_row, View<const VertexId> in_column,
                                  View<const EdgeId> out_row);
template <EdgeValueType EdgeValue>
[[nodiscard]] GraphPlan plan_graph(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  const GraphView<EdgeValue> view = graph.view();
  GraphPlan plan = plan_rows(stream, view.incoming.row, view.incoming.column, view.outgoing.row);
  plan.mean_value = mean_edge_value(stream, view.incoming.value);
  return plan;
}

}  // namespace warpgraph
