// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>

// Warpgraph's own format, .wg: a graph's arrays as they lie in memory, behind a header with their
// places, sizes and checksums. Reading one is mapping the file, so a graph of any size is there at
// once and its pages come from the disk, or from the system's cache, when they are used.
// src/io/wg_format.hpp has the layout.
namespace warpgraph {

class ThreadPool;

}  // namespace warpgraph

namespace warpgraph::files {

struct WgReadOptions {
  // False: the header and the table of sections are checked, with their checksum and against the
  // length of the file, and of the arrays the first and last row offsets only. That finds files that
  // are cut off or of another kind, at no cost.
  // True: reads everything and checks the sections' checksums, that row offsets ascend, and that the
  // ids in each row do so and are those of vertices. Needed for files that one does not trust:
  // without it, a file made with malice can send an algorithm out of its arrays' bounds.
  bool verify = false;
  ThreadPool* threads = nullptr;  // for verify and weights; null: the calling thread alone
  // The type that the edges' values get, which takes memory of its own. Throws what convert_values throws, with the
  // file.
  WeightType weights = WeightType::kAuto;
};

// Maps the file; "-" reads standard input into memory. The file must not be overwritten or cut while the graph is
// in use (a process that uses what was cut off ends by SIGBUS), but may be replaced (by write_wg, too). Throws
// InputError, with the file and what was expected, if there is no such file, a check fails, or the file changes
// meanwhile. Costs nothing but a look at the header and copies of the ids and weights of vertices, unless
// options.verify reads everything.
AnyGraph read_wg(const std::filesystem::path& path, const WgReadOptions& options = {});

// The same for bytes in memory. The graph borrows them, and keeps `owner` alive with it; without an
// owner they must outlive it. (Only if they do not lie at a multiple of 8 they are copied.) Safe for
// any bytes. `name` is for messages.
AnyGraph read_wg(std::span<const std::byte> bytes, const std::string& name, const WgReadOptions& options = {},
                 std::shared_ptr<const void> owner = nullptr);

// The file appears whole or not at all; "-" is standard output. Reads all arrays twice, once for the checksums; those
// `threads` compute, or null: the calling thread alone. Allocates next to nothing.
void write_wg(const std::filesystem::path& path, const AnyGraph& graph, ThreadPool* threads = nullptr);
template <EdgeValueType EdgeValue>
void write_wg(const std::filesystem::path& path, const Graph<EdgeValue>& graph, ThreadPool* threads = nullptr);

}  // namespace warpgraph::files
