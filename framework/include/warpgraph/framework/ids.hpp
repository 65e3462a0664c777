// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph {

// A vertex of one graph on one device: dense, from 0.
using VertexId = std::uint32_t;
// What the user calls a vertex, in the file or list that the graph was made of (IdMap). Options of algorithms take
// names, vertex programs take VertexIds; GraphOn::find has the VertexId of a name.
using VertexName = std::uint64_t;
// A place in a graph's list of edges.
using EdgeId = std::uint64_t;

inline constexpr VertexId kNoVertex = 0xffffffffu;

}  // namespace warpgraph
