// SPDX-License-Identifier: Apache-2.0
#include "check_graph.hpp"

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

#include <warpgraph/runtime/error.hpp>

#include "level/level_graph.hpp"
#include "level/random.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::size_t kGrain = 16384;

void check_sizes(const PartitionInput& graph) {
  expects(!graph.row.empty(), "partition: row must have one element more than there are vertices");
  const std::size_t vertices = graph.row.size() - 1;
  expects(vertices < kNoVertex, "partition: there are more than 2^32 - 2 vertices");
  expects(graph.row.back() == graph.column.size(), "partition: row must end with the number of entries of column");
  expects(graph.edge_weight.empty() || graph.edge_weight.size() == graph.column.size(),
          "partition: edge_weight must have one weight for each entry of column");
  expects(graph.vertex_weight.empty() || graph.vertex_weight.size() == vertices * graph.constraints,
          "partition: vertex_weight must have one weight for each vertex and constraint");
  expects(graph.vertex_size.empty() || graph.vertex_size.size() == vertices,
          "partition: vertex_size must have one size for each vertex");
}

// A vertex sends its size along each of its edges at most.
void check_volume(const PartitionInput& graph) {
  std::int64_t volume = 0;
  for (std::size_t v = 0; v < graph.vertex_size.size(); ++v) {
    if (graph.row[v] > graph.row[v + 1]) return;  // which the check of the edges tells
    const std::int64_t size = graph.vertex_size[v];
    if (size < 0) throw InputError("the size of vertex " + std::to_string(v) + " is negative");
    std::int64_t sent = 0;
    const auto degree = static_cast<std::int64_t>(graph.row[v + 1] - graph.row[v]);
    if (__builtin_mul_overflow(size, degree, &sent) || __builtin_add_overflow(volume, sent, &volume) ||
        volume > std::numeric_limits<std::int64_t>::max() / 4)
      throw InputError("the sizes of the vertices up to " + std::to_string(v) + " are too large");
  }
}

}  // namespace

void check_arrays(const PartitionInput& graph) {
  check_sizes(graph);
  check_volume(graph);
}

void check_edges(ThreadPool& threads, const PartitionInput& graph) {
  const std::size_t vertices = graph.row.size() - 1;
  // Each entry (v, u) with v < u adds what its opposite takes away: a sum of draws that is zero for other graphs with
  // probability 2^-64 only.
  std::atomic<std::uint64_t> difference{0};
  threads.for_chunks(vertices, kGrain, [&](std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t v = first; v < last; ++v) {
      if (graph.row[v] > graph.row[v + 1] || graph.row[v + 1] > graph.column.size())
        throw InputError("the rows of the graph do not ascend at vertex " + std::to_string(v));
      for (EdgeId edge = graph.row[v]; edge < graph.row[v + 1]; ++edge) {
        const VertexId u = graph.column[edge];
        if (u >= vertices)
          throw InputError("vertex " + std::to_string(v) + " has an edge to vertex " + std::to_string(u) +
                           ", which is not in the graph");
        if (u == v) continue;
        const Weight weight = graph.edge_weight.empty() ? 1 : graph.edge_weight[edge];
        const std::uint64_t mark =
            draw_pair(graph.edge_weight.empty() ? 1 : draw(1, static_cast<std::uint64_t>(weight)),
                      static_cast<std::uint32_t>(v), u);
        sum += v < u ? mark : ~mark + 1;
      }
    }
    difference.fetch_add(sum, std::memory_order_relaxed);
  });
  if (difference.load() != 0)
    throw InputError("the graph is directed: an edge is not in the rows of both of its ends, or not with one weight");
}

}  // namespace warpgraph::partitioning
