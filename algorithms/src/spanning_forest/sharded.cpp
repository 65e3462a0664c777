// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/rank_time_limit.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include "boruvka.hpp"
#include "common/expect_undirected.hpp"
#include "common/value_types.hpp"
#include "forest_device.hpp"
#include "options.hpp"
#include "peer_run.hpp"
#include "rank_forest.hpp"

namespace warpgraph::algorithms {
namespace {

using namespace forest;  // NOLINT(google-build-using-namespace): its parts

// All devices. One thread of the host takes a step of each in turn, so they work side by side.
template <EdgeValueType EdgeValue>
class ShardedSearch {
 public:
  ShardedSearch(const ShardedGraph<EdgeValue>& graph, const SpanningForestOptions& options)
      : graph_(graph), options_(options) {
    devices_.reserve(static_cast<std::size_t>(graph.device_count()));
    for (int i = 0; i < graph.device_count(); ++i) devices_.emplace_back(graph.stream(i), graph.shard(i), options);
  }

  // What one device gives back another may still read.
  ~ShardedSearch() {
    for (const StreamRef each : graph_.streams()) each.wait_quietly();
  }
  ShardedSearch(const ShardedSearch&) = delete;
  ShardedSearch& operator=(const ShardedSearch&) = delete;

  ShardedSpanningForest<EdgeValue> operator()() {
    const peers::PeerGraph peers = without_hub(graph_);
    peers::PeerArrays none(peers);
    peers::StepRun run(peers, none, options_.engine, result_);
    run.begin_whole();
    for (Device& each : devices_) each.spread_rows(graph_.vertex_count());
    EdgeId first = 0;
    for (Device& each : devices_) {
      each.place_own(first);
      first += each.own_entries();
    }
    constexpr bool kMaySearchTogether = !graphs::kHasValue<EdgeValue> || sizeof(EdgeValue) == sizeof(std::uint32_t);
    if (kMaySearchTogether && may_search_together(first, options_))
      launch_peer_search();
    else
      merge_forests();
    put_result();
    run.end_whole();
    return std::move(result_);
  }

 private:
  using Device = ForestDevice<EdgeValue>;

  void launch_peer_search() {
    std::vector<PeerPart> parts;
    for (const Device& each : devices_) parts.push_back(each.peer_part());
    const PeerForest forest = find_peer_forest(std::move(parts), options_);
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < devices_.size(); ++i) {
      devices_[i].keep_found(forest.parts[i], before);
      before += forest.parts[i].edge_count;
    }
    whole_ = Device::put_together(devices_, graph_.vertex_count());
    result_.round_count = forest.round_count;
  }

  void merge_forests() {
    for (Device& each : devices_) each.begin_own();
    find_forests();
    for (Device& each : devices_) each.activity().kept = each.part().size();
    for (std::size_t apart = 1; apart < devices_.size(); apart *= 2) {
      for (std::size_t i = 0; i + apart < devices_.size(); i += 2 * apart)
        devices_[i].begin_merged(devices_[i + apart]);
      find_forests();
    }
    whole_ = std::move(devices_.front().part());
  }

  void find_forests() {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (Device& each : devices_) goes_on = each.step() || goes_on;
    }
    std::uint64_t rounds = 0;
    for (Device& each : devices_) rounds = std::max(rounds, each.keep());
    result_.round_count += rounds;
  }

  void put_result() {
    result_.edges = std::move(whole_.edges);
    result_.entry = std::move(whole_.place);
    result_.edge_count = result_.entry.size();
    result_.component_count = graph_.vertex_count() - result_.edge_count;
    result_.weight =
        weight_of(devices_.front().stream(), View<const EdgeValue>(result_.edges.value), {}, result_.edge_count);
    for (Device& each : devices_) result_.devices.push_back(each.activity());
  }

  const ShardedGraph<EdgeValue>& graph_;
  const SpanningForestOptions& options_;
  std::vector<Device> devices_;
  Part<EdgeValue> whole_;
  ShardedSpanningForest<EdgeValue> result_;
};

}  // namespace

template <EdgeValueType EdgeValue>
ShardedSpanningForest<EdgeValue> minimum_spanning_forest(const ShardedGraph<EdgeValue>& graph,
                                                         const SpanningForestOptions& options) {
  expect_undirected(graph, "spanning forest");
  forest::check(options);
  refuse_supersteps(options.engine, "spanning forest", "a search on several devices has no supersteps");
  const peers::PeerLinks::Use links = graph.links().use();
  if (graph.layout().has_others()) {
    const ranks::RankTimeLimit limit(graph.layout().ranks, options.engine.exchange.superstep_timeout);
    ranks::expect_same_call(graph.layout().ranks, "minimum_spanning_forest",
                            {ranks::call_word("method", static_cast<int>(options.method)),
                             ranks::call_word("joining", options.joining != nullptr),
                             ranks::call_word("light_edges", options.light_edges)});
    return ranks::fail_together(graph.layout().ranks, [&] { return RankForestSearch<EdgeValue>(graph, options)(); });
  }
  expects(graph.copies() == Copies::kAll,
          "spanning forest: every device needs room for what it knows of every vertex (Copies::kAll)");
  peers::require_on_peers(graph, "a spanning forest",
                          [&](const shards::RunSize& size) { return spanning_forest_memory(size, options); });
  return ShardedSearch<EdgeValue>(graph, options)();
}

template <EdgeValueType EdgeValue>
EdgeList to_edge_list(const ShardedGraph<EdgeValue>& graph, const ShardedSpanningForest<EdgeValue>& forest) {
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  list.direction = Direction::kUndirectedOnce;
  list.ids = graph.ids();
  if constexpr (graphs::kHasValue<EdgeValue>) list.values = std::vector<EdgeValue>();
  if (forest.edges.row.empty()) return list;
  const StreamRef stream = graph.stream(0);
  list.target = to_host(stream, forest.edges.column);
  if constexpr (graphs::kHasValue<EdgeValue>) list.values = to_host(stream, forest.edges.value);
  const std::vector<EdgeId> row = to_host(stream, forest.edges.row);
  for (VertexId v = 0; v < graph.vertex_count(); ++v) list.source.resize(row[v + 1], v);
  return list;
}

#define WARPGRAPH_INSTANTIATE(EdgeValue)                                                            \
  template ShardedSpanningForest<EdgeValue> minimum_spanning_forest(const ShardedGraph<EdgeValue>&, \
                                                                    const SpanningForestOptions&);  \
  template EdgeList to_edge_list(const ShardedGraph<EdgeValue>&, const ShardedSpanningForest<EdgeValue>&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
