// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/sharded_graph.hpp>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>

#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/framework/graph/out_degrees.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/gather_on_all.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "../graph/value_types.hpp"
#include "kernels.hpp"
#include "local_ids_memory.hpp"
#include "number_part.hpp"
#include "out_rows.hpp"
#include "place_part.hpp"
#include "rank_words.hpp"
#include "row_mates.hpp"

namespace warpgraph {

namespace {

using detail::local_ids_memory;
using detail::mask_words;

// A graph's arrays, wherever they lie.
template <class E>
struct Source {
  VertexId vertex_count;
  EdgeId edge_count;
  std::span<const EdgeId> row;  // on the host
  GraphView<E> view;
  bool undirected;
  bool has_outgoing;
  VertexId first = 0;                    // the vertex of the first row
  std::span<const EdgeId> own_row = {};  // of a part on a grid (PartOfGrid)
  bool has_locality = false;
  [[nodiscard]] EdgeId offset(VertexId v) const { return row[v - first]; }
};

template <class T>
Buffer<T> slice(StreamRef stream, View<const T> from, std::uint64_t first, std::uint64_t count, std::string_view name) {
  Buffer<T> part(stream, count, name);
  copy(stream, part, from.subview(first, count));
  return part;
}

template <class T>
View<T> words_of(Buffer<T>& mask, VertexRange range) {
  return mask.view().subview(range.first / 32, mask_words(range.size()));
}

template <class E>
class Sharding {
 public:
  Sharding(Runtime& runtime, const Source<E>& source, const Placement& placement, const ShardOptions& options,
           const ranks::RankLayout& layout = {})
      : source_(source), placement_(placement), options_(options), layout_(layout) {
    const int here = layout.has_others() ? runtime.device_count() : placement.device_count();
    if (!layout.numbers)
      shards::check_placement(placement, source.vertex_count, runtime.device_count() + placement.device_count() - here);
    layout_.held = layout.grid ? placement.own : placement.held;
    for (int i = 0; i < here; ++i) streams_.emplace_back(runtime.device(i), "shard");
    if (!layout.has_others()) return;
    const std::vector<StreamRef> streams(streams_.begin(), streams_.end());
    layout_.hub = hubs::best_rank_hub(*layout.ranks, streams);
  }

  // If one device fails, others may still read what it has, and each other's.
  ~Sharding() {
    for (const Stream& each : streams_) each.ref().wait_quietly();
  }
  Sharding(const Sharding&) = delete;
  Sharding& operator=(const Sharding&) = delete;

  ShardedGraph<E> operator()(const IdMap& ids) {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const bool all = options_.copies == Copies::kAll;
      const shards::ShardSize size = size_of(i, all ? source_.vertex_count : held(i).size());
      streams_[i].device().require(shards::shard_memory<E>(size, options_), "a shard of the graph");
    }
    shards_.resize(streams_.size());
    for (std::size_t i = 0; i < streams_.size(); ++i) copy_edges(i);
    for (std::size_t i = 0; i < streams_.size(); ++i) find_needed(i);
    for (std::size_t i = 0; i < streams_.size(); ++i) find_local_ids(i);
    for (const Stream& each : streams_) each.synchronize();
    for (std::size_t i = 0; i < streams_.size(); ++i) copy_needs(i);
    detail::tell_words(layout_, 32, streams_, needed_,
                       [&](std::size_t i, std::size_t j, View<const std::uint32_t> words) { hear_needs(i, j, words); });
    if (layout_.numbers)
      for (std::size_t i = 0; i < streams_.size(); ++i) shards_[i].numbers = detail::number_peers(streams_[i], layout_);
    for (std::size_t i = 0; i < streams_.size(); ++i) order_needs(i);
    gather_wanted();
    if (!source_.undirected && !source_.has_outgoing) add_up_degrees();
    for (const Stream& each : streams_) each.synchronize();
    needed_.clear();
    counted_.clear();
    for (std::size_t i = 0; options_.outgoing && i < streams_.size(); ++i) transpose(i);
    if (layout_.grid)
      shards_.front().grid = detail::meet_row(streams_.front(), layout_, held(0), source_.row, source_.own_row);
    for (std::size_t i = 0; i < streams_.size(); ++i) measure(i);
    return {std::move(streams_),
            std::move(shards_),
            section_edges(),
            source_.vertex_count,
            source_.edge_count,
            source_.undirected,
            ids,
            std::move(layout_)};
  }

 private:
  // What a device of this rank holds and owns.
  [[nodiscard]] VertexRange held(std::size_t i) const { return placement_.held[number(i)]; }
  // Of which other devices tell it something.
  [[nodiscard]] VertexRange told(std::size_t i) const { return layout_.held[number(i)]; }
  [[nodiscard]] std::size_t number(std::size_t i) const { return i + static_cast<std::size_t>(layout_.first_device); }

  [[nodiscard]] shards::ShardSize size_of(std::size_t i, VertexId local_ids) const {
    const VertexRange held = this->held(i);
    return {source_.vertex_count,      held.size(), source_.offset(held.last) - source_.offset(held.first),
            placement_.device_count(), local_ids,   layout_.vertices_elsewhere()};
  }

  [[nodiscard]] std::vector<float> section_edges() const {
    std::vector<float> mean;
    if (layout_.has_others()) return mean;
    for (std::uint64_t first = 0; first < source_.vertex_count; first += shards::kSection) {
      const std::uint64_t last = std::min<std::uint64_t>(first + shards::kSection, source_.vertex_count);
      mean.push_back(static_cast<float>(source_.row[last] - source_.row[first]) / static_cast<float>(last - first));
    }
    return mean;
  }

  void copy_edges(std::size_t i) {
    const StreamRef stream = streams_[i];
    shards::Shard<E>& shard = shards_[i];
    shard.own = placement_.own[number(i)];
    shard.held = held(i);
    const EdgeId first = source_.offset(shard.held.first);
    const EdgeId edges = source_.offset(shard.held.last) - first;
    const AdjacencyView<E>& in = source_.view.incoming;
    shard.incoming.row =
        slice(stream, in.row, shard.held.first - source_.first, std::uint64_t{shard.held.size()} + 1, "shard row");
    kernel::for_each(stream, shard.incoming.row.size(), Rebase{shard.incoming.row, first});
    shard.incoming.column = slice(stream, in.column, first, edges, "shard column");
    if (!in.value.empty()) shard.incoming.value = slice(stream, in.value, first, edges, "shard values");
    if (!source_.undirected && source_.has_outgoing) {
      shard.out_row = slice(stream, source_.view.outgoing.row, shard.held.first, std::uint64_t{shard.held.size()} + 1,
                            "shard degrees");
    }
  }

  // A bitmask over all vertices of those whose values the device reads, and of those that it holds, because it may come
  // to own them. On a grid borders do not move.
  void find_needed(std::size_t i) {
    const StreamRef stream = streams_[i];
    shards::Shard<E>& shard = shards_[i];
    Buffer<std::uint32_t>& needed = needed_.emplace_back(stream, mask_words(source_.vertex_count), "shard needs");
    fill(stream, needed, 0);
    kernel::for_each(stream, shard.incoming.column.size(), MarkSources{shard.incoming.column, needed});
    if (placement_.is_permissive() && !layout_.grid)
      kernel::for_each(stream, mask_words(shard.held.size()),
                       FillWord{words_of(needed, shard.held), shard.held.size()});
    if (source_.undirected || source_.has_outgoing) return;
    Buffer<std::uint32_t>& counted = counted_.emplace_back(stream, source_.vertex_count, "shard degrees");
    // An edge that several devices hold counts once.
    const VertexRange rows = layout_.grid ? shard.held : shard.own;
    const EdgeId first = source_.offset(rows.first) - source_.offset(shard.held.first);
    const EdgeId edges = source_.offset(rows.last) - source_.offset(rows.first);
    rows::count_out_degrees(stream, shard.incoming.column.view().subview(first, edges), counted);
  }

  void find_local_ids(std::size_t i) {
    const StreamRef stream = streams_[i];
    shards::ShardLocalIds& local_ids = shards_[i].local_ids;
    const VertexRange held = shards_[i].held;
    if (options_.copies == Copies::kAll) {
      local_ids.count = source_.vertex_count;
      return;
    }
    const std::uint64_t words = mask_words(source_.vertex_count);
    local_ids.first = held.first;
    local_ids.held = held.size();
    local_ids.read = Buffer<std::uint32_t>(stream, words, "shard local ids");
    local_ids.before = Buffer<VertexId>(stream, words, "shard local ids");
    copy(stream, local_ids.read, needed_[i]);
    fill(stream, words_of(local_ids.read, held), 0);
    kernel::for_each(stream, words, CountWords{local_ids.read, local_ids.before});
    VertexId only_read = words == 0 ? 0 : to_host(stream, local_ids.before.view().subview(words - 1, 1)).front();
    primitives::exclusive_scan(stream, local_ids.before, local_ids.before.view());
    if (words != 0) only_read += to_host(stream, local_ids.before.view().subview(words - 1, 1)).front();
    local_ids.count = shards::LocalIds::first_read(held.size()) + only_read;
    stream.device().require(local_ids_memory<E>(size_of(i, local_ids.count), options_), "a shard of the graph");

    local_ids.id = Buffer<VertexId>(stream, local_ids.count, "shard local ids");
    fill(stream, local_ids.id, kNoVertex);
    kernel::for_each(stream, held.size(), NameHeld{held.first, local_ids.id});
    kernel::for_each(stream, words, NameRead{local_ids.view(), local_ids.id});
    kernel::for_each(stream, shards_[i].incoming.column.size(),
                     NameLocalIds{local_ids.view(), shards_[i].incoming.column});
  }

  // wanted_by, wanted_by_any and wanted_from of i, as far as this rank knows them.
  void copy_needs(std::size_t i) {
    const StreamRef stream = streams_[i];
    shards::Shard<E>& shard = shards_[i];
    const VertexRange told = this->told(i);
    const std::size_t devices = layout_.held.size();
    shard.wanted_by.resize(devices);
    shard.wanted_from.resize(devices);
    shard.wanted_from_by_any.resize(devices);
    shard.wanted_by_any = Buffer<std::uint32_t>(stream, mask_words(told.size()), "shard needs");
    fill(stream, shard.wanted_by_any, 0);
    std::vector<std::uint32_t> mine;
    if (layout_.numbers) mine = to_host(stream, needed_[i]);
    for (std::size_t j = 0; j < devices; ++j) {
      if (j == number(i) || !layout_.may_read(j, number(i))) continue;
      if (layout_.is_here(j)) hear_needs(i, j, words_of(needed_[j - number(0)], told));
      if (layout_.numbers && !layout_.is_here(j)) {
        const auto is_needed = [&](VertexId v) { return detail::test_bit(view_of(std::span(mine)), v); };
        shard.wanted_from[j] = to_device(stream, detail::mask_places(layout_, j, is_needed), "shard needs");
        continue;
      }
      const VertexRange theirs = layout_.held[j];
      shard.wanted_from[j] = slice(stream, View<const std::uint32_t>(needed_[i]), theirs.first / 32,
                                   mask_words(theirs.size()), "shard needs");
      if (!layout_.has_others()) unite_needs(stream, j, shard.wanted_from_by_any[j]);
    }
  }

  // What device j reads of the vertices that i tells others of.
  void hear_needs(std::size_t i, std::size_t j, View<const std::uint32_t> needs) {
    shards::Shard<E>& shard = shards_[i];
    shard.wanted_by[j] = slice(streams_[i], needs, 0, needs.size(), "shard needs");
    kernel::for_each(streams_[i], needs.size(), OrInto{shard.wanted_by[j], shard.wanted_by_any});
  }

  // The orders in which messages have what others want of i, and i of others.
  void order_needs(std::size_t i) {
    const StreamRef stream = streams_[i];
    shards::Shard<E>& shard = shards_[i];
    const std::size_t devices = layout_.held.size();
    shard.told_to.resize(devices);
    shard.told_by.resize(devices);
    std::vector<std::uint64_t>& wanted = layout_.wanted.emplace_back(devices);
    for (std::size_t j = 0; j < devices; ++j) {
      if (j == number(i) || !layout_.may_read(j, number(i))) continue;
      shard.told_to[j] = detail::order_slots(stream, shard.wanted_by[j].view());
      wanted[j] = shard.told_to[j].count;
      const bool has_numbers = layout_.numbers && !layout_.is_here(j);
      const shards::PeerNumbers numbers =
          has_numbers ? shard.numbers[j].view() : shards::PeerNumbers{layout_.held[j].first, {}, {}};
      shard.told_by[j] = detail::find_copies(stream, detail::order_slots(stream, shard.wanted_from[j].view()), numbers,
                                             shard.local_ids.view(), /*all_are_copied=*/true);
    }
  }

  // RankLayout::wanted of the devices of all ranks, from that of this rank.
  void gather_wanted() {
    if (!layout_.has_others()) return;
    std::vector<std::uint64_t> mine;
    for (const auto& each : layout_.wanted) mine.insert(mine.end(), each.begin(), each.end());
    const std::vector<std::uint64_t> all = ranks::gather_on_all(*layout_.ranks, mine);
    expects(all.size() == layout_.held.size() * layout_.held.size(),
            "shard_part: a rank knows of another number of devices");
    layout_.wanted.clear();
    for (auto first = all.begin(); first != all.end(); first += layout_.device_count())
      layout_.wanted.emplace_back(first, first + layout_.device_count());
  }

  // The union of what all but j want of j, which need not send to itself.
  void unite_needs(StreamRef stream, std::size_t j, Buffer<std::uint32_t>& any) {
    const VertexRange theirs = layout_.held[j];
    any = Buffer<std::uint32_t>(stream, mask_words(theirs.size()), "shard needs");
    fill(stream, any, 0);
    Buffer<std::uint32_t> part(stream, any.size(), "shard needs");
    for (std::size_t k = 0; k < shards_.size(); ++k) {
      if (k == j) continue;
      copy(stream, part, words_of(needed_[k], theirs));
      kernel::for_each(stream, any.size(), OrInto{part, any});
    }
  }

  // Each device has counted over the edges that it owns.
  void add_up_degrees() {
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      const VertexRange told = this->told(i);
      shards_[i].out_degrees = Buffer<std::uint32_t>(streams_[i], told.size(), "shard degrees");
      fill(streams_[i], shards_[i].out_degrees, 0);
      for (Buffer<std::uint32_t>& counted : counted_) add_degrees(i, counted.view().subview(told.first, told.size()));
    }
    detail::tell_words(layout_, 1, streams_, counted_,
                       [&](std::size_t i, std::size_t, View<const std::uint32_t> words) { add_degrees(i, words); });
  }
  void add_degrees(std::size_t i, View<const std::uint32_t> counted) {
    const Buffer<std::uint32_t> part = slice(streams_[i], counted, 0, counted.size(), "shard degrees");
    kernel::for_each(streams_[i], part.size(), AddTo{part, shards_[i].out_degrees});
  }

  // The local id of the first vertex that is held.
  [[nodiscard]] static VertexId first_row(const shards::Shard<E>& shard) {
    return shard.held.first - shard.local_ids.first;
  }

  void transpose(std::size_t i) {
    const StreamRef stream = streams_[i];
    shards::Shard<E>& shard = shards_[i];
    const std::uint64_t edges = shard.incoming.column.size();
    DeviceEdgeList list;
    list.vertex_count = shard.local_ids.count;
    list.source = Buffer<VertexId>(stream, edges, "shard edges");
    list.target = Buffer<VertexId>(stream, edges, "shard edges");
    kernel::launch(stream,
                   kernel::Warps{(std::uint64_t{shard.held.size()} + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
                   NameRows{shard.incoming.row, first_row(shard), list.source});
    copy(stream, list.target, shard.incoming.column);
    if constexpr (graphs::kHasValue<E>) {
      Buffer<E> values(stream, edges, "shard edges");
      copy(stream, values, shard.incoming.value);
      list.values = std::move(values);
    }
    auto turned = std::get<DeviceGraph<E>>(build_device_graph(stream, std::move(list)));
    shard.outgoing = std::move(turned).take_incoming();
  }

  void measure(std::size_t i) {
    shards::Shard<E>& shard = shards_[i];
    const StreamRef stream = streams_[i];
    shard.rows.incoming = rows::measure_rows(stream, shard.incoming.row);
    shard.rows.outgoing = rows::measure_rows(stream, shard.outgoing.row);
    shard.rows.has_locality = source_.has_locality;
    shard.mean_value = rows::mean_edge_value(stream, View<const E>(shard.incoming.value));
    detail::measure_out_rows(stream, shard);
  }

  const Source<E>& source_;
  const Placement& placement_;
  const ShardOptions& options_;
  ranks::RankLayout layout_;
  std::vector<Stream> streams_;
  std::vector<shards::Shard<E>> shards_;
  std::vector<Buffer<std::uint32_t>> needed_;
  std::vector<Buffer<std::uint32_t>> counted_;
};

}  // namespace

template <EdgeValueType EdgeValue>
ShardedGraph<EdgeValue> shard_graph(Runtime& runtime, const Graph<EdgeValue>& graph, const Placement& placement,
                                    const ShardOptions& options) {
  const auto views = [](const Adjacency<EdgeValue>& edges) -> AdjacencyView<EdgeValue> {
    return {view_of(edges.row.span()), view_of(edges.column.span()), view_of(edges.value.span())};
  };
  static constexpr EdgeId kNoRows[] = {0};
  Source<EdgeValue> source{graph.vertex_count(),  graph.edge_count(),  graph.incoming().row.span(), {},
                           graph.is_undirected(), graph.has_outgoing()};
  source.view.incoming = views(graph.incoming());
  if (graph.has_outgoing()) source.view.outgoing = views(graph.outgoing());
  if (source.row.empty()) {
    source.row = kNoRows;
    source.view.incoming.row = view_of(source.row);
    if (graph.has_outgoing()) source.view.outgoing.row = view_of(source.row);
  }
  source.has_locality = rows::has_locality(graph.incoming().row.span(), graph.incoming().column.span());
  return Sharding<EdgeValue>(runtime, source, placement, options)(graph.ids());
}

template <EdgeValueType EdgeValue>
ShardedGraph<EdgeValue> shard_graph(Runtime& runtime, const DeviceGraph<EdgeValue>& graph, const Placement& placement,
                                    const ShardOptions& options) {
  std::vector<EdgeId> row{0};
  bool is_local = false;
  if (graph.vertex_count() != 0) {
    const Stream stream(runtime.device(), "shard");
    row = to_host(stream, graph.parts().incoming.row);
    is_local = graph.facts()->has_locality(stream, graph.view().incoming.row, graph.view().incoming.column);
  }
  Source<EdgeValue> source{graph.vertex_count(), graph.edge_count(),    row,
                           graph.view(),         graph.is_undirected(), graph.has_outgoing()};
  source.has_locality = is_local;
  return Sharding<EdgeValue>(runtime, source, placement, options)(graph.ids());
}

AnyShardedGraph shard_graph(Runtime& runtime, const AnyGraph& graph, const Placement& placement,
                            const ShardOptions& options) {
  return std::visit([&](const auto& each) -> AnyShardedGraph { return shard_graph(runtime, each, placement, options); },
                    graph);
}

}  // namespace warpgraph

namespace warpgraph::shards {

template <EdgeValueType EdgeValue>
ShardedGraph<EdgeValue> shard_part(Ranks& ranks, Runtime& runtime, const ranks::GraphPart<EdgeValue>& part,
                                   const ShardOptions& options) {
  ranks::expect_same_call(
      &ranks, "shard_part",
      {ranks::call_word("outgoing", options.outgoing), ranks::call_word("copies", to_string(options.copies))});
  ranks::RankLayout layout;
  Placement placement = detail::place_part(ranks, part, runtime.device_count(), layout);
  static constexpr EdgeId kNoRows[] = {0};
  Source<EdgeValue> source{part.vertex_count, part.edge_count, part.incoming.row.span(), {}, part.undirected, false,
                           part.own.first};
  if (part.grid) {
    source.first = part.grid->rows.first;
    source.own_row = part.grid->own_row.span();
  }
  std::span<const VertexId> column = part.incoming.column.span();
  detail::NumberedPart numbered;
  if (detail::knows_global_ids(ranks, part)) {
    numbered = ranks::fail_together(&ranks, [&] { return detail::number_part(ranks, part, placement, layout); });
    placement = numbered.placement;
    layout.numbers = numbered.numbers;
    source.vertex_count = numbered.count;
    source.first = numbered.first;
    column = numbered.column;
  }
  source.view.incoming = {view_of(part.incoming.row.span()), view_of(column), view_of(part.incoming.value.span())};
  if (source.row.empty()) {
    source.row = kNoRows;
    source.view.incoming.row = view_of(source.row);
  }
  const rows::RowsOfGraph own{source.first, source.vertex_count};
  source.has_locality =
      rows::is_local(ranks::all_reduce(ranks, rows::sample_edges(source.row, column, own), std::plus<>()));
  return Sharding<EdgeValue>(runtime, source, placement, options,
                             layout)(layout.numbers ? std::move(numbered.names) : detail::names_of_part(ranks, part));
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                       \
  template ShardedGraph<Value> shard_graph<Value>(Runtime&, const Graph<Value>&, const Placement&,         \
                                                  const ShardOptions&);                                    \
  template ShardedGraph<Value> shard_graph<Value>(Runtime&, const DeviceGraph<Value>&, const Placement&,   \
                                                  const ShardOptions&);                                    \
  template ShardedGraph<Value> shards::shard_part<Value>(Ranks&, Runtime&, const ranks::GraphPart<Value>&, \
                                                         const ShardOptions&);

}  // namespace warpgraph::shards

namespace warpgraph {

WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
