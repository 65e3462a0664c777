// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/catalogue.hpp>

#include "../command.hpp"

// The options that an algorithm of the catalogue has of its own.
namespace warpgraph::cli {

// `declaration` gets the values that can be chosen.
void declare_options(const algorithms::Algorithm& algorithm, po::options_description& options,
                     Declaration& declaration);
// Those that were given.
algorithms::AlgorithmArguments algorithm_arguments(const algorithms::Algorithm& algorithm,
                                                   const po::variables_map& options);

}  // namespace warpgraph::cli
