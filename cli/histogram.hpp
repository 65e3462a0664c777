// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "command.hpp"

namespace warpgraph::cli {

// A bar whose length is count / largest of `width` characters, in eighths of one where the terminal can show them. What
// is there can be seen: only 0 has no bar.
std::string bar(std::uint64_t count, std::uint64_t largest, std::size_t width, bool unicode);

// Draws a histogram over powers of two (DegreeStatistics), a line each.
void print_histogram(const std::string& title, std::span<const std::uint64_t> counts, Output& output);

}  // namespace warpgraph::cli
