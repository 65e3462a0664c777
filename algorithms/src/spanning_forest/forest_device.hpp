// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/peers/peer_arrays.hpp>
#include "boruvka.hpp"
#include "part.hpp"
#include "peer_run.hpp"

namespace warpgraph::algorithms::forest {

// Edges, each in the row of its greater end, and where they stand in the whole graph.
template <EdgeValueType EdgeValue>
struct Part {
  graphs::DeviceAdjacency<EdgeValue> edges;
  Buffer<EdgeId> place;

  [[nodiscard]] std::uint64_t size() const { return place.size(); }
};

// What one device does, beside the search that it shares with others: it spreads its rows, and packs what was found. Or
// it finds the forest of its own edges, and then of its forest and another's, until there is one.
template <EdgeValueType EdgeValue>
class ForestDevice {
 public:
  ForestDevice(StreamRef stream, const shards::Shard<EdgeValue>& shard, const SpanningForestOptions& options)
      : stream_(stream), shard_(shard), options_(options), rows_(shard.own) {}

  // Puts the rows that the device owns among those of all vertices, and counts the edges that it brings.
  void spread_rows(VertexId vertices) {
    const VertexRange own = shard_.own;
    part_.edges.row = Buffer<EdgeId>(stream_, std::uint64_t{vertices} + 1, "spanning forest rows");
    count_ = Buffer<std::uint64_t>(stream_, 1, "spanning forest counts");
    fill(stream_, count_, 0);
    const View<const EdgeId> own_row =
        shard_.incoming.row.view().subview(own.first - shard_.held.first, std::uint64_t{own.size()} + 1);
    warpgraph::peers::spread_rows(stream_, own_row, own.first, part_.edges.row);
    const bool has_more = own != shard_.held;
    const EdgeId begin = has_more ? shard_offset(own.first) : 0;
    const EdgeId count = has_more ? shard_offset(own.last) - begin : shard_.incoming.column.size();
    const AdjacencyView<EdgeValue> all = shard_.incoming.view();
    edges_ = {part_.edges.row, all.column.subview(begin, count),
              all.value.empty() ? all.value : all.value.subview(begin, count)};
    const CountLesser kernel{without_values(edges_), own, count_};
    kernel::launch(stream_, kernel::Warps{kernel.warps()}, kernel);
  }
  [[nodiscard]] EdgeId own_entries() const { return edges_.column.size(); }

  // `first`: where the entries that it owns begin in the whole graph. Waits.
  void place_own(EdgeId first) {
    first_ = first;
    activity_.edge_count = to_host(stream_, count_).front();
  }

  // ---- The search that is shared

  [[nodiscard]] Weights weights() const { return Weights::of<EdgeValue>(edges_.value); }
  [[nodiscard]] PeerPart peer_part() const {
    return {stream_, shard_.own, without_values(edges_), weights(), first_, activity_.edge_count};
  }

  // ---- The merge of whole forests

  // Begins to look for the forest of the edges, which are `count`.
  void begin(std::uint64_t count) {
    found_ = {};
    if (count != 0) run_ = start_forest_run(stream_, {without_values(edges_), weights(), count, false}, options_);
  }
  // Returns whether there is more to do.
  bool step() { return run_ && run_->step(); }
  // Once there is not. Returns the rounds that it took.
  std::uint64_t finish() {
    if (!run_) return 0;
    found_ = std::exchange(run_, nullptr)->take();
    return found_.round_count;
  }
  [[nodiscard]] std::uint64_t found() const { return found_.edge_count; }

  // Both have found a forest: begins to look for that of the two. The other device's rows are behind all of this one's.
  void begin_merged(ForestDevice& other) {
    const std::uint64_t mine = found();
    const std::uint64_t more = other.found();
    rows_.last = other.rows_.last;
    activity_.received += more;
    if (more == 0) return;
    pack_found(0);
    other.pack_found(mine);
    ForestDevice* const both[] = {this, &other};
    part_ = put_together(both, static_cast<VertexId>(edges_.row.size() - 1));
    Event is_taken(stream_.device());
    is_taken.record(stream_);
    other.stream_.wait(is_taken);
    other.part_ = {};
    edges_ = part_.edges.view();
    begin(mine + more);
  }

  // ---- What was found

  void pack_found(std::uint64_t before) {
    const FoundForest found = std::exchange(found_, {});
    pack(found.entry, found.edge_count, before);
  }
  // Packs the edges that were found, behind `before` edges of other devices: of the rows its own ones only, with the
  // end of all if the last one is among them.
  void pack(const Buffer<EdgeId>& entry, std::uint64_t count, std::uint64_t before) {
    const Buffer<EdgeId> kept = sorted(entry, count);
    Part<EdgeValue> packed = with_columns(kept);
    const View<const EdgeId> rows = edges_.row.subview(
        rows_.first, std::uint64_t{rows_.last} + 1 == edges_.row.size() ? rows_.size() + 1 : rows_.size());
    packed.edges.row = Buffer<EdgeId>(stream_, rows.size(), "spanning forest rows");
    kernel::for_each(stream_, rows.size(), PackRows{rows, kept, packed.edges.row, before});
    part_ = std::move(packed);
  }
  // Sets what devices whose rows follow each other have packed into one, on the first of them.
  [[nodiscard]] static Part<EdgeValue> put_together(std::span<ForestDevice* const> devices, VertexId vertices) {
    std::uint64_t count = 0;
    for (const ForestDevice* each : devices) count += each->part_.size();
    const StreamRef stream = devices.front()->stream_;
    Part<EdgeValue> whole;
    whole.edges.row = Buffer<EdgeId>(stream, std::uint64_t{vertices} + 1, "spanning forest rows");
    whole.edges.column = Buffer<VertexId>(stream, count, "spanning forest edges");
    if constexpr (graphs::kHasValue<EdgeValue>)
      whole.edges.value = Buffer<EdgeValue>(stream, count, "spanning forest edges");
    whole.place = Buffer<EdgeId>(stream, count, "spanning forest edges");
    const VertexId first = devices.front()->rows_.first;
    const VertexId last = devices.back()->rows_.last;
    if (first != 0) fill(stream, whole.edges.row.view().subview(0, first), 0);
    if (last != vertices) fill(stream, whole.edges.row.view().subview(last, std::uint64_t{vertices} + 1 - last), count);
    std::uint64_t before = 0;
    for (const ForestDevice* each : devices) {
      const Part<EdgeValue>& part = each->part_;
      Event is_packed(each->stream_.device());
      is_packed.record(each->stream_);
      stream.wait(is_packed);
      copy(stream, whole.edges.row.view().subview(each->rows_.first, part.edges.row.size()), part.edges.row);
      copy(stream, whole.edges.column.view().subview(before, part.size()), part.edges.column);
      if constexpr (graphs::kHasValue<EdgeValue>)
        copy(stream, whole.edges.value.view().subview(before, part.size()), part.edges.value);
      copy(stream, whole.place.view().subview(before, part.size()), part.place);
      before += part.size();
    }
    return whole;
  }

  [[nodiscard]] Part<EdgeValue> take_part() { return std::move(part_); }
  [[nodiscard]] ForestActivity& activity() { return activity_; }
  [[nodiscard]] StreamRef stream() const { return stream_; }

 private:
  // Where a row begins in the shard.
  EdgeId shard_offset(VertexId v) const {
    return to_host(stream_, shard_.incoming.row.view().subview(v - shard_.held.first, 1)).front();
  }

  [[nodiscard]] Buffer<EdgeId> sorted(const Buffer<EdgeId>& entry, std::uint64_t count) {
    Buffer<EdgeId> result(stream_, count, "spanning forest");
    const auto last_bit = static_cast<int>(std::bit_width(edges_.column.size()));
    primitives::sort_keys(stream_, entry.view().subview(0, count), result.view(), primitives::BitRange{0, last_bit});
    return result;
  }
  // All but the rows.
  Part<EdgeValue> with_columns(const Buffer<EdgeId>& kept) {
    Part<EdgeValue> packed;
    packed.edges.column = gathered(edges_.column, kept);
    if constexpr (graphs::kHasValue<EdgeValue>) packed.edges.value = gathered(edges_.value, kept);
    if (part_.place.empty()) {
      packed.place = Buffer<EdgeId>(stream_, kept.size(), "spanning forest edges");
      copy(stream_, packed.place, kept);
      kernel::for_each(stream_, kept.size(), AddNumber{packed.place, first_});
    } else {
      packed.place = gathered(View<const EdgeId>(part_.place), kept);
    }
    return packed;
  }
  template <class T>
  Buffer<T> gathered(const View<const T>& from, const Buffer<EdgeId>& which) {
    Buffer<T> result(stream_, which.size(), "spanning forest edges");
    primitives::gather(stream_, from, which, result.view());
    return result;
  }

  StreamRef stream_;
  const shards::Shard<EdgeValue>& shard_;
  const SpanningForestOptions& options_;
  Buffer<std::uint64_t> count_;
  VertexRange rows_;                // in which it has edges: its own, and those of devices that it has merged
  AdjacencyView<EdgeValue> edges_;  // whose forest is looked for: those of the shard, or of part_
  EdgeId first_ = 0;                // where the shard's stand in the whole graph
  std::unique_ptr<ForestRun> run_;  // none where there are no edges
  FoundForest found_;
  Part<EdgeValue> part_;  // what it has packed, and before that the rows
  ForestActivity activity_;
};

}  // namespace warpgraph::algorithms::forest
