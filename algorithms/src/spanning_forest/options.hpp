// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/runtime/error.hpp>

#include "common/refuse_engine_options.hpp"

namespace warpgraph::algorithms::forest {

inline void check(const SpanningForestOptions& options) {
  refuse_plan(options.engine, "spanning forest");
  expects(std::isfinite(options.light_edges) && options.light_edges >= 0,
          "spanning forest: the number of light edges is not 0 or more");
  expects(options.joining == nullptr || options.method == ForestMethod::kBoruvka,
          "spanning forest: only kBoruvka takes another way to merge trees");
}

}  // namespace warpgraph::algorithms::forest
