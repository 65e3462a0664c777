// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace warpgraph::cli {

// The subcommands of one program, in the order in which help lists them. Copies share the commands.
class Registry {
 public:
  void add(std::shared_ptr<Command> command) { commands_.push_back(std::move(command)); }
  // Null if there is none of this name.
  [[nodiscard]] Command* find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::shared_ptr<Command>>& commands() const { return commands_; }

 private:
  std::vector<std::shared_ptr<Command>> commands_;
};

// All commands that ship with Warpgraph.
Registry built_in_commands();

// Adds a command for each plugin of a shared library, which adds its methods itself. Throws InputError, and adds
// nothing, if the library is refused (load_plugins) or brings the name of a command that is there.
void add_library(const std::string& file, Registry& registry);

}  // namespace warpgraph::cli
