// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/strongly_connected.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/parallel/row_pieces.hpp>
#include <warpgraph/runtime/error.hpp>

#include "common/value_types.hpp"
#include "lowest.hpp"
#include "spread_region.hpp"
#include "strong_regions.hpp"

namespace warpgraph {
namespace {

using namespace components;  // NOLINT(google-build-using-namespace): its parts

constexpr unsigned kSpreadBlocks = 4;  // on each multiprocessor

class Strong {
 public:
  static MemoryPlan memory(VertexId vertices, EdgeId edges) {
    MemoryPlan plan = FrontierQueue::memory(vertices, "components queue");
    plan += FrontierQueue::memory(vertices, "components queue");
    plan += RowPieces::memory(vertices, edges);
    plan += RowPieces::memory(vertices, edges);
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
        pieces_{RowPieces(stream, incoming.row), RowPieces(stream, outgoing.row)},
        queue_{FrontierQueue(stream, vertices_, "components queue"),
               FrontierQueue(stream, vertices_, "components queue")},
        counts_(stream, 3, "components regions"),
        count_(stream, 1, "components regions") {}

  Buffer<VertexId> operator()() {
    for_each(stream_, vertices_, BeginRegions{regions()});
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
  void trim(const RowPieces& pieces, const AdjacencyView<NoValue>& counted, const AdjacencyView<NoValue>& other) {
    sum_rows(stream_, pieces, left_, CountsInside{regions(), counted});
    for_each(stream_, vertices_, TakeSingle{regions()});
    spread(other, IsTrimmed{left_, kIsSingle}, TrimStep{regions()});
    for_each(stream_, vertices_, TakePairs{regions(), counted});
    spread(other, IsTrimmed{left_, kIsPaired}, TrimStep{regions()});
  }

  // Waits for the stream.
  VertexId find_pivot() {
    fill(stream_, count_, 0);
    launch(stream_, sweep_warps(stream_, vertices_), FindPivot{regions(), incoming_.row, outgoing_.row, count_});
    return static_cast<VertexId>(to_host(stream_, count_).front());
  }
  // The component of the pivot, or of the origin of each colour. Waits for the stream; returns how many vertices are
  // left.
  std::uint64_t colour(VertexId pivot) {
    for_each(stream_, vertices_, BeginColours{regions(), round_, pivot});
    spread(outgoing_, IsLeft{region_, pivot}, ColourStep{regions(), round_});
    for_each(stream_, vertices_, TakeOrigins{regions(), pivot});
    spread(incoming_, IsOrigin{regions()}, BackStep{regions()});
    return end_phase(true, pivot);
  }
  std::uint64_t end_phase(bool has_colours, VertexId pivot) {
    fill(stream_, count_, 0);
    launch(stream_, sweep_warps(stream_, vertices_), EndPhase{regions(), has_colours, pivot, count_});
    return to_host(stream_, count_).front();
  }

  template <class IsWanted, class Step>
  void spread(const AdjacencyView<NoValue>& edges, const IsWanted& is_wanted, const Step& step) {
    using First = BeginSpread<IsWanted>;
    constexpr std::uint64_t kTile = Enqueue<IsWanted>::kTile;
    fill(stream_, counts_, 0);
    launch(stream_, Warps{(vertices_ + kTile - 1) / kTile},
           First{{edges.row, vertices_, is_wanted, queue_[0].view(), {}}, counts_});
    const auto multiprocessors = static_cast<unsigned>(std::max(1, stream_.device().info().multiprocessors));
    launch(stream_, WholeDevice{kSpreadBlocks * multiprocessors},
           Spread<Step>{edges, step, {queue_[0].view(), queue_[1].view()}, counts_});
  }

  StreamRef stream_;
  AdjacencyView<NoValue> incoming_;
  AdjacencyView<NoValue> outgoing_;
  VertexId vertices_;
  Buffer<VertexId> label_;
  Buffer<VertexId> region_;
  Buffer<std::uint32_t> left_;
  Buffer<std::uint32_t> round_;
  RowPieces pieces_[2];
  FrontierQueue queue_[2];
  Buffer<std::uint64_t> counts_;
  Buffer<std::uint64_t> count_;
};

}  // namespace

MemoryPlan strongly_connected_components_memory(const RunSize& size) {
  return size.undirected ? connected_components_memory(size) : Strong::memory(size.vertices, size.edges);
}

template <EdgeValueType EdgeValue>
Result<VertexId> strongly_connected_components(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  Result<VertexId> result;
  if (graph.vertex_count() == 0) return result;
  if (graph.is_undirected()) return connected_components(stream, graph);
  expects(graph.has_outgoing(), "strongly_connected_components: the graph was built without outgoing edges");
  expects(fits_frontier_queue(graph.vertex_count(), graph.edge_count()),
          "strongly_connected_components: the graph is too large");
  stream.device().require(strongly_connected_components_memory(run_size(graph)), "strongly connected components");
  const GraphView<NoValue> view = without_values(graph.view());
  result.values = Strong(stream, view.incoming, view.outgoing)();
  return result;
}

#define WARPGRAPH_INSTANTIATE(E) \
  template Result<VertexId> strongly_connected_components<E>(StreamRef, const DeviceGraph<E>&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
