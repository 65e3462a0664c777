// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/shards.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

namespace warpgraph::papers {
namespace cusha {
namespace {

constexpr double kLanes = 32;  // of a warp, which copies a window

std::uint32_t shard_count(VertexId vertices, const ShardOptions& options) {
  return vertices / options.vertices_per_shard + (vertices % options.vertices_per_shard != 0 ? 1 : 0);
}

// How edges are sorted: by the target's shard, then by the source.
struct EntryKeys {
  View<const EdgeId> row;
  View<const VertexId> column;
  VertexId vertices_per_shard;
  int source_bits;
  View<std::uint64_t> key;
  View<std::uint32_t> edge;

  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    const std::uint64_t target = kernel::upper_bound(row, e) - 1;
    key[e] = (target / vertices_per_shard << source_bits) | column[e];
    edge[e] = static_cast<std::uint32_t>(e);
  }
};

struct EntryEnds {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const std::uint32_t> edge_of;
  View<VertexId> source;
  View<VertexId> target;

  WARPGRAPH_DEVICE void operator()(std::uint64_t entry) const {
    const EdgeId e = edge_of[entry];
    source[entry] = column[e];
    target[entry] = static_cast<VertexId>(kernel::upper_bound(row, e) - 1);
  }
};

// Rows ascend in their targets, as shards do, so that a shard begins where the row of its first vertex does.
struct FirstEntries {
  View<const EdgeId> row;
  VertexId vertices_per_shard;
  View<std::uint32_t> first_entry;

  WARPGRAPH_DEVICE void operator()(std::uint64_t shard) const {
    const std::uint64_t vertices = row.size() - 1;
    const std::uint64_t v = shard * vertices_per_shard;
    first_entry[shard] = static_cast<std::uint32_t>(row[v < vertices ? v : vertices]);
  }
};

struct FirstWindows {
  View<const std::uint32_t> first_entry;
  View<const VertexId> source;
  VertexId vertices_per_shard;
  View<std::uint32_t> first_window;

  WARPGRAPH_DEVICE void operator()(std::uint64_t window) const {
    const std::uint64_t shards = first_entry.size() - 1;
    const std::uint64_t in = window / shards;
    const std::uint64_t of = window % shards;
    const std::uint32_t first = first_entry[in];
    if (of == 0) {  // behind the last shard, too
      first_window[window] = first;
      return;
    }
    const auto last_before = static_cast<VertexId>(of * vertices_per_shard - 1);
    const View<const VertexId> sources = source.subview(first, first_entry[in + 1] - first);
    first_window[window] = first + static_cast<std::uint32_t>(kernel::upper_bound(sources, last_before));
  }
};

struct RangesOfSources {
  View<const VertexId> source;
  VertexId vertices_per_shard;
  View<std::uint32_t> range;
  View<std::uint32_t> entry;

  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    range[e] = source[e] / vertices_per_shard;
    entry[e] = static_cast<std::uint32_t>(e);
  }
};

struct FirstMapped {
  View<const std::uint32_t> range;  // ascending
  View<std::uint32_t> first_mapped;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto before = static_cast<std::uint32_t>(i) - 1;
    first_mapped[i] = i == 0 ? 0 : static_cast<std::uint32_t>(kernel::upper_bound(range, before));
  }
};

// The entries in the order of the ranges of their sources, and otherwise as they are.
void concatenate_windows(StreamRef stream, Arrays& arrays, const ShardOptions& options) {
  const std::size_t edges = arrays.source.size();
  const std::size_t shards = arrays.first_entry.size() - 1;
  arrays.mapper = Buffer<std::uint32_t>(stream, edges, "cusha mapper");
  arrays.first_mapped = Buffer<std::uint32_t>(stream, shards + 1, "cusha windows");
  Buffer<std::uint32_t> range(stream, edges, "cusha sorting");
  Buffer<std::uint32_t> sorted_range(stream, edges, "cusha sorting");
  Buffer<std::uint32_t> entry(stream, edges, "cusha sorting");
  kernel::for_each(stream, edges, RangesOfSources{arrays.source, options.vertices_per_shard, range, entry});
  const primitives::BitRange bits{0, static_cast<int>(std::bit_width(shards - 1))};
  primitives::sort_pairs<std::uint32_t, std::uint32_t>(stream, range, sorted_range, entry, arrays.mapper, bits);
  kernel::for_each(stream, shards + 1, FirstMapped{sorted_range, arrays.first_mapped});
  Buffer<VertexId> source(stream, edges, "cusha sources");
  primitives::gather<VertexId>(stream, arrays.source, arrays.mapper, source);
  arrays.source = std::move(source);
}

void sort_edges(StreamRef stream, Arrays& arrays, const AdjacencyView<NoValue>& incoming, const ShardOptions& options) {
  const std::size_t edges = incoming.column.size();
  const std::size_t vertices = incoming.row.size() - 1;
  const int source_bits = static_cast<int>(std::bit_width(vertices - 1));
  const int shard_bits = static_cast<int>(std::bit_width(arrays.first_entry.size() - 2));
  Buffer<std::uint64_t> key(stream, edges, "cusha sorting");
  Buffer<std::uint64_t> sorted_key(stream, edges, "cusha sorting");
  Buffer<std::uint32_t> edge(stream, edges, "cusha sorting");
  arrays.edge_of = Buffer<std::uint32_t>(stream, edges, "cusha sorting");
  kernel::for_each(stream, edges,
                   EntryKeys{incoming.row, incoming.column, options.vertices_per_shard, source_bits, key, edge});
  const primitives::BitRange bits{0, source_bits + shard_bits};
  primitives::sort_pairs<std::uint64_t, std::uint32_t>(stream, key, sorted_key, edge, arrays.edge_of, bits);
}

}  // namespace

ShardOptions checked(VertexId vertices, EdgeId edges, ShardOptions options) {
  expects(edges <= 0xffffffffu, "shards: the graph has more than 2^32 - 1 edges");
  expects(options.vertices_per_shard <= kMaxVerticesPerShard, "shards: a shard has at most 6144 vertices");
  if (options.vertices_per_shard == 0) options.vertices_per_shard = choose_vertices_per_shard(vertices, edges);
  return options;
}

Arrays make_arrays(StreamRef stream, const AdjacencyView<NoValue>& incoming, const ShardOptions& options) {
  const auto vertices = static_cast<VertexId>(incoming.row.size() - 1);
  const std::size_t edges = incoming.column.size();
  const std::size_t shards = shard_count(vertices, options);
  Arrays arrays;
  arrays.first_entry = Buffer<std::uint32_t>(stream, shards + 1, "cusha shards");
  arrays.target = Buffer<VertexId>(stream, edges, "cusha targets");
  arrays.source = Buffer<VertexId>(stream, edges, "cusha sources");
  kernel::for_each(stream, shards + 1, FirstEntries{incoming.row, options.vertices_per_shard, arrays.first_entry});
  sort_edges(stream, arrays, incoming, options);
  kernel::for_each(stream, edges,
                   EntryEnds{incoming.row, incoming.column, arrays.edge_of, arrays.source, arrays.target});
  if (options.layout == ShardLayout::kConcatenatedWindows) {
    concatenate_windows(stream, arrays, options);
  } else {
    arrays.first_window = Buffer<std::uint32_t>(stream, shards * shards + 1, "cusha windows");
    kernel::for_each(stream, shards * shards + 1,
                     FirstWindows{arrays.first_entry, arrays.source, options.vertices_per_shard, arrays.first_window});
  }
  return arrays;
}

}  // namespace cusha

std::string_view to_string(ShardLayout layout) {
  return layout == ShardLayout::kGShards ? "g-shards" : "concatenated-windows";
}

VertexId choose_vertices_per_shard(VertexId vertices, EdgeId edges) {
  if (edges == 0) return kMaxVerticesPerShard;
  const double even = vertices * std::sqrt(cusha::kLanes / static_cast<double>(edges));
  const double rounded = std::ceil(even / cusha::kLanes) * cusha::kLanes;
  return static_cast<VertexId>(std::clamp<double>(rounded, cusha::kLanes, kMaxVerticesPerShard));
}

MemoryPlan shards_memory(VertexId vertices, EdgeId edges, std::size_t edge_value_bytes, const ShardOptions& options) {
  const ShardOptions chosen = cusha::checked(vertices, edges, options);
  MemoryPlan plan;
  if (vertices == 0) return plan;
  const std::size_t shards = cusha::shard_count(vertices, chosen);
  plan.add_array<std::uint32_t>("cusha shards", shards + 1);
  plan.add_array<VertexId>("cusha targets", edges);
  plan.add_array<VertexId>("cusha sources", edges);
  if (edge_value_bytes != 0) plan.add("cusha edge values", edges * edge_value_bytes);
  if (chosen.layout == ShardLayout::kConcatenatedWindows) {
    plan.add_array<std::uint32_t>("cusha mapper", edges);
    plan.add_array<std::uint32_t>("cusha windows", shards + 1);
  } else {
    plan.add_array<std::uint32_t>("cusha windows", shards * shards + 1);
  }
  return plan;
}

}  // namespace warpgraph::papers
