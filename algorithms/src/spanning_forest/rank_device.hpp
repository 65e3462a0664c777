// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "boruvka.hpp"
#include "rank_edges.hpp"
#include "weights.hpp"

// The forest of the edges that one device of several ranks has.
namespace warpgraph::algorithms::forest {

// The numbers under which the search knows a device's vertices. They ascend with the vertices, so that edges which
// weigh the same are in the order of the whole graph: ghosts that are lower than all own vertices, then the own ones.
// Edges to higher ghosts belong to the owners of those.
struct RankNumbers {
  shards::LocalIds local_ids;
  VertexId first;  // own vertex
  VertexId own;
  VertexId before;  // how many numbers are lower than that of the first own vertex

  [[nodiscard]] WARPGRAPH_DEVICE VertexId of(VertexId local) const {
    if (local_ids.are_ids()) return local;
    if (local < local_ids.held) return before + local;
    const VertexId ghost = local - shards::LocalIds::first_read(local_ids.held);
    return ghost < before ? ghost : kNoVertex;
  }
};

// Renames the columns, and counts the edges that stand in the rows of their greater ends.
struct NumberColumns {
  AdjacencyView<NoValue> edges;  // of the own vertices; columns are local ids
  RankNumbers numbers;
  View<VertexId> column;
  View<std::uint64_t> count;

  [[nodiscard]] std::uint64_t warps() const {
    return (edges.row.size() - 1 + kernel::Warp::kSize - 1) / kernel::Warp::kSize;
  }

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t rows = edges.row.size() - 1;
    kernel::PerLane<EdgeId> begin;
    kernel::PerLane<EdgeId> end;
    kernel::PerLane<VertexId> vertex;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t i = Min{}(std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane, rows);
      begin[lane] = edges.row[i];
      end[lane] = edges.row[Min{}(i + 1, rows)];
      vertex[lane] = static_cast<VertexId>(numbers.before + i);
    });
    const kernel::PerLane<std::uint64_t> lesser = warp.engage(
        kernel::Scanned{}, begin, end, kernel::PerLane<std::uint64_t>{},
        [&](EdgeId e, VertexId v) {
          const VertexId number = numbers.of(edges.column[e]);
          column[e] = number;
          return number < v ? std::uint64_t{1} : std::uint64_t{0};
        },
        Plus{}, vertex);
    const std::uint64_t sum = warp.reduce(lesser, Plus{});
    warp.elect([&] {
      if (sum != 0) atomic::fetch_add(count[0], sum);
    });
  }
};

// The ends of the edges of the forest, as vertices.
struct NameEnds {
  AdjacencyView<NoValue> edges;
  shards::LocalIds local_ids;
  VertexId first;
  View<const EdgeId> entry;
  View<VertexId> greater;
  View<VertexId> lesser;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    greater[i] = static_cast<VertexId>(first + kernel::upper_bound(edges.row, entry[i]) - 1);
    lesser[i] = local_ids.vertex(edges.column[entry[i]]);
  }
};

template <EdgeValueType EdgeValue>
class RankDevice {
 public:
  // `before`: how many ghosts are lower than all own vertices.
  RankDevice(StreamRef stream, const shards::Shard<EdgeValue>& shard, VertexId before,
             const SpanningForestOptions& options)
      : stream_(stream), shard_(shard), options_(options) {
    const shards::LocalIds local_ids = shard.local_ids.view();
    numbers_ = {local_ids, shard.own.first, shard.own.size(), local_ids.are_ids() ? shard.own.first : before};
  }

  static MemoryPlan memory(std::uint64_t vertices, EdgeId edges, const SpanningForestOptions& options) {
    shards::RunSize size;
    size.vertices = size.own_vertices = static_cast<VertexId>(vertices);
    size.edges = size.own_edges = 2 * edges;  // all of them may stand in the rows of their greater ends
    size.undirected = true;
    size.value_bytes = graphs::kValueSize<EdgeValue>;
    MemoryPlan plan = spanning_forest_memory(size, options);
    plan.add_array<EdgeId>("spanning forest rows", vertices + 1);
    return plan.add_array<VertexId>("spanning forest columns", edges);
  }
  void require_memory() const {
    stream_.device().require(memory(vertices(), shard_.incoming.column.size(), options_), "a spanning forest");
  }

  void number() {
    const AdjacencyView<NoValue> edges = without_values(shard_.incoming.view());
    row_ = Buffer<EdgeId>(stream_, vertices() + 1, "spanning forest rows");
    column_ = Buffer<VertexId>(stream_, edges.column.size(), "spanning forest columns");
    count_ = Buffer<std::uint64_t>(stream_, 1, "spanning forest counts");
    fill(stream_, count_, 0);
    peers::spread_rows(stream_, edges.row, numbers_.before, row_);
    const NumberColumns kernel{edges, numbers_, column_, count_};
    kernel::launch(stream_, kernel::Warps{kernel.warps()}, kernel);
  }
  // Waits for the stream.
  void begin() {
    activity_.edge_count = to_host(stream_, count_).front();
    if (activity_.edge_count == 0) return;
    const Weights weights = Weights::of<EdgeValue>(shard_.incoming.view().value);
    run_ = start_forest_run(stream_, {{row_, column_, {}}, weights, activity_.edge_count, false}, options_);
  }
  // Returns whether there is more to do.
  bool step() { return run_ && run_->step(); }

  // Once there is not: the forest in the total order. `entries_before`: those of the whole graph before the device's
  // own. Waits for the stream.
  std::vector<RankEdge<EdgeValue>> take(EdgeId entries_before) {
    std::vector<RankEdge<EdgeValue>> forest;
    if (!run_) return forest;
    const FoundForest found = std::exchange(run_, nullptr)->take();
    row_ = {};
    column_ = {};
    activity_.kept = found.edge_count;
    rounds_ = found.round_count;
    const View<const EdgeId> entry = found.entry.view().subview(0, found.edge_count);
    Buffer<VertexId> greater(stream_, entry.size(), "spanning forest edges");
    Buffer<VertexId> lesser(stream_, entry.size(), "spanning forest edges");
    kernel::for_each(
        stream_, entry.size(),
        NameEnds{without_values(shard_.incoming.view()), numbers_.local_ids, shard_.own.first, entry, greater, lesser});
    const std::vector<EdgeId> entries = to_host(stream_, entry);
    const std::vector<VertexId> greater_ends = to_host(stream_, greater);
    const std::vector<VertexId> lesser_ends = to_host(stream_, lesser);
    forest.resize(entries.size());
    for (std::size_t i = 0; i < forest.size(); ++i)
      forest[i] = {entries_before + entries[i], greater_ends[i], lesser_ends[i], {}};
    if constexpr (graphs::kHasValue<EdgeValue>) {
      Buffer<EdgeValue> weight(stream_, entry.size(), "spanning forest edges");
      primitives::gather(stream_, shard_.incoming.view().value, entry, weight.view());
      const std::vector<EdgeValue> weights = to_host(stream_, weight);
      for (std::size_t i = 0; i < forest.size(); ++i) forest[i].weight = weights[i];
    }
    std::ranges::sort(forest, std::less<>());
    return forest;
  }

  [[nodiscard]] EdgeId own_entries() const { return shard_.incoming.column.size(); }
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] ForestActivity& activity() { return activity_; }

 private:
  [[nodiscard]] std::uint64_t vertices() const { return std::uint64_t{numbers_.before} + numbers_.own; }

  StreamRef stream_;
  const shards::Shard<EdgeValue>& shard_;
  const SpanningForestOptions& options_;
  RankNumbers numbers_{};
  Buffer<EdgeId> row_;
  Buffer<VertexId> column_;
  Buffer<std::uint64_t> count_;
  std::unique_ptr<ForestRun> run_;  // none where there are no edges
  std::uint64_t rounds_ = 0;
  ForestActivity activity_;
};

}  // namespace warpgraph::algorithms::forest
