// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string_view>

#include "registry.hpp"

namespace warpgraph::cli {

// Options that every command has.
OptionGroup common_options();

// `warpgraph --help`
void print_overview(const Registry& registry, std::ostream& out);

// `warpgraph COMMAND --help` and, with a variant, `warpgraph COMMAND VARIANT --help`.
void print_help(const Command& command, std::string_view variant, std::ostream& out);

}  // namespace warpgraph::cli
