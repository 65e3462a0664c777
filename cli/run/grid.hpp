// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/graph/rank_grid.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../command.hpp"
#include "placing.hpp"

namespace warpgraph::cli {

// The grid of a run on several ranks: that of --grid; or, from 16 ranks on, the one that the model of a superstep
// prefers (choose_grid), with the costs of --costs or typical ones. One column where a run has no grid: of no vertex
// program, with several devices a rank, ids of 64 bits, or a plan that grids lack. The same on all ranks. Throws
// UsageError if --grid asks for what is not possible.
[[nodiscard]] ranks::RankGrid grid_of(Ranks& ranks, const Runtime& runtime, const PlacedRun& run,
                                      const po::variables_map& options, const ranks::AnyGraphPart& part);
// "auto", "1", or rows x columns. Throws UsageError for other text.
void expect_grid(const std::string& text);
// "4x4"
[[nodiscard]] std::string to_string(ranks::RankGrid grid);

}  // namespace warpgraph::cli
