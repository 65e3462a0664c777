// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/program.hpp>

// The programs that the engine's benchmark runs: those of the library, one that does nothing but gather, and one whose
// values are structs.
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

struct alignas(8) OwnerAndDistance {
  VertexId owner;
  std::uint32_t distance;
  friend bool operator==(const OwnerAndDistance&, const OwnerAndDistance&) = default;
};

// The nearest of many sources: shortest distances that bring their source along. Ties go to the lower source.
struct Nearest {
  using VertexValue = OwnerAndDistance;
  using EdgeValue = std::int32_t;
  static constexpr bool kIdempotentReduce = true;
  static constexpr bool kMonotoneVisit = true;
  static constexpr std::uint32_t kFar = ~0u;
  VertexId source;
  VertexId stride;  // every stride-th vertex is a source too

  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source || v % stride == 0; }
  WARPGRAPH_DEVICE OwnerAndDistance initial(VertexId v) const {
    return active_initially(v) ? OwnerAndDistance{v, 0} : identity();
  }
  WARPGRAPH_DEVICE OwnerAndDistance visit(const OwnerAndDistance& from, std::int32_t length) const {
    return from.distance == kFar ? from
                                 : OwnerAndDistance{from.owner, from.distance + static_cast<std::uint32_t>(length)};
  }
  WARPGRAPH_DEVICE static bool is_less(const OwnerAndDistance& a, const OwnerAndDistance& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.owner < b.owner;
  }
  WARPGRAPH_DEVICE OwnerAndDistance identity() const { return {~0u, kFar}; }
  WARPGRAPH_DEVICE OwnerAndDistance reduce(const OwnerAndDistance& a, const OwnerAndDistance& b) const {
    return is_less(b, a) ? b : a;
  }
  WARPGRAPH_DEVICE bool updated(const OwnerAndDistance& old, const OwnerAndDistance& now) const {
    return is_less(now, old);
  }
  WARPGRAPH_DEVICE std::uint32_t priority(const OwnerAndDistance& value) const { return value.distance; }
};

using algorithms::programs::Labels;
using algorithms::programs::Levels;
using Distances = algorithms::programs::Distances<std::uint32_t>;
using Widths = algorithms::programs::Widths<std::int32_t>;
using PageRanks = algorithms::programs::PageRanks<float>;

// PageRank that starts over anywhere, and runs up to the limit of supersteps.
inline PageRanks uniform_ranks(VertexId vertices) {
  return {.damping = 0.85f, .everywhere = 1.0f / static_cast<float>(vertices), .starts = {}, .tolerance = 0};
}

}  // namespace warpgraph::benchmarks
