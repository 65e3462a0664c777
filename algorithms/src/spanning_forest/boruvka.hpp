// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "weights.hpp"

// The search for a forest on one device, in steps that end where the host has to know something before it can go on. So
// one thread of the host may run the searches of several devices side by side: it takes a step of each in turn.
namespace warpgraph::algorithms::forest {

// Edges whose forest is looked for. Their rows are of all vertices, though they may be empty.
struct EdgesOfForest {
  AdjacencyView<NoValue> edges;
  Weights weights;
  std::uint64_t count = 0;   // of edges that stand in the rows of their greater ends: none other is looked at,
  bool in_both_rows = true;  // unless every edge stands in both; then the count may be half of the entries, about
};

// The word of an edge that is the lightest has 32 bits for its weight and 32 for its place.
inline bool fits_narrow(EdgeId entries) { return entries < 0xffffffffu; }

struct FoundForest {
  Buffer<EdgeId> entry;  // the first edge_count, in no order
  std::uint64_t edge_count = 0;
  std::uint64_t round_count = 0;
  ForestPhases phases{};
};

class ForestRun {
 public:
  virtual ~ForestRun() = default;
  // Waits for what the last step has left to the device, and goes on. Returns whether there is more to do.
  virtual bool step() = 0;
  // How many edges the last step has looked at.
  [[nodiscard]] virtual std::uint64_t edges_of_step() const = 0;
  // The edges that the steps have found. Throws InputError if a weight was not a number.
  virtual FoundForest take() = 0;
};

// Each device takes a step in turn, until none has more to do.
template <class Devices>
void step_together(Devices& devices) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (auto& each : devices) goes_on = each.step() || goes_on;
  }
}

// There must be at least one entry.
std::unique_ptr<ForestRun> start_forest_run(StreamRef stream, const EdgesOfForest& edges,
                                            const SpanningForestOptions& options);

// The sum over the first `count` of these entries, or of the values if there are no entries; edges without values weigh
// 1 each. Waits for the stream.
template <EdgeValueType EdgeValue>
ForestWeight<EdgeValue> weight_of(StreamRef stream, const View<const EdgeValue>& value, const View<const EdgeId>& entry,
                                  std::uint64_t count);

}  // namespace warpgraph::algorithms::forest
