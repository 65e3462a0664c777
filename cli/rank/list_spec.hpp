// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <warpgraph/algorithms/generate_lists.hpp>

namespace warpgraph::cli {

// "random:1000000,lists=8", as --generate has it. Throws UsageError.
[[nodiscard]] algorithms::ListSpec parse_list_spec(const std::string& text, std::uint64_t seed);

}  // namespace warpgraph::cli
