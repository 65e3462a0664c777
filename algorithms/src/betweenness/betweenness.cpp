// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/betweenness.hpp>

#include <algorithm>
#include <bit>
#include <future>
#include <iterator>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/start_thread.hpp>

#include <warpgraph/framework/parallel/peer_arrays.hpp>
#include <warpgraph/framework/parallel/step_run.hpp>
#include "brandes.hpp"
#include "common/named_vertices.hpp"
#include "common/value_types.hpp"
#include "paths/levels.hpp"

namespace warpgraph {
namespace {

using namespace brandes;  // NOLINT(google-build-using-namespace): its parts

struct Scale {
  double factor;
  View<double> values;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { values[v] *= factor; }
};

double scale_of(double vertices, double sources, bool normalised) {
  if (!normalised || vertices <= 2) return 1;
  return vertices / sources / ((vertices - 1) * (vertices - 2));
}

// What the paths from these sources add, on one device. Waits for the stream.
Result<double> add_up(StreamRef stream, const GraphView<NoValue>& graph, const GraphFacts& facts,
                      std::vector<VertexId> queue, const EngineOptions& engine) {
  Result<double> result;
  Centrality centrality(stream, graph.incoming, graph.outgoing, queue.size());
  for (std::size_t done = 0; done < queue.size();) {
    const VertexId source = queue[done];
    const Result<std::uint32_t> levels = levels_from(stream, graph, facts, source, engine);
    if (!levels.converged()) result.end = levels.end;
    // No superstep reaches more than one level.
    centrality.add(source, levels.values, static_cast<std::uint32_t>(levels.supersteps.size() + 1));
    // Seldom enough to cost nothing, and soon if all of them overflow.
    if (++done == queue.size() || std::has_single_bit(done))
      std::ranges::copy(centrality.take_overflown(), std::back_inserter(queue));
  }
  result.values = centrality.take();
  return result;
}

void scale(StreamRef stream, View<double> values, double factor) {
  if (factor != 1) for_each(stream, values.size(), Scale{factor, values});
}

// The graph of a device that holds all of it.
GraphView<NoValue> whole_graph(const PeerGraph& peers, int device, bool is_undirected) {
  const PeerGraph::Part& part = peers.part(device);
  expects(part.held == VertexRange{0, peers.vertices},
          "betweenness: " + part.stream.device().name() + " does not hold the whole graph");
  const AdjacencyView<NoValue>& outgoing = is_undirected ? part.incoming : part.outgoing;
  expects(!outgoing.row.empty(), "betweenness: the graph was spread without outgoing edges");
  return {peers.vertices, peers.edges, part.incoming, outgoing};
}

// The sources are dealt out in turn. A search waits for its device after every superstep, so each device has a thread
// of its own: else devices would wait for each other's searches.
std::vector<Result<double>> add_up_on_all(const PeerGraph& peers, bool is_undirected,
                                          const std::vector<VertexId>& sources, const EngineOptions& options) {
  std::mutex mutex;  // of what the caller wants to be told
  std::vector<std::future<Result<double>>> running;
  for (int i = 0; i < peers.devices(); ++i) {
    std::vector<VertexId> mine;
    for (std::size_t s = static_cast<std::size_t>(i); s < sources.size(); s += peers.parts.size())
      mine.push_back(sources[s]);
    EngineOptions engine = options;
    if (options.after_superstep) {
      engine.after_superstep = [&](const SuperstepStatistics& step) {
        const std::lock_guard lock(mutex);
        return options.after_superstep(step);
      };
    }
    const auto search = [&peers, i, is_undirected, mine, engine]() mutable {
      const StreamRef stream = peers.part(i).stream;
      const GraphView<NoValue> graph = whole_graph(peers, i, is_undirected);
      return add_up(stream, graph, peers.part(i).facts->held, std::move(mine), engine);
    };
    running.push_back(start_thread([&] { return std::async(std::launch::async, search); }));
  }
  std::vector<Result<double>> results;
  for (auto& each : running) results.push_back(each.get());
  return results;
}

}  // namespace

std::vector<VertexId> betweenness_sources(const IdMap& ids, VertexId vertices, const BetweennessOptions& options) {
  expects(options.samples <= vertices, "betweenness: there are fewer vertices than samples");
  expects(options.samples == 0 || options.sources.empty(), "betweenness: there are sources and samples");
  if (!options.sources.empty()) return find_set(ids, vertices, options.sources, "betweenness: the source");
  std::vector<VertexId> sources(vertices);
  std::iota(sources.begin(), sources.end(), VertexId{0});
  if (options.samples == 0) return sources;
  std::mt19937_64 random(options.seed);
  for (std::uint64_t i = 0; i < options.samples; ++i) std::swap(sources[i], sources[i + random() % (vertices - i)]);
  sources.resize(options.samples);
  return sources;
}

MemoryPlan betweenness_memory(StreamRef stream, const RunSize& size, std::size_t sources) {
  const std::size_t its_sources = (sources + static_cast<std::size_t>(size.devices) - 1) / size.devices;
  MemoryPlan plan = Centrality::memory(size.vertices, size.edges, size.undirected, its_sources);
  // Behind the search its levels are left, and their tasks are sorted.
  const MemoryPlan search = levels_memory(stream, size.vertices, size.edges);
  MemoryPlan sorting = LevelTasks::sort_memory(size.vertices, size.edges, size.vertices);
  sorting.add_array<std::uint32_t>("engine values", size.vertices);
  return plan += search.total() > sorting.total() ? search : sorting;
}

template <EdgeValueType EdgeValue>
Result<double> betweenness(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const BetweennessOptions& options) {
  const VertexId vertices = graph.vertex_count();
  expects(vertices == 0 || graph.has_outgoing(), "betweenness: the graph has no outgoing edges");
  const std::vector<VertexId> sources = betweenness_sources(graph.ids(), vertices, options);
  if (vertices == 0) return {};
  stream.device().require(betweenness_memory(stream, run_size(graph), sources.size()), "betweenness");

  Result<double> result = add_up(stream, without_values(graph.view()), *graph.facts(), sources, options.engine);
  scale(stream, result.values, scale_of(vertices, static_cast<double>(sources.size()), options.normalised));
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<double> betweenness(const ShardedGraph<EdgeValue>& graph, const BetweennessOptions& options) {
  const VertexId vertices = graph.vertex_count();
  const std::vector<VertexId> sources = betweenness_sources(graph.ids(), vertices, options);
  expects(options.engine.groups == nullptr, "betweenness: these groups are of a graph on one device");
  ShardedResult<double> result;
  if (vertices == 0) return result;
  const PeerGraph peers = peer_graph(graph, options.engine.exchange);
  for (int i = 0; i < peers.devices(); ++i) {
    (void)whole_graph(peers, i, graph.is_undirected());
    const StreamRef stream = graph.stream(i);
    stream.device().require(betweenness_memory(stream, run_size(graph, i), sources.size()), "betweenness");
  }

  std::optional<PeerSum<double>> inboxes;
  PeerArrays arrays(peers);
  StepRun run(peers, arrays, options.engine, result);
  const WaitForPeers wait(peers);
  run.begin_whole();
  for (Result<double>& each : add_up_on_all(peers, graph.is_undirected(), sources, options.engine)) {
    if (result.converged()) result.end = each.end;
    result.values.push_back(std::move(each.values));
  }
  run.mark_computed();
  inboxes.emplace(peers);
  (*inboxes)(arrays, {result.values.begin(), result.values.end()});
  result.own = peers.own();
  const double factor = scale_of(vertices, static_cast<double>(sources.size()), options.normalised);
  for (std::size_t i = 0; i < result.own.size(); ++i)
    scale(peers.parts[i].stream, result.values[i].view().subview(result.own[i].first, result.own[i].size()), factor);
  run.end_whole();
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                       \
  template Result<double> betweenness<E>(StreamRef, const DeviceGraph<E>&, const BetweennessOptions&); \
  template ShardedResult<double> betweenness<E>(const ShardedGraph<E>&, const BetweennessOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
