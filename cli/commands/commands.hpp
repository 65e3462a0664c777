// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "../command.hpp"

namespace warpgraph::cli {

std::unique_ptr<Command> make_info_command();
std::unique_ptr<Command> make_convert_command();
std::unique_ptr<Command> make_generate_command();
std::unique_ptr<Command> make_devices_command();
std::unique_ptr<Command> make_run_command();

}  // namespace warpgraph::cli
