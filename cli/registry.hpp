// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace warpgraph::cli {

// The subcommands of one program, in the order in which help lists them.
class Registry {
 public:
  void add(std::unique_ptr<Command> command) { commands_.push_back(std::move(command)); }
  // Null if there is none of this name.
  [[nodiscard]] Command* find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::unique_ptr<Command>>& commands() const { return commands_; }

 private:
  std::vector<std::unique_ptr<Command>> commands_;
};

// All commands that ship with Warpgraph.
Registry built_in_commands();

}  // namespace warpgraph::cli
