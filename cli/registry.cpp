// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include <algorithm>

#include "commands/commands.hpp"

namespace warpgraph::cli {

Command* Registry::find(std::string_view name) const {
  const auto found =
      std::find_if(commands_.begin(), commands_.end(), [&](const auto& command) { return command->name() == name; });
  return found == commands_.end() ? nullptr : found->get();
}

Registry built_in_commands() {
  Registry registry;
  registry.add(make_info_command());
  registry.add(make_convert_command());
  registry.add(make_generate_command());
  registry.add(make_run_command());
  registry.add(make_devices_command());
  return registry;
}

}  // namespace warpgraph::cli
