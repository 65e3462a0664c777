// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/program.hpp>

// The programs that the engine's benchmark runs: those of the library, and one that does nothing but gather.
namespace warpgraph::benchmarks {

// out[v] = sum of in[u] over the incoming edges: nothing but the gathers.
struct Sweep {
  using VertexValue = float;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  static constexpr bool kEvaluateAll = true;

  WARPGRAPH_DEVICE float initial(VertexId v) const { return 1.0f / static_cast<float>(v + 1); }
  WARPGRAPH_DEVICE float visit(float value, NoValue) const { return value; }
  WARPGRAPH_DEVICE float apply(float, float sum) const { return 0.01f * sum; }
  WARPGRAPH_DEVICE bool updated(float, float) const { return true; }
};

using programs::Labels;
using programs::Levels;
using Distances = programs::Distances<std::uint32_t>;
using Widths = programs::Widths<std::int32_t>;
using Ranks = programs::Ranks<float>;

// PageRank that starts over anywhere, and runs up to the limit of supersteps.
inline Ranks uniform_ranks(VertexId vertices) {
  return {.damping = 0.85f, .everywhere = 1.0f / static_cast<float>(vertices), .starts = {}, .tolerance = 0};
}

}  // namespace warpgraph::benchmarks
