// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "level/pairs.hpp"
#include "quick_sort.hpp"

// Two ways to make one row of a coarse graph of the rows of a pair of vertices, by one thread.
namespace warpgraph::partitioning::gp_metis {

struct MergedEdge {
  Weight weight;
  VertexId to;         // a coarse vertex
  std::uint32_t next;  // of its bucket
};

// Both put the row of the pair of v to `row`, which has room for all its edges, and return its length.

struct MergeBySort {
  std::uint64_t seed;

  WARPGRAPH_DEVICE std::uint64_t operator()(const Pairs& pairs, std::uint64_t v, MergedEdge* row,
                                            View<std::uint32_t>) const {
    std::uint64_t count = 0;
    pairs.for_each_edge(v, [&](VertexId to, Weight weight) { row[count++] = {weight, to, 0}; });
    quick_sort(row, count, seed, [](const MergedEdge& a, const MergedEdge& b) { return a.to < b.to; });
    std::uint64_t kept = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (kept > 0 && row[kept - 1].to == row[i].to)
        row[kept - 1].weight += row[i].weight;
      else
        row[kept++] = row[i];
    }
    return kept;
  }
};

// The thread's hash table has a power of two of buckets, and is empty before and after.
struct MergeByHash {
  static constexpr std::uint32_t kEnd = ~0u;

  WARPGRAPH_DEVICE std::uint64_t operator()(const Pairs& pairs, std::uint64_t v, MergedEdge* row,
                                            View<std::uint32_t> bucket) const {
    std::uint32_t count = 0;
    pairs.for_each_edge(v, [&](VertexId to, Weight weight) {
      std::uint32_t& head = bucket[place_of(to, bucket)];
      for (std::uint32_t i = head; i != kEnd; i = row[i].next) {
        if (row[i].to != to) continue;
        row[i].weight += weight;
        return;
      }
      row[count] = {weight, to, head};
      head = count++;
    });
    for (std::uint32_t i = 0; i < count; ++i) bucket[place_of(row[i].to, bucket)] = kEnd;
    return count;
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE static std::uint64_t place_of(VertexId to, View<std::uint32_t> bucket) {
    return (to * 0x9e3779b97f4a7c15u >> 32) & (bucket.size() - 1);
  }
};

}  // namespace warpgraph::partitioning::gp_metis
