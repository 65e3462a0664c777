// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <warpgraph/runtime/primitives/calls.hpp>

// Stable ascending radix sort, from one buffer into another.
//
// Order: queues work in `stream` and returns.
// Cost: one pass for every 8 bits of the range (read and write n keys and values) and temporary storage for n keys and
// values: narrow the range when the keys allow it (ids below 2^20 need 20 bits).
// Floats: -0 and +0 are equal; a NaN sorts by its bits, so one without sign goes last.
// Aliasing: no overlaps.
// Throw UsageError for views that break this or a range outside of the key, OutOfMemory for the temporary storage.
namespace warpgraph::primitives {

// The bits that a sort looks at, [first, last), counted from the least significant. For signed and floating keys they
// are the bits of the unsigned number that has the key's rank.
struct BitRange {
  int first;
  int last;
};
template <Number Key>
inline constexpr BitRange kAllBits = {0, static_cast<int>(8 * sizeof(Key))};

}  // namespace warpgraph::primitives
namespace warpgraph::detail {
template <class Key>
void expect_bits(primitives::BitRange bits) {
  expects(0 <= bits.first && bits.first <= bits.last && bits.last <= primitives::kAllBits<Key>.last,
          "sort: the bit range lies outside of the key");
}
template <class T>
void expect_sortable(View<const T> in, View<T> out) {
  expects(out.size() >= in.size(), "sort: an output is smaller than its input");
  expects(!overlap(in, out), "sort: an input and its output overlap");
}
}  // namespace warpgraph::detail
namespace warpgraph::primitives {

template <Number Key>
void sort_keys(StreamRef stream, std::type_identity_t<View<const Key>> in, View<Key> out,
               BitRange bits = kAllBits<Key>) {
  detail::expect_bits<Key>(bits);
  detail::expect_sortable(in, out);
  if (bits.first == bits.last) return copy(stream, out, in);
  if (in.empty()) return;
  detail::enqueue(stream, detail::SortCall{detail::number_type<Key>(), 0, in, bits.first, bits.last, out});
}

// Sorts the keys and moves each value along with its key.
template <Number Key, SortValue Value>
void sort_pairs(StreamRef stream, std::type_identity_t<View<const Key>> keys_in, View<Key> keys_out,
                std::type_identity_t<View<const Value>> values_in, View<Value> values_out,
                BitRange bits = kAllBits<Key>) {
  detail::expect_bits<Key>(bits);
  expects(keys_in.size() == values_in.size(), "sort: keys and values differ in number");
  detail::expect_sortable(keys_in, keys_out);
  detail::expect_sortable(values_in, values_out);
  expects(!detail::overlap(keys_out, values_out) && !detail::overlap(keys_in, values_out) &&
              !detail::overlap(values_in, keys_out),
          "sort: keys and values overlap");
  if (bits.first == bits.last) {
    copy(stream, keys_out, keys_in);
    return copy(stream, values_out, values_in);
  }
  if (keys_in.empty()) return;
  detail::enqueue(stream, detail::SortCall{detail::number_type<Key>(), sizeof(Value), keys_in, bits.first, bits.last,
                                           keys_out, values_in, values_out});
}

// The temporary storage for n keys, exactly.
template <Number Key>
MemoryPlan sort_keys_memory(Device& device, std::size_t n, BitRange bits = kAllBits<Key>) {
  detail::expect_bits<Key>(bits);
  if (bits.first == bits.last) return {};
  return detail::plan(device,
                      detail::SortCall{detail::number_type<Key>(), 0, detail::InputArray(n), bits.first, bits.last});
}
template <Number Key, SortValue Value>
MemoryPlan sort_pairs_memory(Device& device, std::size_t n, BitRange bits = kAllBits<Key>) {
  detail::expect_bits<Key>(bits);
  if (bits.first == bits.last) return {};
  return detail::plan(device, detail::SortCall{detail::number_type<Key>(), sizeof(Value), detail::InputArray(n),
                                               bits.first, bits.last});
}

}  // namespace warpgraph::primitives
