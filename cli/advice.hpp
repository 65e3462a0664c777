// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include "command.hpp"

namespace warpgraph::cli {

// What stands behind the library's message of a graph that it refuses: the options of the command that help. Empty for
// other errors, and where no option does.
std::string advice_on(const std::exception& error, const Declaration& declaration);

}  // namespace warpgraph::cli
