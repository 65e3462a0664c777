// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/c_interface.h>
#include <warpgraph/framework/graph/edge_list.hpp>

// Edges out of a caller's arrays. Throw UsageError if an argument is impossible, InputError if what is in the arrays
// is.
namespace warpgraph {
class ThreadPool;
}
namespace warpgraph::c_interface {

// What both ways to hand edges over have in common.
struct ArrayShape {
  std::int64_t vertex_count;
  std::uint64_t first_vertex;
  warpgraph_type index_type;
  warpgraph_type weight_type;
};

EdgeList edges_of_pairs(ThreadPool& threads, const ArrayShape& shape, std::int64_t edge_count, const void* source,
                        const void* target, const void* weights);
EdgeList edges_of_rows(ThreadPool& threads, const ArrayShape& shape, const void* offset, const void* target,
                       const void* weights);

}  // namespace warpgraph::c_interface
