// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "registry.hpp"

namespace warpgraph::cli {

// Options that every command has.
OptionGroup common_options();

// `warpgraph --help`. Help has lines of output.columns characters, at most 100.
void print_overview(const Registry& registry, Output& output);

// `warpgraph COMMAND --help` and, with a variant, `warpgraph COMMAND VARIANT --help`.
void print_help(const Command& command, std::string_view variant, Output& output);

}  // namespace warpgraph::cli
