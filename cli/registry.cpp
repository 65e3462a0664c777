// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include <algorithm>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/partitioning/entry.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/plugin.hpp>

#include "commands/commands.hpp"

namespace warpgraph::cli {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

Command* Registry::find(std::string_view name) const {
  const auto found =
      std::find_if(commands_.begin(), commands_.end(), [&](const auto& command) { return command->name() == name; });
  return found == commands_.end() ? nullptr : found->get();
}

namespace {

// The partitioner, which the algorithms' library does not know, is one of the catalogue's, too.
void add_partitioner() {
  static const bool is_added = [] {
    add_algorithms({partitioning::partition_entry()});
    return true;
  }();
  static_cast<void>(is_added);
}

// An algorithm that is a command of its own, if this program has it, or a plugin has brought it.
void add_forest_command(Registry& registry) {
  const auto forest = std::ranges::find(all_algorithms(), "msf", &Algorithm::name);
  if (forest != all_algorithms().end() && registry.find(forest->name) == nullptr)
    registry.add(make_algorithm_command(*forest));
}

}  // namespace

Registry built_in_commands() {
  add_partitioner();
  Registry registry;
  registry.add(make_info_command());
  registry.add(make_convert_command());
  registry.add(make_generate_command());
  registry.add(make_run_command());
  add_forest_command(registry);
  registry.add(make_partition_command());
  registry.add(make_rank_command());
  registry.add(make_tree_command());
  registry.add(make_devices_command());
  return registry;
}

void add_library(const std::string& file, Registry& registry) {
  plugins::PluginRegistry plugins;
  for (const auto& command : registry.commands()) plugins.reserve(std::string(command->name()));
  for (const char* const word : {"completion", "help"}) plugins.reserve(word);
  plugins::load_plugins(file, plugins);
  for (const auto& plugin : plugins.plugins()) registry.add(make_plugin_command(plugin));
  add_forest_command(registry);
}

}  // namespace warpgraph::cli
