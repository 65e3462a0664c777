// SPDX-License-Identifier: Apache-2.0
#include "lists/pairs.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>

#include "some_lists.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

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
    lists::write_ranks(stream(), {bits, first, {}, pair.view()}, own, rank.view());
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
  for (const unsigned bits : {12u, 13u, 14u, 15u, 17u})
    for (const VertexId n : {1u, 31u, 4095u, 4096u, 4097u, 50'000u})
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

TEST_P(RankPairs, MayHaveRanksOf64Bits) {
  EXPECT_EQ(written<std::uint64_t>(0, 40'000, 14, {0, 40'000}), expected<std::uint64_t>({0, 40'000}));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(RankPairs);

}  // namespace
}  // namespace warpgraph::test
