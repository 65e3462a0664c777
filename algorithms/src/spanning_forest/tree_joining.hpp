// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

#include "lightest.hpp"

// How the rounds of kBoruvka merge trees, in the place of HookTrees: SpanningForestOptions::joining.
namespace warpgraph::algorithms::forest {

// What a round has when the lightest edges of the trees are found.
template <bool kWide>
struct TreeRound {
  AdjacencyView<NoValue> edges;
  View<const VertexId> label;  // the roots of all vertices, as they were before the phase
  Lightest<kWide> lightest;
  View<VertexId> parent;  // to be changed
  Chosen chosen;          // gets the edges along which trees were merged
  std::uint32_t number;   // of the round
};

// The merges of one run on one device.
class TreeJoins {
 public:
  virtual ~TreeJoins() = default;
  virtual void join(StreamRef stream, const TreeRound<false>& round) = 0;
  virtual void join(StreamRef stream, const TreeRound<true>& round) = 0;
  // Once, behind the last round. May wait for the stream.
  virtual void end(StreamRef stream) = 0;
};

class TreeJoining {
 public:
  virtual ~TreeJoining() = default;
  [[nodiscard]] virtual std::unique_ptr<TreeJoins> begin(StreamRef stream, std::uint64_t vertices) const = 0;
  // What a run takes of a device's memory for it.
  [[nodiscard]] virtual MemoryPlan memory(std::uint64_t vertices) const = 0;
};

}  // namespace warpgraph::algorithms::forest
