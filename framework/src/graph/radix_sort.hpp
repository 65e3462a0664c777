// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "records.hpp"

// A stable radix sort in one thread, by the bits [low, high) of the keys; the bits above must be
// the same in all keys, those below must not disturb the order that the records already have. What
// does not fit the cache is scattered by its highest bits first and each part sorted by itself;
// what fits is sorted from the lowest digit up, without the digits that are the same in all keys; a
// handful is sorted by insertion.
namespace warpgraph::building {

inline constexpr int kRadixBits = 8;
inline constexpr std::size_t kRadix = std::size_t{1} << kRadixBits;
inline constexpr std::size_t kFewRecords = 24;
inline constexpr std::size_t kCachedRecords = std::size_t{1} << 15;

using DigitCounts = std::array<std::uint32_t, kRadix>;

template <class Value>
void insertion_sort(const Records<Value>& records) {
  for (std::size_t i = 1; i < records.size; ++i) {
    const Key key = records.key[i];
    Value value{};
    if constexpr (graphs::kHasValue<Value>) value = records.value[i];
    std::size_t place = i;
    for (; place > 0 && records.key[place - 1] > key; --place) {
      records.move_to(records, place - 1, place);
    }
    records.key[place] = key;
    if constexpr (graphs::kHasValue<Value>) records.value[place] = value;
  }
}

template <class Value>
void copy_records(const Records<Value>& from, const Records<Value>& to) {
  std::copy_n(from.key, from.size, to.key);
  if constexpr (graphs::kHasValue<Value>) std::copy_n(from.value, from.size, to.value);
}

// Places of the digits' first records; counts become places in `next`.
template <class Counts, class Places>
void places_of(const Counts& counts, Places& next) {
  std::size_t sum = 0;
  for (std::size_t digit = 0; digit < counts.size(); ++digit) {
    const std::size_t count = counts[digit];
    next[digit] = static_cast<typename Places::value_type>(sum);
    sum += count;
  }
}

template <class Value, class Places>
void scatter_by(Digit digit, const Records<Value>& from, const Records<Value>& to, Places& next) {
  for (std::size_t i = 0; i < from.size; ++i) from.move_to(to, i, next[digit.of(from.key[i])]++);
}

// From the lowest digit up. Returns whether the result lies in `other`.
template <class Value>
bool sort_cached(Records<Value> from, Records<Value> other, int low, int high) {
  constexpr int kMaxDigits = 64 / kRadixBits;
  std::array<DigitCounts, kMaxDigits> counts;
  const int digits = (high - low + kRadixBits - 1) / kRadixBits;
  for (int d = 0; d < digits; ++d) counts[d].fill(0);
  for (std::size_t i = 0; i < from.size; ++i) {
    Key rest = from.key[i] >> low;
    for (int d = 0; d < digits; ++d, rest >>= kRadixBits) ++counts[d][rest % kRadix];
  }
  bool moved = false;
  for (int d = 0; d < digits; ++d) {
    const Digit digit{low + d * kRadixBits, kRadixBits};
    if (counts[d][digit.of(from.key[0])] == from.size) continue;
    DigitCounts next;
    places_of(counts[d], next);
    scatter_by(digit, from, other, next);
    std::swap(from, other);
    moved = !moved;
  }
  return moved;
}

// Sorts `from`, with `other`, of the same size, as room; the result lies in `other` or in `from`, as asked.
template <class Value>
void radix_sort(const Records<Value>& from, const Records<Value>& other, int low, int high, bool into_other) {
  if (from.size <= kFewRecords || high <= low) {
    if (high > low) insertion_sort(from);
    if (into_other) copy_records(from, other);
    return;
  }
  if (from.size <= kCachedRecords) {
    const bool in_other = sort_cached(from, other, low, high);
    if (in_other && !into_other) copy_records(other, from);
    if (!in_other && into_other) copy_records(from, other);
    return;
  }
  const int width = std::min(kRadixBits, high - low);
  const Digit digit{high - width, width};
  std::vector<std::size_t> next(digit.count() + 1);
  for (std::size_t i = 0; i < from.size; ++i) ++next[digit.of(from.key[i]) + 1];
  for (std::size_t d = 0; d < digit.count(); ++d) next[d + 1] += next[d];
  const std::vector<std::size_t> first = next;
  scatter_by(digit, from, other, next);
  for (std::size_t d = 0; d < digit.count(); ++d) {
    const std::size_t count = first[d + 1] - first[d];
    if (count == 0) continue;
    radix_sort(other.part(first[d], count), from.part(first[d], count), low, digit.low, !into_other);
  }
}

}  // namespace warpgraph::building
