// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "io/binary/byte_reader.hpp"
#include "io/changed.hpp"
#include "io/room.hpp"
#include "io/smallest_index.hpp"
#include "io/text/weight_field.hpp"

// What the binary formats share: they are all adjacency arrays, offsets and then neighbours.
namespace warpgraph::detail {

inline constexpr std::size_t kVertexGrain = std::size_t{1} << 14;
inline constexpr std::size_t kEdgeGrain = std::size_t{1} << 16;

// A number of a mapped file, which the compiler does not load a second time.
inline std::uint64_t looked_at_once(std::uint64_t number) {
  asm("" : "+r"(number));
  return number;
}

// `end_of(v)` is where the row of vertex v ends and the next begins; rows begin with 0. Checks that
// they follow one another up to `edges`, fills list.source and makes room in list.target.
template <class EndOf>
void expand_rows(const Input& input, std::uint64_t edges, const EndOf& end_of, EdgeList& list) {
  const auto begin_of = [&](std::uint64_t v) { return v == 0 ? 0 : std::uint64_t(end_of(v - 1)); };
  SmallestIndex bad;
  input.pool.for_each(list.vertex_count, kVertexGrain, [&](std::size_t v) {
    const auto end = static_cast<std::uint64_t>(end_of(v));
    if (begin_of(v) > end || end > edges) bad.add(v);
  });
  if (bad.get() != SmallestIndex::kNone) {
    input.fail(0, "expected the neighbours of vertex ", bad.get(), " to end between places ", begin_of(bad.get()),
               " and ", edges, ", found ", end_of(bad.get()));
  }
  const std::uint64_t last = begin_of(list.vertex_count);
  if (last != edges) {
    input.fail(0, "expected ", edges, " edges, as the header says, found offsets for ", last);
  }
  with_room(input.name, kEdgesOf, edges * 2 * sizeof(VertexId), [&] {
    list.source.resize(edges);
    list.target.resize(edges);
  });
  // Offsets of a file that is being changed may be others at the second look.
  std::atomic<bool> changed = false;
  input.pool.for_each(list.vertex_count, kVertexGrain, [&](std::size_t v) {
    const std::uint64_t begin = looked_at_once(begin_of(v));
    const std::uint64_t end = looked_at_once(static_cast<std::uint64_t>(end_of(v)));
    if (begin <= end && end <= edges)
      std::fill(list.source.data() + begin, list.source.data() + end, static_cast<VertexId>(v));
    else
      changed = true;
  });
  if (changed) throw_changed(input.name);
}

// Fills list.target; `neighbour_of(e)` may be any number.
template <class NeighbourOf>
void read_neighbours(const Input& input, std::uint64_t edges, const NeighbourOf& neighbour_of, EdgeList& list) {
  SmallestIndex bad;
  input.pool.for_each(edges, kEdgeGrain, [&](std::size_t e) {
    const auto neighbour = static_cast<std::uint64_t>(neighbour_of(e));
    if (neighbour >= list.vertex_count) bad.add(e);
    list.target[e] = static_cast<VertexId>(neighbour);
  });
  if (bad.get() == SmallestIndex::kNone) return;
  input.fail(0, "expected neighbours below ", list.vertex_count, ", edge ", bad.get(), " has ",
             neighbour_of(bad.get()));
}

// Fills list.values with numbers of type To.
template <class To, class ValueOf>
void read_values_as(const Input& input, std::uint64_t edges, const ValueOf& value_of, EdgeList& list) {
  with_room(input.name, "the weights of", edges * sizeof(To), [&] { list.values.emplace<std::vector<To>>(edges); });
  auto& values = std::get<std::vector<To>>(list.values);
  SmallestIndex bad;
  input.pool.for_each(edges, kEdgeGrain, [&](std::size_t e) {
    const auto value = value_of(e);
    bool good = value >= decltype(value){0} || input.options.negative_weights;
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>) {
      good = good && std::isfinite(value);
    }
    if (!good) bad.add(e);
    values[e] = static_cast<To>(value);
  });
  if (bad.get() == SmallestIndex::kNone) return;
  input.fail(0, "expected weights that are finite", (input.options.negative_weights ? "" : " and not negative"),
             ", edge ", bad.get(), " has ", value_of(bad.get()));
}

// Integers of the file, as options.weights wants them; none of them must be wider than 32 bits.
template <class ValueOf>
void read_integers(const Input& input, std::uint64_t edges, const ValueOf& value_of, EdgeList& list) {
  switch (input.options.weights) {
    case files::WeightType::kNone:
      return;
    case files::WeightType::kInt64:
      return read_values_as<std::int64_t>(input, edges, value_of, list);
    case files::WeightType::kFloat:
      return read_values_as<float>(input, edges, value_of, list);
    case files::WeightType::kDouble:
      return read_values_as<double>(input, edges, value_of, list);
    default:
      return read_values_as<std::int32_t>(input, edges, value_of, list);
  }
}

}  // namespace warpgraph::detail
