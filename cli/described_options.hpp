// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/runtime/cancellation.hpp>

#include "command.hpp"

// Options that libraries describe: those of algorithms, of the engine, of plugins and of methods.
namespace warpgraph::cli {

// `declaration` gets the values that can be chosen, and the names that the option had before, which are hidden.
void declare_option(const algorithms::AlgorithmOption& option, po::options_description& shown,
                    Declaration& declaration);
// Those that were given.
algorithms::AlgorithmArguments arguments_of(std::span<const algorithms::AlgorithmOption> described,
                                            const po::variables_map& options);
// Those that every run takes, whatever it runs: --time-limit. They go to the first group, which must be there.
void add_control_options(Declaration& declaration);
// Throws UsageError for values that they do not accept.
cancellation::Control asked_control(const po::variables_map& options);
// The same as texts: of plugins and methods. Throws UsageError if one is given twice.
std::map<std::string, std::string> texts_of(std::span<const option::Option> described,
                                            const po::variables_map& options);

}  // namespace warpgraph::cli
