// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <warpgraph/runtime/error.hpp>

// Files are mapped, so a reader that looks at bytes twice may find others the second time. What it stores by the first
// look is bounded by it.
namespace warpgraph::detail {

inline constexpr std::string_view kChanged = "changed while it was read";

[[noreturn]] inline void throw_changed(const std::string& name) { throw InputError(name, 0, kChanged); }

}  // namespace warpgraph::detail
