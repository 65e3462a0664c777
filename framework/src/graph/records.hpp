// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <warpgraph/framework/graph/value.hpp>

#include "key_layout.hpp"
#include "raw_array.hpp"

namespace warpgraph::building {

// Keys and their values in parallel arrays; borrowed. Without values it is the keys alone.
template <class Value>
struct Records {
  Key* key = nullptr;
  Value* value = nullptr;
  std::size_t size = 0;

  [[nodiscard]] Records part(std::size_t first, std::size_t count) const {
    return {key + first, graphs::kHasValue<Value> ? value + first : nullptr, count};
  }
  void move_to(const Records& other, std::size_t from, std::size_t to) const {
    other.key[to] = key[from];
    if constexpr (graphs::kHasValue<Value>) other.value[to] = value[from];
  }
};

// The owner of records.
template <class Value>
struct RecordArray {
  RawArray<Key> key;
  RawArray<Value> value;

  RecordArray() = default;
  explicit RecordArray(std::size_t size) : key(size), value(graphs::kHasValue<Value> ? size : 0) {}

  [[nodiscard]] Records<Value> all() const { return {key.data(), value.data(), key.size()}; }
};

// The bits [low, low + width) of a key.
struct Digit {
  int low = 0;
  int width = 0;

  [[nodiscard]] std::size_t count() const { return std::size_t{1} << width; }
  [[nodiscard]] std::size_t of(Key key) const { return width == 0 ? 0 : (key >> low) & (count() - 1); }
};

}  // namespace warpgraph::building
