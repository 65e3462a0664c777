// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace warpgraph {

namespace detail {
struct CountOutDegrees {
  View<const VertexId> column;
  View<std::uint32_t> degree;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const { atomic::fetch_add(degree[column[e]], 1u); }
};
}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::rows {

// degree[u] = how often u is in `column`, which holds the other ends of incoming edges: its outgoing edges. Queues work
// and returns: an atomic addition for each edge.
inline void count_out_degrees(StreamRef stream, View<const VertexId> column, View<std::uint32_t> degree) {
  fill(stream, degree, 0);
  kernel::for_each(stream, column.size(), detail::CountOutDegrees{column, degree});
}

}  // namespace warpgraph::rows
