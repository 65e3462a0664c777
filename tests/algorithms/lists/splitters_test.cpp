// SPDX-License-Identifier: Apache-2.0
#include "lists/splitters.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "some_lists.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using lists::Splitters;

constexpr std::uint32_t kElements = 200003;

// Neighbours differ in their highest bits.
std::vector<std::uint32_t> bits_reversed(std::uint32_t n) {
  const auto bits = static_cast<unsigned>(std::bit_width(n - 1));
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < std::uint32_t{1} << bits; ++i) {
    std::uint32_t v = 0;
    for (unsigned bit = 0; bit < bits; ++bit) v |= (i >> bit & 1) << (bits - 1 - bit);
    if (v < n) order.push_back(v);
  }
  return order;
}

std::vector<std::uint32_t> reversed(std::uint32_t n) {
  auto order = ascending(n);
  std::ranges::reverse(order);
  return order;
}

std::uint32_t longest_sublist(const Splitters& splitters, const std::vector<std::uint32_t>& order) {
  std::uint32_t longest = 0;
  std::uint32_t length = 0;
  for (const std::uint32_t v : order) {
    length = splitters.slot_of(v) < splitters.count() ? 1 : length + 1;
    longest = std::max(longest, length);
  }
  return longest;
}

// Of k splitters drawn at random one is followed by more than ln(k) + 10 times the mean in one case of 22,000.
TEST(Splitters, NoOrderOfTheElementsMakesLongSublists) {
  std::vector<std::vector<std::uint32_t>> orders{ascending(kElements), reversed(kElements), shuffled(kElements, 3),
                                                 bits_reversed(kElements)};
  for (const std::uint32_t stride : {2u, 3u, 7u, 64u, 1000u, 1024u, 65536u})
    orders.push_back(strided(kElements, stride));
  for (const std::uint64_t wanted : {std::uint64_t{100}, std::uint64_t{2000}, std::uint64_t{25000}}) {
    for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{77}}) {
      const Splitters splitters(kElements, Splitters::slots_for(kElements, wanted), seed);
      const double mean = static_cast<double>(kElements) / static_cast<double>(wanted);
      for (std::size_t i = 0; i < orders.size(); ++i)
        EXPECT_LE(longest_sublist(splitters, orders[i]), mean * (std::log(static_cast<double>(wanted)) + 10))
            << wanted << " splitters, seed " << seed << ", order " << i;
    }
  }
}

TEST(Splitters, SlotsAndElementsLeadToEachOther) {
  const Splitters splitters(kElements, 5000, 9);
  for (std::uint32_t slot = 0; slot < splitters.count(); ++slot)
    EXPECT_EQ(splitters.slot_of(splitters.element_of(slot)), slot);
}

}  // namespace
}  // namespace warpgraph::test
