// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/view.hpp>

#include "words.hpp"

// Pairs of an element and its rank on their way to the elements. They are sorted into buckets of consecutive elements,
// then into smaller ones, whose ranks fit the memory of a block. So they are read and written side by side, where ranks
// in random order would cost a write of 32 bytes each, in the cache too.
namespace warpgraph::algorithms::lists {

inline constexpr std::uint32_t kCounterStride = 8;  // counters in sectors of their own

struct PairBuckets {
  std::uint32_t bits;        // of the elements of a bucket
  std::uint32_t first;       // element of the first bucket
  View<std::uint32_t> size;  // how many pairs a bucket has, every kCounterStride-th; empty: all of them are full
  View<std::uint64_t> pair;  // in each bucket room for all of its elements

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t bucket_of(std::uint64_t a_pair) const {
    return (low_of(a_pair) - first) >> bits;
  }
  // Whether there is a pair in the i-th place of all.
  [[nodiscard]] WARPGRAPH_DEVICE bool has(std::uint64_t i) const {
    if (i >= pair.size()) return false;
    return size.empty() || i - (i >> bits << bits) < size[(i >> bits) * kCounterStride];
  }
};

// Writes the pairs of a block into buckets, those of a bucket side by side. They are `kEach` for each lane, for at most
// `kMost` buckets.
template <std::uint32_t kLanes, std::uint32_t kEach, std::uint32_t kMost>
struct SortPairs {
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};
  static constexpr std::uint32_t kPairs = kLanes * kEach;

  struct Shared {
    std::uint64_t pair[kPairs];
    std::uint32_t size[kMost];   // of a bucket, then how many pairs of the block are in those before it
    std::uint32_t begin[kMost];  // in the bucket, less the same
  };

  // The buckets are `count` from `base` on. `pair_at` has kNothing in places without a pair; it may read shared.pair.
  template <class PairAt>
  WARPGRAPH_DEVICE static void sort(kernel::Block<kLanes>& block, Shared& shared, const PairBuckets& to,
                                    std::uint32_t base, std::uint32_t count, PairAt&& pair_at) {
    kernel::PerLane<std::uint64_t, kLanes> pair[kEach];
    kernel::PerLane<std::uint32_t, kLanes> place[kEach];
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t bucket = lane; bucket < count; bucket += kLanes) shared.size[bucket] = 0;
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kEach; ++k) pair[k][lane] = pair_at(k * kLanes + lane);
    });
    block.phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kEach; ++k) {
        if (pair[k][lane] == kNothing) continue;
        std::uint32_t& size = shared.size[to.bucket_of(pair[k][lane]) - base];
        place[k][lane] = atomic::fetch_add<kernel::Order::kRelaxed, kernel::AtomicScope::kBlock>(size, 1u);
      }
    });
    const std::uint32_t total = reserve(block, shared, to, base, count);
    block.phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kEach; ++k)
        if (pair[k][lane] != kNothing)
          shared.pair[shared.size[to.bucket_of(pair[k][lane]) - base] + place[k][lane]] = pair[k][lane];
    });
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < total; i += kLanes) {
        const std::uint32_t bucket = to.bucket_of(shared.pair[i]);
        to.pair[(std::uint64_t{bucket} << to.bits) + std::uint32_t{shared.begin[bucket - base] + i}] = shared.pair[i];
      }
    });
  }

 private:
  // Room in each bucket. The number of pairs.
  WARPGRAPH_DEVICE static std::uint32_t reserve(kernel::Block<kLanes>& block, Shared& shared, const PairBuckets& to,
                                                std::uint32_t base, std::uint32_t count) {
    const std::uint32_t each = (count + kLanes - 1) / kLanes;
    kernel::PerLane<std::uint32_t, kLanes> sum{};
    block.phase([&](kernel::Lane lane) {
      sum[lane] = 0;
      for (std::uint32_t i = lane * each; i < lane * each + each && i < count; ++i) sum[lane] += shared.size[i];
    });
    const auto sums = block.exclusive_scan(sum, Plus{});
    block.phase([&](kernel::Lane lane) {
      std::uint32_t before = sums.before[lane];
      for (std::uint32_t i = lane * each; i < lane * each + each && i < count; ++i) {
        const std::uint32_t size = shared.size[i];
        if (size != 0) shared.begin[i] = atomic::fetch_add(to.size[(base + i) * kCounterStride], size) - before;
        shared.size[i] = before;
        before += size;
      }
    });
    return sums.total;
  }
};

// From buckets to smaller ones; those of `from` have at least as many elements as a block has pairs. Blocks take the
// buckets of several devices in turn, so that reading those of another device takes no time of its own.
struct SplitPairs {
  static constexpr std::uint32_t kLanes = 512;
  static constexpr std::uint32_t kMaxBuckets = 4096;  // in the place of one
  static constexpr std::uint32_t kMaxDevices = 8;     // in one launch
  using Sort = SortPairs<kLanes, 8, kMaxBuckets>;
  using Shared = Sort::Shared;

  PairBuckets from[kMaxDevices];
  std::uint32_t devices;
  PairBuckets to;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kLanes>& block, Shared& shared) const {
    const PairBuckets& mine = from[block.index() % devices];
    const std::uint64_t first = std::uint64_t{block.index() / devices} * Sort::kPairs;
    if (!mine.has(first)) return;
    const unsigned ratio = mine.bits - to.bits;
    const auto base = static_cast<std::uint32_t>(first >> mine.bits << ratio);
    Sort::sort(block, shared, to, base, 1u << ratio,
               [&](std::uint32_t i) { return mine.has(first + i) ? mine.pair[first + i] : Sort::kNothing; });
  }
};

// The ranks from full buckets to the elements that a device owns, a block a bucket.
template <class Index>
struct WriteRanks {
  static constexpr std::uint32_t kLanes = 512;
  static constexpr std::uint32_t kMaxBits = 14;
  static constexpr std::uint32_t kAtOnce = 8;  // loads of a lane
  struct Shared {
    std::uint32_t rank[1u << kMaxBits];
  };

  PairBuckets from;
  VertexRange own;
  View<Index> rank;  // of `own`

  WARPGRAPH_DEVICE void operator()(kernel::Block<kLanes>& block, Shared& shared) const {
    const std::uint64_t begin = std::uint64_t{block.index()} << from.bits;
    const std::uint64_t first = from.first + begin;
    const auto size = static_cast<std::uint32_t>(Min{}(std::uint64_t{1} << from.bits, from.pair.size() - begin));
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < size; i += kLanes * kAtOnce) {
        std::uint64_t pair[kAtOnce];
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kAtOnce; ++k)
          pair[k] = i + k * kLanes < size ? from.pair[begin + i + k * kLanes] : pack(0, kNone);
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kAtOnce; ++k) {
          const std::uint64_t place = low_of(pair[k]) - first;  // huge before `first`
          if (place < size) shared.rank[place] = high_of(pair[k]);
        }
      }
    });
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane; i < size; i += kLanes) {
        const std::uint64_t place = first + i - own.first;
        if (place < rank.size()) rank[place] = shared.rank[i];
      }
    });
  }
};

// The same straight from buckets of any size, full or not.
template <class Index>
struct WritePairs {
  PairBuckets from;
  VertexRange own;
  View<Index> rank;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (!from.has(i)) return;
    const std::uint64_t place = std::uint64_t{low_of(from.pair[i])} - own.first;  // huge before `own`
    if (place < rank.size()) rank[place] = high_of(from.pair[i]);
  }
};

// Writes the ranks of `own` from buckets that several devices have filled together, by way of smaller ones. Those of
// `from` have at least 2^WriteRanks::kMaxBits elements. Each element must have one pair: nothing else fills the
// smaller buckets. Returns at once.
template <class Index>
void write_ranks(StreamRef stream, std::span<const PairBuckets> from, VertexRange own, View<Index> rank) {
  constexpr unsigned kBits = WriteRanks<Index>::kMaxBits;
  const std::uint64_t pairs = from.front().pair.size();
  const std::uint64_t buckets = (pairs + (std::uint64_t{1} << kBits) - 1) >> kBits;
  Buffer<std::uint64_t> pair(stream, pairs, "list pairs");
  Buffer<std::uint32_t> size(stream, buckets * kCounterStride, "list pairs");
  fill(stream, size, 0);
  const PairBuckets to{kBits, from.front().first, size, pair};
  const std::uint64_t blocks = (pairs + SplitPairs::Sort::kPairs - 1) / SplitPairs::Sort::kPairs;
  while (!from.empty()) {
    const std::size_t devices = std::min<std::size_t>(from.size(), SplitPairs::kMaxDevices);
    SplitPairs split{{}, static_cast<std::uint32_t>(devices), to};
    std::ranges::copy(from.first(devices), split.from);
    kernel::launch(stream, kernel::Blocks{blocks * devices}, split);
    from = from.subspan(devices);
  }
  kernel::launch(stream, kernel::Blocks{buckets}, WriteRanks<Index>{to, own, rank});
}

}  // namespace warpgraph::algorithms::lists
