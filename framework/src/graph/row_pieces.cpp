// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/row_pieces.hpp>

#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

namespace warpgraph::rows {

namespace {

struct CountPieces {
  View<const EdgeId> row;
  View<std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId length = v + 1 < row.size() ? row[v + 1] - row[v] : 0;
    count[v] = length > kPieceEdges ? static_cast<std::uint32_t>((length + kPieceEdges - 1) / kPieceEdges) : 0;
  }
};

struct FindVertices {
  View<const std::uint32_t> first;
  View<VertexId> vertex;
  WARPGRAPH_DEVICE void operator()(std::uint64_t piece) const {
    vertex[piece] = static_cast<VertexId>(kernel::upper_bound(first, static_cast<std::uint32_t>(piece)) - 1);
  }
};

}  // namespace

RowPieces::RowPieces(StreamRef stream, View<const EdgeId> row) : row_(row), first_(stream, row.size(), "row pieces") {
  kernel::for_each(stream, row.size(), CountPieces{row, first_});
  primitives::exclusive_scan(stream, first_.view(), first_.view());
  const std::uint32_t count = to_host(stream, first_.view().subview(row.size() - 1, 1)).front();
  vertex_ = Buffer<VertexId>(stream, count, "row pieces");
  kernel::for_each(stream, count, FindVertices{first_.view(), vertex_});
}

}  // namespace warpgraph::rows
