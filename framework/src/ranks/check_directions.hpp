// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "io/symmetry.hpp"
#include "ranks/readers.hpp"

// Whether the list of all ranks has the reverse of each edge where it says so.
namespace warpgraph::detail {

inline std::uint64_t greatest(Ranks& ranks, std::uint64_t mine) {
  return all_reduce(ranks, mine, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}

// The values of all ranks, however many each has, in their order.
template <class T>
std::vector<T> gather_all(Ranks& ranks, const std::vector<T>& mine) {
  std::vector<T> all;
  for (const std::vector<T>& from :
       all_to_all(ranks, std::vector<std::vector<T>>(static_cast<std::size_t>(ranks.size()), mine)))
    all.insert(all.end(), from.begin(), from.end());
  return all;
}

// What a vertex is called, said by the rank that knows it.
inline std::uint64_t name_of(Ranks& ranks, const TextPart& part, VertexId v) {
  if (!part.names) return part.list.ids.name_of(v);
  const SpreadNames& spread = *part.names;
  const bool knows = v >= spread.first && v - spread.first < spread.names.size();
  return greatest(ranks, knows ? spread.names[v - spread.first] : 0);
}

// The edges between two vertices that any rank has, and their lines.
template <class LineOf>
EdgeList gather_between(Ranks& ranks, const EdgeList& list, EdgeEnds ends, const LineOf& line_of,
                        std::vector<std::uint64_t>& lines) {
  std::vector<std::size_t> places;
  for (std::size_t e = 0; e < list.size(); ++e)
    if (std::minmax(list.source[e], list.target[e]) == std::minmax(ends.low, ends.high)) places.push_back(e);
  const auto of_all = [&](const auto& value_at) {
    std::vector<std::decay_t<decltype(value_at(0))>> mine;
    for (const std::size_t place : places) mine.push_back(value_at(place));
    return gather_all(ranks, mine);
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
std::optional<OneWayEdge> find_one_way_of_all(Ranks& ranks, const Input& input, const EdgeList& list,
                                              const LineOf& line_of, std::vector<std::uint64_t>& lines) {
  const auto ends =
      find_one_way_ends(list, input.pool, [&](std::uint64_t sum) { return all_reduce(ranks, sum, std::plus<>()); });
  if (!ends) return std::nullopt;
  return compare_directions(gather_between(ranks, list, *ends, line_of, lines), *ends);
}

// check_directions for the list of all ranks.
template <class LineOf>
void check_directions_of_all(Ranks& ranks, const Input& input, const TextPart& part, const LineOf& line_of) {
  if (part.list.direction != Direction::kUndirectedBoth || !input.options.check_symmetry) return;
  std::vector<std::uint64_t> lines;
  const std::optional<OneWayEdge> edge = find_one_way_of_all(ranks, input, part.list, line_of, lines);
  if (!edge) return;
  const std::uint64_t source = name_of(ranks, part, edge->source);
  const std::uint64_t target = name_of(ranks, part, edge->target);
  throw_one_way(input, lines[edge->place], *edge, source, target);
}

}  // namespace warpgraph::detail
