// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace warpgraph::cli {

// How many letters must be put in, left out, replaced or swapped with their neighbour to get from one word to the
// other.
std::size_t edit_distance(std::string_view from, std::string_view to);

// "; did you mean WORD?" with the known word that is nearest to a mistyped one; empty if none is near.
std::string suggestion(std::string_view mistyped, std::span<const std::string> known);

}  // namespace warpgraph::cli
