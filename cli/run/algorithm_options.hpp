// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/catalogue.hpp>

#include "../command.hpp"

// The options that an algorithm of the catalogue has of its own.
namespace warpgraph::cli {

// `declaration` gets the values that can be chosen.
void declare_options(const Algorithm& algorithm, po::options_description& options, Declaration& declaration);
// Those that were given.
AlgorithmArguments algorithm_arguments(const Algorithm& algorithm, const po::variables_map& options);

}  // namespace warpgraph::cli
