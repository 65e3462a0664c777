// SPDX-License-Identifier: Apache-2.0
#include "io/symmetry.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <variant>

namespace warpgraph::detail {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16;

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

// A list with a way to get at its values.
template <class ValueOf>
class Edges {
 public:
  Edges(const EdgeList& list, ThreadPool& pool, ValueOf value_of) : list_(list), pool_(pool), value_of_(value_of) {}

  std::optional<OneWayEdge> find_one_way() const {
    if (list_.size() == 0 || !differs([](VertexId, VertexId) { return true; })) return std::nullopt;
    const VertexId low =
        smallest([&](VertexId bound) { return differs([=](VertexId smaller, VertexId) { return smaller <= bound; }); });
    const VertexId high = smallest([&](VertexId bound) {
      return differs([=](VertexId smaller, VertexId larger) { return smaller == low && larger <= bound; });
    });
    return goes_up(low, high) ? OneWayEdge{low, high} : OneWayEdge{high, low};
  }

 private:
  // Whether the hashes of edges that go up and of those that go down differ in sum, of the edges
  // that are `wanted` by their ends.
  template <class Wanted>
  bool differs(const Wanted& wanted) const {
    std::atomic<std::uint64_t> total = 0;
    pool_.for_chunks(list_.size(), kGrain, [&](std::size_t first, std::size_t last) {
      std::uint64_t sum = 0;
      for (std::size_t edge = first; edge < last; ++edge) {
        const VertexId low = std::min(list_.source[edge], list_.target[edge]);
        const VertexId high = std::max(list_.source[edge], list_.target[edge]);
        if (low == high || !wanted(low, high)) continue;
        const std::uint64_t h = hash(low, high, value_of_(edge));
        sum += list_.source[edge] == low ? h : -h;
      }
      total += sum;
    });
    return total != 0;
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

  // Of the edges between two vertices, which do not match: whether one from low to high is too many.
  bool goes_up(VertexId low, VertexId high) const {
    std::ptrdiff_t balance = 0;
    for (std::size_t edge = 0; edge < list_.size(); ++edge) {
      if (list_.source[edge] == low && list_.target[edge] == high) ++balance;
      if (list_.source[edge] == high && list_.target[edge] == low) --balance;
    }
    return balance >= 0;
  }

  const EdgeList& list_;
  ThreadPool& pool_;
  ValueOf value_of_;
};

}  // namespace

std::optional<OneWayEdge> find_one_way_edge(const EdgeList& list, ThreadPool& pool) {
  return std::visit(
      [&](const auto& values) {
        if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::monostate>) {
          return Edges(list, pool, [](std::size_t) { return std::uint64_t{0}; }).find_one_way();
        } else {
          return Edges(list, pool, [&](std::size_t edge) { return bits_of(values[edge]); }).find_one_way();
        }
      },
      list.values);
}

}  // namespace warpgraph::detail
