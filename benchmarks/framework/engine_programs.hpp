// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include <warpgraph/framework/engine/program.hpp>

// The programs that the engine's benchmark runs: the inner loops of the common algorithms.
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

struct Ranks {
  struct Aggregate {
    double dangling = 0;
    double change = 0;
    friend WARPGRAPH_DEVICE Aggregate operator+(const Aggregate& a, const Aggregate& b) {
      return {a.dangling + b.dangling, a.change + b.change};
    }
  };
  using VertexValue = float;
  using EdgeValue = NoValue;
  using Reduction = Plus;
  float start;
  float dangling = 0;

  WARPGRAPH_DEVICE float initial(VertexId) const { return start; }
  WARPGRAPH_DEVICE float publish(float rank, const Vertex& v) const {
    return v.out_degree == 0 ? 0 : rank / static_cast<float>(v.out_degree);
  }
  WARPGRAPH_DEVICE float visit(float share, NoValue) const { return share; }
  WARPGRAPH_DEVICE float apply(float, float sum) const { return 0.85f * sum + start * (0.15f + 0.85f * dangling); }
  WARPGRAPH_DEVICE bool updated(float old, float rank) const { return old != rank; }
  WARPGRAPH_DEVICE Aggregate aggregate(float old, float rank, const Vertex& v) const {
    const double change = static_cast<double>(rank) - static_cast<double>(old);
    return {v.out_degree == 0 ? static_cast<double>(rank) : 0.0, change < 0 ? -change : change};
  }
  bool next(const Aggregate& sum, std::uint32_t) {
    dangling = static_cast<float>(sum.dangling);
    return true;
  }
};

struct Levels {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = true;
  static constexpr bool kUniformUpdates = true;
  VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == source ? 0 : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue level, NoValue) const { return level + 1; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue level) const { return level < old; }
};

struct Distances {
  using VertexValue = std::uint32_t;
  using EdgeValue = std::uint32_t;
  using Reduction = Min;
  VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == source ? 0 : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue distance, EdgeValue length) const {
    return distance == kNoVertex ? kNoVertex : distance + length;
  }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue distance) const { return distance < old; }
  WARPGRAPH_DEVICE VertexValue priority(VertexValue distance) const { return distance; }
};

struct Widths {
  using VertexValue = std::int32_t;
  using EdgeValue = std::int32_t;
  using Reduction = Max;
  static constexpr double kPriorityStep = 1.0 / 16;
  VertexId source;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const {
    return v == source ? std::numeric_limits<std::int32_t>::max() : 0;
  }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue width, EdgeValue edge) const { return width < edge ? width : edge; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue width) const { return width > old; }
  WARPGRAPH_DEVICE VertexValue priority(VertexValue width) const { return ~width; }
};

struct Labels {
  using VertexValue = VertexId;
  using EdgeValue = NoValue;
  using Reduction = Min;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue label, NoValue) const { return label; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue label) const { return label < old; }
};

}  // namespace warpgraph::benchmarks
