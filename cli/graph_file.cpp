// SPDX-License-Identifier: Apache-2.0
#include "graph_file.hpp"

#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>
#include <warpgraph/framework/ranks/read_part.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "file_names.hpp"
#include "option_groups.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace warpgraph::cli {

namespace {

using std::filesystem::path;

std::uint64_t size_of(const path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

bool has_outgoing(const AnyGraph& graph) {
  return std::visit([](const auto& typed) { return typed.has_outgoing(); }, graph);
}

EdgeList edges_of(GraphContent&& content, ThreadPool& threads) {
  if (auto* const edges = std::get_if<EdgeList>(&content)) return std::move(*edges);
  return to_edge_list(threads, std::get<AnyGraph>(content));
}

AnyGraph build_on(Device& device, EdgeList edges, const BuildOptions& options) {
  if (device.kind() == DeviceKind::kHost) return build_graph(device.runtime().threads(), std::move(edges), options);
  const Stream stream(device, "build");
  return std::visit([&](const auto& built) -> AnyGraph { return download(stream, built); },
                    build_device_graph(stream, to_device(stream, edges), {options}));
}

void expect_open(const GraphFormat& format, const files::ReadOptions& options) {
  const std::string says_it = " is for files that leave it open; " + std::string(format.name()) + " files say it";
  if (options.direction && format.says_direction()) throw UsageError("--direction" + says_it);
  if (!options.vertices.empty() && format.says_ids()) throw UsageError("--vertices" + says_it);
  if (!options.vertices.empty() && options.ids == files::IdMapping::kKeep)
    throw UsageError("--vertices says which ids there are; --ids keep has no place beside it");
  if (options.ids == files::IdMapping::kKeep && format.says_ids()) throw UsageError("--ids keep" + says_it);
}

GraphContent load(const path& file, const GraphFormat& format, files::ReadOptions options, ThreadPool& threads) {
  // All of a .wg file will be looked at anyway.
  if (format.is_own()) return files::read_wg(file, {.verify = true, .threads = &threads, .weights = options.weights});
  options.format = format.other();
  return files::read_edge_list(file, options);
}

// Whether vertices are called by the numbers that formats without ids give them, from 0 or from 1.
bool are_numbers(const IdMap& ids) {
  if (ids.original.empty()) return ids.base <= 1;
  const std::uint64_t first = ids.original.front();
  for (std::size_t v = 0; v < ids.original.size(); ++v)
    if (ids.original[v] != v + first) return false;
  return first <= 1;
}

}  // namespace

void expect_writable(const path& file, const GraphFormat& format, const BuildOptions& options, const Output& output) {
  if (options.outgoing && !format.is_own()) throw UsageError("--outgoing: only wg files hold outgoing edges");
  if (file != "-") return;
  if (output.json) throw UsageError("--json and a graph do not both fit on standard output");
  if (output.terminal && !format.is_text())
    throw UsageError("a terminal does not show binary data; write to a file or a pipe");
}

void expect_edges_writable(const po::variables_map& options, const Output& output) {
  if (options.count("output") == 0) {
    if (options.count("to") != 0) throw UsageError("--to has no effect without --output");
    return;
  }
  const std::string& target = options["output"].as<std::string>();
  expect_writable(target, output_format(target, options, "to"), {}, output);
}

LoadedFile load_graph(const path& file, const GraphFormat& format, files::ReadOptions options, ThreadPool& threads,
                      Output& output) {
  expect_open(format, options);
  std::vector<std::string> remarks;  // for when the terminal's line is free again
  options.pool = &threads;
  options.remark = [&](const std::string& text) { remarks.push_back(text); };
  std::optional<Phase> phase(std::in_place, output, "reading " + input_name(file.string()));
  const Stopwatch watch;
  LoadedFile loaded{load(file, format, options, threads), watch.seconds(), size_of(file)};
  phase.reset();
  for (const std::string& each : remarks) remark(each, output);
  return loaded;
}

ranks::AnyGraphPart load_part(Ranks& ranks, const path& file, const GraphFormat& format, files::ReadOptions options,
                              BuildOptions building, ThreadPool& threads, Output& output) {
  expect_open(format, options);
  std::vector<std::string> remarks;
  options.pool = &threads;
  options.remark = [&](const std::string& text) { remarks.push_back(text); };
  if (!format.is_own()) options.format = format.other();
  building.outgoing = false;  // shards make their own
  std::optional<Phase> phase(std::in_place, output, "reading " + file.string());
  ranks::AnyGraphPart part = ranks::read_part(ranks, file, {std::move(options), std::move(building)});
  phase.reset();
  for (const std::string& each : remarks) remark(each, output);
  return part;
}

std::vector<VertexId> load_permutation(const path& file, const GraphContent& content, ThreadPool& threads,
                                       Output& output) {
  const Phase phase(output, "reading " + input_name(file.string()));
  files::ValueOptions options;
  options.pool = &threads;
  if (const auto* const edges = std::get_if<EdgeList>(&content))
    return files::read_permutation(file, edges->ids, edges->vertex_count, options);
  const AnyGraph& graph = std::get<AnyGraph>(content);
  return files::read_permutation(file, ids(graph), vertex_count(graph), options);
}

AnyGraph build(GraphContent content, BuildOptions options, Device& device, Output& output) {
  if (auto* const graph = std::get_if<AnyGraph>(&content)) {
    const bool is_done = !options.changes_edges() && (has_outgoing(*graph) || !options.outgoing);
    if (is_done) return std::move(*graph);
    options.outgoing = options.outgoing || has_outgoing(*graph);
  }
  const Phase phase(output, "building the graph");
  return build_on(device, edges_of(std::move(content), device.runtime().threads()), options);
}

AnyDeviceGraph put_on_device(StreamRef stream, GraphContent content, BuildOptions options, Output& output) {
  const bool builds_there = std::holds_alternative<EdgeList>(content) && stream.device().kind() != DeviceKind::kHost;
  if (builds_there) {
    const Phase phase(output, "building the graph");
    return build_device_graph(stream, to_device(stream, std::get<EdgeList>(content)), {std::move(options)});
  }
  const AnyGraph graph = build(std::move(content), std::move(options), stream.device(), output);
  AnyDeviceGraph uploaded = std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  stream.synchronize();  // the host's graph goes away
  return uploaded;
}

GraphContent prepare(GraphContent content, const GraphFormat& format, const BuildOptions& options, Device& device,
                     Output& output) {
  ThreadPool& threads = device.runtime().threads();
  if (!format.is_own() && !options.changes_edges()) return edges_of(std::move(content), threads);
  AnyGraph graph = build(std::move(content), options, device, output);
  if (format.is_own()) return graph;
  return to_edge_list(threads, graph);
}

void save_graph(const path& file, const GraphFormat& format, const GraphContent& content, ThreadPool& threads,
                Output& output) {
  std::optional<Phase> phase(std::in_place, output, "writing " + output_name(file.string()));
  if (format.is_own()) return files::write_wg(file, std::get<AnyGraph>(content), &threads);
  files::WriteOptions options;
  options.format = format.other();
  options.pool = &threads;
  const EdgeList& edges = std::get<EdgeList>(content);
  const VertexId lost = files::write_edge_list(file, edges, options);
  phase.reset();
  if (!format.keeps_ids() && !are_numbers(edges.ids))
    remark(output_name(file.string()) +
               ": vertices are numbers in the order of the graph, since the format has no place for their ids",
           output);
  if (lost == 0) return;
  remark(output_name(file.string()) + ": " + counted(lost, "vertex", "vertices") +
             " without edges left out, for which this kind of edge list has no place",
         output);
}

}  // namespace warpgraph::cli
