// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/ids.hpp>

// The files of `warpgraph partition` beside the graph. Those of parts are METIS's: a line for every vertex with its
// part, from 0 on, in the order of the vertices' ids. "-" is standard input or standard output.
namespace warpgraph::cli {

// Whether a line may leave its vertex free, with -1.
enum class FreeVertices { kRefused, kAllowed };

// The part of each vertex of a graph, kFreePart for -1. Throws InputError for the first line that is wrong.
std::vector<std::uint32_t> read_parts(const std::filesystem::path& file, std::uint32_t parts, const IdMap& ids,
                                      VertexId vertices, FreeVertices free);

void write_parts(const std::filesystem::path& file, std::span<const std::uint32_t> part, const IdMap& ids);

// A line for every part: its share of each constraint, or one for all of them. The shares are scaled so that they add
// up to 1. The result's element [part * constraints + constraint] is that of a part.
std::vector<double> read_targets(const std::filesystem::path& file, std::uint32_t parts, std::uint32_t constraints);

}  // namespace warpgraph::cli
