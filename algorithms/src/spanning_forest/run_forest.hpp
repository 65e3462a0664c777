// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>

namespace warpgraph::algorithms::catalogue {

// minimum_spanning_forest as the catalogue runs it: with the request's engine, and the facts of the forest.
[[nodiscard]] AlgorithmOutcome run_forest(const AlgorithmRequest& request, SpanningForestOptions options);

}  // namespace warpgraph::algorithms::catalogue
