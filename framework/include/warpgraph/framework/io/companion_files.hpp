// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

// Graphs of several files, for programs that must not overwrite what they read.
namespace warpgraph::files {

// The other files that are read with a graph: those that a .properties file of Graphalytics names. None if the graph is
// one file, or if the properties cannot be read, which read_edge_list tells.
[[nodiscard]] std::vector<std::filesystem::path> files_read_with(const std::filesystem::path& graph);
// The other files that write_edge_list writes for a name that ends so.
[[nodiscard]] std::vector<std::filesystem::path> files_written_with(const std::filesystem::path& graph);

}  // namespace warpgraph::files
