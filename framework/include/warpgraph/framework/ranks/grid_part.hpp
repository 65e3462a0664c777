// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/graph/rank_grid.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::ranks {

// The same part as the rank of a grid has it. A rank owns the vertices that it owned before, and its edges are shared
// out among the ranks of its row, each of which gets those that begin in its column. So a rank reads the values of
// vertices of its column alone, and has partial sums for the vertices of its row. On many ranks that is less than the
// values of all vertices, and each rank talks to fewer others (costs::prefer_grid).
//
// Collective, with the same grid. O(edges of a rank) on each host. With one column the part stays as it is. Rows keep
// the order of their edges. For a moment a rank has its edges twice. Throws UsageError on all ranks if the grid is not
// one of these ranks, the part is on a grid already, or ids have 64 bits.
template <EdgeValueType EdgeValue>
[[nodiscard]] GraphPart<EdgeValue> on_grid(Ranks& ranks, ThreadPool& threads, GraphPart<EdgeValue> part, RankGrid grid);
[[nodiscard]] AnyGraphPart on_grid(Ranks& ranks, ThreadPool& threads, AnyGraphPart part, RankGrid grid);

}  // namespace warpgraph::ranks
