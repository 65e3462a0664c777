// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "placed_graph.hpp"

// The files that `warpgraph run --output` writes values to. One column is a file of values. Several columns of text are
// columns of one file, below a line with their names; several columns of an array (.npy, .bin) are a file each:
// "values.npy" becomes "values.level.npy" and "values.parent.npy".
namespace warpgraph::cli {

// "values.level.npy", "values.level.bin.gz".
[[nodiscard]] std::string file_of_column(const std::string& target, const std::string& column);

// The files that columns of these names go to. Throws UsageError if they are several, and would go from several ranks
// into one file of text. `ranks`: null for one process.
[[nodiscard]] std::vector<std::string> files_of_columns(const std::string& target,
                                                        const std::vector<std::string>& columns, const Ranks* ranks);

// Collective on ranks.
void write_columns(const std::string& target, const std::vector<algorithms::ResultColumn>& columns,
                   const PlacedGraph& graph);

}  // namespace warpgraph::cli
