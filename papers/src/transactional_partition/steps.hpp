// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/transaction/transact.hpp>

#include "runs.hpp"
#include "v_cycle.hpp"

// The steps of the partitioner of Manoochehri, "Efficient transactional-memory-based implementation of morph algorithms
// on GPU" (2017), section 4.4, by the numbers that they have there: coarsening has fourteen, un-coarsening eight.
namespace warpgraph::partitioning::transactional {

// Transactions have strengths below 2^30, one for each vertex.
inline constexpr VertexId kMaxVertices = VertexId{1} << 30;

// Coarsening 1 to 3: candidates along the heaviest edges, and transactions that match two vertices if neither has a
// mate. The mate of each vertex, itself if it has none.
[[nodiscard]] Buffer<VertexId> match(StreamRef stream, const LevelGraph& level, Weight max_weight, std::uint64_t seed,
                                     Buffer<transactions::TransactionCounts>& counts);

// Coarsening 5 to 14: the rows of pairs one behind the other, sorted, and each neighbour kept once. Step 4 is
// gp_metis::coarse_map, which the thesis takes from the same source.
[[nodiscard]] LevelGraph contract(StreamRef stream, const LevelGraph& level, const Buffer<VertexId>& mate,
                                  const Buffer<VertexId>& map, VertexId coarse_vertices);

// What refinement knows of each vertex.
struct GainView {
  View<Weight> gain;             // of moving to the best other part
  View<PartId> best;             // kNoPart inside of parts, and where no other part has room
  View<std::uint32_t> is_stale;  // whether these must be found again
  View<std::uint8_t> is_active;  // whether it has not moved in this refinement
};

// Un-coarsening 2 to 4 and 6: finds the exact gains of the vertices on boundaries that are active and stale, from their
// rows sorted by part. Parts without room for a vertex are left out.
void find_gains(StreamRef stream, const LevelGraph& level, const Assignment& parts, const GainView& gains);

// Un-coarsening 7: moves vertices whose gains are at least `least_gain`, no two neighbours among them. Returns how
// many. `counts`: [0] of the outer transactions, [1] of the inner ones.
std::uint32_t move_vertices(StreamRef stream, const LevelGraph& level, Assignment& parts, const GainView& gains,
                            Weight least_gain, std::uint32_t seed, Buffer<transactions::TransactionCounts>& counts);

// Un-coarsening 2 to 8. Returns the number of iterations.
std::uint32_t refine(StreamRef stream, const LevelGraph& level, Assignment& parts, std::uint64_t seed,
                     Buffer<transactions::TransactionCounts>& counts);

}  // namespace warpgraph::partitioning::transactional
