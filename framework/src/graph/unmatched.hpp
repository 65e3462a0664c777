// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>

#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/runtime/annotate.hpp>

// Whether two bags of edges are the same, without memory: the sums of the hashes of their edges are compared. Only a
// collision of 64 bits can fool it.
namespace warpgraph::building {

// Pairs of ids with the first in a range and the second up to a bound.
template <class Id>
struct PairRange {
  static constexpr Id kHighest = static_cast<Id>(~Id{0});

  Id lowest_first = 0;
  Id highest_first = kHighest;
  Id highest_second = kHighest;

  [[nodiscard]] WARPGRAPH_DEVICE bool contains(Id first, Id second) const {
    return first >= lowest_first && first <= highest_first && second <= highest_second;
  }
};

template <class Id>
struct IdPair {
  Id first;
  Id second;
};

WARPGRAPH_DEVICE inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

// The same bits for values that are equal: -0.0 becomes 0.0.
template <class Value>
WARPGRAPH_DEVICE std::uint64_t bits_of(Value value) {
  if constexpr (!graphs::kHasValue<Value>) {
    return 0;
  } else {
    value = static_cast<Value>(value + Value{0});
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(value));
    return bits;
  }
}

WARPGRAPH_DEVICE inline std::uint64_t hash_of_edge(std::uint32_t first, std::uint32_t second, std::uint64_t value) {
  return mix(mix((std::uint64_t{first} << 32 | second) + 0x9e3779b97f4a7c15u) + value);
}
WARPGRAPH_DEVICE inline std::uint64_t hash_of_edge(std::uint64_t first, std::uint64_t second, std::uint64_t value) {
  return mix(mix(mix(first + 0x9e3779b97f4a7c15u) + second) + value);
}

// What an edge adds to the sum that is 0 if all edges have their reverse: those that go up count against those that go
// down, and self-loops not at all.
template <class Id>
WARPGRAPH_DEVICE std::uint64_t symmetry_hash(const PairRange<Id>& range, Id source, Id target, std::uint64_t value) {
  const Id low = source < target ? source : target;
  const Id high = source < target ? target : source;
  if (low == high || !range.contains(low, high)) return 0;
  const std::uint64_t hash = hash_of_edge(low, high, value);
  return source == low ? hash : ~hash + 1;
}

// The lowest id for which at(id) holds, if it holds for `last` and for all behind the first one.
template <class Id, class At>
Id lowest_for_which(Id last, const At& at) {
  Id first = 0;
  while (first < last) {
    const Id middle = first + (last - first) / 2;
    if (at(middle)) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}

// sum(range): over the pairs of the range, what one bag has less what the other has; all ids are up to `last`. A pair
// of which one bag has more than the other, found by bisection; nothing if the bags are the same.
template <class Id>
std::optional<IdPair<Id>> find_unmatched(Id last, const std::function<std::uint64_t(const PairRange<Id>&)>& sum) {
  using Range = PairRange<Id>;
  if (sum(Range()) == 0) return std::nullopt;
  const Id first = lowest_for_which(last, [&](Id bound) { return sum(Range{0, bound, Range::kHighest}) != 0; });
  const Id second = lowest_for_which(last, [&](Id bound) { return sum(Range{first, first, bound}) != 0; });
  return IdPair<Id>{first, second};
}

}  // namespace warpgraph::building
