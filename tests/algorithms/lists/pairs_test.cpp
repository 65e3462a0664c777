// SPDX-License-Identifier: Apache-2.0
#include "lists/pairs.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>

#include "some_lists.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class RankPairs : public MachineTest {
 protected:
  // What the elements of `own` get from full buckets of 2^bits elements, of which the first begins at `first` and the
  // last ends at `last`. An element's rank is its complement.
  template <class Index>
  [[nodiscard]] std::vector<Index> written(VertexId first, VertexId last, unsigned bits, VertexRange own) const {
    std::vector<std::uint64_t> pairs;
    for (std::uint64_t begin = first; begin < last; begin += std::uint64_t{1} << bits) {
      const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(last - begin, std::uint64_t{1} << bits));
      for (const std::uint32_t i : shuffled(size, begin)) {
        const auto element = static_cast<std::uint32_t>(begin + i);
        pairs.push_back(lists::pack(~element, element));
      }
    }
    Buffer<std::uint64_t> pair = to_device(stream(), pairs, "test pairs");
    Buffer<Index> rank(stream(), own.size(), "test ranks");
    fill(stream(), rank, Index{0});
    const lists::PairBuckets from{bits, first, {}, pair.view()};
    lists::write_ranks<Index>(stream(), {&from, 1}, own, rank.view());
    return to_host(stream(), rank);
  }
  template <class Index>
  [[nodiscard]] static std::vector<Index> expected(VertexRange own) {
    std::vector<Index> ranks;
    for (VertexId v = own.first; v < own.last; ++v) ranks.push_back(~v);
    return ranks;
  }
};

TEST_P(RankPairs, OfBucketsOfAnySizeComeToTheirElements) {
  for (const unsigned bits : {14u, 15u, 17u})
    for (const VertexId n : {1u, 31u, 4096u, 4097u, 16'383u, 16'385u, 50'000u})
      EXPECT_EQ(written<std::uint32_t>(0, n, bits, {0, n}), expected<std::uint32_t>({0, n})) << bits << ' ' << n;
}

TEST_P(RankPairs, OfOtherDevicesElementsAreLeftOut) {
  constexpr unsigned kBits = 15;
  constexpr VertexId kFirst = 3 << kBits;
  constexpr VertexId kLast = kFirst + 70'000;
  for (const VertexRange own : {VertexRange{kFirst, kLast}, VertexRange{kFirst + 1, kLast - 1},
                                VertexRange{kFirst + 20'000, kFirst + 20'001}, VertexRange{kFirst + 16'384, kLast}})
    EXPECT_EQ(written<std::uint32_t>(kFirst, kLast, kBits, own), expected<std::uint32_t>(own)) << own.first;
}

TEST_P(RankPairs, MayBeInBucketsThatSeveralDevicesHaveFilledTogether) {
  constexpr unsigned kBits = 14;
  constexpr std::uint32_t kElements = (3 << kBits) + 77;
  constexpr std::uint32_t kBuckets = 4;
  std::vector<std::vector<std::uint64_t>> pairs(3, std::vector<std::uint64_t>(kElements, 0));
  std::vector<std::vector<std::uint32_t>> sizes(3, std::vector<std::uint32_t>(kBuckets * lists::kCounterStride, 0));
  for (const std::uint32_t v : shuffled(kElements, 5)) {
    const std::uint32_t bucket = v >> kBits;
    const std::size_t device = bucket == 1 ? 2 : v % 7 % 3;
    std::uint32_t& size = sizes[device][bucket * lists::kCounterStride];
    pairs[device][(bucket << kBits) + size++] = lists::pack(~v, v);
  }
  std::vector<Buffer<std::uint64_t>> pair;
  std::vector<Buffer<std::uint32_t>> size;
  std::vector<lists::PairBuckets> from;
  for (std::size_t device = 0; device < 3; ++device) {
    pair.push_back(to_device(stream(), pairs[device], "test pairs"));
    size.push_back(to_device(stream(), sizes[device], "test pairs"));
    from.push_back({kBits, 0, size.back().view(), pair.back().view()});
  }
  Buffer<std::uint32_t> rank(stream(), kElements, "test ranks");
  fill(stream(), rank, 0);
  lists::write_ranks<std::uint32_t>(stream(), from, {0, kElements}, rank.view());
  EXPECT_EQ(to_host(stream(), rank), expected<std::uint32_t>({0, kElements}));
}

TEST_P(RankPairs, MayHaveRanksOf64Bits) {
  EXPECT_EQ(written<std::uint64_t>(0, 40'000, 14, {0, 40'000}), expected<std::uint64_t>({0, 40'000}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(RankPairs);

}  // namespace
}  // namespace warpgraph::test
