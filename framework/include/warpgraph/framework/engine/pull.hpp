// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <warpgraph/framework/engine/detail/pull/gather_all.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/source_blocks.hpp>
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

  // What the shapes keep between calls, at most, for rows of `edges` edges together.
  static MemoryPlan memory(EdgeId edges) {
    return MemoryPlan("engine carries", detail::slices_of<Sum>(edges) * (sizeof(Sum) + sizeof(VertexId)));
  }

  // `edges`: the rows to pull over, whose offsets begin with 0, and which must stay; `lengths`: of these rows
  // (rows::measure_rows).
  Pull(StreamRef stream, const AdjacencyView<EdgeValue>& edges, const rows::RowLengths& lengths, const P& program,
       std::optional<GatherShape> shape = {})
      : stream_(stream),
        program_(program),
        asked_(shape),
        shape_(detail::fitting_shape<P, Edge>(shape ? *shape : rows::choose_shape(lengths, stream.device().kind()),
                                              lengths, stream.device().kind())),
        has_empty_rows_(lengths.empty != 0) {
    if (edges.row.empty()) return;
    graph_.vertex_count = static_cast<VertexId>(edges.row.size() - 1);
    graph_.edge_count = edges.column.size();
    graph_.incoming = detail::as_edges<Edge>(edges);
  }

  // From now on over these blocks of the same edges, if there are any (rows::find_blocks). The stream must be done
  // before this goes: blocks belong to the graph, and are freed in the order of another stream.
  void use(std::shared_ptr<const rows::SourceBlocks> blocks) requires(!graphs::kHasValue<EdgeValue>) {
    if (blocks) carries_.ensure(stream_, detail::slices_of<Sum>(graph_.edge_count));
    blocks_ = std::move(blocks);
  }

  // Queues work and returns. The values are only read.
  void operator()(View<Value> values, View<Sum> sums) {
    const detail::KernelView<P, Edge> setting{program_, graph_, {}, values, {}, values};
    const detail::Gather<P, Edge> gather{setting, sums};
    if constexpr (!graphs::kHasValue<Edge>)
      if (blocks_) return detail::gather_blocks(stream_, gather, *blocks_, asked_, carries_);
    detail::gather_all(stream_, gather, shape_, has_empty_rows_, carries_);
  }

 private:
  using Edge = detail::KernelEdge<P, EdgeValue>;

  StreamRef stream_;
  P program_;
  std::optional<GatherShape> asked_;
  std::shared_ptr<const rows::SourceBlocks> blocks_;
  GatherShape shape_;  // of the rows as they are
  bool has_empty_rows_;
  GraphView<Edge> graph_;
  detail::Carries<Sum> carries_;
};

}  // namespace warpgraph
