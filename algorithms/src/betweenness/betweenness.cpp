// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/betweenness.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/start_thread.hpp>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include "brandes.hpp"
#include "common/named_vertices.hpp"
#include "common/value_types.hpp"
#include "paths/levels.hpp"

namespace warpgraph::algorithms {
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

struct AddTo {
  View<double> sum;
  View<const double> values;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { sum[v] += values[v]; }
};

// Every `step`-th of them, from the first-th on.
std::vector<VertexId> dealt(const std::vector<VertexId>& sources, std::size_t first, std::size_t step) {
  std::vector<VertexId> part;
  for (std::size_t s = first; s < sources.size(); s += step) part.push_back(sources[s]);
  return part;
}

// At most, of one device.
std::size_t its_sources(const shards::RunSize& size, std::size_t sources) {
  const auto devices = static_cast<std::size_t>(size.devices);
  return (sources + devices - 1) / devices;
}

// What one search takes; behind it its levels are left, and their tasks are sorted.
MemoryPlan memory_of_search(StreamRef stream, const shards::RunSize& size, std::size_t sources) {
  MemoryPlan plan = Centrality::memory(size.vertices, size.edges, size.undirected, sources);
  const MemoryPlan search = levels_memory(stream, size.vertices, size.edges);
  MemoryPlan sorting = rows::LevelTasks::sort_memory(size.vertices, size.edges, size.vertices);
  sorting.add_array<std::uint32_t>("engine values", size.vertices);
  return plan += search.total() > sorting.total() ? search : sorting;
}

MemoryPlan memory_of_searches(StreamRef stream, const shards::RunSize& size, std::size_t sources,
                              std::size_t searches) {
  const MemoryPlan one = memory_of_search(stream, size, sources);
  MemoryPlan plan;
  for (std::size_t i = 0; i < searches; ++i) plan += one;
  return plan;
}

// How many searches a device does at once. Depends on the memory that is free at the moment.
std::size_t count_searches(StreamRef stream, const shards::RunSize& size, std::size_t sources, unsigned asked) {
  constexpr std::size_t kSearches = 4;
  constexpr std::size_t kPartOfMemory = 4;
  Device& device = stream.device();
  const std::size_t needed = kSearches * memory_of_search(stream, size, sources).total();
  const MemoryUse memory = device.memory();
  const bool does_many =
      device.kind() == DeviceKind::kGpu && needed <= std::min(memory.capacity / kPartOfMemory, memory.free);
  const std::size_t searches = asked != 0 ? asked : does_many ? kSearches : 1;
  return std::clamp(searches, std::size_t{1}, std::max(sources, std::size_t{1}));
}

void refuse_until(const EngineOptions& options) {
  expects(options.until.empty(), "betweenness: until has no effect, because every search has to reach all vertices");
}

// Set by the first search that fails, so that the others do not go on to their next sources.
using Failed = std::atomic<bool>;

// What the paths from these sources add, search by search. Waits for the stream.
Result<double> add_up(StreamRef stream, const GraphView<NoValue>& graph, const GraphFacts& facts,
                      std::vector<VertexId> queue, const EngineOptions& engine, bool is_alone, Failed& failed) try {
  Result<double> result;
  Centrality centrality(stream, graph.incoming, graph.outgoing, queue.size(), is_alone);
  for (std::size_t done = 0; done < queue.size() && !failed;) {
    const VertexId source = queue[done];
    const Result<std::uint32_t> levels = levels_from(stream, graph, facts, source, engine);
    if (!levels.converged()) result.end = levels.end;
    if (levels.end == RunEnd::kStopped) break;
    // No superstep reaches more than one level.
    centrality.add(source, levels.values, static_cast<std::uint32_t>(levels.supersteps.size() + 1));
    // Seldom enough to cost nothing, and soon if all of them overflow.
    if (++done == queue.size() || std::has_single_bit(done))
      std::ranges::copy(centrality.take_overflown(), std::back_inserter(queue));
  }
  result.values = centrality.take();
  return result;
} catch (...) {
  failed = true;
  throw;
}

// The same of several searches at once on a device: the first in the stream, the others in streams of their own, whose
// sums are added in their order. A search waits for its stream after every launch, so each has a thread.
Result<double> add_up_at_once(StreamRef stream, const GraphView<NoValue>& graph, const GraphFacts& facts,
                              const std::vector<VertexId>& sources, const EngineOptions& engine, std::size_t most,
                              Failed& failed) {
  // A search without a source would not wait for its stream.
  const std::size_t searches = std::clamp(sources.size(), std::size_t{1}, most);
  if (searches == 1) return add_up(stream, graph, facts, sources, engine, true, failed);
  stream.synchronize();  // what made the graph
  std::vector<Stream> streams;
  for (std::size_t i = 1; i < searches; ++i) streams.emplace_back(stream.device(), "betweenness");
  std::vector<std::future<Result<double>>> running;
  for (std::size_t i = 1; i < searches; ++i) {
    const auto search = [&, i, on = streams[i - 1].ref()] {
      return add_up(on, graph, facts, dealt(sources, i, searches), engine, false, failed);
    };
    running.push_back(support::start_thread([&] { return std::async(std::launch::async, search); }));
  }
  Result<double> result = add_up(stream, graph, facts, dealt(sources, 0, searches), engine, false, failed);
  cancellation::wait_for_threads(running, [&] { failed = true; });
  std::vector<Result<double>> others;
  for (auto& each : running) others.push_back(each.get());
  for (const Result<double>& other : others) {
    if (result.converged()) result.end = other.end;
    kernel::for_each(stream, result.values.size(), AddTo{result.values, other.values});
  }
  stream.synchronize();  // the others' values go
  return result;
}

void scale(StreamRef stream, View<double> values, double factor) {
  if (factor != 1) kernel::for_each(stream, values.size(), Scale{factor, values});
}

// The graph of a device that holds all of it.
GraphView<NoValue> whole_graph(const peers::PeerGraph& peers, int device, bool is_undirected) {
  const peers::PeerGraph::Part& part = peers.part(device);
  expects(part.held == VertexRange{0, peers.vertices},
          "betweenness: " + part.stream.device().name() + " does not hold the whole graph");
  const AdjacencyView<NoValue>& outgoing = is_undirected ? part.incoming : part.outgoing;
  expects(!outgoing.row.empty(), "betweenness: the graph was spread without outgoing edges");
  return {peers.vertices, peers.edges, part.incoming, outgoing};
}

// The sources are dealt out in turn. Each device has a thread of its own: else devices would wait for each other's
// searches. `searches`: at once, of each device.
std::vector<Result<double>> add_up_on_all(const peers::PeerGraph& peers, bool is_undirected,
                                          const std::vector<VertexId>& sources, const EngineOptions& engine,
                                          const std::vector<std::size_t>& searches) {
  Failed failed = false;
  std::vector<std::future<Result<double>>> running;
  for (int i = 0; i < peers.devices(); ++i) {
    const auto device = static_cast<std::size_t>(i);
    const auto search = [&, i, device] {
      return add_up_at_once(peers.part(i).stream, whole_graph(peers, i, is_undirected), peers.part(i).facts->held,
                            dealt(sources, device, peers.parts.size()), engine, searches[device], failed);
    };
    running.push_back(support::start_thread([&] { return std::async(std::launch::async, search); }));
  }
  cancellation::wait_for_threads(running, [&] { failed = true; });
  std::vector<Result<double>> results;
  for (auto& each : running) results.push_back(each.get());
  return results;
}

// Searches on several threads tell what they want to be told one at a time; none any more once one was told to stop, or
// the telling failed.
EngineOptions one_at_a_time(EngineOptions options) {
  if (!options.after_superstep) return options;
  struct Telling {
    std::mutex mutex;
    bool goes_on = true;
    std::function<bool(const SuperstepStatistics&)> tell;
  };
  const auto telling = std::make_shared<Telling>();
  telling->tell = std::move(options.after_superstep);
  options.after_superstep = [telling](const SuperstepStatistics& step) {
    const std::lock_guard lock(telling->mutex);
    if (!telling->goes_on) return false;
    telling->goes_on = false;  // if it throws
    return telling->goes_on = telling->tell(step);
  };
  return options;
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

MemoryPlan betweenness_memory(StreamRef stream, const shards::RunSize& size, std::size_t sources,
                              unsigned searches_at_once) {
  const std::size_t its = its_sources(size, sources);
  return memory_of_searches(stream, size, its, count_searches(stream, size, its, searches_at_once));
}

template <EdgeValueType EdgeValue>
Result<double> betweenness(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const BetweennessOptions& options) {
  const VertexId vertices = graph.vertex_count();
  expects(vertices == 0 || graph.has_outgoing(), "betweenness: the graph has no outgoing edges");
  refuse_until(options.engine);
  const std::vector<VertexId> sources = betweenness_sources(graph.ids(), vertices, options);
  if (vertices == 0) return {};
  const shards::RunSize size = shards::run_size(graph);
  const std::size_t searches = count_searches(stream, size, sources.size(), searches_asked(options));
  stream.device().require(memory_of_searches(stream, size, sources.size(), searches), "betweenness");

  Failed failed = false;
  Result<double> result = add_up_at_once(stream, without_values(graph.view()), *graph.facts(), sources,
                                         one_at_a_time(options.engine), searches, failed);
  scale(stream, result.values, scale_of(vertices, static_cast<double>(sources.size()), options.normalised));
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<double> betweenness(const ShardedGraph<EdgeValue>& graph, const BetweennessOptions& options) {
  const VertexId vertices = graph.vertex_count();
  const std::vector<VertexId> sources = betweenness_sources(graph.ids(), vertices, options);
  refuse_until(options.engine);
  ShardedResult<double> result;
  if (vertices == 0) return result;
  const peers::PeerGraph peers = peers::peer_graph(graph, options.engine.exchange);
  const unsigned asked = searches_asked(options);
  std::vector<std::size_t> searches;  // at once, of each device
  for (int i = 0; i < peers.devices(); ++i) {
    (void)whole_graph(peers, i, graph.is_undirected());
    const StreamRef stream = graph.stream(i);
    const shards::RunSize size = shards::run_size(graph, i);
    const std::size_t its = its_sources(size, sources.size());
    searches.push_back(count_searches(stream, size, its, asked));
    stream.device().require(memory_of_searches(stream, size, its, searches.back()), "betweenness");
  }

  std::optional<peers::PeerSum<double>> inboxes;
  peers::PeerArrays arrays(peers);
  peers::StepRun run(peers, arrays, options.engine, result);
  const peers::WaitForPeers wait(peers);
  run.begin_whole();
  const EngineOptions engine = one_at_a_time(options.engine);
  for (Result<double>& each : add_up_on_all(peers, graph.is_undirected(), sources, engine, searches)) {
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

}  // namespace warpgraph::algorithms
