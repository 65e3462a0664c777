// SPDX-License-Identifier: Apache-2.0
#include "runs.hpp"

#include <bit>
#include <cstdint>

#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/segmented_reduce.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "level/compact.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

struct BeginsRun {
  ListKey form;
  bool drops_own;
  View<const std::uint64_t> key;
  [[nodiscard]] WARPGRAPH_DEVICE bool operator()(std::uint64_t i) const {
    if (i > 0 && key[i] == key[i - 1]) return false;
    return !drops_own || form.list_of(key[i]) != form.low_of(key[i]);
  }
};

struct FlagRuns {
  BeginsRun begins;
  View<std::uint64_t> flag;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { flag[i] = begins(i) ? 1 : 0; }
};

struct PackRuns {
  BeginsRun begins;
  View<const std::uint64_t> rank;
  View<std::uint64_t> first;  // entry of each run
  View<std::uint64_t> key;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (!begins(i)) return;
    first[rank[i]] = i;
    key[rank[i]] = begins.key[i];
  }
};

}  // namespace

Runs find_runs(StreamRef stream, ListKey form, const Buffer<std::uint64_t>& key, const Buffer<Weight>& weight,
               std::uint64_t lists, bool drops_own) {
  const std::size_t entries = key.size();
  Buffer<std::uint64_t> sorted(stream, entries, "partition keys");
  Buffer<Weight> weights(stream, entries, "partition keys");
  primitives::sort_pairs(stream, key, sorted.view(), weight, weights.view(),
                         {0, form.low_bits + static_cast<int>(std::bit_width(lists))});
  const BeginsRun begins{form, drops_own, sorted};
  Runs runs;
  runs.form = form;
  runs.rank = Buffer<std::uint64_t>(stream, entries + 1, "partition runs");
  fill(stream, runs.rank.view().subview(entries, 1), 0);
  kernel::for_each(stream, entries, FlagRuns{begins, runs.rank});
  primitives::exclusive_scan(stream, runs.rank, runs.rank.view());
  runs.count = read_one(stream, runs.rank.view().subview(entries, 1));
  Buffer<std::uint64_t> first(stream, runs.count + 1, "partition runs");
  fill(stream, first.view().subview(runs.count, 1), entries);
  runs.key = Buffer<std::uint64_t>(stream, runs.count, "partition runs");
  runs.sum = Buffer<Weight>(stream, runs.count, "partition runs");
  kernel::for_each(stream, entries, PackRuns{begins, runs.rank, first, runs.key});
  primitives::segmented_reduce(stream, weights, first, runs.sum.view());
  return runs;
}

}  // namespace warpgraph::partitioning::transactional
