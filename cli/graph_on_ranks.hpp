// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "command.hpp"
#include "graph_format.hpp"
#include "progress.hpp"

// Graphs that several ranks make and write together, so that none holds the whole.
namespace warpgraph::cli {

// Whether ranks can read parts of the file.
[[nodiscard]] bool is_read_in_parts(const std::filesystem::path& file, const GraphFormat& format);

// Whether what is asked for can be made and written in parts: a .wg file with incoming edges, by the host.
// `format_option`: that of the target.
[[nodiscard]] bool makes_parts(const std::string& target, const std::string& format_option,
                               const po::variables_map& options);

// Writes the graph of which each rank has a part, and says so.
void write_together(const std::string& target, const ranks::AnyGraphPart& part, ThreadPool& threads,
                    const Stopwatch& watch, Output& output);

}  // namespace warpgraph::cli
