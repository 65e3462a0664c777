// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/peers/ghosts.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/runtime/gather_on_all.hpp>

#include "rank_device.hpp"
#include "rank_edges.hpp"

// The search on several ranks. Every device finds the forest of the edges whose greater ends it owns, and only forests
// travel. Of two neighbouring ranks the second sends its forest to the first, which merges both; pairs of pairs follow,
// until the first rank has the forest of all. Forests travel and are merged in the memory of the hosts: a rank has at
// most one edge less than its own vertices, those of the ranks that it has merged, and their lower ghosts together.
namespace warpgraph::algorithms::forest {

// For the report: the graph as it lies, without a hub.
template <EdgeValueType EdgeValue>
peers::PeerGraph without_hub(const ShardedGraph<EdgeValue>& graph) {
  peers::PeerGraph peers;
  for (int i = 0; i < graph.device_count(); ++i) {
    const shards::Shard<EdgeValue>& shard = graph.shard(i);
    peers.parts.push_back({graph.stream(i), shard.own, shard.held, without_values(shard.incoming.view()), {}, {}});
  }
  return peers;
}

template <EdgeValueType EdgeValue>
class RankForestSearch {
 public:
  RankForestSearch(const ShardedGraph<EdgeValue>& graph, const SpanningForestOptions& options)
      : graph_(graph), ranks_(*graph.layout().ranks), options_(options) {
    const peers::Ghosts ghosts(graph);
    for (int i = 0; i < graph.device_count(); ++i) {
      const auto of = ghosts.of(static_cast<std::size_t>(i));
      const auto before = std::ranges::lower_bound(of, graph.shard(i).own.first) - of.begin();
      devices_.emplace_back(graph.stream(i), graph.shard(i), static_cast<VertexId>(before), options_);
      devices_.back().require_memory();
    }
  }

  ShardedSpanningForest<EdgeValue> operator()() {
    const peers::PeerGraph peers = without_hub(graph_);
    peers::PeerArrays none(peers);
    peers::StepRun run(peers, none, options_.engine, result_);
    run.begin_whole();
    std::vector<Edge> forest = find_own();
    run.mark_computed();
    forest = merge_ranks(std::move(forest));
    put_result(std::move(forest));
    run.end_whole();
    result_.per_device.back().links = std::move(traffic_);
    return std::move(result_);
  }

 private:
  using Edge = RankEdge<EdgeValue>;

  // The forest of the rank's own edges.
  std::vector<Edge> find_own() {
    EdgeId entries = 0;
    for (RankDevice<EdgeValue>& each : devices_) each.number();
    for (RankDevice<EdgeValue>& each : devices_) entries += each.own_entries();
    const std::vector<EdgeId> of_ranks = ranks::all_gather(ranks_, entries);
    EdgeId before = 0;
    for (int r = 0; r < ranks_.rank(); ++r) before += of_ranks[static_cast<std::size_t>(r)];
    for (RankDevice<EdgeValue>& each : devices_) each.begin();
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (RankDevice<EdgeValue>& each : devices_) goes_on = each.step() || goes_on;
    }
    std::vector<Edge> forest;
    for (RankDevice<EdgeValue>& each : devices_) {
      std::vector<Edge> more = each.take(before);
      before += each.own_entries();
      forest = forest.empty() ? std::move(more) : merged_forest(forest, more);
    }
    return forest;
  }

  // That of all ranks, on the first.
  std::vector<Edge> merge_ranks(std::vector<Edge> forest) {
    const int me = ranks_.rank();
    for (int apart = 1; apart < ranks_.size(); apart *= 2) {
      const bool sends = me % (2 * apart) == apart;
      const bool receives = me % (2 * apart) == 0 && me + apart < ranks_.size();
      const std::vector<std::uint64_t> sizes = ranks::all_gather(ranks_, std::uint64_t{sends ? forest.size() : 0});
      std::vector<Edge> more(receives ? sizes[static_cast<std::size_t>(me + apart)] : 0);
      std::vector<Ranks::Sent> sent;
      std::vector<Ranks::Received> received;
      if (sends && !forest.empty()) sent.push_back({me - apart, std::as_bytes(std::span(forest))});
      if (!more.empty()) received.push_back({me + apart, std::as_writable_bytes(std::span(more))});
      ranks_.exchange(sent, received);
      if (sends) {
        add_traffic(me - apart, forest.size() * sizeof(Edge));
        forest = {};
      }
      if (more.empty()) continue;
      devices_.front().activity().received += more.size();
      forest = forest.empty() ? std::move(more) : merged_forest(forest, more);
    }
    return forest;
  }

  // All ranks know what it is together; the edges go to the first device of the first rank.
  void put_result(std::vector<Edge> forest) {
    std::ranges::sort(forest, {}, &Edge::entry);
    const bool is_first = ranks_.rank() == 0;
    if (is_first) put_edges(forest);
    struct Sum {
      std::uint64_t edges;
      ForestWeight<EdgeValue> weight;
    };
    const Sum sum = ranks::all_gather(ranks_, Sum{forest.size(), result_.weight}).front();
    result_.edge_count = sum.edges;
    result_.weight = sum.weight;
    result_.component_count = graph_.vertex_count() - sum.edges;
    std::uint64_t rounds = 0;
    std::vector<ForestActivity> activity;
    for (RankDevice<EdgeValue>& each : devices_) {
      rounds = std::max(rounds, each.rounds());
      activity.push_back(each.activity());
    }
    result_.round_count = ranks::all_reduce(ranks_, rounds, [](auto a, auto b) { return std::max(a, b); });
    result_.devices = ranks::gather_on_all(ranks_, activity);
  }
  // In the order of their places in the graph.
  void put_edges(const std::vector<Edge>& forest) {
    const StreamRef stream = graph_.stream(0);
    const auto put = [&](const auto& of) {
      std::vector<std::remove_cvref_t<decltype(of(forest.front()))>> values(forest.size());
      std::ranges::transform(forest, values.begin(), of);
      return to_device(stream, values, "spanning forest");
    };
    std::vector<EdgeId> row(std::size_t{graph_.vertex_count()} + 1, 0);
    for (const Edge& each : forest) ++row[std::size_t{each.greater} + 1];
    for (std::size_t v = 1; v < row.size(); ++v) row[v] += row[v - 1];
    result_.edges.row = to_device(stream, row, "spanning forest rows");
    result_.edges.column = put([](const Edge& each) { return each.lesser; });
    result_.entry = put([](const Edge& each) { return each.entry; });
    if constexpr (graphs::kHasValue<EdgeValue>) result_.edges.value = put([](const Edge& each) { return each.weight; });
    result_.weight = weight_of(stream, View<const EdgeValue>(result_.edges.value), {}, forest.size());
  }

  void add_traffic(int to, std::uint64_t bytes) {
    const auto& rank_of = graph_.layout().rank_of;
    const auto device = static_cast<int>(std::ranges::find(rank_of, to) - rank_of.begin());
    if (bytes != 0)
      traffic_.push_back({graph_.layout().first_device, device, results::MessageForm::kPairs, bytes, bytes});
  }

  const ShardedGraph<EdgeValue>& graph_;
  Ranks& ranks_;
  const SpanningForestOptions& options_;
  std::vector<RankDevice<EdgeValue>> devices_;
  std::vector<results::LinkTraffic> traffic_;
  ShardedSpanningForest<EdgeValue> result_;
};

}  // namespace warpgraph::algorithms::forest
