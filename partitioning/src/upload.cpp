// SPDX-License-Identifier: Apache-2.0
#include "upload.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "check_graph.hpp"
#include "peers/peer.hpp"
#include "peers/spread.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr char kName[] = "partition level";
constexpr double kWhole = 0x1p40;  // the unit of sizes with several constraints: a share of the total

// The largest share that a vertex has of any constraint's total.
std::vector<Weight> sizes_of(const PartitionInput& graph, const Limits& limits) {
  std::vector<Weight> sizes(graph.row.size() - 1, 0);
  for (std::size_t v = 0; v < sizes.size(); ++v) {
    for (std::uint32_t j = 0; j < limits.constraints; ++j) {
      const Weight weight = graph.vertex_weight.empty() ? 1 : graph.vertex_weight[v * limits.constraints + j];
      const double share = static_cast<double>(weight) / static_cast<double>(std::max<Weight>(1, limits.total[j]));
      sizes[v] = std::max(sizes[v], static_cast<Weight>(share * kWhole));
    }
  }
  return sizes;
}

void upload_rows(StreamRef stream, const PartitionInput& graph, LevelGraph& level) {
  std::size_t first = 0;
  std::size_t count = graph.column.size();
  if (level.peer == nullptr) {
    level.row = to_device(stream, graph.row, kName);
  } else {
    level.range = equal_ranges(graph.row, level.peer->count())[level.peer->rank()];
    level.row = rows_of_range(stream, graph.row, level.range);
    first = graph.row[level.range.first];
    count = graph.row[level.range.last] - first;
  }
  level.column = to_device(stream, graph.column.subspan(first, count), kName);
  if (!graph.edge_weight.empty()) level.edge_weight = to_device(stream, graph.edge_weight.subspan(first, count), kName);
}

}  // namespace

LevelGraph upload(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options, const Limits& limits,
                  Weight& total_size, Peer* peer) {
  LevelGraph level;
  level.vertices = static_cast<VertexId>(graph.row.size() - 1);
  level.entries = graph.column.size();
  level.constraints = limits.constraints;
  level.peer = peer;
  upload_rows(stream, graph, level);
  if (graph.vertex_weight.empty()) {
    level.vertex_weight = Buffer<Weight>(stream, std::size_t{level.vertices} * limits.constraints, kName);
    fill(stream, level.vertex_weight, 1);
  } else {
    level.vertex_weight = to_device(stream, graph.vertex_weight, kName);
  }
  total_size = limits.total[0];
  if (limits.constraints > 1) {
    const std::vector<Weight> sizes = sizes_of(graph, limits);
    total_size = std::accumulate(sizes.begin(), sizes.end(), Weight{0});
    level.size = to_device(stream, sizes, kName);
  }
  if (!options.fixed.empty()) level.fixed = to_device(stream, options.fixed, kName);
  find_long_rows(stream, level);
  // The host says what is wrong.
  if (!is_undirected(stream, level)) check_edges(stream.device().runtime().threads(), graph);
  return level;
}

}  // namespace warpgraph::partitioning
