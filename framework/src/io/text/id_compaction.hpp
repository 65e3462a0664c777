// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::detail {

// Renames the vertices of a list whose ids lie in [smallest, largest] to 0, 1, ... in increasing
// order of the ids that occur, and fills vertex_count and ids. The ids are marked in a bitmap where
// that takes less than `memory` bytes, and sorted otherwise.
void compact_ids(EdgeList& list, VertexId smallest, VertexId largest, std::size_t memory, ThreadPool& pool);

// The vertices are first, first + 1, ... first + count - 1, whether they occur or not.
void shift_ids(EdgeList& list, VertexId first, VertexId count, ThreadPool& pool);

}  // namespace warpgraph::detail
