// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/runtime/thread_pool.hpp>

#include "records.hpp"

// One stable pass over arcs that scatters them, as keys and values, into buckets by a digit of the
// key. `Arcs` is where the keys come from:
//   size()                        the number of entries
//   visit(first, last, emit)      calls emit(key, i) for each key that the entries make, in order
//   value(i)                      the value that belongs to i
//   discard(first, last)          these entries will not be visited any more
namespace warpgraph::building {

// How many keys go where. Blocks of entries are counted and scattered by themselves, in parallel.
struct PartitionPlan {
  Digit digit;
  std::size_t block = 0;            // entries to a block
  std::vector<std::size_t> first;   // of each bucket, and the end of the last
  std::vector<std::size_t> places;  // [block][bucket]: where the block's first key goes

  [[nodiscard]] std::size_t size() const { return first.back(); }
  // Whether all keys go into one bucket.
  [[nodiscard]] bool is_trivial() const {
    return *std::upper_bound(first.begin(), first.end(), std::size_t{0}) == size();
  }
};

inline constexpr std::size_t kPartitionBlock = std::size_t{1} << 19;

template <class Arcs>
PartitionPlan plan_partition(ThreadPool& threads, const Arcs& arcs, Digit digit) {
  PartitionPlan plan{digit, kPartitionBlock, {}, {}};
  const std::size_t buckets = digit.count();
  const std::size_t blocks = (arcs.size() + plan.block - 1) / plan.block;
  plan.first.resize(buckets + 1);
  plan.places.resize(blocks * buckets);
  threads.for_chunks(arcs.size(), plan.block, [&](std::size_t first, std::size_t last) {
    std::vector<std::size_t> counts(buckets);
    arcs.visit(first, last, [&](Key key, std::size_t) { ++counts[digit.of(key)]; });
    std::copy(counts.begin(), counts.end(), &plan.places[first / plan.block * buckets]);
  });
  std::size_t sum = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    plan.first[bucket] = sum;
    for (std::size_t block = 0; block < blocks; ++block) {
      sum += std::exchange(plan.places[block * buckets + bucket], sum);
    }
  }
  plan.first[buckets] = sum;
  return plan;
}

// Copies one cache line. Lines that will not be read soon go past the cache, which saves reading
// them first.
inline void stream_line(void* to, const void* from) {
#if defined(__SSE2__)
  for (int i = 0; i < 4; ++i) {
    _mm_stream_si128(static_cast<__m128i*>(to) + i, _mm_load_si128(static_cast<const __m128i*>(from) + i));
  }
#else
  std::memcpy(to, from, 64);
#endif
}
inline void finish_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

// Gathers whole cache lines of each bucket before it writes them. `places` are where the buckets'
// first keys go in `to`, which begins at a cache line.
template <class Value>
class BucketWriter {
 public:
  BucketWriter(const Records<Value>& to, std::span<const std::size_t> places)
      : to_(to), first_(places), next_(places.begin(), places.end()), lines_(new Line[places.size()]) {}

  void put(std::size_t bucket, Key key, const Value& value) {
    const std::size_t place = next_[bucket]++;
    Line& line = lines_[bucket];
    line.key[place % kLine] = key;
    if constexpr (graphs::kHasValue<Value>) line.value[place % kLine] = value;
    if (place % kLine == kLine - 1) write_to(place + 1, bucket);
  }
  void finish() {
    for (std::size_t bucket = 0; bucket < next_.size(); ++bucket) {
      if (next_[bucket] % kLine != 0) write_part(next_[bucket], bucket);
    }
    finish_streaming();
  }

 private:
  // So many that values fill a cache line as well.
  static constexpr std::size_t kLine = graphs::kValueSize<Value> == 4 ? 16 : 8;
  struct alignas(64) KeyLine {
    Key key[kLine];
  };
  struct alignas(64) ValueLine : KeyLine {
    alignas(64) Value value[kLine];
  };
  using Line = std::conditional_t<graphs::kHasValue<Value>, ValueLine, KeyLine>;

  template <class T>
  static void stream(T* to, const T (&from)[kLine]) {
    constexpr std::size_t kStep = 64 / sizeof(T);
    for (std::size_t i = 0; i < kLine; i += kStep) stream_line(to + i, from + i);
  }
  void write_to(std::size_t last, std::size_t bucket) {
    const std::size_t first = last - kLine;
    if (first < first_[bucket]) return write_part(last, bucket);
    stream(to_.key + first, lines_[bucket].key);
    if constexpr (graphs::kHasValue<Value>) stream(to_.value + first, lines_[bucket].value);
  }
  // Up to `last`, where the line is not all the bucket's.
  void write_part(std::size_t last, std::size_t bucket) {
    const std::size_t first = std::max(first_[bucket], (last - 1) / kLine * kLine);
    const Line& line = lines_[bucket];
    std::copy_n(line.key + first % kLine, last - first, to_.key + first);
    if constexpr (graphs::kHasValue<Value>) {
      std::copy_n(line.value + first % kLine, last - first, to_.value + first);
    }
  }

  Records<Value> to_;
  std::span<const std::size_t> first_;
  std::vector<std::size_t> next_;
  std::unique_ptr<Line[]> lines_;
};

template <class Value, class Arcs>
void scatter(ThreadPool& threads, const Arcs& arcs, const PartitionPlan& plan, const Records<Value>& to) {
  const std::size_t buckets = plan.digit.count();
  threads.for_chunks(arcs.size(), plan.block, [&](std::size_t first, std::size_t last) {
    const auto places = std::span(plan.places).subspan(first / plan.block * buckets, buckets);
    BucketWriter<Value> writer(to, places);
    arcs.visit(first, last, [&](Key key, std::size_t i) { writer.put(plan.digit.of(key), key, arcs.value(i)); });
    writer.finish();
    arcs.discard(first, last);
  });
}

}  // namespace warpgraph::building
