// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/runtime/primitives/scan.hpp>

#include "level/compact.hpp"
#include "share.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::gp_metis {
namespace {

// The lower vertex of a pair counts for both.
struct FlagFirst {
  View<const VertexId> mate;
  View<VertexId> map;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { map[v] = v <= mate[v] ? 1 : 0; }
};

struct SubtractOne {
  View<VertexId> map;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { map[v] -= 1; }
};

struct CopyFromMate {
  View<const VertexId> mate;
  View<VertexId> map;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (v > mate[v]) map[v] = map[mate[v]];
  }
};

}  // namespace

Buffer<VertexId> coarse_map(StreamRef stream, const Buffer<VertexId>& mate, VertexId& coarse_vertices) {
  const auto vertices = static_cast<VertexId>(mate.size());
  Buffer<VertexId> map(stream, vertices, "partition map");
  for_each_in_turn(stream, vertices, FlagFirst{mate, map});
  primitives::inclusive_scan(stream, map, map.view());
  coarse_vertices = read_one(stream, map.view().subview(vertices - 1, 1));
  for_each_in_turn(stream, vertices, SubtractOne{map});
  for_each_in_turn(stream, vertices, CopyFromMate{mate, map});
  return map;
}

}  // namespace warpgraph::partitioning::gp_metis
