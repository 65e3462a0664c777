// SPDX-License-Identifier: Apache-2.0
#include "io/symmetry.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "io/formatted_output.hpp"

namespace warpgraph::detail {

namespace {

constexpr std::size_t kEdgesPerChunk = std::size_t{1} << 16;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

// The same for values that are equal: -0.0 becomes 0.0.
template <class T>
std::uint64_t bits_of(T value) {
  value = static_cast<T>(value + T{0});
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

// The hash of an edge without its direction.
std::uint64_t hash(VertexId low, VertexId high, std::uint64_t value) {
  return mix(mix((std::uint64_t{low} << 32 | high) + 0x9e3779b97f4a7c15u) + value);
}

// A list with a way to get at the bits of its values.
template <class BitsOf>
class Edges {
 public:
  Edges(const EdgeList& list, ThreadPool& pool, const SumOfAll& sum_of_all, BitsOf bits_of)
      : list_(list), pool_(pool), sum_of_all_(sum_of_all), bits_of_(bits_of) {}

  // The ends of an edge that does not match its reverse, if there is one.
  std::optional<EdgeEnds> find_one_way() const {
    if (!differs([](VertexId, VertexId) { return true; })) return std::nullopt;
    const VertexId low =
        smallest([&](VertexId bound) { return differs([=](VertexId smaller, VertexId) { return smaller <= bound; }); });
    const VertexId high = smallest([&](VertexId bound) {
      return differs([=](VertexId smaller, VertexId larger) { return smaller == low && larger <= bound; });
    });
    return EdgeEnds{low, high};
  }

 private:
  // Whether the hashes of edges that go up and of those that go down differ in sum, of the edges
  // that are `wanted` by their ends.
  template <class Wanted>
  bool differs(const Wanted& wanted) const {
    std::atomic<std::uint64_t> total = 0;
    pool_.for_chunks(list_.size(), kEdgesPerChunk, [&](std::size_t first, std::size_t last) {
      std::uint64_t sum = 0;
      for (std::size_t edge = first; edge < last; ++edge) {
        const VertexId low = std::min(list_.source[edge], list_.target[edge]);
        const VertexId high = std::max(list_.source[edge], list_.target[edge]);
        if (low == high || !wanted(low, high)) continue;
        const std::uint64_t h = hash(low, high, bits_of_(edge));
        sum += list_.source[edge] == low ? h : -h;
      }
      total += sum;
    });
    return sum_of_all_(total) != 0;
  }

  // A vertex for which at(vertex) holds, but not for the one before; at(last vertex) holds.
  template <class At>
  VertexId smallest(const At& at) const {
    VertexId first = 0;
    VertexId last = list_.vertex_count - 1;
    while (first < last) {
      const VertexId middle = first + (last - first) / 2;
      if (at(middle)) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    return first;
  }

  const EdgeList& list_;
  ThreadPool& pool_;
  const SumOfAll& sum_of_all_;
  BitsOf bits_of_;
};

template <class T>
std::string text_of(T value) {
  std::string text;
  append_number(text, value);
  return text;
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

std::string times(std::uint64_t count) {
  if (count == 0) return "not at all";
  return count == 1 ? "once" : std::to_string(count) + " times";
}

}  // namespace

std::string OneWayEdge::described(std::uint64_t source_name, std::uint64_t target_name) const {
  const std::string edge = message(source_name, " -> ", target_name);
  const std::string reverse = message(target_name, " -> ", source_name);
  if (count != reverse_count)
    return edge + " is there " + times(count) + ", and " + reverse + " " + times(reverse_count);
  return edge + " has the weight " + value + ", and " + reverse + " has " + reverse_value;
}

OneWayEdge compare_directions(const EdgeList& list, EdgeEnds ends) {
  OneWayEdge result{ends.low, ends.high, 0, 0};
  for_each_between(list, ends.low, ends.high, [&](std::size_t) { ++result.count; });
  for_each_between(list, ends.high, ends.low, [&](std::size_t) { ++result.reverse_count; });
  if (result.count < result.reverse_count) {
    std::swap(result.source, result.target);
    std::swap(result.count, result.reverse_count);
  }
  result.place = first_between(list, result.source, result.target, [](std::size_t) { return true; });
  if (result.count != result.reverse_count) return result;
  std::visit(
      [&](const auto& values) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          const auto there = values_between(list, values, ends.low, ends.high);
          const auto back = values_between(list, values, ends.high, ends.low);
          const auto differ = std::ranges::mismatch(there, back);
          if (differ.in1 == there.end()) return;
          const auto one = *differ.in1;
          result.place = first_between(list, ends.low, ends.high, [&](std::size_t e) { return values[e] == one; });
          result.value = text_of(one);
          result.reverse_value = text_of(*differ.in2);
        }
      },
      list.values);
  return result;
}

std::optional<EdgeEnds> find_one_way_ends(const EdgeList& list, ThreadPool& pool, const SumOfAll& sum_of_all) {
  const auto find = [&](const auto& bits) { return Edges(list, pool, sum_of_all, bits).find_one_way(); };
  return std::visit(
      [&](const auto& values) {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
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

}  // namespace warpgraph::detail
