// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/csr.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/host_array.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/ids.hpp>

namespace warpgraph {

// One direction of a graph's edges in compressed rows: the neighbours of v are
// column[row[v]] ... column[row[v + 1] - 1], ascending. `value` is parallel to `column`, or empty.
template <EdgeValueType EdgeValue>
struct Adjacency {
  graphs::HostArray<EdgeId> row;  // one element more than there are vertices, or none at all
  graphs::HostArray<VertexId> column;
  graphs::HostArray<EdgeValue> value;

  [[nodiscard]] EdgeId degree(VertexId v) const { return row[v + 1] - row[v]; }
  [[nodiscard]] std::span<const VertexId> neighbours(VertexId v) const {
    return column.span().subspan(row[v], degree(v));
  }
  // Only of graphs whose edges have values.
  [[nodiscard]] std::span<const EdgeValue> values(VertexId v) const { return value.span().subspan(row[v], degree(v)); }
};

}  // namespace warpgraph

namespace warpgraph::graphs {

// What a graph is made of. Vertices are 0 ... incoming.row.size() - 2.
template <EdgeValueType EdgeValue>
struct GraphParts {
  Adjacency<EdgeValue> incoming;
  Adjacency<EdgeValue> outgoing = {};  // empty: not built, or the graph is undirected
  bool undirected = false;
  IdMap ids = {};
  VertexWeights vertex_weights = {};
};

}  // namespace warpgraph::graphs

namespace warpgraph {

class ThreadPool;

// A graph in host memory, or in a mapped file. Does not change once it is made. One that was moved from is empty.
//
// It holds the incoming edges of each vertex, because that is what a pulling vertex program reads;
// the outgoing ones are there if they were asked for when it was built. An undirected graph lists
// each edge at both of its ends (a self-loop once), so its incoming edges serve as outgoing ones. Moving a graph and
// its accessors cost nothing.
template <EdgeValueType EdgeValue>
class Graph {
 public:
  using value_type = EdgeValue;

  Graph() noexcept { parts_.incoming.row = no_rows(); }
  // A graph of compressed rows that exist already. The edges of vertex v are column[row[v]] ... column[row[v + 1] - 1],
  // with the values beside them; row[0] is 0. Offsets and columns are integers of 32 or 64 bits, with a sign or
  // without, each of a type of its own.
  //
  // Offsets of 64 bits, columns of 32 bits and values are not copied: `owner` keeps them alive, and without one they
  // must outlive the graph and all copies of its arrays. Other integers are copied, and so are rows that are sorted.
  // Outgoing rows stay as outgoing() and are transposed into incoming(), in the time and memory of with_outgoing;
  // incoming and undirected ones stay as they are.
  //
  // Sizes, offsets and the range of columns are always checked, and the order of columns and both directions of
  // undirected edges as the options say: a few passes over the arrays, for 100 million edges and one thread in less
  // than 0.1 seconds, and in 0.3 for both directions. Throws UsageError if sizes do not fit together, and InputError,
  // with the row, the place and the number, for what is wrong inside of the arrays.
  static Graph from_csr(ThreadPool& threads, const IntegerSpan& row, const IntegerSpan& column,
                        std::span<const EdgeValue> value = {}, const CsrOptions& options = {},
                        const std::shared_ptr<const void>& owner = nullptr);
  // A graph of parts that are known to be right, such as those of another graph: only sizes are looked at, and parts
  // that are no graph give wrong results or worse. Rows that a program has of its own take from_csr. Throws UsageError
  // if sizes do not fit together, or rows do not end where their columns end.
  static Graph of_known_parts(graphs::GraphParts<EdgeValue> parts) { return Graph(std::move(parts)); }
  Graph(Graph&& other) noexcept : vertex_count_(other.vertex_count_), parts_(std::move(other).release()) {}
  Graph& operator=(Graph&& other) noexcept {
    const VertexId vertices = other.vertex_count_;
    parts_ = std::move(other).release();
    vertex_count_ = vertices;
    return *this;
  }

  [[nodiscard]] VertexId vertex_count() const noexcept { return vertex_count_; }
  // Entries of `incoming`: an edge of an undirected graph counts twice.
  [[nodiscard]] EdgeId edge_count() const noexcept { return parts_.incoming.column.size(); }
  [[nodiscard]] bool is_undirected() const noexcept { return parts_.undirected; }

  [[nodiscard]] const Adjacency<EdgeValue>& incoming() const noexcept { return parts_.incoming; }
  [[nodiscard]] bool has_outgoing() const noexcept { return parts_.undirected || !parts_.outgoing.row.empty(); }
  // Throws UsageError if the graph was built without.
  [[nodiscard]] const Adjacency<EdgeValue>& outgoing() const;

  [[nodiscard]] EdgeId in_degree(VertexId v) const { return parts_.incoming.degree(v); }
  [[nodiscard]] EdgeId out_degree(VertexId v) const { return outgoing().degree(v); }

  [[nodiscard]] const IdMap& ids() const noexcept { return parts_.ids; }
  [[nodiscard]] const VertexWeights& vertex_weights() const noexcept { return parts_.vertex_weights; }
  // Bytes of all arrays.
  [[nodiscard]] std::size_t size_bytes() const noexcept;

  // The parts, which leave the graph empty.
  [[nodiscard]] graphs::GraphParts<EdgeValue> release() && noexcept;

 private:
  explicit Graph(graphs::GraphParts<EdgeValue> parts);
  // The offsets of a graph without vertices.
  static graphs::HostArray<EdgeId> no_rows() noexcept;

  VertexId vertex_count_ = 0;
  graphs::GraphParts<EdgeValue> parts_;
};

// A graph whose value type is known at run time only.
using AnyGraph = std::variant<Graph<NoValue>, Graph<std::int32_t>, Graph<std::int64_t>, Graph<float>, Graph<double>>;

// These cost nothing.
VertexId vertex_count(const AnyGraph& graph);
EdgeId edge_count(const AnyGraph& graph);
bool is_undirected(const AnyGraph& graph);
ValueType value_type(const AnyGraph& graph);
const IdMap& ids(const AnyGraph& graph);

}  // namespace warpgraph
