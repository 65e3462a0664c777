// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "host.hpp"

namespace warpgraph::detail {

namespace {

constexpr int kDigitBits = 8;
constexpr std::size_t kDigits = 1 << kDigitBits;

// The unsigned number that sorts where the key sorts.
template <class Key>
auto rank_of(Key key) {
  using Bits = std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Key) - 1);
  const auto bits = std::bit_cast<Bits>(key);
  if constexpr (std::unsigned_integral<Key>) {
    return bits;
  } else if constexpr (std::integral<Key>) {
    return bits ^ kSign;
  } else {
    if (bits == kSign) return kSign;  // -0 sorts as +0
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
  }
}

// What a sort without values carries along.
struct Nothing {};
template <class Value>
constexpr bool kCarries = !std::same_as<Value, Nothing>;

template <class Key, class Value>
struct Pairs {
  Key* keys;
  Value* values;
};

// Least significant digit first. A pass counts the digits of each chunk, turns the counts into places, and moves every
// key there; passes in which all keys have the same digit move nothing.
template <class Key, class Value>
class RadixSort {
 public:
  RadixSort(ThreadPool& threads, std::size_t size, std::size_t* counts)
      : threads_(threads), size_(size), counts_(counts) {}

  void run(Pairs<const Key, const Value> in, Pairs<Key, Value> out, Pairs<Key, Value> spare, int first_bit,
           int last_bit) const {
    const int passes = (last_bit - first_bit + kDigitBits - 1) / kDigitBits;
    Pairs<const Key, const Value> from = in;
    bool to_out = passes % 2 != 0;
    for (int bit = first_bit; bit < last_bit; bit += kDigitBits) {
      const auto digit = [shift = bit, mask = (1u << std::min(kDigitBits, last_bit - bit)) - 1](Key key) {
        return static_cast<unsigned>(rank_of(key) >> shift) & mask;
      };
      count_digits(from.keys, digit);
      if (!turn_counts_into_places()) continue;
      const Pairs<Key, Value> to = to_out ? out : spare;
      move(from, to, digit);
      from = {to.keys, to.values};
      to_out = !to_out;
    }
    if (from.keys != out.keys) copy(from, out);
  }

 private:
  template <class Digit>
  void count_digits(const Key* keys, Digit digit) const {
    for_chunks(threads_, size_, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::size_t* const counts = counts_ + chunk * kDigits;
      std::fill_n(counts, kDigits, std::size_t{0});
      for (std::size_t i = first; i < last; ++i) ++counts[digit(keys[i])];
    });
  }

  // A digit's keys come in the order of the chunks. False if all keys have the same digit.
  [[nodiscard]] bool turn_counts_into_places() const {
    std::size_t place = 0;
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
      const std::size_t before = place;
      for (std::size_t chunk = 0; chunk < chunks_of(size_); ++chunk)
        place += std::exchange(counts_[chunk * kDigits + digit], place);
      if (place - before == size_) return false;
    }
    return true;
  }

  template <class Digit>
  void move(Pairs<const Key, const Value> from, Pairs<Key, Value> to, Digit digit) const {
    for_chunks(threads_, size_, [&](std::size_t chunk, std::size_t first, std::size_t last) {
      std::size_t* const places = counts_ + chunk * kDigits;
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t place = places[digit(from.keys[i])]++;
        to.keys[place] = from.keys[i];
        if constexpr (kCarries<Value>) to.values[place] = from.values[i];
      }
    });
  }

  void copy(Pairs<const Key, const Value> from, Pairs<Key, Value> to) const {
    for_chunks(threads_, size_, [&](std::size_t, std::size_t first, std::size_t last) {
      std::copy(from.keys + first, from.keys + last, to.keys + first);
      if constexpr (kCarries<Value>) std::copy(from.values + first, from.values + last, to.values + first);
    });
  }

  ThreadPool& threads_;
  std::size_t size_;
  std::size_t* counts_;
};

template <class Key, class Value>
std::size_t sort(const Job& job, const SortCall& call) {
  const std::size_t size = call.in.size;
  Layout layout(job);
  auto* const counts = layout.take<std::size_t>(chunks_of(size) * kDigits);
  const Pairs<Key, Value> spare{layout.take<Key>(size), layout.take<Value>(kCarries<Value> ? size : 0)};
  submit(job, call, [=](ThreadPool& threads) {
    RadixSort<Key, Value>(threads, size, counts)
        .run({reachable(call.in.as<Key>()), reachable(call.values_in.as<Value>())},
             {reachable(call.out.as<Key>()), reachable(call.values_out.as<Value>())}, spare, call.first_bit,
             call.last_bit);
  });
  return layout.bytes();
}

}  // namespace

std::size_t HostPrimitives::run(const Job& job, const SortCall& call) const {
  return with_number(call.number, [&]<class Key>(Key) {
    if (call.value_width == 0) return sort<Key, Nothing>(job, call);
    return call.value_width == 4 ? sort<Key, Word<4>>(job, call) : sort<Key, Word<8>>(job, call);
  });
}

}  // namespace warpgraph::detail
