// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

// From any vertex of a component as its label to the lowest one.
namespace warpgraph::algorithms::components {

struct FindLowest {
  View<const VertexId> root;
  View<VertexId> lowest;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    VertexId& so_far = lowest[root[v]];
    if (v < atomic::load(so_far)) atomic::fetch_min(so_far, static_cast<VertexId>(v));
  }
};
struct TakeLowest {
  View<const VertexId> lowest;
  View<VertexId> root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { root[v] = lowest[root[v]]; }
};

// `lowest`: room for as many.
inline void name_by_lowest(StreamRef stream, View<VertexId> label, View<VertexId> lowest) {
  fill(stream, lowest, kNoVertex);
  kernel::for_each(stream, label.size(), FindLowest{label, lowest});
  kernel::for_each(stream, label.size(), TakeLowest{lowest, label});
}

}  // namespace warpgraph::algorithms::components
