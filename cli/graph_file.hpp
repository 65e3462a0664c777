// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "graph_format.hpp"

// Graph files of all formats, with a line on the terminal while they are worked on.
namespace warpgraph::cli {

// What a file holds: Warpgraph's own format a finished graph, the others a list of edges.
using GraphContent = std::variant<EdgeList, AnyGraph>;

struct LoadedFile {
  GraphContent content;
  double seconds;       // that it took
  std::uint64_t bytes;  // of the file; 0 if it is not a regular one
};

// Throws UsageError, before any work, if the output cannot be what is asked for: outgoing edges in a format without,
// binary data on a terminal, a graph and a report in JSON both on standard output.
void expect_writable(const std::filesystem::path& file, const GraphFormat& format, const BuildOptions& options,
                     const Output& output);
// The same of the edges that a run leaves: --output and --to. Throws UsageError if there is --to alone.
void expect_edges_writable(const po::variables_map& options, const Output& output);

// "-" is standard input. Throws UsageError if an option says what the format says itself.
LoadedFile load_graph(const std::filesystem::path& file, const GraphFormat& format, files::ReadOptions options,
                      ThreadPool& threads, Output& output);

// What this rank has of the graph in a file.
ranks::AnyGraphPart load_part(Ranks& ranks, const std::filesystem::path& file, const GraphFormat& format,
                              files::ReadOptions options, BuildOptions building, ThreadPool& threads, Output& output);

// The new numbers of the content's vertices, in a file that calls them by their ids.
std::vector<VertexId> load_permutation(const std::filesystem::path& file, const GraphContent& content,
                                       ThreadPool& threads, Output& output);

// A graph as it is, or one that is built from the edges, on the device. A graph is built again if the options change
// its edges, or ask for outgoing ones that it lacks; those that it has it keeps.
AnyGraph build(GraphContent content, BuildOptions options, Device& device, Output& output);

// The same, but the graph stays in the memory of the stream's device.
AnyDeviceGraph put_on_device(StreamRef stream, GraphContent content, BuildOptions options, Output& output);

// "-" is standard output.
void save_graph(const std::filesystem::path& file, const GraphFormat& format, const GraphContent& content,
                ThreadPool& threads, Output& output);

// Brings the content into the shape that the format and the options ask for: nothing is built without need.
GraphContent prepare(GraphContent content, const GraphFormat& format, const BuildOptions& options, Device& device,
                     Output& output);

}  // namespace warpgraph::cli
