// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <system_error>

#include <warpgraph/runtime/detail/located_error.hpp>

namespace warpgraph::support {

// Whether a thread could not be started: the system lacks memory, or allows no more of them.
inline bool lacks_threads(const std::exception& error) noexcept {
  const auto* const of_system = dynamic_cast<const std::system_error*>(&error);
  return of_system != nullptr && of_system->code() == std::errc::resource_unavailable_try_again;
}

// What an error says, for programs that show it to their users: what() without the place in the library's source.
inline const char* message_of(const std::exception& error) noexcept {
  if (lacks_threads(error)) return "the system does not let the program start another thread";
  const auto* const located = dynamic_cast<const detail::Located*>(&error);
  return located == nullptr ? error.what() : located->message().c_str();
}

}  // namespace warpgraph::support
