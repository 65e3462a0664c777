// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/primitives/sort.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "inputs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace primitives;  // NOLINT(google-build-using-namespace)

template <class Key, class Value>
struct Sorted {
  std::vector<Key> keys;
  std::vector<Value> values;
};

struct Pair {
  std::uint32_t a;
  float b;
  bool operator==(const Pair&) const = default;
};

class SortTest : public MachineTest {
 protected:
  template <class Key>
  std::vector<Key> sorted(const std::vector<Key>& keys, BitRange bits = kAllBits<Key>) {
    const auto in = to_device(stream(), keys, "in");
    Buffer<Key> out(stream(), keys.size(), "out");
    sort_keys(stream(), in, out.view(), bits);
    return to_host(stream(), out);
  }

  template <class Key, class Value>
  Sorted<Key, Value> sorted(const std::vector<Key>& keys, const std::vector<Value>& values,
                            BitRange bits = kAllBits<Key>) {
    const auto keys_in = to_device(stream(), keys, "keys in");
    const auto values_in = to_device(stream(), values, "values in");
    Buffer<Key> keys_out(stream(), keys.size(), "keys out");
    Buffer<Value> values_out(stream(), keys.size(), "values out");
    sort_pairs(stream(), keys_in, keys_out.view(), values_in, values_out.view(), bits);
    return {to_host(stream(), keys_out), to_host(stream(), values_out)};
  }

  // Sorts each key with its place and expects std::stable_sort's result.
  template <class Value, class Key, class Less>
  void expect_stable(const std::vector<Key>& keys, BitRange bits, Less less) {
    std::vector<Value> places(keys.size());
    std::iota(places.begin(), places.end(), Value{0});
    std::vector<Value> expected = places;
    std::stable_sort(expected.begin(), expected.end(), [&](Value a, Value b) { return less(keys[a], keys[b]); });
    ASSERT_EQ(sorted(keys, places, bits).values, expected);
  }
};

TEST_P(SortTest, KeysAscend) {
  for_each_number([&]<class Key>(std::string_view type) {
    for (const std::size_t size : sizes()) {
      for (const auto& [shape, keys] : shapes<Key>(size)) {
        SCOPED_TRACE(trace(type, shape, size));
        auto expected = keys;
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(sorted(keys), expected);
      }
    }
  });
}

TEST_P(SortTest, ExtremesAscend) {
  for_each_number([&]<class Key>(std::string_view type) {
    SCOPED_TRACE(type);
    auto keys = extremes<Key>(10'000);
    if constexpr (std::floating_point<Key>) {
      keys[77] = std::numeric_limits<Key>::infinity();
      keys[78] = -std::numeric_limits<Key>::infinity();
      keys[79] = std::numeric_limits<Key>::denorm_min();
      keys[80] = -std::numeric_limits<Key>::denorm_min();
    }
    auto expected = keys;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(sorted(keys), expected);
  });
}

TEST_P(SortTest, PairsWithEqualKeysKeepTheirOrder) {
  for_each_number([&]<class Key>(std::string_view type) {
    for (const std::size_t size : sizes()) {
      SCOPED_TRACE(trace(type, "few different keys", size));
      auto keys = random_numbers<Key>(size);
      for (Key& key : keys) key = static_cast<Key>(static_cast<std::int64_t>(key) % 10);
      expect_stable<std::uint32_t>(keys, kAllBits<Key>, std::less<>());
      expect_stable<std::uint64_t>(keys, kAllBits<Key>, std::less<>());
    }
  });
}

TEST_P(SortTest, PairsMayBeOfAnyType) {
  const std::vector<std::int32_t> keys = {3, -1, 2};
  const std::vector<Pair> values = {{1, 1.f}, {2, 2.f}, {3, 3.f}};
  const auto found = sorted(keys, values);
  EXPECT_EQ(found.keys, (std::vector<std::int32_t>{-1, 2, 3}));
  EXPECT_EQ(found.values, (std::vector<Pair>{{2, 2.f}, {3, 3.f}, {1, 1.f}}));
}

TEST_P(SortTest, BitRangeIgnoresTheOtherBits) {
  std::mt19937_64 random(kSeed);
  for (const std::size_t size : sizes()) {
    const int first = static_cast<int>(random() % 64);
    const int last = first + 1 + static_cast<int>(random() % (64 - static_cast<unsigned>(first)));
    SCOPED_TRACE(trace("uint64", "bits " + std::to_string(first) + " to " + std::to_string(last), size));
    const std::uint64_t mask = (~0ull >> (64 - (last - first))) << first;
    expect_stable<std::uint32_t>(random_numbers<std::uint64_t>(size), {first, last},
                                 [mask](std::uint64_t a, std::uint64_t b) { return (a & mask) < (b & mask); });
  }
}

TEST_P(SortTest, BitsOfSignedKeysAreThoseOfTheirRank) {
  const std::vector<std::int32_t> keys = {-1, 0, 1, -2};
  // Without the sign bit, -1 has rank 2^31 - 1 and 0 has rank 0.
  EXPECT_EQ(sorted(keys, {0, 31}), (std::vector<std::int32_t>{0, 1, -2, -1}));
  EXPECT_EQ(sorted(keys, {31, 32}), (std::vector<std::int32_t>{-1, -2, 0, 1}));
}

TEST_P(SortTest, EmptyBitRangeCopies) {
  const auto keys = random_numbers<std::uint32_t>(1000);
  const auto values = random_numbers<float>(1000);
  const auto found = sorted(keys, values, {5, 5});
  EXPECT_EQ(sorted(keys, {5, 5}), keys);
  EXPECT_EQ(found.keys, keys);
  EXPECT_EQ(found.values, values);
}

TEST_P(SortTest, ZerosOfBothSignsAreEqual) {
  const std::vector<float> keys = {0.f, -0.f, 0.f, -0.f, -1.f};
  expect_stable<std::uint32_t>(keys, kAllBits<float>, std::less<>());
}

TEST_P(SortTest, LeavesTheInputAlone) {
  for (const std::size_t size : some_sizes()) {
    SCOPED_TRACE(trace("uint32", "random", size));
    const auto keys = random_numbers<std::uint32_t>(size);
    const auto in = to_device(stream(), keys, "in");
    Buffer<std::uint32_t> out(stream(), size, "out");
    sort_keys(stream(), in, out.view());
    ASSERT_EQ(to_host(stream(), in), keys);
  }
}

TEST_P(SortTest, MemoryIsPredictedExactly) {
  for_each_number([&]<class Key>(std::string_view type) {
    for (const std::size_t size : some_sizes()) {
      for (const BitRange bits : {kAllBits<Key>, BitRange{3, 21}, BitRange{8, 8}}) {
        SCOPED_TRACE(trace(type, "random", size));
        const auto keys = random_numbers<Key>(size);
        device().reset_peak_memory();
        sorted(keys, bits);
        sorted(keys, random_numbers<double>(size), bits);
        EXPECT_EQ(sort_keys_memory<Key>(device(), size, bits).total(), peak_of(device(), "sort_keys"));
        EXPECT_EQ((sort_pairs_memory<Key, double>(device(), size, bits).total()), peak_of(device(), "sort_pairs"));
      }
    }
  });
}

TEST_P(SortTest, RejectsWorkInPlace) {
  Buffer<std::uint32_t> keys(stream(), 10, "keys");
  EXPECT_THROW(sort_keys(stream(), keys, keys.view()), UsageError);
}

TEST_P(SortTest, RejectsBitsOutsideOfTheKey) {
  Buffer<std::uint32_t> in(stream(), 10, "in");
  Buffer<std::uint32_t> out(stream(), 10, "out");
  EXPECT_THROW(sort_keys(stream(), in, out.view(), {0, 33}), UsageError);
  EXPECT_THROW(sort_keys(stream(), in, out.view(), {-1, 8}), UsageError);
  EXPECT_THROW(sort_keys(stream(), in, out.view(), {9, 8}), UsageError);
}

TEST_P(SortTest, RejectsValuesOfAnotherNumber) {
  Buffer<std::uint32_t> in(stream(), 10, "in");
  Buffer<std::uint32_t> out(stream(), 10, "out");
  Buffer<float> values_in(stream(), 9, "values in");
  Buffer<float> values_out(stream(), 10, "values out");
  EXPECT_THROW(sort_pairs(stream(), in, out.view(), values_in, values_out.view()), UsageError);
}

// Keys i * golden mod 2^32 are scattered and all different up to 2^32, so the sort is checked by its sum and by
// windows.
TEST_P(SortTest, LargeInputsCountInSixtyFourBits) {
  constexpr std::size_t kSize = (1ull << 31) + 12'345;
  constexpr std::uint32_t kGolden = 0x9e3779b1u;
  if (!on_cuda() || device().memory().free < 7 * kSize * sizeof(std::uint32_t)) GTEST_SKIP();
  Buffer<std::uint32_t> keys(stream(), kSize, "keys");
  Buffer<std::uint32_t> places(stream(), kSize, "places");
  fill(stream(), keys, kGolden);
  fill(stream(), places, 1);
  exclusive_scan(stream(), keys, keys.view());
  exclusive_scan(stream(), places, places.view());
  Buffer<std::uint32_t> sorted_keys(stream(), kSize, "sorted keys");
  Buffer<std::uint32_t> sorted_places(stream(), kSize, "sorted places");
  sort_pairs(stream(), keys, sorted_keys.view(), places, sorted_places.view());

  Buffer<std::uint32_t> sums(stream(), 2, "sums");
  reduce(stream(), keys, sums.view().subview(0, 1));
  reduce(stream(), sorted_keys, sums.view().subview(1, 1));
  const auto host_sums = to_host(stream(), sums);
  EXPECT_EQ(host_sums[0], host_sums[1]);

  constexpr std::size_t kWindow = 1 << 20;
  std::uint32_t last = 0;
  for (std::size_t first = 0; first + kWindow <= kSize; first += kSize / 16) {
    const auto window = to_host(stream(), sorted_keys.view().subview(first, kWindow));
    const auto window_places = to_host(stream(), sorted_places.view().subview(first, kWindow));
    EXPECT_TRUE(std::is_sorted(window.begin(), window.end()));
    EXPECT_LE(last, window.front());
    last = window.back();
    for (std::size_t i = 0; i < kWindow; i += 997) ASSERT_EQ(window_places[i] * kGolden, window[i]);
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(SortTest);

}  // namespace
}  // namespace warpgraph::test
