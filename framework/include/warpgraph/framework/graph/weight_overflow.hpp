// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

// Weights add up to more than their type holds. what() names the option of the commands that read weights; a program
// whose option is called otherwise shows message().
class WeightOverflow : public InputError {
 public:
  // `wider`: the type that holds more; kNone: there is none.
  WeightOverflow(const std::string& fact, ValueType wider)
      : InputError(message(fact, wider, "--weights")), fact_(fact), wider_(wider) {}

  [[nodiscard]] std::string message(std::string_view option) const { return message(fact_, wider_, option); }

 private:
  static std::string message(const std::string& fact, ValueType wider, std::string_view option) {
    if (wider == ValueType::kNone) return fact;
    const std::string type(to_string(wider));
    return fact + "; those of " + type + " (" + std::string(option) + " " + type + ") are wider";
  }

  std::string fact_;
  ValueType wider_;
};

}  // namespace warpgraph
