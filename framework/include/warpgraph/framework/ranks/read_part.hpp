// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/ranks.hpp>

// Graphs that no rank holds whole, from a file that all ranks can open.
namespace warpgraph::ranks {

struct ReadPartOptions {
  files::ReadOptions read = {};  // of .wg files: pool and weights only
  BuildOptions build = {};       // as for build_part
  // Of .wg files: checks the sections' checksums, of which each rank computes a part, and the own rows.
  bool verify = true;
};

// The part that this rank has of the graph in a file: that which one rank would read and build.
//
// A .wg file is mapped, and each rank looks at the header, at a few row offsets, and at its own rows, whose columns and
// values stay in the file. Each rank reads a range of bytes of edge lists, Matrix Market, METIS and DIMACS files, which
// ends with a line, and build_part brings the edges together. Other formats,
// compressed files and standard input are refused: they are to be converted to .wg first.
//
// Collective, with the same options. `read.remark` is called on rank 0 alone. Memory: of a .wg file 8 bytes an own
// vertex, and as many where vertices do not count from 0; of others what build_part takes. The threads are those of
// `read.pool`. Throws on all ranks alike: InputError for the first thing in the file that is wrong, with the line of
// the whole file; RankError, with the rank, if one cannot open the file, or has another one; and what build_part
// throws.
AnyGraphPart read_part(Ranks& ranks, const std::filesystem::path& path, const ReadPartOptions& options = {});

}  // namespace warpgraph::ranks
