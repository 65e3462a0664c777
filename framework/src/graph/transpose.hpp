// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::building {

// The edges in the rows of their other ends. These rows ascend, whether or not `rows` do, and equal edges stay in their
// order.
template <class Value>
Adjacency<Value> transpose(ThreadPool& threads, const Adjacency<Value>& rows);

}  // namespace warpgraph::building
