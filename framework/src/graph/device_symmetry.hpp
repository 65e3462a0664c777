// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include <warpgraph/framework/graph/device_edge_list.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "list_rules.hpp"
#include "symmetry.hpp"
#include "unmatched.hpp"

// Whether a list in a device's memory has both directions of every edge.
namespace warpgraph::building {

// What symmetry_hash adds up to over all edges.
template <class Value>
struct AddSymmetry {
  static constexpr std::uint64_t kEdges = 64 * kernel::Warp::kSize;  // of a warp

  View<const VertexId> source;
  View<const VertexId> target;
  View<const Value> value;  // empty: edges have none
  View<std::uint64_t> sum;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t first = warp.global_index() * kEdges;
    const std::uint64_t last = first + kEdges < source.size() ? first + kEdges : source.size();
    kernel::PerLane<std::uint64_t> mine{};
    warp.phase([&](kernel::Lane lane) {
      for (std::uint64_t e = first + lane; e < last; e += kernel::Warp::kSize) {
        std::uint64_t bits = 0;
        if constexpr (graphs::kHasValue<Value>) bits = bits_of(value[e]);
        mine[lane] += symmetry_hash(PairRange<VertexId>(), source[e], target[e], bits);
      }
    });
    const std::uint64_t total = warp.reduce(mine, Plus{});
    warp.elect([&] {
      if (total != 0) atomic::fetch_add(sum[0], total);
    });
  }
};

// Whether all edges have their reverse, with the same value. Waits for the stream.
template <class Value>
bool are_symmetric(StreamRef stream, View<const VertexId> source, View<const VertexId> target,
                   View<const Value> values) {
  Buffer<std::uint64_t> sum(stream, 1, "build check");
  fill(stream, sum, std::uint64_t{0});
  const std::uint64_t warps = (source.size() + AddSymmetry<Value>::kEdges - 1) / AddSymmetry<Value>::kEdges;
  if (warps != 0) kernel::launch(stream, kernel::Warps{warps}, AddSymmetry<Value>{source, target, values, sum});
  return read_back(stream, sum.view()) == 0;
}

// Throws InputError as expect_symmetric of a list on the host, which looks for the edge where there is one.
inline void expect_symmetric(StreamRef stream, const DeviceEdgeList& list) {
  const bool is_symmetric = std::visit(
      [&]<class Held>(const Held& held) {
        using Value = typename ValueOf<Held>::type;
        View<const Value> values;
        if constexpr (graphs::kHasValue<Value>) values = held;
        return are_symmetric<Value>(stream, list.source, list.target, values);
      },
      list.values);
  if (!is_symmetric) expect_symmetric(stream.device().runtime().threads(), to_host(stream, list));
}

}  // namespace warpgraph::building
