// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <warpgraph/framework/ids.hpp>

#include "io/text/cursor.hpp"
#include "io/text/id_table.hpp"

// What a record's ids become. Each thread reads with a copy of its own; merge() brings the copies
// together, one at a time; what may run in parallel is done before, in finish(). read() returns false if the id is not
// to be had: cursor.failure() says why, or it is empty. Then another way of reading ids has to be chosen (too_wide), or
// the file has changed since its ids were collected.
namespace warpgraph::detail {

// Ids first, first + 1, ... last.
struct RangedIds {
  static constexpr bool kStores = true;
  std::uint64_t first;
  std::uint64_t last;

  template <class Separators>
  bool read(Cursor<Separators>& cursor, VertexId& vertex) {
    const char* const begin = cursor.position();
    std::uint64_t id = 0;
    if (!cursor.read_number(id) || id < first || id > last) [[unlikely]] {
      cursor.move_to(begin);
      return cursor.expected("a vertex id from ", first, " to ", last);
    }
    vertex = static_cast<VertexId>(id - first);
    return true;
  }
  void merge(const RangedIds&) {}
};

inline constexpr const char* kAnyId = "a vertex id, a whole number below 2^64";

// Ids of 32 bits as they are, and between which bounds they lie.
struct RawIds {
  static constexpr bool kStores = true;
  VertexId smallest = kNoVertex;
  VertexId largest = 0;
  bool too_wide = false;

  template <class Separators>
  bool read(Cursor<Separators>& cursor, VertexId& vertex) {
    std::uint64_t id = 0;
    if (!cursor.read_number(id, kAnyId)) return false;
    if (id >= kNoVertex) [[unlikely]]
      return too_wide = true, false;
    vertex = static_cast<VertexId>(id);
    smallest = std::min(smallest, vertex);
    largest = std::max(largest, vertex);
    return true;
  }
  void merge(const RawIds& other) {
    smallest = std::min(smallest, other.smallest);
    largest = std::max(largest, other.largest);
    too_wide |= other.too_wide;
  }
};

// Only which ids there are.
struct CollectedIds {
  static constexpr bool kStores = false;
  DistinctIds* distinct;
  std::vector<std::uint64_t> seen{};

  template <class Separators>
  bool read(Cursor<Separators>& cursor, VertexId&) {
    return cursor.read_number(seen.emplace_back(), kAnyId);
  }
  void finish() { distinct->add(std::move(seen)); }
  void merge(const CollectedIds&) {}
};

// Ids that are all known: by their place in a table, or the `count` ids from `first` on by their distance from it.
struct KnownIds {
  static constexpr bool kStores = true;
  const IdTable* table;
  std::uint64_t first = 0;
  std::uint64_t count = 0;

  template <class Separators>
  bool read(Cursor<Separators>& cursor, VertexId& vertex) {
    std::uint64_t id = 0;
    if (!cursor.read_number(id, kAnyId)) return false;
    if (table != nullptr) return (vertex = table->place_of(id)) != kNoVertex;
    vertex = static_cast<VertexId>(id - first);
    return id - first < count;
  }
  void merge(const KnownIds&) {}
};

}  // namespace warpgraph::detail
