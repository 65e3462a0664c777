// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>

#include "handles.hpp"

// Algorithms by name, with their options as one line of text.
namespace warpgraph::c_interface {

struct NamedAlgorithm {
  const algorithms::Algorithm& algorithm;
  std::unique_ptr<algorithms::AlgorithmRun> runs;
  std::uint64_t source = 0;  // of algorithms that have one
};
NamedAlgorithm named_algorithm(const char* algorithm, const char* options);

// From the catalogue's values to those that C sees, in the same order.
CValues as_c_values(algorithms::VertexValues values);
// All columns of an outcome.
std::vector<CColumn> as_c_columns(const algorithms::Algorithm& algorithm, algorithms::AlgorithmOutcome& outcome);
// All facts of a run: those that its values tell only if the caller has not left them out. Collective.
std::vector<CFact> facts_of(const NamedAlgorithm& named, const algorithms::AlgorithmRequest& request,
                            const algorithms::AlgorithmOutcome& outcome, const warpgraph_run_options* run);

}  // namespace warpgraph::c_interface
