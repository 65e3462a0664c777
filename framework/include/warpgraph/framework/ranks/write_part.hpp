// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::ranks {

// Writes the graph of which each rank has a part as one .wg file: each rank its own rows, at their place. It is byte
// for byte what files::write_wg writes of the whole graph; without any vertex, ids begin at 0. The file appears whole
// or not at all. Memory: an offset for each own vertex, and a MiB.
//
// Collective. Each rank reads its rows twice, once for the checksums. Throws on all ranks alike: UsageError for parts
// that are not those of one graph, of a grid or with ids of 64 bits, whose graph a .wg file does not hold, InputError
// if the target cannot be made or is no regular file, and RankError, with the rank, if one cannot write to it.
void write_part(Ranks& ranks, const std::filesystem::path& path, const AnyGraphPart& part, ThreadPool& threads);

}  // namespace warpgraph::ranks
