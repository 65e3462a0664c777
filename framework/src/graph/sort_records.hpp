// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <vector>

#include <warpgraph/runtime/thread_pool.hpp>

#include "partition.hpp"
#include "radix_sort.hpp"

// The parallel sort on top of partition.hpp and radix_sort.hpp: scatter into buckets, then sort each
// bucket in one thread. A bucket that is too large for one thread (a hub's edges) is scattered again
// by all of them, by the next bits.
namespace warpgraph::building {

// The bits of a key that a sort looks at.
struct KeyBits {
  int low = 0;
  int high = 0;
};

inline constexpr int kMaxPartitionBits = 12;
inline constexpr std::size_t kBucketRecords = std::size_t{1} << 14;
inline constexpr std::size_t kSmallBucket = std::size_t{1} << 20;

// The highest bits, so many that an average bucket fits the cache.
inline Digit partition_digit(std::size_t size, KeyBits bits) {
  const int wanted = static_cast<int>(std::bit_width(size / kBucketRecords));
  const int width = std::min({wanted, kMaxPartitionBits, bits.high - bits.low});
  return {bits.high - width, width};
}

// Records as a source of a further partition.
template <class Value>
struct RecordSource {
  Records<Value> records;

  [[nodiscard]] std::size_t size() const { return records.size; }
  template <class Emit>
  void visit(std::size_t first, std::size_t last, Emit&& emit) const {
    for (std::size_t i = first; i < last; ++i) emit(records.key[i], i);
  }
  [[nodiscard]] Value value([[maybe_unused]] std::size_t i) const {
    if constexpr (graphs::kHasValue<Value>)
      return records.value[i];
    else
      return {};
  }
  void discard(std::size_t, std::size_t) const {}
};

template <class Value>
void sort_records(ThreadPool& threads, const Records<Value>& records, KeyBits bits);

// Sorts what `plan` has scattered, bucket by bucket, and calls after(b, bucket) while the bucket is
// still in the cache.
template <class Value, class After>
void sort_buckets(ThreadPool& threads, const Records<Value>& records, const PartitionPlan& plan, KeyBits bits,
                  After&& after) {
  const std::size_t buckets = plan.digit.count();
  const KeyBits rest{bits.low, plan.digit.low};
  const std::size_t limit = std::max(kSmallBucket, records.size / (8 * threads.size()));
  const auto bucket = [&](std::size_t b) { return records.part(plan.first[b], plan.first[b + 1] - plan.first[b]); };
  std::size_t max = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    if (bucket(b).size > limit) {
      sort_records(threads, bucket(b), rest);
    } else {
      max = std::max(max, bucket(b).size);
    }
  }
  std::atomic<std::size_t> next = 0;
  threads.for_each(threads.size(), 1, [&](std::size_t) {
    const RecordArray<Value> room(max);
    for (std::size_t b; (b = next.fetch_add(1, std::memory_order_relaxed)) < buckets;) {
      if (bucket(b).size <= limit) {
        radix_sort(bucket(b), room.all().part(0, bucket(b).size), rest.low, rest.high, false);
      }
      after(b, bucket(b));
    }
  });
}

// Sorts in place, stable; see radix_sort for what the other bits may be.
template <class Value>
void sort_records(ThreadPool& threads, const Records<Value>& records, KeyBits bits) {
  if (bits.high <= bits.low) return;
  if (records.size <= kSmallBucket) {
    const RecordArray<Value> room(records.size);
    return radix_sort(records, room.all(), bits.low, bits.high, false);
  }
  const RecordSource<Value> source{records};
  PartitionPlan plan = plan_partition(threads, source, partition_digit(records.size, bits));
  const KeyBits rest{bits.low, plan.digit.low};
  if (plan.is_trivial()) return sort_records(threads, records, rest);
  const RecordArray<Value> scattered(records.size);
  scatter(threads, source, plan, scattered.all());
  sort_buckets(threads, scattered.all(), plan, bits, [](std::size_t, const Records<Value>&) {});
  threads.for_chunks(records.size, kPartitionBlock, [&](std::size_t first, std::size_t last) {
    copy_records(scattered.all().part(first, last - first), records.part(first, last - first));
  });
}

}  // namespace warpgraph::building
