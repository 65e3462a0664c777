// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "bisection.hpp"
#include "host_graph.hpp"

namespace warpgraph::partitioning {

// What a bisection is asked for. The arrays are [side * constraints + constraint].
struct Split {
  std::vector<double> target;  // weight of each side
  std::vector<Weight> max;
  VertexId min_vertices[2] = {1, 1};
  PartId first_right = 0;  // vertices that are fixed in this part or a later one are fixed on the right
};

struct Sides {
  std::vector<std::uint8_t> side;  // of each vertex; 0 is the left one
  Quality quality;
};

// The best of several ways to grow the left side from a vertex, refined, on several levels.
[[nodiscard]] Sides bisect(const HostGraph& graph, const Split& split, std::uint64_t seed);

}  // namespace warpgraph::partitioning
