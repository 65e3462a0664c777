// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <warpgraph/runtime/process_launcher.hpp>

namespace warpgraph::detail {

// What the first of several processes, which a launcher has started and none of which has made ranks, has to say; or
// nothing.
[[nodiscard]] std::optional<std::string> missing_ranks(bool has_made_ranks, const ranks::Environment& environment);

// Says it on standard error, once in a process.
void say_if_ranks_are_missing();
// Ranks were made in this process.
void ranks_were_made();

}  // namespace warpgraph::detail
