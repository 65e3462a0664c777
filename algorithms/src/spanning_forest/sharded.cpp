// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/gather.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "../spread.hpp"
#include "../value_types.hpp"
#include "../without_values.hpp"
#include "part.hpp"
#include "run.hpp"

namespace warpgraph {
namespace {

using namespace forest;  // NOLINT(google-build-using-namespace): its parts

// Edges, each in the row of its greater end, and where they stand in the whole graph.
template <EdgeValueType EdgeValue>
struct Part {
  DeviceAdjacency<EdgeValue> edges;
  Buffer<EdgeId> place;

  [[nodiscard]] std::uint64_t size() const { return place.size(); }
};

// What one device does: it finds the forest of its own edges, and then of its forest and another's, until there is one.
template <EdgeValueType EdgeValue>
class ForestDevice {
 public:
  ForestDevice(StreamRef stream, const Shard<EdgeValue>& shard, const SpanningForestOptions& options)
      : stream_(stream), shard_(shard), options_(options) {}

  // Puts the rows that the device owns among those of all vertices, and counts the edges that it brings.
  void spread_rows(VertexId vertices) {
    const VertexRange own = shard_.own;
    part_.edges.row = Buffer<EdgeId>(stream_, std::uint64_t{vertices} + 1, "spanning forest rows");
    count_ = Buffer<std::uint64_t>(stream_, 1, "spanning forest counts");
    fill(stream_, count_, 0);
    const View<const EdgeId> own_row =
        shard_.incoming.row.view().subview(own.first - shard_.held.first, std::uint64_t{own.size()} + 1);
    for_each(stream_, part_.edges.row.size(), detail::SpreadRows{own_row, own.first, part_.edges.row});
    const EdgeId begin = shard_offset(own.first);
    const EdgeId count = shard_offset(own.last) - begin;
    const AdjacencyView<EdgeValue> all = shard_.incoming.view();
    edges_ = {part_.edges.row, all.column.subview(begin, count),
              all.value.empty() ? all.value : all.value.subview(begin, count)};
    const CountLesser kernel{without_values(edges_), own, count_};
    launch(stream_, Warps{kernel.warps()}, kernel);
  }
  [[nodiscard]] EdgeId own_entries() const { return edges_.column.size(); }

  // `first`: where the entries that it owns begin in the whole graph.
  void begin_own(EdgeId first) {
    first_ = first;
    share_.edge_count = to_host(stream_, count_).front();
    begin(share_.edge_count);
  }

  // Both have found a forest. The other device's edges are behind all of this one's.
  void begin_merged(ForestDevice& other) {
    const std::uint64_t mine = part_.size();
    const std::uint64_t more = other.part_.size();
    share_.received += more;
    if (more == 0) return;
    Event is_found(other.stream_.device());
    is_found.record(other.stream_);
    stream_.wait(is_found);
    add_rows(other.part_.edges.row);
    append(part_.edges.column, other.part_.edges.column);
    if constexpr (kHasValue<EdgeValue>) append(part_.edges.value, other.part_.edges.value);
    append(part_.place, other.part_.place);
    Event is_taken(stream_.device());
    is_taken.record(stream_);
    other.stream_.wait(is_taken);
    other.part_ = {};
    edges_ = part_.edges.view();
    begin(mine + more);
  }

  // Returns whether there is more to do.
  bool step() { return run_ && run_->step(); }

  // Once there is not: keeps the forest. Returns the rounds that it took.
  std::uint64_t keep() {
    if (!run_) return 0;
    const FoundForest found = std::exchange(run_, nullptr)->take();
    Buffer<EdgeId> kept(stream_, found.edge_count, "spanning forest");
    const auto last_bit = static_cast<int>(std::bit_width(edges_.column.size()));
    sort_keys(stream_, found.entry.view().subview(0, found.edge_count), kept.view(), BitRange{0, last_bit});
    pack(kept);
    share_.transactions += found.transactions;
    return found.round_count;
  }

  [[nodiscard]] Part<EdgeValue>& part() { return part_; }
  [[nodiscard]] ForestShare& share() { return share_; }
  [[nodiscard]] StreamRef stream() const { return stream_; }

 private:
  // Where a row begins in the shard.
  EdgeId shard_offset(VertexId v) const {
    return to_host(stream_, shard_.incoming.row.view().subview(v - shard_.held.first, 1)).front();
  }

  void begin(std::uint64_t count) {
    if (count != 0)
      run_ = start_forest_run(stream_, {without_values(edges_), Weights::of<EdgeValue>(edges_.value), count, false},
                              options_);
    else
      part_ = no_edges();
  }
  Part<EdgeValue> no_edges() {
    Part<EdgeValue> part;
    part.edges.row = Buffer<EdgeId>(stream_, part_.edges.row.size(), "spanning forest rows");
    fill(stream_, part.edges.row, 0);
    return part;
  }

  void pack(const Buffer<EdgeId>& kept) {
    Part<EdgeValue> packed;
    packed.edges.row = Buffer<EdgeId>(stream_, edges_.row.size(), "spanning forest rows");
    for_each(stream_, edges_.row.size(), PackRows{edges_.row, kept, packed.edges.row});
    packed.edges.column = gathered(edges_.column, kept);
    if constexpr (kHasValue<EdgeValue>) packed.edges.value = gathered(edges_.value, kept);
    if (part_.place.empty()) {
      packed.place = Buffer<EdgeId>(stream_, kept.size(), "spanning forest edges");
      copy(stream_, packed.place, kept);
      for_each(stream_, kept.size(), AddNumber{packed.place, first_});
    } else {
      packed.place = gathered(View<const EdgeId>(part_.place), kept);
    }
    part_ = std::move(packed);
    edges_ = part_.edges.view();
  }
  template <class T>
  Buffer<T> gathered(const View<const T>& from, const Buffer<EdgeId>& which) {
    Buffer<T> result(stream_, which.size(), "spanning forest edges");
    gather(stream_, from, which, result.view());
    return result;
  }

  void add_rows(const Buffer<EdgeId>& row) {
    Buffer<EdgeId> more(stream_, row.size(), "spanning forest rows");
    copy(stream_, more, row);
    for_each(stream_, row.size(), AddRows{more, part_.edges.row});
  }
  template <class T>
  void append(Buffer<T>& mine, const Buffer<T>& more) {
    Buffer<T> both(stream_, mine.size() + more.size(), "spanning forest edges");
    copy(stream_, both, mine);
    copy(stream_, both.view().subview(mine.size(), more.size()), more);
    mine = std::move(both);
  }

  StreamRef stream_;
  const Shard<EdgeValue>& shard_;
  const SpanningForestOptions& options_;
  Buffer<std::uint64_t> count_;
  AdjacencyView<EdgeValue> edges_;  // whose forest is looked for: those of the shard, or of part_
  EdgeId first_ = 0;                // where the shard's stand in the whole graph
  std::unique_ptr<ForestRun> run_;  // none where there are no edges
  Part<EdgeValue> part_;            // what it has found
  ForestShare share_;
};

// All devices. One thread of the host takes a step of each in turn, so they work side by side.
template <EdgeValueType EdgeValue>
class ShardedSearch {
 public:
  ShardedSearch(const ShardedGraph<EdgeValue>& graph, const SpanningForestOptions& options) : graph_(graph) {
    devices_.reserve(static_cast<std::size_t>(graph.device_count()));
    for (int i = 0; i < graph.device_count(); ++i) devices_.emplace_back(graph.stream(i), graph.shard(i), options);
  }

  // What one device gives back another may still read.
  ~ShardedSearch() {
    for (const StreamRef each : graph_.streams()) {
      try {
        each.synchronize();
      } catch (const Error&) {  // it is thrown already
      }
    }
  }
  ShardedSearch(const ShardedSearch&) = delete;
  ShardedSearch& operator=(const ShardedSearch&) = delete;

  ShardedSpanningForest<EdgeValue> operator()() {
    for (Device& each : devices_) each.spread_rows(graph_.vertex_count());
    EdgeId first = 0;
    for (Device& each : devices_) {
      each.begin_own(first);
      first += each.own_entries();
    }
    find_forests();
    for (Device& each : devices_) each.share().kept = each.part().size();
    for (std::size_t apart = 1; apart < devices_.size(); apart *= 2) {
      for (std::size_t i = 0; i + apart < devices_.size(); i += 2 * apart)
        devices_[i].begin_merged(devices_[i + apart]);
      find_forests();
    }
    return result();
  }

 private:
  using Device = ForestDevice<EdgeValue>;

  void find_forests() {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (Device& each : devices_) goes_on = each.step() || goes_on;
    }
    std::uint64_t rounds = 0;
    for (Device& each : devices_) rounds = std::max(rounds, each.keep());
    result_.round_count += rounds;
  }

  ShardedSpanningForest<EdgeValue> result() {
    Device& first = devices_.front();
    result_.edges = std::move(first.part().edges);
    result_.entry = std::move(first.part().place);
    result_.edge_count = result_.entry.size();
    result_.component_count = graph_.vertex_count() - result_.edge_count;
    result_.weight = weight_of(first.stream(), View<const EdgeValue>(result_.edges.value), {}, result_.edge_count);
    for (Device& each : devices_) result_.devices.push_back(each.share());
    return std::move(result_);
  }

  const ShardedGraph<EdgeValue>& graph_;
  std::vector<Device> devices_;
  ShardedSpanningForest<EdgeValue> result_;
};

}  // namespace

template <EdgeValueType EdgeValue>
ShardedSpanningForest<EdgeValue> minimum_spanning_forest(const ShardedGraph<EdgeValue>& graph,
                                                         const SpanningForestOptions& options) {
  expects(graph.copies() == Copies::kAll,
          "spanning forest: every device needs room for what it knows of every vertex (Copies::kAll)");
  expects(graph.is_undirected() || graph.edge_count() == 0,
          "spanning forest: the graph is directed; symmetrise it first");
  return ShardedSearch<EdgeValue>(graph, options)();
}

template <EdgeValueType EdgeValue>
EdgeList to_edge_list(const ShardedGraph<EdgeValue>& graph, const ShardedSpanningForest<EdgeValue>& forest) {
  const StreamRef stream = graph.stream(0);
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  list.direction = Direction::kUndirectedOnce;
  list.ids = graph.ids();
  list.target = to_host(stream, forest.edges.column);
  if constexpr (kHasValue<EdgeValue>) list.values = to_host(stream, forest.edges.value);
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

}  // namespace warpgraph
