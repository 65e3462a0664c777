// SPDX-License-Identifier: Apache-2.0
#include "symmetry.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>

#include "list_rules.hpp"
#include "number_text.hpp"
#include "unmatched.hpp"

namespace warpgraph::building {

namespace {

constexpr std::size_t kEdgesPerChunk = std::size_t{1} << 16;

// What symmetry_hash adds up to over the list's edges in the range.
template <class BitsOf>
std::uint64_t symmetry_sum(const EdgeList& list, ThreadPool& pool, const PairRange<VertexId>& range,
                           const BitsOf& bits_at) {
  std::atomic<std::uint64_t> total = 0;
  pool.for_chunks(list.size(), kEdgesPerChunk, [&](std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t edge = first; edge < last; ++edge)
      sum += symmetry_hash(range, list.source[edge], list.target[edge], bits_at(edge));
    total += sum;
  });
  return total;
}

// Calls act(edge) for the edges that lead from one vertex to another.
template <class Act>
void for_each_between(const EdgeList& list, VertexId source, VertexId target, const Act& act) {
  for (std::size_t edge = 0; edge < list.size(); ++edge)
    if (list.source[edge] == source && list.target[edge] == target) act(edge);
}

// The first edge from one vertex to another for which this holds, of which there is one.
template <class Holds>
std::size_t first_between(const EdgeList& list, VertexId source, VertexId target, const Holds& holds) {
  std::size_t edge = 0;
  while (list.source[edge] != source || list.target[edge] != target || !holds(edge)) ++edge;
  return edge;
}

// In ascending order.
template <class T>
std::vector<T> values_between(const EdgeList& list, const std::vector<T>& values, VertexId source, VertexId target) {
  std::vector<T> found;
  for_each_between(list, source, target, [&](std::size_t edge) { found.push_back(values[edge]); });
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::string times(std::uint64_t count) {
  if (count == 0) return "not at all";
  return count == 1 ? "once" : std::to_string(count) + " times";
}

std::string OneWayEdge::described(VertexName source_name, VertexName target_name) const {
  const std::string edge = to_string(source_name) + " -> " + to_string(target_name);
  const std::string reverse = to_string(target_name) + " -> " + to_string(source_name);
  if (count != reverse_count)
    return edge + " is there " + times(count) + ", and " + reverse + " " + times(reverse_count);
  return edge + " has the weight " + value + ", and " + reverse + " has " + reverse_value;
}

OneWayEdge compare_directions(const EdgeList& list, EdgeEnds ends) {
  OneWayEdge result{ends.first, ends.second, 0, 0};
  for_each_between(list, ends.first, ends.second, [&](std::size_t) { ++result.count; });
  for_each_between(list, ends.second, ends.first, [&](std::size_t) { ++result.reverse_count; });
  if (result.count < result.reverse_count) {
    std::swap(result.source, result.target);
    std::swap(result.count, result.reverse_count);
  }
  result.place = first_between(list, result.source, result.target, [](std::size_t) { return true; });
  if (result.count != result.reverse_count) return result;
  std::visit(
      [&](const auto& values) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          const auto there = values_between(list, values, ends.first, ends.second);
          const auto back = values_between(list, values, ends.second, ends.first);
          const auto differ = std::ranges::mismatch(there, back);
          if (differ.in1 == there.end()) return;
          const auto one = *differ.in1;
          result.place = first_between(list, ends.first, ends.second, [&](std::size_t e) { return values[e] == one; });
          result.value = detail::number_text(one);
          result.reverse_value = detail::number_text(*differ.in2);
        }
      },
      list.values);
  return result;
}

std::optional<EdgeEnds> find_one_way_ends(const EdgeList& list, ThreadPool& pool, const SumOfAll& sum_of_all) {
  if (list.vertex_count == 0) return std::nullopt;
  const auto find = [&](const auto& bits_at) {
    return find_unmatched<VertexId>(list.vertex_count - 1, [&](const PairRange<VertexId>& range) {
      return sum_of_all(symmetry_sum(list, pool, range, bits_at));
    });
  };
  return std::visit(
      [&]<class Held>(const Held& values) {
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return find([](std::size_t) { return std::uint64_t{0}; });
        } else {
          return find([&](std::size_t edge) { return bits_of(values[edge]); });
        }
      },
      list.values);
}

std::optional<OneWayEdge> find_one_way_edge(const EdgeList& list, ThreadPool& pool) {
  const std::optional<EdgeEnds> ends = find_one_way_ends(list, pool, std::identity());
  return ends ? std::optional(compare_directions(list, *ends)) : std::nullopt;
}

void throw_one_way(const std::string& what, const OneWayEdge& edge, VertexName source_name, VertexName target_name) {
  throw RefusedGraphError<InputError>(graphs::RefusedGraph(graphs::RefusedGraph::Reason::kOneWayEdge),
                                      what + ": " + kBothDirections + edge.described(source_name, target_name));
}

void expect_symmetric(ThreadPool& pool, const EdgeList& list) {
  const std::optional<EdgeEnds> ends = find_one_way_ends(list, pool, std::identity());
  if (!ends) return;
  expect_ids_below(list.vertex_count, list.source, list.target, 0);
  const OneWayEdge edge = compare_directions(list, *ends);
  throw_one_way("edge list", edge, list.ids.name_of(edge.source), list.ids.name_of(edge.target));
}

}  // namespace warpgraph::building
