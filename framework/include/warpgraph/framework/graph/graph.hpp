// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/host_array.hpp>
#include <warpgraph/framework/graph/ids.hpp>
#include <warpgraph/framework/graph/value.hpp>

namespace warpgraph {

// One direction of a graph's edges in compressed rows: the neighbours of v are
// column[row[v]] ... column[row[v + 1] - 1], ascending. `value` is parallel to `column`, or empty.
template <EdgeValueType EdgeValue>
struct Adjacency {
  HostArray<EdgeId> row;  // one element more than there are vertices, or none at all
  HostArray<VertexId> column;
  HostArray<EdgeValue> value;

  [[nodiscard]] EdgeId degree(VertexId v) const { return row[v + 1] - row[v]; }
  [[nodiscard]] std::span<const VertexId> neighbours(VertexId v) const {
    return column.span().subspan(row[v], degree(v));
  }
  // Only of graphs whose edges have values.
  [[nodiscard]] std::span<const EdgeValue> values(VertexId v) const { return value.span().subspan(row[v], degree(v)); }
};

// What a graph is made of: rows that exist already. Vertices are 0 ... incoming.row.size() - 2.
template <EdgeValueType EdgeValue>
struct GraphParts {
  Adjacency<EdgeValue> incoming;
  Adjacency<EdgeValue> outgoing = {};  // empty: not built, or the graph is undirected
  bool undirected = false;
  IdMap ids = {};
  VertexWeights vertex_weights = {};
};

class ThreadPool;

// What is looked at, beside sizes, when parts become a graph. For 100 million edges and one thread, rows take less than
// 0.1 seconds, and directions 0.3.
struct GraphChecks {
  // Offsets ascend; in each row vertices are below the number of vertices and ascend; no two vertices have one id.
  bool rows = true;
  // Undirected parts have the reverse of every edge, with the same value. Outgoing rows have the edges of the incoming
  // ones, with the same values.
  bool directions = true;
  ThreadPool* threads = nullptr;  // null: the calling thread alone

  // For arrays of which all this is known.
  static constexpr GraphChecks none() { return {false, false, nullptr}; }
};

// A graph in host memory, or in a mapped file. Does not change once it is made. One that was moved from is empty.
//
// It holds the incoming edges of each vertex, because that is what a pulling vertex program reads;
// the outgoing ones are there if they were asked for when it was built. An undirected graph lists
// each edge at both of its ends (a self-loop once), so its incoming edges serve as outgoing ones.
template <EdgeValueType EdgeValue>
class Graph {
 public:
  using value_type = EdgeValue;

  Graph() noexcept { parts_.incoming.row = no_rows(); }
  // Throws UsageError if sizes do not fit together, or rows do not end where their columns end, and InputError, with
  // the array, the place and the number, for what the checks find.
  explicit Graph(GraphParts<EdgeValue> parts, const GraphChecks& checks = {});
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
  [[nodiscard]] GraphParts<EdgeValue> release() && noexcept;

 private:
  // The offsets of a graph without vertices.
  static HostArray<EdgeId> no_rows() noexcept;

  VertexId vertex_count_ = 0;
  GraphParts<EdgeValue> parts_;
};

// A graph whose value type is known at run time only.
using AnyGraph = std::variant<Graph<NoValue>, Graph<std::int32_t>, Graph<std::int64_t>, Graph<float>, Graph<double>>;

VertexId vertex_count(const AnyGraph& graph);
EdgeId edge_count(const AnyGraph& graph);
bool is_undirected(const AnyGraph& graph);
ValueType value_type(const AnyGraph& graph);
const IdMap& ids(const AnyGraph& graph);

}  // namespace warpgraph
