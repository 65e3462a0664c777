// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>

#include "../command.hpp"
#include "placing.hpp"

// What `warpgraph run` runs.
namespace warpgraph::cli {

// An algorithm with its options.
struct Job {
  const algorithms::Algorithm& algorithm;
  std::unique_ptr<algorithms::AlgorithmRun> runs;
};

[[nodiscard]] PlacedRun to_be_placed(const Job& job);

// What runs from these sources have in common (AlgorithmRun::prepare).
[[nodiscard]] std::shared_ptr<const algorithms::PreparedRuns> prepare(const Job& job,
                                                                      const algorithms::PlacedGraphView& graph,
                                                                      const std::vector<VertexName>& sources,
                                                                      const po::variables_map& options, Output& output);

// The fastest of --repeat runs. On several ranks the slowest of them tells how long a run took, so all choose the same
// one. `which`: of several sources, or nothing.
[[nodiscard]] algorithms::AlgorithmOutcome run_repeatedly(const Job& job, const algorithms::AlgorithmRequest& request,
                                                          const std::string& which, const po::variables_map& options,
                                                          Output& output);

}  // namespace warpgraph::cli
