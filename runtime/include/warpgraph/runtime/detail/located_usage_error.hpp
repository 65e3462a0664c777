// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <source_location>
#include <string>
#include <string_view>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::detail {

// What expects() throws. what() ends with the place in the source, which helps the caller's programmer; message()
// leaves it out, for programs that show the error to their users.
class LocatedUsageError final : public UsageError {
 public:
  LocatedUsageError(std::string_view message, std::source_location where)
      : UsageError(std::string(message) + " (" + where.file_name() + ":" + std::to_string(where.line()) + ")"),
        message_(message) {}

  [[nodiscard]] const std::string& message() const noexcept { return message_; }

 private:
  std::string message_;
};

}  // namespace warpgraph::detail
