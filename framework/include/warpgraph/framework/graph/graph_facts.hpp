// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <variant>

#include <warpgraph/framework/graph/row_lengths.hpp>
#include <warpgraph/framework/graph/source_blocks.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

namespace warpgraph::rows {

// What a sample of the edges shows: how many there are in it, and how many of these join near vertices, whose numbers
// differ by less than 1/64 of all. Samples of parts of a graph add up.
struct EdgeSample {
  std::uint32_t near = 0;
  std::uint32_t all = 0;
  EdgeSample operator+(const EdgeSample& other) const { return {near + other.near, all + other.all}; }
};
// Whether most edges join vertices that lie near to each other in memory.
[[nodiscard]] constexpr bool is_local(const EdgeSample& sample) { return sample.near * 2 > sample.all; }
// Where the rows are in the graph that they are of.
struct RowsOfGraph {
  std::uint64_t first = 0;         // vertex
  std::uint64_t vertex_count = 0;  // of the graph
};
// The first edges of rows in host memory that lie at equal distances. Looks at 4,096 rows at most.
[[nodiscard]] EdgeSample sample_edges(std::span<const EdgeId> row, std::span<const VertexId> column,
                                      const RowsOfGraph& rows);

// Whether a sample of the graph's edges is_local. Waits for the stream. Looks at 4,096 rows at most.
[[nodiscard]] bool has_locality(StreamRef stream, View<const EdgeId> row, View<const VertexId> column);
// The same of a graph in host memory.
[[nodiscard]] bool has_locality(std::span<const EdgeId> row, std::span<const VertexId> column);

// The mean of the edges' values, from a sample of 16,384 at most; 1 if they have none. Waits for the stream.
template <EdgeValueType EdgeValue>
[[nodiscard]] double mean_edge_value(StreamRef stream, View<const EdgeValue> values);

// The least and the greatest of the edges' values; zeros if there are none. A value that is no number is the greatest,
// or the least if its sign is set.
template <EdgeValueType EdgeValue>
struct EdgeValueRange {
  EdgeValue least{};
  EdgeValue greatest{};
};

// Reads all values once; waits for the stream.
template <EdgeValueType EdgeValue>
[[nodiscard]] EdgeValueRange<EdgeValue> edge_value_range(StreamRef stream, View<const EdgeValue> values);

// What the engine wants to know of the rows of a graph.
struct RowFacts {
  RowLengths incoming;
  RowLengths outgoing;  // zeros if the graph has none
  bool has_locality = false;
};

}  // namespace warpgraph::rows

namespace warpgraph {

// What is known of one graph on a device: each fact is found when a run first needs it, and good for all later runs.
// Several threads may ask at once. Those that come while one looks wait for it.
class GraphFacts {
 public:
  // The arguments are those of the graph, the same in every call. `out_row`: `in_row` if the graph is undirected, empty
  // if it has no outgoing edges. Waits for the stream if it has to look.
  [[nodiscard]] const rows::RowFacts& rows(StreamRef stream, View<const EdgeId> in_row, View<const VertexId> in_column,
                                           View<const EdgeId> out_row) const;
  // The locality alone, without the lengths of the rows. Waits for the stream if it has to look.
  [[nodiscard]] bool has_locality(StreamRef stream, View<const EdgeId> in_row, View<const VertexId> in_column) const;
  // The edges of a direction, cut into `blocks` blocks by where they come from, or lead to. Null where that gains
  // nothing, because a few vertices have most of the edges and lie together, and where the device has no room for a
  // second copy of the edges. The last number of blocks that was asked for is kept; a run keeps its own as long as it
  // has them. Waits for the stream if it has to make them, which costs what cut_by_source costs.
  [[nodiscard]] std::shared_ptr<const rows::SourceBlocks> blocks(StreamRef stream, View<const EdgeId> row,
                                                                 View<const VertexId> column, std::size_t sources,
                                                                 std::uint32_t count) const;
  // mean_edge_value, and edge_value_range below, found once. Both wait for the stream if they have to look.
  template <EdgeValueType EdgeValue>
  [[nodiscard]] double mean_value(StreamRef stream, View<const EdgeValue> values) const {
    if constexpr (!graphs::kHasValue<EdgeValue>) return 1;
    const std::lock_guard lock(mutex_);
    if (!mean_value_) mean_value_ = rows::mean_edge_value(stream, values);
    return *mean_value_;
  }
  template <EdgeValueType EdgeValue>
  [[nodiscard]] rows::EdgeValueRange<EdgeValue> value_range(StreamRef stream, View<const EdgeValue> values) const {
    using Range = rows::EdgeValueRange<EdgeValue>;
    const std::lock_guard lock(mutex_);
    if (!std::holds_alternative<Range>(value_range_)) value_range_ = rows::edge_value_range(stream, values);
    return std::get<Range>(value_range_);
  }

 private:
  // The mutex is held.
  bool find_locality(StreamRef stream, View<const EdgeId> in_row, View<const VertexId> in_column) const;

  mutable std::mutex mutex_;
  mutable std::optional<rows::RowFacts> rows_;
  mutable std::optional<bool> has_locality_;
  mutable std::optional<double> mean_value_;
  struct Cut {
    const EdgeId* row = nullptr;  // of the direction
    std::uint32_t count = 0;      // of blocks that were asked for
    std::shared_ptr<const rows::SourceBlocks> blocks;
  };
  mutable Cut cuts_[2];
  mutable std::variant<std::monostate, rows::EdgeValueRange<NoValue>, rows::EdgeValueRange<std::int32_t>,
                       rows::EdgeValueRange<std::int64_t>, rows::EdgeValueRange<float>, rows::EdgeValueRange<double>>
      value_range_;
};

}  // namespace warpgraph
