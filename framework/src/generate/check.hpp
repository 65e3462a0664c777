// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <warpgraph/framework/generate/generator.hpp>

namespace warpgraph::generators::detail {

// What is wrong with the specification, in words for its author; empty if nothing is.
std::string problem_of(const GeneratorSpec& spec);

// Throws UsageError if there is a problem.
void check(const GeneratorSpec& spec);

}  // namespace warpgraph::generators::detail
