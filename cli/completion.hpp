// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "registry.hpp"

namespace warpgraph::cli {

// Prints a completion script for the shell named by the arguments (bash), made from what the commands declare.
void print_completion(const Registry& registry, std::span<const std::string> arguments, std::ostream& out);

}  // namespace warpgraph::cli
