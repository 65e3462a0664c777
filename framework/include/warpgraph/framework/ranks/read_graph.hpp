// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <warpgraph/framework/engine/graph_on.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph {

struct ReadGraphOptions {
  files::ReadOptions read = {};  // of .wg files: weights, and the pool
  // How the edges become a graph. A .wg file holds a finished graph: it is built again only if these options change its
  // edges (BuildOptions::changes_edges).
  BuildOptions build = {};
  // Directed graphs get outgoing edges, too, so that programs may be pushed; they cost as much memory as the incoming
  // ones. False leaves it to build.outgoing, and .wg files keep those that they have. On ranks the runs that need them
  // make them.
  bool outgoing = true;
  // The sections' checksums of .wg files and all of their rows are checked, which reads the whole file. Without it a
  // damaged file may send a run out of its arrays' bounds.
  bool verify = true;
  SpreadOptions spread = {};  // for runs on several devices of one process
};

// The graph in a file of any format (docs/reference/formats.md), for the devices of the runtime. The file's name says
// the format, but a .wg file is known by its first bytes, too. "-" is standard input, which needs options.read.format.
// On a runtime of several ranks, which all call it with the same options, each rank reads the part that it is to have:
// ranks::read_part says of which formats, and which build options it refuses. The runtime's threads do the work of the
// host, unless options.read.pool is given.
// Throws what files::read_wg, files::read_edge_list and build_graph throw, or ranks::read_part. Costs what these cost,
// and puts nothing on the devices. A .wg file without outgoing edges costs with_outgoing, unless the options ask for
// none.
[[nodiscard]] AnyGraphOn read_graph(Runtime& runtime, const std::filesystem::path& path,
                                    const ReadGraphOptions& options = {});
// The same with a value type of the caller's choice, that of the program that is to run: edges without a value get 1.
// Throws what graphs::convert_values throws, too: InputError if a value of the file does not fit. Costs what that costs
// besides.
template <EdgeValueType EdgeValue>
[[nodiscard]] GraphOn<EdgeValue> read_graph(Runtime& runtime, const std::filesystem::path& path,
                                            const ReadGraphOptions& options = {});

}  // namespace warpgraph
