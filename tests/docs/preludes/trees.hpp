// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/trees.hpp>

// A forest with weights on a device, values of its vertices, and pairs of them.
namespace prelude_trees {
using namespace warpgraph;

extern StreamRef stream;
extern const DeviceGraph<std::int32_t>& graph;
extern const Buffer<std::int64_t>& load;
extern const Buffer<VertexId>& a;
extern const Buffer<VertexId>& b;
extern const Buffer<VertexId>& distances;
}  // namespace prelude_trees
