// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "../command.hpp"

namespace warpgraph::algorithms {
struct Algorithm;
}
namespace warpgraph::plugins {

class Plugin;

}  // namespace warpgraph::plugins

namespace warpgraph::cli {

std::unique_ptr<Command> make_info_command();
std::unique_ptr<Command> make_convert_command();
std::unique_ptr<Command> make_generate_command();
std::unique_ptr<Command> make_partition_command();
std::unique_ptr<Command> make_rank_command();
std::unique_ptr<Command> make_tree_command();
std::unique_ptr<Command> make_devices_command();
std::unique_ptr<Command> make_run_command();
// `warpgraph NAME` for `warpgraph run NAME`. The algorithm must outlive the command.
std::unique_ptr<Command> make_algorithm_command(const algorithms::Algorithm& algorithm);
// Runs a plugin, which may be a GraphPlugin.
std::unique_ptr<Command> make_plugin_command(std::shared_ptr<plugins::Plugin> plugin);

}  // namespace warpgraph::cli
