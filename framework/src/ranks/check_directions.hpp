// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/global_ids.hpp>
#include <warpgraph/runtime/detail/together.hpp>
#include <warpgraph/runtime/gather_on_all.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/list_rules.hpp"
#include "graph/unmatched.hpp"
#include "io/symmetry.hpp"
#include "ranks/readers.hpp"

// Whether the list of all ranks has the reverse of each edge where it says so.
namespace warpgraph::detail {

inline std::uint64_t greatest(Ranks& ranks, std::uint64_t mine) {
  return ranks::all_reduce(ranks, mine, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}

// What a vertex is called, said by the rank that knows it.
inline VertexName name_of(Ranks& ranks, const SpreadNames* spread, const IdMap& ids, VertexId v) {
  if (spread == nullptr) return ids.name_of(v);
  const bool knows = v >= spread->first && v - spread->first < spread->names.size();
  return greatest(ranks, knows ? spread->names[v - spread->first] : 0);
}
inline VertexName name_of(Ranks& ranks, const TextPart& part, VertexId v) {
  return name_of(ranks, part.names ? &*part.names : nullptr, part.list.ids, v);
}

// The edges between two vertices that any rank has, and their lines.
template <class LineOf>
EdgeList gather_between(Ranks& ranks, const EdgeList& list, EdgeEnds ends, const LineOf& line_of,
                        std::vector<std::uint64_t>& lines) {
  std::vector<std::size_t> places;
  for (std::size_t e = 0; e < list.size(); ++e)
    if (std::minmax(list.source[e], list.target[e]) == std::minmax(ends.first, ends.second)) places.push_back(e);
  const auto of_all = [&](const auto& value_at) {
    std::vector<std::decay_t<decltype(value_at(0))>> mine;
    for (const std::size_t place : places) mine.push_back(value_at(place));
    return ranks::gather_on_all(ranks, mine);
  };
  EdgeList between;
  between.source = of_all([&](std::size_t e) { return list.source[e]; });
  between.target = of_all([&](std::size_t e) { return list.target[e]; });
  std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (!std::is_same_v<Values, std::monostate>)
          between.values = of_all([&](std::size_t e) { return values[e]; });
      },
      list.values);
  lines = of_all([&](std::size_t e) { return line_of(e); });
  return between;
}

// find_one_way_edge for the list of all ranks. `lines`: of the edges between its ends, among which it has its place.
template <class LineOf>
std::optional<OneWayEdge> find_one_way_of_all(Ranks& ranks, ThreadPool& threads, const EdgeList& list,
                                              const LineOf& line_of, std::vector<std::uint64_t>& lines) {
  const auto ends =
      find_one_way_ends(list, threads, [&](std::uint64_t sum) { return ranks::all_reduce(ranks, sum, std::plus<>()); });
  if (!ends) return std::nullopt;
  return compare_directions(gather_between(ranks, list, *ends, line_of, lines), *ends);
}

// check_directions for the list of all ranks.
template <class LineOf>
void check_directions_of_all(Ranks& ranks, const Input& input, const TextPart& part, const LineOf& line_of) {
  if (part.list.direction != Direction::kUndirectedBoth || !input.options.check_symmetry) return;
  std::vector<std::uint64_t> lines;
  const std::optional<OneWayEdge> edge = find_one_way_of_all(ranks, input.pool, part.list, line_of, lines);
  if (!edge) return;
  const VertexName source = name_of(ranks, part, edge->source);
  const VertexName target = name_of(ranks, part, edge->target);
  throw_one_way(input, lines[edge->place], *edge, source, target);
}

// Throws what expect_symmetric throws, for the list of all ranks. `before`: the entries of the ranks before this one;
// `names`: what vertices are called, spread over the ranks; null: list.ids says it.
inline void expect_symmetric_on_all(Ranks& ranks, ThreadPool& threads, const EdgeList& list, std::uint64_t before,
                                    const SpreadNames* names) {
  const auto ends =
      find_one_way_ends(list, threads, [&](std::uint64_t sum) { return ranks::all_reduce(ranks, sum, std::plus<>()); });
  if (!ends) return;
  together(ranks, [&] { building::expect_ids_below(list.vertex_count, list.source, list.target, before); });
  std::vector<std::uint64_t> lines;
  const auto no_line = [](std::size_t) { return std::uint64_t{0}; };
  const OneWayEdge edge = compare_directions(gather_between(ranks, list, *ends, no_line, lines), *ends);
  const VertexName source = name_of(ranks, names, list.ids, edge.source);
  const VertexName target = name_of(ranks, names, list.ids, edge.target);
  building::throw_one_way("edge list", edge, source, target);
}

// The same for edges between ids of the whole graph, each of which some rank has.
template <class Value>
void expect_symmetric_on_all(Ranks& ranks, ThreadPool& threads, const std::vector<GlobalId>& source,
                             const std::vector<GlobalId>& target, [[maybe_unused]] const std::vector<Value>& values) {
  constexpr std::size_t kEdgesPerChunk = std::size_t{1} << 16;
  const auto bits_at = [&]([[maybe_unused]] std::size_t edge) {
    if constexpr (graphs::kHasValue<Value>)
      return building::bits_of(values[edge]);
    else
      return std::uint64_t{0};
  };
  using Range = building::PairRange<GlobalId>;
  const auto ends = building::find_unmatched<GlobalId>(~GlobalId{0}, [&](const Range& range) {
    std::atomic<std::uint64_t> total = 0;
    threads.for_chunks(source.size(), kEdgesPerChunk, [&](std::size_t first, std::size_t last) {
      std::uint64_t sum = 0;
      for (std::size_t e = first; e < last; ++e) sum += symmetry_hash(range, source[e], target[e], bits_at(e));
      total += sum;
    });
    return ranks::all_reduce(ranks, total.load(), std::plus<>());
  });
  if (!ends) return;
  const GlobalId names[] = {ends->first, ends->second};
  EdgeList mine;  // between the two, which are 0 and 1 here
  std::vector<Value> mine_values;
  for (std::size_t e = 0; e < source.size(); ++e) {
    if (std::minmax(source[e], target[e]) != std::minmax(names[0], names[1])) continue;
    mine.source.push_back(source[e] == names[0] ? 0 : 1);
    mine.target.push_back(target[e] == names[0] ? 0 : 1);
    if constexpr (graphs::kHasValue<Value>) mine_values.push_back(values[e]);
  }
  if constexpr (graphs::kHasValue<Value>) mine.values = std::move(mine_values);
  std::vector<std::uint64_t> lines;
  const auto no_line = [](std::size_t) { return std::uint64_t{0}; };
  const OneWayEdge edge = compare_directions(gather_between(ranks, mine, {0, 1}, no_line, lines), {0, 1});
  building::throw_one_way("edge list", edge, names[edge.source], names[edge.target]);
}

}  // namespace warpgraph::detail
