// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>

#include "handles.hpp"

// Algorithms by name, with their options and the engine's as one line of text or as an array of arguments.
namespace warpgraph::c_interface {

// "tolerance=1e-6,hubs,fix=17=5": the names are those before the first "=". NULL: none.
algorithms::AlgorithmArguments parse_arguments(const char* options);
// `size`: of an argument, as the caller knows it. Arrays stay the caller's.
algorithms::AlgorithmArguments parse_arguments(const warpgraph_argument* given, std::size_t size, std::size_t count);
// The catalogue's messages name options as a command line has them; here they have no dashes. What the caller wrote is
// quoted, and stays.
std::string without_dashes(std::string message, std::span<const algorithms::AlgorithmOption> options);

struct NamedAlgorithm {
  const algorithms::Algorithm& algorithm;
  std::unique_ptr<algorithms::AlgorithmRun> runs;
  EngineOptions engine;
  cancellation::Control control;
  VertexName source = 0;  // of algorithms that have one
};
enum class OnDevices { kOne, kSeveral };
// With the options of the engine and of every run that are among the arguments, which come before those of `run`.
NamedAlgorithm named_algorithm(const char* algorithm, algorithms::AlgorithmArguments arguments,
                               const warpgraph_run_options* run, OnDevices on);
// The request of such a run.
algorithms::AlgorithmRequest request_of(const NamedAlgorithm& named, algorithms::PlacedGraphView graph);

// From the catalogue's values to those that C sees, in the same order.
CValues as_c_values(algorithms::VertexValues values);
// All columns of an outcome.
std::vector<CColumn> as_c_columns(const algorithms::Algorithm& algorithm, algorithms::AlgorithmOutcome& outcome);
// All facts of a run: those that its values tell only if the caller has not left them out. Collective.
std::vector<CFact> facts_of(const NamedAlgorithm& named, const algorithms::AlgorithmRequest& request,
                            const algorithms::AlgorithmOutcome& outcome, const warpgraph_run_options* run);

}  // namespace warpgraph::c_interface
