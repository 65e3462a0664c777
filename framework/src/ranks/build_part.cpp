// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/build_part.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/arcs.hpp"
#include "graph/distinct_ids.hpp"
#include "graph/list_rules.hpp"
#include "io/room.hpp"
#include "io/text/id_table.hpp"
#include "ranks/build_named.hpp"
#include "ranks/check_directions.hpp"
#include "ranks/exchange_edges.hpp"
#include "ranks/number_ids.hpp"
#include "ranks/own_rows.hpp"
#include "ranks/place_sections.hpp"

namespace warpgraph {

namespace detail {

namespace {

using building::Key;
using building::KeyLayout;

// What the ranks must agree on before their lists make one.
struct Terms {
  VertexId vertex_count;
  std::uint32_t direction;
  std::uint32_t value_type;
  std::uint32_t duplicates;
  std::uint32_t symmetrise;
  std::uint32_t drop_self_loops;
  std::uint32_t check_symmetry;
  std::uint64_t id_base;
  std::uint64_t named;
  bool operator==(const Terms&) const = default;
};

void expect_one_list(Ranks& ranks, const EdgeList& list, const BuildOptions& options) {
  together(ranks, [&] {
    building::expect_consistent(list);
    building::expect_distinct(list.ids, "edge list");
    expects(!options.outgoing, "build_part: a part has no outgoing edges");
    expects(options.relabel == Relabel::kNone, "build_part: the vertices of parts keep their numbers");
  });
  expect_same(ranks,
              Terms{list.vertex_count, static_cast<std::uint32_t>(list.direction),
                    static_cast<std::uint32_t>(list.values.index()), static_cast<std::uint32_t>(options.duplicates),
                    options.symmetrise ? 1u : 0u, options.drop_self_loops ? 1u : 0u, options.check_symmetry ? 1u : 0u,
                    list.ids.base, list.ids.original.size()},
              "build_part: the ranks have different vertices, directions, types of values or options");
}

template <class Value>
std::vector<EdgeId> count_by_section(ThreadPool& threads, const building::ListArcs<Value>& arcs) {
  std::vector<EdgeId> counts(section_count(arcs.vertex_count));
  threads.for_chunks(arcs.size(), building::kPartitionBlock, [&](std::size_t first, std::size_t last) {
    arcs.visit(first, last, [&](Key key, std::size_t) {
      std::atomic_ref(counts[arcs.layout.row(key) / shards::kSection]).fetch_add(1, std::memory_order_relaxed);
    });
  });
  arcs.check();
  return counts;
}

// Names of the own vertices; none: they are called by their numbers.
graphs::HostArray<std::uint64_t> own_names(Ranks& ranks, const IdMap& ids, const SpreadNames* spread,
                                           std::span<const VertexRange> own) {
  if (spread != nullptr) return bring_names(ranks, *spread, own);
  const VertexRange mine = own[static_cast<std::size_t>(ranks.rank())];
  if (ids.original.empty() && ids.base == 0) return {};
  return together(ranks, [&] {
    std::vector<std::uint64_t> names(mine.size());
    for (VertexId v = mine.first; v < mine.last; ++v) names[v - mine.first] = ids.name_of(v).value();
    return graphs::HostArray<std::uint64_t>(std::move(names));
  });
}

// Throws on all ranks what build_graph throws on one if the values of some duplicates add up to too much. `key`: the
// least such edge of this rank, or kNoKey.
template <class Value>
void expect_sums(Ranks& ranks, Key key, KeyLayout layout, const ranks::GraphPart<Value>& part) {
  const std::vector<Key> keys = ranks::all_gather(ranks, key);
  const Key least = *std::ranges::min_element(keys);
  if (least == building::kNoKey) return;
  const auto name_here = [&](VertexId v) {
    if (v < part.own.first || v >= part.own.last) return std::uint64_t{0};
    return part.ids.empty() ? std::uint64_t{v} : part.ids[v - part.own.first];
  };
  using Ends = std::array<std::uint64_t, 2>;
  const Ends ends =
      ranks::all_reduce(ranks, Ends{name_here(layout.column(least)), name_here(layout.row(least))}, [](Ends a, Ends b) {
        return Ends{std::max(a[0], b[0]), std::max(a[1], b[1])};
      });
  building::throw_misfit<Value>(ends[0], ends[1]);
}

template <class Value>
ranks::GraphPart<Value> build(Ranks& ranks, ThreadPool& threads, EdgeList& list, const BuildOptions& options,
                              const SpreadNames* names, const SpreadWeights* weights) {
  const KeyLayout layout(list.vertex_count);
  const std::vector<std::uint64_t> entries = ranks::all_gather(ranks, std::uint64_t{list.size()});
  const std::uint64_t before = std::accumulate(entries.begin(), entries.begin() + ranks.rank(), std::uint64_t{0});
  if (building::looks_for_reverses(list.direction, options))
    expect_symmetric_on_all(ranks, threads, list, before, names);
  std::atomic<bool> stray = false;
  building::ListArcs<Value> arcs{layout,
                                 list.vertex_count,
                                 building::makes_both_directions(list.direction, options),
                                 options.drop_self_loops,
                                 std::move(list.source),
                                 std::move(list.target),
                                 take_values<Value>(list.values),
                                 &stray,
                                 before};
  const std::vector<VertexRange> own =
      place_by_sections(ranks, together(ranks, [&] { return count_by_section(threads, arcs); }), list.vertex_count);

  ranks::GraphPart<Value> part;
  part.vertex_count = list.vertex_count;
  part.undirected = building::becomes_undirected(list.direction, options);
  part.own = own[static_cast<std::size_t>(ranks.rank())];
  part.ids = own_names(ranks, list.ids, names, own);
  if (weights != nullptr) part.vertex_weights = bring_weights(ranks, *weights, own);
  Key misfit = building::kNoKey;
  const std::string graph = message("a graph of ", list.vertex_count, " vertices");
  EdgesByRank<Value> sorted;
  together(ranks, [&] {
    const std::size_t records = arcs.size() * kRecordSize<Value>;  // which take the place of the list
    const std::size_t reversed = building::makes_both_directions(list.direction, options) ? records : 0;
    expect_room(graph, kEdgesOf, reversed);
    name_lack_of_room(graph, kEdgesOf, records + reversed,
                      [&] { sorted = sort_by_rank(threads, std::move(arcs), own); });
  });
  EdgesByRank<Value> arrived = exchange_edges(ranks, sorted, graph);
  sorted = {};
  together(ranks, [&] {
    with_room(graph, "the rows of this rank's part of", (std::size_t{part.own.size()} + 1) * sizeof(EdgeId), [&] {
      part.incoming = build_own_rows(threads, std::move(arrived), layout, part.own, options.duplicates, misfit);
    });
  });
  if constexpr (graphs::kHasValue<Value>) expect_sums(ranks, misfit, layout, part);
  part.edge_count = ranks::all_reduce(ranks, EdgeId{part.incoming.column.size()}, std::plus<>());
  return part;
}

// The ids that occur on this rank, each once.
std::vector<std::uint64_t> distinct_ids(ThreadPool& threads, const ranks::SparseEdgeList& list) {
  constexpr std::size_t kEdgesAtOnce = std::size_t{1} << 16;
  DistinctIds distinct;
  threads.for_chunks(list.size(), kEdgesAtOnce, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint64_t> seen(list.source.data() + first, list.source.data() + last);
    seen.insert(seen.end(), list.target.data() + first, list.target.data() + last);
    distinct.add(std::move(seen));
  });
  return distinct.take();
}

template <class NumberOf>
EdgeList renumber(ThreadPool& threads, ranks::SparseEdgeList list, VertexId vertex_count, const NumberOf& number_of) {
  constexpr std::size_t kGrain = std::size_t{1} << 16;
  EdgeList dense;
  dense.vertex_count = vertex_count;
  dense.values = std::move(list.values);
  dense.direction = list.direction;
  const auto convert = [&](std::vector<std::uint64_t>& ids, std::vector<VertexId>& numbers) {
    numbers.resize(ids.size());
    threads.for_each(ids.size(), kGrain, [&](std::size_t i) { numbers[i] = number_of(ids[i]); });
    ids = {};
  };
  convert(list.source, dense.source);
  convert(list.target, dense.target);
  return dense;
}

ranks::AnyGraphPart build_kept(Ranks& ranks, ThreadPool& threads, ranks::SparseEdgeList list,
                               const BuildOptions& options) {
  std::uint64_t mine = 0;  // ids that there must be
  for (const std::vector<std::uint64_t>* ids : {&list.source, &list.target})
    for (const std::uint64_t id : *ids) mine = std::max(mine, std::max(id, id + 1));  // of the last id: itself
  const std::uint64_t count =
      ranks::all_reduce(ranks, mine, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  if (count > kNoVertex)
    throw InputError("expected ids below " + std::to_string(kNoVertex) +
                     ", which can be kept as they are; the largest is " +
                     std::to_string(count == ~std::uint64_t{0} ? count : count - 1));
  EdgeList dense = together(ranks, [&] {
    return renumber(threads, std::move(list), static_cast<VertexId>(count),
                    [](std::uint64_t id) { return static_cast<VertexId>(id); });
  });
  return build_named_part(ranks, threads, std::move(dense), options, nullptr);
}

ranks::AnyGraphPart build_compact(Ranks& ranks, ThreadPool& threads, ranks::SparseEdgeList list,
                                  const BuildOptions& options) {
  std::vector<std::uint64_t> ids = together(ranks, [&] { return distinct_ids(threads, list); });
  NumberedIds numbered = number_ids(ranks, ids);
  EdgeList dense = together(ranks, [&] {
    const IdTable table(ids);
    return renumber(threads, std::move(list), numbered.vertex_count,
                    [&](std::uint64_t id) { return numbered.number[table.place_of(id)]; });
  });
  ids = {};
  numbered.number = {};
  return build_named_part(ranks, threads, std::move(dense), options, &numbered.names);
}

}  // namespace

ranks::AnyGraphPart build_named_part(Ranks& ranks, ThreadPool& threads, EdgeList list, const BuildOptions& options,
                                     const SpreadNames* names, const SpreadWeights* weights) {
  expect_one_list(ranks, list, options);
  return std::visit(
      [&]<class Held>(const Held&) -> ranks::AnyGraphPart {
        return build<typename building::ValueOf<Held>::type>(ranks, threads, list, options, names, weights);
      },
      list.values);
}

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::ranks {

AnyGraphPart build_part(Ranks& ranks, ThreadPool& threads, EdgeList list, const BuildOptions& options) {
  return detail::build_named_part(ranks, threads, std::move(list), options, nullptr);
}

AnyGraphPart build_part(Ranks& ranks, ThreadPool& threads, SparseEdgeList list, files::IdMapping mapping,
                        const BuildOptions& options) {
  detail::together(ranks, [&] {
    expects(list.source.size() == list.target.size(), "edge list: source and target differ in length");
  });
  return mapping == files::IdMapping::kKeep ? detail::build_kept(ranks, threads, std::move(list), options)
                                            : detail::build_compact(ranks, threads, std::move(list), options);
}

}  // namespace warpgraph::ranks
