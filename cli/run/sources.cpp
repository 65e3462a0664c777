// SPDX-License-Identifier: Apache-2.0
#include "sources.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "../text.hpp"

namespace warpgraph::cli {

namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

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

// The vertices that some rank has marked.
std::vector<bool> on_any_rank(Ranks& ranks, const std::vector<bool>& here) {
  std::vector<std::uint8_t> bytes((here.size() + 7) / 8);
  for (std::size_t v = 0; v < here.size(); ++v)
    if (here[v]) bytes[v / 8] |= static_cast<std::uint8_t>(1u << v % 8);
  std::vector<std::uint8_t> all(bytes.size() * static_cast<std::size_t>(ranks.size()));
  ranks.all_gather(std::as_bytes(std::span(bytes)), std::as_writable_bytes(std::span(all)));
  std::vector<bool> marked(here.size());
  for (std::size_t at = 0; at < all.size(); at += bytes.size())
    for (std::size_t v = 0; v < marked.size(); ++v)
      if ((all[at + v / 8] >> v % 8 & 1) != 0) marked[v] = true;
  return marked;
}

std::vector<bool> with_outgoing_edges(const PlacedGraph& graph) {
  if (const ranks::AnyGraphPart* const part = graph.part()) {
    return std::visit(
        [&](const auto& each) {
          return on_any_rank(*graph.ranks(), named_in(each.incoming.column.span(), each.vertex_count));
        },
        *part);
  }
  return graph.on_one() != nullptr
             ? std::visit([&](const auto& each) { return with_outgoing_edges(graph.stream(), each); }, *graph.on_one())
             : std::visit([](const auto& each) { return with_outgoing_edges(each); }, *graph.on_host());
}

std::vector<VertexId> vertices_with_outgoing_edges(const PlacedGraph& graph) {
  const std::vector<bool> has_edges = with_outgoing_edges(graph);
  std::vector<VertexId> vertices;
  for (VertexId v = 0; v < has_edges.size(); ++v)
    if (has_edges[v]) vertices.push_back(v);
  return vertices;
}

// Neighbours ascend, so the first and the last tell whether one is another vertex.
bool has_another(VertexId v, std::span<const VertexId> neighbours) {
  return !neighbours.empty() && (neighbours.front() != v || neighbours.back() != v);
}

// Which of all vertices have an edge to another one, by the rows of some.
std::vector<bool> by_incoming_of(VertexRange rows, std::span<const EdgeId> row, std::span<const VertexId> column,
                                 VertexId vertices) {
  std::vector<bool> leads_on(vertices);
  for (VertexId v = rows.first; v < rows.last; ++v) {
    const std::size_t i = v - rows.first;
    for (const VertexId source : column.subspan(row[i], row[i + 1] - row[i]))
      if (source != v) leads_on[source] = true;
  }
  return leads_on;
}

// The same by the outgoing edges of all or by the incoming ones.
std::vector<bool> by_outgoing(std::span<const EdgeId> row, std::span<const VertexId> column) {
  std::vector<bool> leads_on(row.size() - 1);
  for (VertexId v = 0; v < leads_on.size(); ++v)
    leads_on[v] = has_another(v, column.subspan(row[v], row[v + 1] - row[v]));
  return leads_on;
}
std::vector<bool> by_incoming(std::span<const EdgeId> row, std::span<const VertexId> column) {
  return by_incoming_of({0, static_cast<VertexId>(row.size() - 1)}, row, column, static_cast<VertexId>(row.size() - 1));
}

std::vector<bool> leading_on(const PlacedGraph& graph) {
  if (const ranks::AnyGraphPart* const part = graph.part()) {
    return std::visit(
        [&](const auto& each) {
          const auto& in = each.incoming;
          return on_any_rank(*graph.ranks(), by_incoming_of(each.grid ? each.grid->rows : each.own, in.row.span(),
                                                            in.column.span(), each.vertex_count));
        },
        *part);
  }
  if (graph.on_one() == nullptr) {
    return std::visit(
        [](const auto& each) {
          return each.has_outgoing() ? by_outgoing(each.outgoing().row, each.outgoing().column)
                                     : by_incoming(each.incoming().row, each.incoming().column);
        },
        *graph.on_host());
  }
  return std::visit(
      [&](const auto& each) {
        const auto& edges = each.has_outgoing() ? each.view().outgoing : each.view().incoming;
        const std::vector<EdgeId> row = to_host(graph.stream(), edges.row);
        const std::vector<VertexId> column = to_host(graph.stream(), edges.column);
        return each.has_outgoing() ? by_outgoing(row, column) : by_incoming(row, column);
      },
      *graph.on_one());
}

// The same of one vertex, without a look at the others; false if that is not possible.
bool surely_leads_on(const PlacedGraph& graph, VertexId v) {
  if (graph.part() != nullptr) return false;
  if (graph.on_one() == nullptr) {
    return std::visit(
        [&](const auto& each) { return each.has_outgoing() && has_another(v, each.outgoing().neighbours(v)); },
        *graph.on_host());
  }
  return std::visit(
      [&](const auto& each) {
        if (!each.has_outgoing()) return false;
        const auto edges = each.view().outgoing;
        const std::vector<EdgeId> row = to_host(graph.stream(), edges.row.subview(v, 2));
        return has_another(v, to_host(graph.stream(), edges.column.subview(row[0], row[1] - row[0])));
      },
      *graph.on_one());
}

// "random:64": so many vertices, drawn from those that have outgoing edges, the same ones every time.
std::vector<VertexName> draw_sources(const PlacedGraph& graph, std::size_t count) {
  const std::vector<VertexId> candidates = vertices_with_outgoing_edges(graph);
  if (candidates.empty()) throw InputError("no vertex has an outgoing edge to start from");
  const IdMap& ids = graph.ids();
  std::mt19937_64 random(1);
  std::vector<VertexName> sources(count);
  for (VertexName& source : sources) source = ids.name_of(candidates[random() % candidates.size()]);
  return sources;
}

// The one of the vertices that has the lowest id.
std::optional<VertexId> lowest(const std::vector<bool>& vertices, const IdMap& ids) {
  std::optional<VertexId> found;
  for (VertexId v = 0; v < vertices.size(); ++v)
    if (vertices[v] && (!found || ids.name_of(v) < ids.name_of(*found))) found = v;
  return found;
}

// Most graphs are done with the first of these, which reads no more than the rows of the graph.
VertexName first_source(const PlacedGraph& graph) {
  if (graph.vertex_count() == 0) throw InputError("the graph has no vertex to start from");
  const IdMap& ids = graph.ids();
  const std::optional<VertexId> first = lowest(with_outgoing_edges(graph), ids);
  if (first && surely_leads_on(graph, *first)) return ids.name_of(*first);
  if (first) return ids.name_of(lowest(leading_on(graph), ids).value_or(*first));
  return ids.name_of(*lowest(std::vector<bool>(graph.vertex_count(), true), ids));
}

// Whether a value of an option is this vertex: 17, or 5,17, or 17=2.5.
bool names_vertex(const po::variable_value& value, const std::string& vertex) {
  const auto is_it = [&](const std::string& text) {
    return (',' + text.substr(0, text.find('=')) + ',').find(',' + vertex + ',') != std::string::npos;
  };
  return std::ranges::any_of(value.as<std::vector<std::string>>(), is_it);
}

[[noreturn]] void refuse_sources(const std::string& text) {
  throw UsageError("--sources cannot be \"" + text +
                   "\"; it is random:N with N from 1 to 1000000, or vertices as in 5,17,3");
}

}  // namespace

AskedSources asked_sources(const po::variables_map& options) {
  constexpr std::size_t kMax = 1'000'000;
  if (options.count("sources") == 0) return {};
  if (options.count("source") != 0) throw UsageError("--source and --sources exclude each other");
  const std::string& text = options["sources"].as<std::string>();
  constexpr std::string_view kRandom = "random:";
  AskedSources asked;
  if (text.starts_with(kRandom)) {
    if (!parse(std::string_view(text).substr(kRandom.size()), asked.random)) refuse_sources(text);
  } else {
    const auto ids = parse_list<std::uint64_t>(text);
    if (!ids) refuse_sources(text);
    asked.ids.assign(ids->begin(), ids->end());
  }
  if (asked.count() == 0 || asked.count() > kMax) refuse_sources(text);
  return asked;
}

std::vector<VertexName> sources_of(const po::variables_map& options, const Job& job, const PlacedGraph& graph) {
  if (!job.algorithm.has_source) return {0};
  AskedSources asked = asked_sources(options);
  if (asked.random != 0) return draw_sources(graph, asked.random);
  if (!asked.ids.empty()) return asked.ids;
  return {job.runs->source() ? *job.runs->source() : first_source(graph)};
}

void throw_unknown_vertex(const UnknownVertex& error, const Algorithm& algorithm, const po::variables_map& options) {
  std::string message = error.what();
  for (const char* const option : {"source", "sources"})
    if (options.count(option) != 0 && algorithm.has_source) message += std::string(", which --") + option + " names";
  using Kind = AlgorithmOption::Kind;
  for (const AlgorithmOption& option : algorithm.options) {
    if (option.kind != Kind::kVertices && option.kind != Kind::kVertexValues) continue;
    std::vector<std::string> names = option.old_names;
    names.push_back(option.name);
    for (const std::string& name : names)
      if (options.count(name) != 0 && names_vertex(options[name], to_string(error.name())))
        message += ", which --" + name + " names";
  }
  throw InputError(message);
}

}  // namespace warpgraph::cli
