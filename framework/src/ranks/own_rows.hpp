// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/build_rows.hpp"
#include "ranks/exchange_edges.hpp"

// From the edges that have come to the rank of their targets to rows.
namespace warpgraph::detail {

template <class Value>
std::vector<Value> take_values(EdgeValues& values) {
  if constexpr (graphs::kHasValue<Value>)
    return std::move(std::get<std::vector<Value>>(values));
  else
    return {};
}

template <class Value>
Adjacency<Value> build_own_rows(ThreadPool& threads, EdgesByRank<Value> arrived, building::KeyLayout layout,
                                VertexRange own, Duplicates duplicates, building::Key& misfit) {
  const building::Key before = layout.pack(own.first, 0);
  const int row_bits = own.empty() ? 0 : std::bit_width(own.size() - 1);
  return building::build_rows<Value>(threads, ArrivedArcs<Value>{layout, own.first, std::move(arrived.records)},
                                     own.size(), {0, layout.id_bits + row_bits}, duplicates,
                                     [&](building::Key key) { misfit = key + before; });
}

}  // namespace warpgraph::detail
