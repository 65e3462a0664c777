// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/io/file_format.hpp>

namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::files {

struct WriteOptions {
  std::optional<FileFormat> format;  // by default from the extension
  ThreadPool* pool = nullptr;        // by default one for the call, on all cores
  bool weights = true;               // false: leave them out
  int galois_version = 1;            // 2: ids of 64 bits
};

// Writes a graph in one of the formats of others; "-" is standard output, which needs
// options.format. A path that ends in .gz or .zst is compressed. The file appears whole or not at
// all, and does not depend on the number of threads.
//
// An undirected graph is written in the way of the format, each edge once or twice, whichever way
// the list has it. Throws InputError, with the reason, for a graph that the format cannot hold:
// weights that do not fit, directions, self-loops (METIS), too many edges. Formats that need
// weights get 1 for graphs without. Graphalytics has three files, x.properties, x.v and x.e; each appears whole, the
// properties last.
//
// Returns how many vertices the file does not have: those without edges, in an edge list that has no
// comments (.el, .wel, .csv) or whose vertices have ids with gaps. A file of that kind without edges would hold
// nothing, and is an error. O(vertices + edges), formatted by the threads of the pool. Formats with a row for each
// vertex (METIS, GAP, Galois, ECL) take 8 bytes for each vertex and each entry of a row, beside the list.
VertexId write_edge_list(const std::filesystem::path& path, const EdgeList& edges, const WriteOptions& options = {});

}  // namespace warpgraph::files
