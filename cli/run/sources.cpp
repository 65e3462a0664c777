// SPDX-License-Identifier: Apache-2.0
#include "sources.hpp"

#include <algorithm>
#include <charconv>
#include <random>
#include <string>
#include <string_view>
#include <variant>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::cli {

namespace {

template <EdgeValueType EdgeValue>
std::vector<VertexId> vertices_with_outgoing_edges(const DeviceGraph<EdgeValue>& graph, StreamRef stream) {
  std::vector<bool> has_edges(graph.vertex_count());
  if (graph.has_outgoing()) {
    const std::vector<EdgeId> row = to_host(stream, graph.view().outgoing.row);
    for (VertexId v = 0; v < has_edges.size(); ++v) has_edges[v] = row[v] != row[v + 1];
  } else {
    for (const VertexId source : to_host(stream, graph.view().incoming.column)) has_edges[source] = true;
  }
  std::vector<VertexId> vertices;
  for (VertexId v = 0; v < has_edges.size(); ++v)
    if (has_edges[v]) vertices.push_back(v);
  return vertices;
}

// "random:64": so many vertices, drawn from those that have outgoing edges, the same ones every time.
std::vector<std::uint64_t> draw_sources(const AnyDeviceGraph& graph, StreamRef stream, std::size_t count) {
  const std::vector<VertexId> candidates =
      std::visit([&](const auto& each) { return vertices_with_outgoing_edges(each, stream); }, graph);
  if (candidates.empty()) throw InputError("no vertex has an outgoing edge to start from");
  const IdMap& ids = std::visit([](const auto& each) -> const IdMap& { return each.ids(); }, graph);
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> sources(count);
  for (std::uint64_t& source : sources) source = ids.name_of(candidates[random() % candidates.size()]);
  return sources;
}

}  // namespace

std::vector<std::uint64_t> sources_of(const po::variables_map& options, const Algorithm& algorithm,
                                      const AnyDeviceGraph& graph, StreamRef stream) {
  if (!algorithm.has_source) return {0};
  if (options.count("sources") == 0) return {options["source"].as<std::uint64_t>()};
  const std::string& text = options["sources"].as<std::string>();
  constexpr std::string_view kRandom = "random:";
  std::size_t count = 0;
  const auto digits = text.substr(std::min(text.size(), kRandom.size()));
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), count).ptr;
  if (!text.starts_with(kRandom) || end != digits.data() + digits.size() || count == 0 || count > 1000000)
    throw UsageError("--sources cannot be \"" + text + "\"; it is random:N with N from 1 to 1000000");
  return draw_sources(graph, stream, count);
}

}  // namespace warpgraph::cli
