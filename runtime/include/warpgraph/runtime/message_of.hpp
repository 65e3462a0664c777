// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include <warpgraph/runtime/detail/located_error.hpp>

namespace warpgraph {

// What an error says, for programs that show it to their users: what() without the place in the library's source.
inline const char* message_of(const std::exception& error) noexcept {
  const auto* const located = dynamic_cast<const detail::Located*>(&error);
  return located == nullptr ? error.what() : located->message().c_str();
}

}  // namespace warpgraph
