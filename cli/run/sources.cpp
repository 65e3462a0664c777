// SPDX-License-Identifier: Apache-2.0
#include "sources.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::cli {

namespace {

std::vector<bool> with_a_row(std::span<const EdgeId> row) {
  std::vector<bool> has_edges(row.empty() ? 0 : row.size() - 1);
  for (std::size_t v = 0; v < has_edges.size(); ++v) has_edges[v] = row[v] != row[v + 1];
  return has_edges;
}
std::vector<bool> named_in(std::span<const VertexId> column, VertexId vertices) {
  std::vector<bool> has_edges(vertices);
  for (const VertexId source : column) has_edges[source] = true;
  return has_edges;
}

template <EdgeValueType EdgeValue>
std::vector<bool> with_outgoing_edges(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  if (graph.has_outgoing()) return with_a_row(to_host(stream, graph.view().outgoing.row));
  return named_in(to_host(stream, graph.view().incoming.column), graph.vertex_count());
}
template <EdgeValueType EdgeValue>
std::vector<bool> with_outgoing_edges(const Graph<EdgeValue>& graph) {
  if (graph.has_outgoing()) return with_a_row(graph.outgoing().row);
  return named_in(graph.incoming().column, graph.vertex_count());
}

std::vector<VertexId> vertices_with_outgoing_edges(const PlacedGraph& graph) {
  const std::vector<bool> has_edges =
      graph.on_one() != nullptr
          ? std::visit([&](const auto& each) { return with_outgoing_edges(graph.stream(), each); }, *graph.on_one())
          : std::visit([](const auto& each) { return with_outgoing_edges(each); }, *graph.on_host());
  std::vector<VertexId> vertices;
  for (VertexId v = 0; v < has_edges.size(); ++v)
    if (has_edges[v]) vertices.push_back(v);
  return vertices;
}

// "random:64": so many vertices, drawn from those that have outgoing edges, the same ones every time.
std::vector<std::uint64_t> draw_sources(const PlacedGraph& graph, std::size_t count) {
  const std::vector<VertexId> candidates = vertices_with_outgoing_edges(graph);
  if (candidates.empty()) throw InputError("no vertex has an outgoing edge to start from");
  const IdMap& ids = graph.ids();
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> sources(count);
  for (std::uint64_t& source : sources) source = ids.name_of(candidates[random() % candidates.size()]);
  return sources;
}

std::uint64_t first_source(const PlacedGraph& graph) {
  if (graph.vertex_count() == 0) throw InputError("the graph has no vertex to start from");
  const IdMap& ids = graph.ids();
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  const std::vector<VertexId> candidates = vertices_with_outgoing_edges(graph);
  for (const VertexId v : candidates) first = std::min(first, ids.name_of(v));
  if (!candidates.empty()) return first;
  for (VertexId v = 0; v < graph.vertex_count(); ++v) first = std::min(first, ids.name_of(v));
  return first;
}

}  // namespace

std::size_t random_sources(const po::variables_map& options) {
  if (options.count("sources") == 0) return 0;
  if (options.count("source") != 0) throw UsageError("--source and --sources exclude each other");
  const std::string& text = options["sources"].as<std::string>();
  constexpr std::string_view kRandom = "random:";
  std::size_t count = 0;
  const auto digits = text.substr(std::min(text.size(), kRandom.size()));
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), count).ptr;
  if (!text.starts_with(kRandom) || end != digits.data() + digits.size() || count == 0 || count > 1000000)
    throw UsageError("--sources cannot be \"" + text + "\"; it is random:N with N from 1 to 1000000");
  return count;
}

std::vector<std::uint64_t> sources_of(const po::variables_map& options, const Algorithm& algorithm,
                                      const PlacedGraph& graph) {
  if (!algorithm.has_source) return {0};
  if (const std::size_t count = random_sources(options); count != 0) return draw_sources(graph, count);
  return {options.count("source") != 0 ? options["source"].as<std::uint64_t>() : first_source(graph)};
}

}  // namespace warpgraph::cli
