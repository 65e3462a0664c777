// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/source_blocks.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/runtime/device.hpp>

// What the engine chooses by the lengths of a graph's rows. All but find_blocks are arithmetic, and cost nothing.
namespace warpgraph::rows {

// Whether a few rows are far longer than the rest.
[[nodiscard]] bool is_skewed(const RowLengths& rows);

// The shape of pull-all for rows of these lengths: one lane a vertex where all rows are short, some lanes where they
// are of about one length, equal slices of the edges where a few are far longer than the rest. A virtual device has no
// idle lanes to save: there it is warp segmentation, always.
[[nodiscard]] GatherShape choose_shape(const RowLengths& rows, DeviceKind kind);

// The number of blocks into which a pull cuts the edges by their sources; 0: it does not cut them. `seen_bytes`: what
// neighbours see of one source.
[[nodiscard]] std::uint32_t choose_blocks(VertexId rows, EdgeId edges, VertexId sources, std::size_t seen_bytes,
                                          std::uint64_t block_bytes);
// These blocks of one direction of a graph whose facts these are, or of what a device has of it. Null if the edges are
// to be gathered along as they are: also where neighbours lie near to each other, and in deterministic runs. Waits for
// the stream if they are to be made (GraphFacts::blocks).
[[nodiscard]] std::shared_ptr<const SourceBlocks> find_blocks(StreamRef stream, const GraphFacts& facts,
                                                              const AdjacencyView<NoValue>& edges, VertexId sources,
                                                              bool has_locality, std::size_t seen_bytes,
                                                              const EngineOptions& options);

// Whether programs with a priority do better to pull large frontiers in no order than to push in order: where paths
// have few edges and heavy vertices have most of them; unless a cache holds the values that they push
// into, all `value_bytes` of them, where atomics cost little.
[[nodiscard]] bool pulls_unsettled(const RowLengths& incoming, std::uint64_t value_bytes);

// How far distances should be taken together, in mean edge lengths: so far that the device has enough to do, and no
// farther, because vertices that push before their distance is final push again.
[[nodiscard]] double distance_step(const RowLengths& outgoing);

// How many lanes push along a row where all rows are short; 0 where they are not.
[[nodiscard]] std::uint32_t short_row_lanes(const RowLengths& rows);

}  // namespace warpgraph::rows
