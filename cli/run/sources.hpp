// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "algorithm.hpp"

namespace warpgraph::cli {

// Where runs start: --source, or as many as --sources asks for; {0} for algorithms that start everywhere.
std::vector<std::uint64_t> sources_of(const po::variables_map& options, const Algorithm& algorithm,
                                      const PlacedGraph& graph);

}  // namespace warpgraph::cli
