// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "framework/engine_programs.hpp"

// The eight programs of Khorasani 2016, table 2.1, as that thesis runs them: a vertex reads all its neighbours in every
// superstep. Four are those of the engine's benchmark (Distances, Widths, Labels, PageRanks); the rest is here. They
// take edge values of any type, so one graph of whole numbers serves all.
namespace warpgraph::benchmarks {

// Breadth-first search without the early exit at the first hit, so that it has frontiers and can be pulled as a whole.
struct PulledLevels : Levels {
  static constexpr bool kFirstHitSuffices = false;

  WARPGRAPH_DEVICE VertexValue visit(VertexValue level, NoValue) const {
    return level == kNoVertex ? kNoVertex : level + 1;
  }
};

// What the three simulations share: one vertex begins with a value, and all are evaluated again in every superstep.
struct Simulation {
  using VertexValue = float;
  using EdgeValue = float;
  static constexpr bool kEvaluateAll = true;
  VertexId source;

  WARPGRAPH_DEVICE float initial(VertexId v) const { return v == source ? 1 : 0; }
  WARPGRAPH_DEVICE bool updated(float old, float now) const { return old != now; }
};

// Contributions of eight bytes: the sum of the neighbours' values, weighted by the edges', and the sum of these
// weights.
struct WeightedSimulation : Simulation {
  struct Sum {
    float value;
    float weight;
  };

  WARPGRAPH_DEVICE Sum visit(float value, float weight) const { return {weight * value, weight}; }
  WARPGRAPH_DEVICE Sum reduce(const Sum& a, const Sum& b) const { return {a.value + b.value, a.weight + b.weight}; }
  WARPGRAPH_DEVICE Sum identity() const { return {0, 0}; }
};

struct Potentials : WeightedSimulation {
  WARPGRAPH_DEVICE float apply(float old, const Sum& current, const Vertex& v) const {
    return v.id == source || current.weight == 0 ? old : current.value / current.weight;
  }
};

struct Temperatures : WeightedSimulation {
  static constexpr float kRate = 1.0f / (1 << 24);  // stable up to that sum of edge values at a vertex

  WARPGRAPH_DEVICE float apply(float old, const Sum& heat) const {
    return old + kRate * (heat.value - heat.weight * old);
  }
};

struct Outputs : Simulation {
  using Reduction = Plus;

  WARPGRAPH_DEVICE float visit(float output, float weight) const { return weight * output; }
  WARPGRAPH_DEVICE float apply(float old, float sum, const Vertex& v) const {
    return v.in_degree == 0 ? old : std::tanh(sum);
  }
};

}  // namespace warpgraph::benchmarks
