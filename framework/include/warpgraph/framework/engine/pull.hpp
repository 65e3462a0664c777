// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <warpgraph/framework/engine/detail/pull/gather_all.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/memory.hpp>

// One pull by itself, for algorithms that a single vertex program does not hold because they go back and forth between
// incoming and outgoing edges (HITS). Files that include it are kernel sources, as for engine.hpp.
namespace warpgraph {

// What a pull needs of a vertex program: VertexValue, EdgeValue, visit, and Reduction or reduce and identity.
template <class P>
concept PullProgram = std::is_trivially_copyable_v<P> && detail::HasVertexValue<P> && detail::HasEdgeValue<P> &&
                      detail::HasVisit<P> && !detail::HasPublish<P> &&
                      (detail::HasReduction<P> || (detail::HasReduce<P> && detail::HasIdentity<P>));

// sums[v] = the reduction of visit(values[u], value of e) over the edges e of v's row, whose other end is u; as often
// as it is called. Keeps the memory that its shape needs beside the sums.
template <PullProgram P, EdgeValueType EdgeValue>
class Pull {
 public:
  using Value = typename P::VertexValue;
  using Sum = detail::Contribution<P>;

  // What the shapes keep between calls, at most, for rows of so many edges.
  static MemoryPlan memory(EdgeId edges) {
    return MemoryPlan("engine carries", detail::slices_of<Sum>(edges) * (sizeof(Sum) + sizeof(VertexId)));
  }

  // `edges`: the rows to pull over, whose offsets begin with 0, and which must stay; `lengths`: of these rows
  // (measure_rows).
  Pull(StreamRef stream, const AdjacencyView<EdgeValue>& edges, const RowLengths& lengths, const P& program,
       std::optional<GatherShape> shape = {})
      : stream_(stream),
        program_(program),
        shape_(detail::fitting_shape<P, Edge>(shape ? *shape : choose_shape(lengths, stream.device().kind()), lengths,
                                              stream.device().kind())),
        has_empty_rows_(lengths.empty != 0) {
    if (edges.row.empty()) return;
    graph_.vertex_count = static_cast<VertexId>(edges.row.size() - 1);
    graph_.edge_count = edges.column.size();
    graph_.incoming = detail::as_edges<Edge>(edges);
  }

  // Asynchronous in the stream. The values are only read.
  void operator()(View<Value> values, View<Sum> sums) {
    const detail::KernelView<P, Edge> setting{program_, graph_, {}, values, {}, values};
    detail::gather_all(stream_, detail::Gather<P, Edge>{setting, sums}, shape_, has_empty_rows_, carries_);
  }

 private:
  using Edge = detail::KernelEdge<P, EdgeValue>;

  StreamRef stream_;
  P program_;
  GatherShape shape_;
  bool has_empty_rows_;
  GraphView<Edge> graph_;
  detail::Carries<Sum> carries_;
};

}  // namespace warpgraph
