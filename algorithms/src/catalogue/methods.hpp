// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>

namespace warpgraph::algorithms::catalogue {

// What all_algorithms() shows.
[[nodiscard]] std::vector<Algorithm>& entries();

}  // namespace warpgraph::algorithms::catalogue
