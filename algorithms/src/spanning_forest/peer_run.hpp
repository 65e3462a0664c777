// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "weights.hpp"

// The search of several devices that share the first round. One thread of the host gives all of them their work before
// it waits for any.
namespace warpgraph::algorithms::forest {

// What one device has: the rows of its own vertices, among empty ones of all others.
struct PeerPart {
  StreamRef stream;
  VertexRange own;
  AdjacencyView<NoValue> edges;
  Weights weights;
  EdgeId first = 0;         // where its entries begin in the whole graph
  std::uint64_t count = 0;  // of edges that stand in the rows of their greater ends
};

struct PeerFind {
  Buffer<EdgeId> entry;  // the first edge_count, in no order: places in the device's rows, of greater ends
  std::uint64_t edge_count = 0;
  std::uint64_t kept = 0;      // edges of its own that the device has not ruled out by itself
  std::uint64_t received = 0;  // edges of the others that it has merged with its own
};

struct PeerForest {
  std::vector<PeerFind> parts;
  std::uint64_t round_count = 0;
};

// Whether it may be done with weights of four bytes, or none: the word of an edge that is the lightest has 32 bits for
// its weight and 32 for its place.
[[nodiscard]] bool may_search_together(EdgeId entries, const SpanningForestOptions& options);

// The forest of all parts' edges, in the parts of those that have them. Throws InputError if a weight is not a number.
[[nodiscard]] PeerForest find_peer_forest(std::vector<PeerPart> parts, const SpanningForestOptions& options);

}  // namespace warpgraph::algorithms::forest
