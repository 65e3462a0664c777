// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "registry.hpp"

namespace warpgraph::cli {

// What the program exits with; docs/reference/cli.md lists them for users. 130 and 143 come from signals: see
// interruption.hpp.
enum ExitCode : int {
  kSuccess = 0,
  kInternalError = 1,
  kUsageError = 2,
  kFileError = 3,
  kOutOfMemory = 4,
  kDeviceError = 5,
  kWrongResult = 6,
  kOutOfTime = 7,
};

// `warpgraph COMMAND ...`: finds the command, parses its options, runs it, and turns every exception into one line on
// `output.err` and an exit code. `arguments` are those behind the program's name; those about plugins, wherever they
// stand, are seen to first: libraries add commands and methods.
int run_program(Registry registry, std::span<const std::string> arguments, Output& output);

}  // namespace warpgraph::cli
