// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::building {

// Some permutations are the order of keys, ties by the old number; host and device sort the same.
inline constexpr int kRandomBits = 40;

WARPGRAPH_DEVICE inline std::uint64_t random_key(std::uint64_t seed, VertexId v) {
  std::uint64_t x = seed * 0x9e3779b97f4a7c15u + v + 1;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return x >> (64 - kRandomBits);
}

// Sorts by falling degree, in the bits that degrees up to `edge_count` need.
struct DegreeKey {
  int bits;

  explicit DegreeKey(EdgeId edge_count) : bits(static_cast<int>(std::bit_width(edge_count))) {}
  WARPGRAPH_DEVICE std::uint64_t operator()(EdgeId degree) const { return ~degree & ((std::uint64_t{1} << bits) - 1); }
};

// The new number of each vertex. `row` and `column` are the incoming edges.
std::vector<VertexId> find_permutation(ThreadPool& threads, std::span<const EdgeId> row,
                                       std::span<const VertexId> column, const BuildOptions& options);

// Throws InputError unless `permutation` holds each number below its size once.
void expect_permutation(ThreadPool& threads, std::span<const VertexId> permutation, VertexId vertex_count);

std::vector<VertexId> breadth_first_permutation(std::span<const EdgeId> row, std::span<const VertexId> column);

// The permutation the other way round: the old number of each vertex.
std::vector<VertexId> invert(ThreadPool& threads, std::span<const VertexId> permutation);

// What the vertices are called, and weigh, under their new numbers.
IdMap permuted(ThreadPool& threads, const IdMap& ids, std::span<const VertexId> old_number);
VertexWeights permuted(ThreadPool& threads, const VertexWeights& weights, std::span<const VertexId> old_number);

}  // namespace warpgraph::building
