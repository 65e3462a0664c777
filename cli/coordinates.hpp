// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include <warpgraph/framework/generate/generator.hpp>
#include <warpgraph/framework/ids.hpp>

// Files that say where the vertices of a graph lie: a line for every vertex, in the order of the vertices' ids, with
// its x and its y; numbers behind them are left out. DIMACS's .co files are read as well, whose lines are
// "v ID X Y", with ids from 1 on in their order.
namespace warpgraph::cli {

// Where each vertex of a graph lies. Throws InputError for the first line that is wrong.
std::vector<generators::PlanePoint> read_coordinates(const std::filesystem::path& file, const IdMap& ids,
                                                     VertexId vertices);

// `points` are in the order of the vertices' ids. A file whose name ends in .co is one of DIMACS.
void write_coordinates(const std::filesystem::path& file, std::span<const generators::PlanePoint> points);

}  // namespace warpgraph::cli
