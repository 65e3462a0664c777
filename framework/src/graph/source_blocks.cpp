// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/source_blocks.hpp>

#include <algorithm>
#include <numeric>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

namespace warpgraph::rows {

namespace {

VertexRange range_of(std::size_t sources, std::uint32_t block, std::uint32_t blocks) {
  const auto begin = [&](std::uint64_t b) { return static_cast<VertexId>(sources * b / blocks); };
  return {begin(block), begin(std::uint64_t{block} + 1)};
}

// Which edges come from the vertices of a range: a bit for each, and how many of each 32.
struct MarkEdges {
  View<const VertexId> column;
  VertexRange sources;
  View<std::uint32_t> mask;
  View<EdgeId> count;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    sweep::for_each_word(warp, column.size(), [&](std::uint64_t base) {
      kernel::PerLane<bool> is_inside;
      warp.relaxed_phase([&](kernel::Lane lane) {
        const std::uint64_t e = base + lane;
        is_inside[lane] = e < column.size() && column[e] >= sources.first && column[e] < sources.last;
      });
      const std::uint32_t bits = warp.ballot(is_inside);
      warp.elect([&] {
        mask[base / 32] = bits;
        count[base / 32] = static_cast<EdgeId>(detail::count_bits(bits));
      });
    });
  }
};

// Where an edge of the graph is among those that were marked; the first of these behind it, if it is not.
struct PlaceOfEdge {
  View<const std::uint32_t> mask;
  View<const EdgeId> before;  // marked before each 32

  WARPGRAPH_DEVICE EdgeId operator()(EdgeId e) const {
    return before[e / 32] + static_cast<EdgeId>(detail::count_bits(mask[e / 32] & (detail::bit_of(e) - 1)));
  }
};

struct PlaceRows {
  PlaceOfEdge place;
  View<const EdgeId> row;
  View<EdgeId> out;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { out[v] = place(row[v]); }
};

struct CopyMarked {
  PlaceOfEdge place;
  View<const VertexId> column;
  View<VertexId> out;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const {
    if (detail::test_bit(place.mask, e)) out[place(e)] = column[e];
  }
};

// An edge of each of so many equal parts. Not the same one of each: rows are in the order of their sources, and may all
// have the same length.
struct TakeSample {
  View<const VertexId> column;
  View<VertexId> out;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t first = i * column.size() / out.size();
    const std::uint64_t size = (i + 1) * column.size() / out.size() - first;
    out[i] = column[first + i * 0x9e3779b1u % size];
  }
};

}  // namespace

SourceBlocks cut_by_source(StreamRef stream, View<const EdgeId> row, View<const VertexId> column, std::size_t sources,
                           std::uint32_t blocks) {
  const std::size_t vertices = row.size() - 1;
  const std::size_t words = column.size() / 32 + 1;  // one behind the last edge, too
  Buffer<std::uint32_t> mask(stream, words, "engine blocks");
  Buffer<EdgeId> before(stream, words, "engine blocks");
  const PlaceOfEdge place{mask, before};
  SourceBlocks made(blocks);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    SourceBlock& block = made[b];
    fill(stream, mask, 0);
    fill(stream, before, 0);
    kernel::launch(stream, sweep::sweep_warps(stream, column.size()),
                   MarkEdges{column, range_of(sources, b, blocks), mask, before});
    primitives::exclusive_scan(stream, before, before.view());
    block.row = Buffer<EdgeId>(stream, vertices + 1, "engine blocks");
    kernel::for_each(stream, vertices + 1, PlaceRows{place, row, block.row});
    block.lengths = measure_rows(stream, block.row);
    block.column =
        Buffer<VertexId>(stream, to_host(stream, block.row.view().subview(vertices, 1)).front(), "engine blocks");
    kernel::for_each(stream, column.size(), CopyMarked{place, column, block.column});
  }
  stream.synchronize();
  return made;
}

std::size_t source_blocks_bytes(std::size_t rows, std::size_t edges, std::uint32_t blocks) {
  const std::size_t words = edges / 32 + 1;
  return edges * sizeof(VertexId) + blocks * (rows + 1) * sizeof(EdgeId) +
         words * (sizeof(std::uint32_t) + sizeof(EdgeId));
}

bool are_even(std::span<const std::size_t> found) {
  constexpr double kEven = 1.4;  // times the mean
  const auto all = static_cast<double>(std::accumulate(found.begin(), found.end(), std::size_t{0}));
  return static_cast<double>(std::ranges::max(found)) <= kEven * all / static_cast<double>(found.size());
}

bool has_even_sources(StreamRef stream, View<const VertexId> column, std::size_t sources, std::uint32_t blocks) {
  if (column.empty()) return true;
  constexpr std::size_t kSample = 1u << 14;
  const std::size_t count = std::min(column.size(), kSample);
  Buffer<VertexId> sample(stream, count, "engine sample");
  kernel::for_each(stream, count, TakeSample{column, sample});
  std::vector<std::size_t> found(blocks);
  for (const std::uint64_t u : to_host(stream, sample)) ++found[u * blocks / sources];
  return are_even(found);
}

}  // namespace warpgraph::rows
