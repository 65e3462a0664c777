// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace warpgraph::detail {

// The only thing that the library ever prints: one line to stderr, for an error in a destructor, which may not throw,
// and for one that a wait without limit keeps from the caller.
void log(std::string_view message) noexcept;

}  // namespace warpgraph::detail
