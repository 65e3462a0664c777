// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/annotate.hpp>

namespace warpgraph::papers {

// Breadth-first search for systems that read all neighbours of a vertex: those that were not reached say so.
struct PulledLevels : algorithms::programs::Levels {
  static constexpr bool kFirstHitSuffices = false;

  WARPGRAPH_DEVICE VertexValue visit(VertexValue level, NoValue) const {
    return level == kNoVertex ? kNoVertex : level + 1;
  }
};

}  // namespace warpgraph::papers
