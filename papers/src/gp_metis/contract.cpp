// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/runtime/primitives/scan.hpp>

#include "level/compact.hpp"
#include "merge_rows.hpp"
#include "share.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::gp_metis {
namespace {

// For each thread: the edges of its vertices, which bound what its section must hold, and the buckets that its longest
// row asks for, a power of two.
struct CountEntries {
  Pairs pairs;
  Share share;
  View<EdgeId> room;
  View<EdgeId> buckets;
  WARPGRAPH_DEVICE void operator()(std::uint64_t thread) const {
    EdgeId sum = 0;
    EdgeId longest = 0;
    share.for_each_owned(thread, [&](std::uint64_t v) {
      if (!pairs.is_first(v)) return;
      const EdgeId degrees = pairs.degrees(v);
      sum += degrees;
      longest = degrees > longest ? degrees : longest;
    });
    EdgeId size = 1;
    while (size < longest) size *= 2;
    room[thread] = sum;
    buckets[thread] = size;
  }
};

// The coarse graph under construction. The rows of a thread are consecutive, because the map keeps the order.
struct Sections {
  View<const EdgeId> place;  // where each thread's section begins in `edges`
  View<const EdgeId> table;  // and its hash table in `bucket`
  View<MergedEdge> edges;
  View<std::uint32_t> bucket;
  View<EdgeId> used;  // edges of each thread; then where they begin in the coarse graph
  View<EdgeId> row;   // length of each row; then where it begins
};

template <class Merge>
struct MergeSections {
  Pairs pairs;
  Share share;
  Merge merge;
  Sections sections;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t thread) const {
    const EdgeId first = sections.place[thread];
    const View<std::uint32_t> bucket =
        sections.bucket.empty()
            ? View<std::uint32_t>{}
            : sections.bucket.subview(sections.table[thread], sections.table[thread + 1] - sections.table[thread]);
    EdgeId at = first;
    share.for_each_owned(thread, [&](std::uint64_t v) {
      if (!pairs.is_first(v)) return;
      const VertexId coarse = pairs.map[v];
      const EdgeId count = merge(pairs, v, sections.edges.data() + at, bucket);
      sections.row[coarse] = count;
      weight[coarse] = pairs.weight(v);
      at += count;
    });
    sections.used[thread] = at - first;
  }
};

struct CopySections {
  Pairs pairs;
  Share share;
  Sections sections;
  View<VertexId> column;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t thread) const {
    const EdgeId from = sections.place[thread];
    const EdgeId to = sections.used[thread];
    const EdgeId count = sections.used[thread + 1] - to;
    for (EdgeId i = 0; i < count; ++i) {
      column[to + i] = sections.edges[from + i].to;
      weight[to + i] = sections.edges[from + i].weight;
    }
    EdgeId at = to;
    share.for_each_owned(thread, [&](std::uint64_t v) {
      if (!pairs.is_first(v)) return;
      const VertexId coarse = pairs.map[v];
      const EdgeId length = sections.row[coarse];
      sections.row[coarse] = at;
      at += length;
    });
  }
};

// Where each thread begins, and the total behind them, which is returned.
EdgeId scan_threads(StreamRef stream, Buffer<EdgeId>& counts) {
  const std::size_t last = counts.size() - 1;
  fill(stream, counts.view().subview(last, 1), 0);
  primitives::exclusive_scan(stream, counts, counts.view());
  return read_one(stream, counts.view().subview(last, 1));
}

}  // namespace

LevelGraph contract(StreamRef stream, const LevelGraph& level, const Buffer<VertexId>& mate,
                    const Buffer<VertexId>& map, VertexId coarse_vertices, gp_metis::Merge merge, std::uint64_t seed) {
  const Share share(level.vertices);
  const Pairs pairs{level.view(), mate, map};
  Buffer<EdgeId> place(stream, share.threads + 1, "partition sections");
  Buffer<EdgeId> table(stream, share.threads + 1, "partition sections");
  Buffer<EdgeId> used(stream, share.threads + 1, "partition sections");
  kernel::for_each(stream, share.threads, CountEntries{pairs, share, place, table});
  Buffer<MergedEdge> edges(stream, scan_threads(stream, place), "partition edges");
  const EdgeId buckets = merge == gp_metis::Merge::kHash ? scan_threads(stream, table) : 0;
  Buffer<std::uint32_t> bucket(stream, buckets, "partition tables");
  fill(stream, bucket, MergeByHash::kEnd);

  LevelGraph coarse;
  coarse.vertices = coarse_vertices;
  coarse.row = Buffer<EdgeId>(stream, coarse_vertices + std::size_t{1}, "partition rows");
  coarse.vertex_weight = Buffer<Weight>(stream, coarse_vertices, "partition level");
  const Sections sections{place, table, edges, bucket, used, coarse.row};
  if (merge == gp_metis::Merge::kHash)
    kernel::for_each(stream, share.threads,
                     MergeSections<MergeByHash>{pairs, share, {}, sections, coarse.vertex_weight});
  else
    kernel::for_each(stream, share.threads,
                     MergeSections<MergeBySort>{pairs, share, {seed}, sections, coarse.vertex_weight});
  coarse.entries = scan_threads(stream, used);
  coarse.column = Buffer<VertexId>(stream, coarse.entries, "partition level");
  coarse.edge_weight = Buffer<Weight>(stream, coarse.entries, "partition level");
  kernel::for_each(stream, share.threads, CopySections{pairs, share, sections, coarse.column, coarse.edge_weight});
  fill(stream, coarse.row.view().subview(coarse_vertices, 1), coarse.entries);
  find_long_rows(stream, coarse);
  return coarse;
}

}  // namespace warpgraph::partitioning::gp_metis
