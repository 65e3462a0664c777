// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/strongly_connected.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/framework/graph/row_pieces.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/runtime/error.hpp>

#include "common/refuse_engine_options.hpp"
#include "common/value_types.hpp"
#include "lowest.hpp"
#include "spread_region.hpp"
#include "strong_peers.hpp"
#include "strong_regions.hpp"

namespace warpgraph::algorithms {
namespace {

using namespace components;  // NOLINT(google-build-using-namespace): its parts

class Strong {
 public:
  static MemoryPlan memory(VertexId vertices, EdgeId edges) {
    MemoryPlan plan = Searches::memory(vertices);
    plan += rows::RowPieces::memory(vertices, edges);
    plan += rows::RowPieces::memory(vertices, edges);
    plan.add_array<VertexId>("components", vertices);
    plan.add_array<VertexId>("components regions", 3 * std::size_t{vertices});
    return plan;
  }

  Strong(StreamRef stream, const AdjacencyView<NoValue>& incoming, const AdjacencyView<NoValue>& outgoing)
      : stream_(stream),
        incoming_(incoming),
        outgoing_(outgoing),
        vertices_(static_cast<VertexId>(incoming.row.size() - 1)),
        label_(stream, vertices_, "components"),
        region_(stream, vertices_, "components regions"),
        left_(stream, vertices_, "components regions"),
        round_(stream, vertices_, "components regions"),
        pieces_{rows::RowPieces(stream, incoming.row), rows::RowPieces(stream, outgoing.row)},
        searches_(stream, vertices_),
        count_(stream, 1, "components regions") {}

  Buffer<VertexId> operator()() {
    kernel::for_each(stream_, vertices_, BeginRegions{regions()});
    trim();
    if (end_phase(false, kNoVertex) != 0) {
      colour(find_pivot());
      trim();
      for (std::uint64_t left = end_phase(false, kNoVertex); left != 0;) left = colour(kNoVertex);
    }
    name_by_lowest(stream_, label_, left_);
    return std::move(label_);
  }

 private:
  [[nodiscard]] Regions regions() { return {label_, region_, left_, left_}; }

  // Vertices without incoming edges, then those without outgoing ones: what goes for want of the one has no other of
  // the other kind, so neither makes work for the other.
  void trim() {
    trim(pieces_[0], incoming_, outgoing_);
    trim(pieces_[1], outgoing_, incoming_);
  }
  void trim(const rows::RowPieces& pieces, const AdjacencyView<NoValue>& counted, const AdjacencyView<NoValue>& other) {
    rows::sum_rows(stream_, pieces, left_, CountsInside{regions(), counted});
    kernel::for_each(stream_, vertices_, TakeSingle{regions()});
    spread(other, IsTrimmed{left_, kIsSingle}, TrimStep{regions()});
    kernel::for_each(stream_, vertices_, TakePairs{regions(), counted});
    spread(other, IsTrimmed{left_, kIsPaired}, TrimStep{regions()});
  }

  // Waits for the stream.
  VertexId find_pivot() {
    fill(stream_, count_, 0);
    kernel::launch(stream_, sweep::sweep_warps(stream_, vertices_),
                   FindPivot{regions(), {0, vertices_}, incoming_.row, outgoing_.row, count_});
    return static_cast<VertexId>(to_host(stream_, count_).front());
  }
  // The component of the pivot, or of the origin of each colour. Waits for the stream; returns how many vertices are
  // left.
  std::uint64_t colour(VertexId pivot) {
    kernel::for_each(stream_, vertices_, BeginColours{regions(), round_, pivot});
    spread(outgoing_, IsLeft{region_, pivot}, ColourStep{regions(), round_});
    kernel::for_each(stream_, vertices_, TakeOrigins{regions(), pivot});
    spread(incoming_, IsOrigin{regions()}, BackStep{regions()});
    return end_phase(true, pivot);
  }
  std::uint64_t end_phase(bool has_colours, VertexId pivot) {
    fill(stream_, count_, 0);
    kernel::launch(stream_, sweep::sweep_warps(stream_, vertices_),
                   EndPhase{regions(), {0, vertices_}, has_colours, pivot, count_});
    return to_host(stream_, count_).front();
  }

  template <class IsWanted, class Step>
  void spread(const AdjacencyView<NoValue>& edges, const IsWanted& is_wanted, const Step& step) {
    searches_.begin(edges, is_wanted);
    searches_.run(edges, step);
  }

  StreamRef stream_;
  AdjacencyView<NoValue> incoming_;
  AdjacencyView<NoValue> outgoing_;
  VertexId vertices_;
  Buffer<VertexId> label_;
  Buffer<VertexId> region_;
  Buffer<std::uint32_t> left_;
  Buffer<std::uint32_t> round_;
  rows::RowPieces pieces_[2];
  Searches searches_;
  Buffer<std::uint64_t> count_;
};

ConnectedComponentsOptions for_undirected(const StrongComponentsOptions& strong) {
  ConnectedComponentsOptions options;
  options.engine = strong.engine;
  return options;
}

void check(const StrongComponentsOptions& options) {
  refuse_plan(options.engine, "strongly_connected_components");
  refuse_supersteps(options.engine, "strongly_connected_components", "it has no supersteps");
}

template <class Graph>
void expect_fit(const Graph& graph) {
  expects(graph.has_outgoing(), "strongly_connected_components: the graph was built or spread without outgoing edges");
  expects(sweep::fits_frontier_queue(graph.vertex_count(), graph.edge_count()),
          "strongly_connected_components: the graph is too large");
}

}  // namespace

MemoryPlan strongly_connected_components_memory(const shards::RunSize& size) {
  if (size.undirected) return connected_components_memory(size);
  return size.devices > 1 ? strong_peers_memory(size) : Strong::memory(size.vertices, size.edges);
}

template <EdgeValueType EdgeValue>
Result<VertexId> strongly_connected_components(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                               const StrongComponentsOptions& options) {
  check(options);
  Result<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  if (graph.vertex_count() == 0) return result;
  if (graph.is_undirected()) return connected_components(stream, graph, for_undirected(options));
  expect_fit(graph);
  stream.device().require(strongly_connected_components_memory(shards::run_size(graph)),
                          "strongly connected components");
  const GraphView<NoValue> view = without_values(graph.view());
  result.values = Strong(stream, view.incoming, view.outgoing)();
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> strongly_connected_components(const ShardedGraph<EdgeValue>& graph,
                                                      const StrongComponentsOptions& options) {
  check(options);
  if (graph.is_undirected()) return connected_components(graph, for_undirected(options));
  ShardedResult<VertexId> result;
  result.values_are = ValuesAre::kLowestVertices;
  if (graph.vertex_count() != 0) expect_fit(graph);
  peers::require_on_peers(graph, "strongly connected components", strong_peers_memory);
  const peers::PeerGraph peers = peers::peer_graph(graph, options.engine.exchange);
  result.own = peers.own();
  if (graph.vertex_count() != 0) find_strong_on_peers(peers, options.engine, result);
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                               \
  template Result<VertexId> strongly_connected_components<E>(StreamRef, const DeviceGraph<E>&, \
                                                             const StrongComponentsOptions&);  \
  template ShardedResult<VertexId> strongly_connected_components<E>(const ShardedGraph<E>&,    \
                                                                    const StrongComponentsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
