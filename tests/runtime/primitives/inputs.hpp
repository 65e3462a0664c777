// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/device.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>

// Inputs of the property tests: types, sizes around the borders of warps, chunks and tiles, and shapes.
namespace warpgraph::test {

inline constexpr std::uint64_t kSeed = 20'240'607;

inline const std::vector<std::size_t>& sizes() {
  static const std::vector<std::size_t> sizes = {0, 1, 31, 32, 33, 1000, 70'000};
  return sizes;
}
// Fewer, where size matters little.
inline const std::vector<std::size_t>& some_sizes() {
  static const std::vector<std::size_t> sizes = {0, 33, 70'000};
  return sizes;
}

inline std::string trace(std::string_view type, std::string_view shape, std::size_t size, std::uint64_t seed = kSeed) {
  return std::string(type) + ", " + std::string(shape) + ", size " + std::to_string(size) + ", seed " +
         std::to_string(seed);
}

// f.template operator()<T>(name) for each type that the primitives compute with.
template <class F>
void for_each_number(F f) {
  f.template operator()<std::int32_t>("int32");
  f.template operator()<std::uint32_t>("uint32");
  f.template operator()<std::int64_t>("int64");
  f.template operator()<std::uint64_t>("uint64");
  f.template operator()<float>("float");
  f.template operator()<double>("double");
}

// An element of any width.
template <std::size_t Width>
struct Blob {
  std::array<std::uint8_t, Width> bytes;
  bool operator==(const Blob&) const = default;
};

// f.template operator()<T>(name) for an element of each width that the primitives move.
template <class F>
void for_each_width(F f) {
  f.template operator()<Blob<1>>("1 byte");
  f.template operator()<Blob<2>>("2 bytes");
  f.template operator()<Blob<4>>("4 bytes");
  f.template operator()<Blob<8>>("8 bytes");
  f.template operator()<Blob<16>>("16 bytes");
}

template <std::size_t Width>
std::vector<Blob<Width>> random_blobs(std::size_t size, std::uint64_t seed = kSeed) {
  std::mt19937_64 random(seed);
  std::vector<Blob<Width>> blobs(size);
  for (auto& blob : blobs)
    for (auto& byte : blob.bytes) byte = static_cast<std::uint8_t>(random());
  return blobs;
}

// Integers of all sizes; floats that are small whole numbers, so that sums are exact in any order.
template <class T>
std::vector<T> random_numbers(std::size_t size, std::uint64_t seed = kSeed) {
  std::mt19937_64 random(seed);
  std::vector<T> numbers(size);
  for (T& number : numbers) {
    if constexpr (std::integral<T>) {
      number = static_cast<T>(random());
    } else {
      number = static_cast<T>(static_cast<int>(random() % 129) - 64);
    }
  }
  return numbers;
}

template <class T>
struct Shape {
  std::string name;
  std::vector<T> numbers;
};

template <class T>
std::vector<Shape<T>> shapes(std::size_t size, std::uint64_t seed = kSeed) {
  std::vector<T> random = random_numbers<T>(size, seed);
  std::vector<T> ascending = random;
  std::sort(ascending.begin(), ascending.end());
  std::vector<T> descending(ascending.rbegin(), ascending.rend());
  std::vector<T> equal(size, T{7});
  return {{"random", std::move(random)},
          {"ascending", std::move(ascending)},
          {"descending", std::move(descending)},
          {"all equal", std::move(equal)}};
}

// The least, the greatest and what lies around zero, over and over.
template <class T>
std::vector<T> extremes(std::size_t size) {
  const std::array<T, 6> values = {
      std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest(), T{0}, T{1}, static_cast<T>(-1),
      std::numeric_limits<T>::min()};
  std::vector<T> numbers(size);
  for (std::size_t i = 0; i < size; ++i) numbers[i] = values[i * 7 % values.size()];
  return numbers;
}

// What the operators mean, for the oracles: integer sums wrap around.
template <class T, class Op>
T combine(Op op, T a, T b) {
  if constexpr (std::same_as<Op, Plus> && std::integral<T>) {
    using Bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Bits>(a) + static_cast<Bits>(b));
  } else {
    return op(a, b);
  }
}

inline std::vector<std::uint8_t> random_flags(std::size_t size, double density, std::uint64_t seed = kSeed) {
  std::mt19937_64 random(seed);
  std::bernoulli_distribution selects(density);
  std::vector<std::uint8_t> flags(size);
  for (auto& flag : flags) flag = selects(random) ? 1 : 0;
  return flags;
}

// The most that was in use under a name since the peak was reset.
inline std::size_t peak_of(const Device& device, std::string_view name) {
  for (const auto& item : device.memory().items)
    if (item.name == name) return item.peak;
  return 0;
}

}  // namespace warpgraph::test
