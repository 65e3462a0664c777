// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <warpgraph/algorithms/catalogue.hpp>

#include "../command.hpp"

// Options that the catalogue describes: an algorithm's own, and the engine's.
namespace warpgraph::cli {

// `declaration` gets the values that can be chosen, and the names that the option had before, which are hidden.
void declare_option(const algorithms::AlgorithmOption& option, po::options_description& shown,
                    Declaration& declaration);
// Those that were given.
algorithms::AlgorithmArguments arguments_of(std::span<const algorithms::AlgorithmOption> described,
                                            const po::variables_map& options);

}  // namespace warpgraph::cli
