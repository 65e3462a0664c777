// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/connected_components.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/parallel/peer_arrays.hpp>
#include <warpgraph/framework/parallel/step_run.hpp>
#include <warpgraph/runtime/error.hpp>

#include "borders.hpp"
#include "common/value_types.hpp"
#include "rank_components.hpp"
#include "shiloach_vishkin.hpp"
#include "uniting.hpp"

namespace warpgraph {
namespace {

using namespace components;  // NOLINT(google-build-using-namespace): its parts

std::vector<VertexRange> owned_by(const PeerGraph& peers) {
  std::vector<VertexRange> owned;
  for (const PeerGraph::Part& each : peers.parts) owned.push_back(each.own);
  return owned;
}

// Whether a vertex of the samples is in the largest tree of each device.
bool share_a_vertex(const std::vector<std::vector<VertexId>>& samples, const std::vector<VertexId>& largest) {
  for (std::size_t i = 0; i < samples.front().size(); ++i) {
    bool is_shared = true;
    for (std::size_t device = 0; device < samples.size() && is_shared; ++device)
      is_shared = i < samples[device].size() && samples[device][i] == largest[device];
    if (is_shared) return true;
  }
  return false;
}

// Where the range of each device begins, and where the last one ends.
std::vector<VertexId> borders_of(const PeerGraph& peers) {
  std::vector<VertexId> first;
  if (peers.devices() == 1) return first;
  for (const PeerGraph::Part& each : peers.parts) first.push_back(each.own.first);
  first.push_back(peers.vertices);
  return first;
}

// The forest of each device's own edges, in which all paths have one edge. An undirected edge between two devices is at
// both of them, and may be left out of one; so few are looked at twice.
void unite_own(std::vector<std::unique_ptr<Uniting>>& forests, bool undirected) {
  for (const auto& each : forests) each->plant();
  for (const auto& each : forests) each->unite_first();
  std::vector<std::vector<VertexId>> samples;
  std::vector<VertexId> largest;
  for (const auto& each : forests) {
    samples.push_back(each->sample());
    largest.push_back(most_frequent(samples.back()));
  }
  const bool done_on_all = undirected && share_a_vertex(samples, largest);
  for (std::size_t i = 0; i < forests.size(); ++i) forests[i]->unite_rest(largest[i], done_on_all);
  for (const auto& each : forests) each->flatten();
}

// Each device tells the owners of vertices which roots it has there.
void send_letters(const PeerGraph& peers, PeerArrays& arrays, std::vector<std::unique_ptr<Borders>>& borders) {
  const std::vector<VertexRange> owned = owned_by(peers);
  for (const auto& each : borders) each->begin_letters(owned);
  for (const auto& each : borders) each->end_letters(owned);
  for (std::size_t from = 0; from < borders.size(); ++from)
    for (std::size_t to = 0; to < borders.size(); ++to)
      if (from != to)
        borders[to]->receive(arrays, static_cast<int>(from), borders[from]->letter(to), static_cast<int>(to));
  arrays.send();
  for (const auto& each : borders) each->hear_letters();
}

// The devices tell each other what they have joined: in one round, or in several so that no inbox is larger than an
// array of all vertices.
void send_merged(const PeerGraph& peers, PeerArrays& arrays, std::vector<std::unique_ptr<Borders>>& borders) {
  for (const auto& each : borders) each->begin_merged();
  std::vector<std::uint64_t> words;
  for (const auto& each : borders) words.push_back(each->end_merged());
  for (std::size_t first = 0; first < borders.size();) {
    std::uint64_t sum = 0;
    std::size_t last = first;
    for (; last < borders.size() && (last == first || sum + words[last] <= peers.vertices); ++last) {
      sum += words[last];
      for (std::size_t to = 0; to < borders.size() && words[last] != 0; ++to)
        if (to != last) borders[to]->receive(arrays, static_cast<int>(last), *borders[last], static_cast<int>(to));
    }
    first = last;
    if (sum == 0) continue;
    arrays.send();
    for (const auto& each : borders) each->hear_merged();
  }
}

void unite_on_all(const PeerGraph& peers, bool undirected, const EngineOptions& engine,
                  ShardedResult<VertexId>& result) {
  std::vector<OwnRows> rows;
  std::vector<std::unique_ptr<Uniting>> forests;
  std::vector<std::unique_ptr<Borders>> borders;
  PeerArrays arrays(peers);
  StepRun run(peers, arrays, engine, result);
  const WaitForPeers wait(peers);
  run.begin_whole();
  for (const PeerGraph::Part& each : peers.parts) {
    const AdjacencyView<NoValue> own = rows.emplace_back(peers, each).view();
    forests.push_back(std::make_unique<Uniting>(
        each.stream, HeldEdges{own, each.outgoing, each.own.size(), undirected, borders_of(peers)},
        each.facts->own.has_locality(each.stream, own.row, own.column)));
  }
  unite_own(forests, undirected);
  rows.clear();
  run.mark_computed();
  if (peers.devices() > 1) {
    for (std::size_t i = 0; i < forests.size(); ++i)
      borders.push_back(std::make_unique<Borders>(peers.parts[i].stream, forests[i]->parents(), peers.parts[i].own));
    send_letters(peers, arrays, borders);
    send_merged(peers, arrays, borders);
    for (const auto& each : borders) each->label();
  }
  run.end_whole();
  for (const auto& each : forests) result.values.push_back(each->take());
}

}  // namespace

MemoryPlan connected_components_memory(const RunSize& size, const ConnectedComponentsOptions& options) {
  if (options.method == ComponentsMethod::kShiloachVishkin) return shiloach_vishkin_memory(size.vertices);
  MemoryPlan own = OwnRows::memory(size);
  const bool may_plant_chunks =
      static_cast<double>(size.own_edges) < kShortRows * static_cast<double>(size.own_vertices);
  if (may_plant_chunks) own.add_array<VertexId>("components leaving chunks", size.vertices);
  const MemoryPlan borders = size.devices > 1 ? Borders::memory(size) : MemoryPlan();
  MemoryPlan plan = own.total() > borders.total() ? own : borders;  // these go before those come
  plan.add_array<VertexId>("components", size.vertices);
  plan.add_array<VertexId>("components sample", 2 * kSample);
  return plan;
}

Result<VertexId> connected_components(StreamRef stream, const AdjacencyView<NoValue>& incoming,
                                      const AdjacencyView<NoValue>& outgoing, const ConnectedComponentsOptions& options,
                                      const GraphFacts* facts) {
  Result<VertexId> result;
  const auto vertices = static_cast<VertexId>(incoming.row.size() - 1);
  if (vertices == 0) return result;
  const EdgeId edges = incoming.column.size();
  stream.device().require(
      connected_components_memory({.vertices = vertices, .edges = edges, .own_vertices = vertices, .own_edges = edges},
                                  options),
      "connected components");
  const HeldEdges held{incoming, outgoing, vertices, outgoing.row.data() == incoming.row.data()};
  if (options.method == ComponentsMethod::kShiloachVishkin) {
    result.values = shiloach_vishkin(stream, held, options, result);
    return result;
  }
  Uniting forest(stream, held,
                 facts != nullptr ? facts->has_locality(stream, incoming.row, incoming.column)
                                  : has_locality(stream, incoming.row, incoming.column));
  forest.plant();
  forest.unite_first();
  forest.unite_rest(most_frequent(forest.sample()), false);
  forest.flatten();
  result.values = forest.take();
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> connected_components(const ShardedGraph<EdgeValue>& graph,
                                             const ConnectedComponentsOptions& options) {
  expects(options.method == ComponentsMethod::kUnionFind,
          "connected_components: Shiloach and Vishkin's method is for a graph on one device");
  if (graph.layout().has_others()) return unite_on_ranks(graph, options.engine);
  require_on_peers(graph, "connected components",
                   [](const RunSize& size) { return connected_components_memory(size); });
  const PeerGraph peers = peer_graph(graph, options.engine.exchange);
  ShardedResult<VertexId> result;
  result.own = peers.own();
  if (graph.vertex_count() != 0) unite_on_all(peers, graph.is_undirected(), options.engine, result);
  return result;
}

#define WARPGRAPH_INSTANTIATE(E) \
  template ShardedResult<VertexId> connected_components<E>(const ShardedGraph<E>&, const ConnectedComponentsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
