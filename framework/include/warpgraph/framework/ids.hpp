// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph {

// A vertex of one graph on one device: dense, from 0. What the user calls it is the business of IdMap.
using VertexId = std::uint32_t;
// A place in a graph's list of edges.
using EdgeId = std::uint64_t;

inline constexpr VertexId kNoVertex = 0xffffffffu;

}  // namespace warpgraph
