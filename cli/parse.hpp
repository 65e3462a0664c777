// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "command.hpp"

namespace warpgraph::cli {

// A call of a command, understood.
struct Invocation {
  std::string variant;
  po::variables_map options;
};

// Parses what stands behind the command's name. Throws UsageError in one line, which names the nearest word for a
// mistyped one. With --help among the arguments nothing else needs to be complete.
Invocation parse_invocation(const Command& command, std::span<const std::string> arguments);

}  // namespace warpgraph::cli
