// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

// The graphs of CuSha (Khorasani, Vora, Gupta, Bhuyan, "CuSha: Vertex-Centric Graph Processing on GPUs", 2014). The
// vertices are cut into ranges of equal size, and a shard holds the edges into one range, ascending in their sources:
// an entry for each edge. A range is so small that its values fit the shared memory of one block of threads. With each
// entry lies a copy of its source's value, so that an iteration reads nothing but whole shards, in order. What an
// iteration has updated must be copied to all entries of the vertex. The entries of shard j whose sources are in range
// i follow each other, and are called the window of i in j.
//   G-Shards               each entry has its source, and each pair of ranges the place of its window
//   concatenated windows   the windows of one range follow each other in a list of their own, with the place of each
//                          entry (its mapper), so that small windows leave no lane idle
// Both win where random reads of values are what an iteration waits for. They take 8 to 12 bytes an edge more than rows
// (shards_memory), and are for programs that read all edges in every iteration.
namespace warpgraph::papers {

enum class ShardLayout : std::uint8_t { kGShards, kConcatenatedWindows };
std::string_view to_string(ShardLayout layout);  // "g-shards", "concatenated-windows"

// As many numbers of 8 bytes fit the 48 KiB of shared memory that every GPU has for a block.
inline constexpr VertexId kMaxVerticesPerShard = 6144;

struct ShardOptions {
  ShardLayout layout = ShardLayout::kConcatenatedWindows;
  VertexId vertices_per_shard = 0;  // 0: choose_vertices_per_shard
};

// The number of vertices that gives a window 32 entries on average, one for each lane of a warp: the edges, divided by
// the square of the number of shards. A multiple of 32, at most kMaxVerticesPerShard.
[[nodiscard]] VertexId choose_vertices_per_shard(VertexId vertices, EdgeId edges);

// Throws UsageError for more than 2^32 - 1 edges, because entries have numbers of 32 bits, as in the paper, and for
// more than kMaxVerticesPerShard vertices in a shard.
[[nodiscard]] MemoryPlan shards_memory(VertexId vertices, EdgeId edges, std::size_t edge_value_bytes,
                                       const ShardOptions& options = {});

namespace cusha {

// What kernels see of shards, by value.
template <class E>
struct ShardsView {
  VertexId vertex_count = 0;
  VertexId vertices_per_shard = 1;
  View<const std::uint32_t> first_entry;   // of each shard; then how many entries there are
  View<const VertexId> target;             // of each entry
  View<const E> value;                     // of each entry
  View<const VertexId> source;             // of each entry; with a mapper, of each place of that
  View<const std::uint32_t> first_window;  // G-Shards: at [j * shards + i], the first entry of the window of i in j
  View<const std::uint32_t> mapper;        // concatenated windows: the entries, ordered by the range of their source
  View<const std::uint32_t> first_mapped;  // and where those of each range begin in it

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t shards() const {
    return static_cast<std::uint32_t>(first_entry.size() - 1);
  }
  [[nodiscard]] WARPGRAPH_DEVICE VertexId first_vertex(std::uint32_t shard) const { return shard * vertices_per_shard; }
  // How many vertices the shard's range has.
  [[nodiscard]] WARPGRAPH_DEVICE VertexId size(std::uint32_t shard) const {
    const VertexId left = vertex_count - first_vertex(shard);
    return left < vertices_per_shard ? left : vertices_per_shard;
  }
};

struct Arrays {
  Buffer<std::uint32_t> first_entry;
  Buffer<VertexId> target;
  Buffer<VertexId> source;
  Buffer<std::uint32_t> first_window;
  Buffer<std::uint32_t> mapper;
  Buffer<std::uint32_t> first_mapped;
  Buffer<std::uint32_t> edge_of;  // the edge of each entry, in the rows that they were made of
};
// `options` with the number that is chosen, or UsageError as shards_memory.
ShardOptions checked(VertexId vertices, EdgeId edges, ShardOptions options);
Arrays make_arrays(StreamRef stream, const AdjacencyView<NoValue>& incoming, const ShardOptions& options);

}  // namespace cusha

// The edges of a graph in shards, in a device's memory; owns it. The graph may go when the stream has passed.
template <EdgeValueType EdgeValue>
class Shards {
 public:
  Shards() = default;
  // Made on the device from the incoming edges: queues two sorts of all edges and what belongs to them, and returns.
  // without_values(graph) makes shards for programs that take no values of edges. Throws what shards_memory throws, and
  // OutOfMemory. Beside shards_memory it takes about 40 bytes an edge while it works.
  Shards(StreamRef stream, const GraphView<EdgeValue>& graph, const ShardOptions& options = {})
      : vertices_(graph.vertex_count), options_(cusha::checked(graph.vertex_count, graph.edge_count, options)) {
    if (vertices_ == 0) return;
    constexpr std::size_t kBytes = graphs::kHasValue<EdgeValue> ? sizeof(EdgeValue) : 0;
    stream.device().require(shards_memory(vertices_, graph.edge_count, kBytes, options_), "shards");
    arrays_ = cusha::make_arrays(stream, without_values(graph.incoming), options_);
    if constexpr (graphs::kHasValue<EdgeValue>) {
      value_ = Buffer<EdgeValue>(stream, graph.edge_count, "cusha edge values");
      primitives::gather(stream, graph.incoming.value, arrays_.edge_of, value_.view());
    }
    arrays_.edge_of = {};
  }

  [[nodiscard]] VertexId vertex_count() const noexcept { return vertices_; }
  [[nodiscard]] EdgeId edge_count() const noexcept { return arrays_.target.size(); }
  [[nodiscard]] ShardLayout layout() const noexcept { return options_.layout; }
  [[nodiscard]] VertexId vertices_per_shard() const noexcept { return options_.vertices_per_shard; }
  [[nodiscard]] std::uint32_t shard_count() const noexcept {
    return arrays_.first_entry.empty() ? 0 : static_cast<std::uint32_t>(arrays_.first_entry.size() - 1);
  }
  // Valid as long as these shards.
  [[nodiscard]] cusha::ShardsView<EdgeValue> view() const {
    return {vertices_,      options_.vertices_per_shard, arrays_.first_entry, arrays_.target,      value_,
            arrays_.source, arrays_.first_window,        arrays_.mapper,      arrays_.first_mapped};
  }

 private:
  VertexId vertices_ = 0;
  ShardOptions options_;
  cusha::Arrays arrays_;
  Buffer<EdgeValue> value_;
};

}  // namespace warpgraph::papers
