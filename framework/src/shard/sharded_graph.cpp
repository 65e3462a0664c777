// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/sharded_graph.hpp>

#include <algorithm>
#include <variant>

#include <warpgraph/framework/engine/detail/bits.hpp>
#include <warpgraph/framework/engine/detail/setting.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph {

namespace {

using detail::mask_words;

struct Rebase {
  View<EdgeId> row;
  EdgeId base;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { row[i] -= base; }
};

// The vertex of each edge's row.
struct NameRows {
  View<const EdgeId> row;
  VertexId first;
  View<VertexId> name;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t count = row.size() - 1;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * Warp::kSize;
    PerLane<EdgeId> begin;
    PerLane<EdgeId> end;
    PerLane<VertexId> vertex;
    warp.relaxed_phase([&](Lane lane) {
      const std::uint64_t v = base + lane < count ? base + lane : count;
      begin[lane] = row[v];
      end[lane] = row[v < count ? v + 1 : v];
      vertex[lane] = static_cast<VertexId>(first + v);
    });
    warp.engage(
        Scanned{}, begin, end, PerLane<std::uint32_t>{},
        [&](EdgeId e, VertexId mine) {
          name[e] = mine;
          return 0u;
        },
        Plus{}, vertex);
  }
};

struct MarkSources {
  View<const VertexId> column;
  View<std::uint32_t> needed;
  WARPGRAPH_DEVICE void operator()(std::uint64_t e) const { detail::claim_bit(needed, column[e]); }
};

struct AddTo {
  View<const std::uint32_t> more;
  View<std::uint32_t> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { sum[i] += more[i]; }
};

struct OrInto {
  View<const std::uint32_t> more;
  View<std::uint32_t> mask;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { mask[i] |= more[i]; }
};

struct FillWord {
  View<std::uint32_t> mask;
  VertexId vertices;
  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    const std::uint64_t left = vertices - word * 32;
    mask[word] = left < 32 ? (std::uint32_t{1} << left) - 1 : 0xffffffffu;
  }
};

// A graph's arrays, wherever they lie.
template <class E>
struct Source {
  VertexId vertex_count;
  EdgeId edge_count;
  std::span<const EdgeId> row;  // on the host
  GraphView<E> view;
  bool undirected;
  bool has_outgoing;
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
  Sharding(Runtime& runtime, const Source<E>& source, const Placement& placement, const ShardOptions& options)
      : source_(source), placement_(placement), options_(options) {
    check_placement(placement, source.vertex_count, runtime.device_count());
    for (int i = 0; i < placement.device_count(); ++i) streams_.emplace_back(runtime.device(i), "shard");
  }

  // If one device fails, others may still read what it has, and each other's.
  ~Sharding() {
    for (const Stream& each : streams_) {
      try {
        each.synchronize();
      } catch (const Error&) {  // it is thrown already
      }
    }
  }
  Sharding(const Sharding&) = delete;
  Sharding& operator=(const Sharding&) = delete;

  ShardedGraph<E> operator()(const IdMap& ids) {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const VertexRange held = placement_.held[i];
      const EdgeId edges = source_.row[held.last] - source_.row[held.first];
      streams_[i].device().require(
          shard_memory<E>(source_.vertex_count, held.size(), edges, placement_.device_count(), options_),
          "a shard of the graph");
    }
    shards_.resize(streams_.size());
    for (std::size_t i = 0; i < streams_.size(); ++i) copy_edges(i);
    for (std::size_t i = 0; i < streams_.size(); ++i) find_needed(i);
    for (const Stream& each : streams_) each.synchronize();
    for (std::size_t i = 0; i < streams_.size(); ++i) share_needs(i);
    if (!source_.undirected && !source_.has_outgoing) add_up_degrees();
    for (const Stream& each : streams_) each.synchronize();
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      if (options_.groups != 0)
        group(i);
      else if (options_.outgoing)
        turn_round(i);
    }
    for (std::size_t i = 0; i < streams_.size(); ++i) measure(i);
    return {std::move(streams_),
            std::move(shards_),
            section_edges(),
            source_.vertex_count,
            source_.edge_count,
            source_.undirected,
            ids};
  }

 private:
  [[nodiscard]] std::vector<float> section_edges() const {
    std::vector<float> mean;
    for (std::uint64_t first = 0; first < source_.vertex_count; first += kSection) {
      const std::uint64_t last = std::min<std::uint64_t>(first + kSection, source_.vertex_count);
      mean.push_back(static_cast<float>(source_.row[last] - source_.row[first]) / static_cast<float>(last - first));
    }
    return mean;
  }

  void copy_edges(std::size_t i) {
    const StreamRef stream = streams_[i];
    Shard<E>& shard = shards_[i];
    shard.own = placement_.own[i];
    shard.held = placement_.held[i];
    const EdgeId first = source_.row[shard.held.first];
    const EdgeId edges = source_.row[shard.held.last] - first;
    const AdjacencyView<E>& in = source_.view.incoming;
    shard.incoming.row = slice(stream, in.row, shard.held.first, std::uint64_t{shard.held.size()} + 1, "shard row");
    for_each(stream, shard.incoming.row.size(), Rebase{shard.incoming.row, first});
    shard.incoming.column = slice(stream, in.column, first, edges, "shard column");
    if (!in.value.empty()) shard.incoming.value = slice(stream, in.value, first, edges, "shard values");
    if (!source_.undirected && source_.has_outgoing) {
      shard.out_row = slice(stream, source_.view.outgoing.row, shard.held.first, std::uint64_t{shard.held.size()} + 1,
                            "shard degrees");
    }
  }

  // A bitmask over all vertices of those whose values the device reads, and of those that it holds, because it may come
  // to own them.
  void find_needed(std::size_t i) {
    const StreamRef stream = streams_[i];
    Shard<E>& shard = shards_[i];
    Buffer<std::uint32_t>& needed = needed_.emplace_back(stream, mask_words(source_.vertex_count), "shard needs");
    fill(stream, needed, 0);
    for_each(stream, shard.incoming.column.size(), MarkSources{shard.incoming.column, needed});
    if (placement_.is_permissive())
      for_each(stream, mask_words(shard.held.size()), FillWord{words_of(needed, shard.held), shard.held.size()});
    if (source_.undirected || source_.has_outgoing) return;
    Buffer<std::uint32_t>& counted = counted_.emplace_back(stream, source_.vertex_count, "shard degrees");
    fill(stream, counted, 0);
    // Of edges that several devices hold, one counts.
    const EdgeId first = source_.row[shard.own.first] - source_.row[shard.held.first];
    const EdgeId edges = source_.row[shard.own.last] - source_.row[shard.own.first];
    for_each(stream, edges, detail::CountOutDegrees{shard.incoming.column.view().subview(first, edges), counted});
  }

  // wanted_by, wanted_by_any of i; then what the others keep of it.
  void share_needs(std::size_t i) {
    const StreamRef stream = streams_[i];
    Shard<E>& shard = shards_[i];
    const std::uint64_t words = mask_words(shard.held.size());
    shard.wanted_by.resize(shards_.size());
    shard.wanted_from.resize(shards_.size());
    shard.wanted_from_by_any.resize(shards_.size());
    shard.wanted_by_any = Buffer<std::uint32_t>(stream, words, "shard needs");
    fill(stream, shard.wanted_by_any, 0);
    for (std::size_t j = 0; j < shards_.size(); ++j) {
      if (j == i) continue;
      shard.wanted_by[j] = Buffer<std::uint32_t>(stream, words, "shard needs");
      copy(stream, shard.wanted_by[j], words_of(needed_[j], shard.held));
      for_each(stream, words, OrInto{shard.wanted_by[j], shard.wanted_by_any});
      shard.wanted_from[j] = Buffer<std::uint32_t>(stream, mask_words(shards_[j].held.size()), "shard needs");
      copy(stream, shard.wanted_from[j], words_of(needed_[i], shards_[j].held));
      // The union of what all but j want of j, whom nobody asks for what it wants itself.
      Buffer<std::uint32_t>& any = shard.wanted_from_by_any[j];
      any = Buffer<std::uint32_t>(stream, mask_words(shards_[j].held.size()), "shard needs");
      fill(stream, any, 0);
      Buffer<std::uint32_t> part(stream, any.size(), "shard needs");
      for (std::size_t k = 0; k < shards_.size(); ++k) {
        if (k == j) continue;
        copy(stream, part, words_of(needed_[k], shards_[j].held));
        for_each(stream, any.size(), OrInto{part, any});
      }
    }
  }

  // Each device has counted over the edges that it owns.
  void add_up_degrees() {
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      const StreamRef stream = streams_[i];
      const VertexRange held = shards_[i].held;
      Buffer<std::uint32_t>& sum = shards_[i].out_degrees;
      sum = Buffer<std::uint32_t>(stream, held.size(), "shard degrees");
      fill(stream, sum, 0);
      Buffer<std::uint32_t> part(stream, held.size(), "shard degrees");
      for (Buffer<std::uint32_t>& counted : counted_) {
        copy(stream, part, counted.view().subview(held.first, held.size()));
        for_each(stream, held.size(), AddTo{part, sum});
      }
    }
  }

  void turn_round(std::size_t i) {
    const StreamRef stream = streams_[i];
    Shard<E>& shard = shards_[i];
    const std::uint64_t edges = shard.incoming.column.size();
    DeviceEdgeList list;
    list.vertex_count = source_.vertex_count;
    list.source = Buffer<VertexId>(stream, edges, "shard edges");
    list.target = Buffer<VertexId>(stream, edges, "shard edges");
    launch(stream, Warps{(std::uint64_t{shard.held.size()} + Warp::kSize - 1) / Warp::kSize},
           NameRows{shard.incoming.row, shard.held.first, list.source});
    copy(stream, list.target, shard.incoming.column);
    if constexpr (kHasValue<E>) {
      Buffer<E> values(stream, edges, "shard edges");
      copy(stream, values, shard.incoming.value);
      list.values = std::move(values);
    }
    auto turned = std::get<DeviceGraph<E>>(build_device_graph(stream, std::move(list)));
    shard.outgoing = std::move(turned).take_incoming();
  }

  void group(std::size_t i) {
    Shard<E>& shard = shards_[i];
    shard.groups = group_vertices(streams_[i], {shard.incoming.row, shard.incoming.column, {}}, options_.groups,
                                  shard.held.first, source_.vertex_count);
  }

  void measure(std::size_t i) {
    Shard<E>& shard = shards_[i];
    const StreamRef stream = streams_[i];
    shard.plan.incoming = measure_rows(stream, shard.incoming.row);
    shard.plan.outgoing = shard.plan.incoming;
    shard.plan.shape = choose_shape(shard.plan.incoming, stream.device().kind());
    shard.plan.mean_value = mean_edge_value(stream, View<const E>(shard.incoming.value));
  }

  const Source<E>& source_;
  const Placement& placement_;
  const ShardOptions& options_;
  std::vector<Stream> streams_;
  std::vector<Shard<E>> shards_;
  std::vector<Buffer<std::uint32_t>> needed_;
  std::vector<Buffer<std::uint32_t>> counted_;
};

}  // namespace

template <EdgeValueType EdgeValue>
MemoryPlan shard_memory(VertexId vertex_count, VertexId held_vertices, EdgeId held_edges, int devices,
                        const ShardOptions& options) {
  const std::size_t value = kHasValue<EdgeValue> ? kValueSize<EdgeValue> : 0;
  const std::size_t edge = sizeof(VertexId) + value;
  MemoryPlan plan;
  plan.add_array<EdgeId>("shard row", std::size_t{held_vertices} + 1);
  plan.add("shard column", held_edges * edge);
  plan.add_array<EdgeId>("shard degrees", std::size_t{held_vertices} + 1);
  plan.add("shard needs", std::size_t(devices) * 3 * mask_words(vertex_count) * sizeof(std::uint32_t));
  // Turning the edges round: the list, the result, and what is sorted at a time (build_memory).
  if (options.outgoing || options.groups != 0) {
    constexpr EdgeId kLeastAtATime = EdgeId{1} << 22;
    const EdgeId at_a_time = std::min(held_edges, std::max(held_edges / 16, kLeastAtATime));
    plan.add_array<EdgeId>("shard outgoing row", std::size_t{vertex_count} + 1);
    plan.add("shard outgoing column", held_edges * (2 * edge + sizeof(VertexId)));
    plan.add("shard sorting", at_a_time * 4 * (sizeof(std::uint64_t) + value));
  }
  return plan;
}

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
  return Sharding<EdgeValue>(runtime, source, placement, options)(graph.ids());
}

template <EdgeValueType EdgeValue>
ShardedGraph<EdgeValue> shard_graph(Runtime& runtime, const DeviceGraph<EdgeValue>& graph, const Placement& placement,
                                    const ShardOptions& options) {
  std::vector<EdgeId> row{0};
  if (graph.vertex_count() != 0) {
    const Stream stream(runtime.device(), "shard");
    row = to_host(stream, graph.parts().incoming.row);
  }
  const Source<EdgeValue> source{graph.vertex_count(), graph.edge_count(),    row,
                                 graph.view(),         graph.is_undirected(), graph.has_outgoing()};
  return Sharding<EdgeValue>(runtime, source, placement, options)(graph.ids());
}

AnyShardedGraph shard_graph(Runtime& runtime, const AnyGraph& graph, const Placement& placement,
                            const ShardOptions& options) {
  return std::visit([&](const auto& each) -> AnyShardedGraph { return shard_graph(runtime, each, placement, options); },
                    graph);
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                     \
  template MemoryPlan shard_memory<Value>(VertexId, VertexId, EdgeId, int, const ShardOptions&);         \
  template ShardedGraph<Value> shard_graph<Value>(Runtime&, const Graph<Value>&, const Placement&,       \
                                                  const ShardOptions&);                                  \
  template ShardedGraph<Value> shard_graph<Value>(Runtime&, const DeviceGraph<Value>&, const Placement&, \
                                                  const ShardOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
