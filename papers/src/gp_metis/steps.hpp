// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "gp_metis.hpp"
#include "v_cycle.hpp"

// The steps of GP-metis (Goodarzi, Burtscher and Goswami, "Parallel graph partitioning on a CPU-GPU architecture",
// IPDPS Workshops 2016), in their order.
namespace warpgraph::partitioning::gp_metis {

// The matching M: the mate of each vertex, itself if it has none. Two kernels a round: all threads match their vertices
// along heavy edges and write to M without locks; then what two vertices do not agree on is taken back. Where all
// weights of edges are equal, the edge is drawn at random.
[[nodiscard]] Buffer<VertexId> match(StreamRef stream, const LevelGraph& level, Weight max_weight, std::uint64_t seed);

// The second of these kernels: a vertex whose mate names another one is its own again.
void resolve_conflicts(StreamRef stream, Buffer<VertexId>& mate);

// CMap: the vertex of the coarser level that each vertex becomes part of, by flags, an inclusive scan, a subtraction
// and an assignment. `coarse_vertices`: how many there are.
[[nodiscard]] Buffer<VertexId> coarse_map(StreamRef stream, const Buffer<VertexId>& mate, VertexId& coarse_vertices);

// The graph of the pairs. Each thread merges the rows of its vertices into a section of its own.
[[nodiscard]] LevelGraph contract(StreamRef stream, const LevelGraph& level, const Buffer<VertexId>& mate,
                                  const Buffer<VertexId>& map, VertexId coarse_vertices, Merge merge,
                                  std::uint64_t seed);

// Passes of two directions, in which vertices ask parts to take them. Returns their number.
std::uint32_t refine(StreamRef stream, const LevelGraph& level, const Limits& limits, Assignment& parts,
                     std::uint64_t seed);

}  // namespace warpgraph::partitioning::gp_metis
