// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace warpgraph::test {

// Uniform in [lowest, highest].
template <class T>
std::vector<T> random_values(std::size_t count, T lowest, T highest, std::uint64_t seed) {
  using Distribution = std::conditional_t<std::is_floating_point_v<T>, std::uniform_real_distribution<T>,
                                          std::uniform_int_distribution<std::conditional_t<sizeof(T) == 1, int, T>>>;
  std::mt19937_64 random(seed);
  Distribution distribution(lowest, highest);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(distribution(random));
  return values;
}

// Each true with the given probability; bytes, because std::vector<bool> is no array.
inline std::vector<std::uint8_t> random_flags(std::size_t count, double probability, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::bernoulli_distribution distribution(probability);
  std::vector<std::uint8_t> flags(count);
  for (auto& flag : flags) flag = distribution(random) ? 1 : 0;
  return flags;
}

}  // namespace warpgraph::test
