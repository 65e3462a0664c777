// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "device_entries.hpp"

// Cuts the keys of entries into ranges of a limited number of edges.
namespace warpgraph::building {

// The keys first ... last.
struct KeyRange {
  Key first = 0;
  Key last = ~Key{0};
  std::uint64_t count = 0;  // edges in it

  [[nodiscard]] WARPGRAPH_DEVICE bool contains(Key key) const { return first <= key && key <= last; }
};

inline constexpr int kBinBits = 11;
inline constexpr std::uint32_t kBins = 1u << kBinBits;

// Counts the keys from `begin` on by their bits [low, low + kBinBits); those that are too large for the bins are left
// out. A block counts in its own memory first.
struct CountBins {
  static constexpr int kThreads = 256;
  static constexpr std::uint64_t kSliceEntries = 1u << 17;  // entries of a block; its counts fit 32 bits

  struct Shared {
    std::uint32_t counts[kBins];
  };

  ListEntries entries;
  Key begin;
  int low;
  View<std::uint64_t> bins;
  std::uint64_t size;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block, Shared& shared) const {
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t bin = lane; bin < kBins; bin += kThreads) shared.counts[bin] = 0;
    });
    const std::uint64_t first = block.index() * kSliceEntries;
    const std::uint64_t last = first + kSliceEntries < size ? first + kSliceEntries : size;
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = first + lane; i < last; i += kThreads) {
        Key key;
        if (!entries.key(i, key)) continue;
        const Key bin = (key >> low) - (begin >> low);
        if (bin < kBins) atomic::fetch_add<kernel::Order::kRelaxed, kernel::AtomicScope::kBlock>(shared.counts[bin], 1);
      }
    });
    block.phase([&](kernel::Lane lane) {
      for (std::uint32_t bin = lane; bin < kBins; bin += kThreads) {
        if (shared.counts[bin] != 0) atomic::fetch_add(bins[bin], shared.counts[bin]);
      }
    });
  }
};

class RangePlanner {
 public:
  RangePlanner(StreamRef stream, const ListEntries& entries, std::uint64_t limit)
      : stream_(stream), entries_(entries), limit_(limit) {}

  // Ranges of at most `limit` edges each, unless one key has more of them, in the order of the keys.
  std::vector<KeyRange> run() && {
    split(0, entries_.layout.bits());
    flush();
    return std::move(ranges_);
  }

 private:
  // The keys that are `begin` but for the bits below `high`.
  void split(Key begin, int high) {
    const int low = std::max(0, high - kBinBits);
    const std::vector<std::uint64_t> counts = count(begin, low);
    for (Key bin = 0; bin < Key{1} << (high - low); ++bin) {
      const Key first = begin + (bin << low);
      if (counts[bin] > limit_ && low > 0) {
        flush();
        split(first, low);
      } else {
        add({first, first + ((Key{1} << low) - 1), counts[bin]});
      }
    }
  }
  void add(const KeyRange& range) {
    if (pending_.count + range.count > limit_) flush();
    if (pending_.count == 0) pending_.first = range.first;
    if (range.count != 0) pending_.last = range.last;
    pending_.count += range.count;
  }
  void flush() {
    if (pending_.count != 0) ranges_.push_back(pending_);
    pending_ = {};
  }
  std::vector<std::uint64_t> count(Key begin, int low) {
    Buffer<std::uint64_t> bins(stream_, kBins, "build bins");
    fill(stream_, bins, 0);
    const std::uint64_t size = entries_.size();
    const std::uint64_t blocks = (size + CountBins::kSliceEntries - 1) / CountBins::kSliceEntries;
    kernel::launch(stream_, kernel::Blocks{blocks}, CountBins{entries_, begin, low, bins, size});
    return to_host(stream_, bins);
  }

  StreamRef stream_;
  const ListEntries& entries_;
  std::uint64_t limit_;
  std::vector<KeyRange> ranges_;
  KeyRange pending_ = {};
};

}  // namespace warpgraph::building
