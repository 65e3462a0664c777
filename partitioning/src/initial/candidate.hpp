// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "../level/level_graph.hpp"
#include "../level/random.hpp"

namespace warpgraph::partitioning {

// A vertex that may change sides. The one with the highest gain comes first; equal gains are ordered by draws.
struct Candidate {
  static constexpr Weight kNone = std::numeric_limits<Weight>::min();

  Weight gain = kNone;
  std::uint64_t tie = 0;  // the draw above, the vertex below

  [[nodiscard]] WARPGRAPH_DEVICE bool is_none() const { return gain == kNone; }
  [[nodiscard]] WARPGRAPH_DEVICE VertexId vertex() const { return static_cast<VertexId>(tie); }
  WARPGRAPH_DEVICE bool operator<(const Candidate& other) const {
    return gain != other.gain ? gain < other.gain : tie < other.tie;
  }
};

[[nodiscard]] WARPGRAPH_DEVICE inline Candidate candidate(VertexId v, Weight gain, std::uint64_t seed) {
  return {gain, (draw(seed, v) >> 32 << 32) | v};
}

}  // namespace warpgraph::partitioning
