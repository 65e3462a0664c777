// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "lists/on_host.hpp"
#include "paper.hpp"
#include "paper_ranking.hpp"

namespace warpgraph::algorithms::lists {
namespace {

// Random splitters: each thread owns a range of elements and a splitter in it. Threads meet behind each step.
template <class Index>
std::vector<Index> rank_by_threads(ThreadPool& threads, const std::vector<Index>& successor, std::uint64_t head,
                                   const ListRankOptions& options, HostClock& clock) {
  const std::size_t n = successor.size();
  const std::size_t wanted = options.splitters != 0 ? options.splitters : 4 * std::size_t{threads.size()};
  const std::size_t count = std::min(wanted, n);
  if (count > 0xffff) throw UsageError("lists: splitter-threads takes at most 65,535 splitters");
  std::vector<std::uint16_t> owner(n);
  std::vector<Index> rank(n);
  std::vector<std::size_t> splitter(count);
  std::vector<std::size_t> following(count);
  std::vector<Index> rank_of_splitter(count);
  threads.for_each(count, 1, [&](std::size_t i) {
    const paper::Range range = paper::range_of(n, count, i);
    std::fill_n(owner.begin() + static_cast<std::ptrdiff_t>(range.first), range.size, std::uint16_t{0xffff});
    splitter[i] = paper::draw_splitter(n, count, i, static_cast<std::uint32_t>(head), options.seed);
    owner[splitter[i]] = static_cast<std::uint16_t>(i);
  });
  clock.end("RS1 clear, RS2 pick");
  threads.for_each(count, 1, [&](std::size_t i) {
    Index distance = 1;
    std::size_t before = splitter[i];
    rank[before] = 0;
    std::size_t v = successor[before];
    for (; owner[v] == 0xffff; v = successor[v]) {
      owner[v] = static_cast<std::uint16_t>(i);
      rank[v] = distance++;
      before = v;
    }
    following[i] = owner[v];
    rank_of_splitter[i] = before == v ? distance - 1 : distance;
  });
  clock.end("RS3 walk");
  Index left = static_cast<Index>(n - 1);
  for (std::size_t i = owner[head];; i = following[i]) {
    const Index length = rank_of_splitter[i];
    rank_of_splitter[i] = left;
    left -= length;
    if (following[i] == i) break;
  }
  clock.end("RS4 splitters");
  threads.for_each(count, 1, [&](std::size_t i) {
    const paper::Range range = paper::range_of(n, count, i);
    for (std::size_t v = range.first; v < range.first + range.size; ++v) rank[v] = rank_of_splitter[owner[v]] - rank[v];
  });
  clock.end("RS5 aggregate");
  return rank;
}

}  // namespace

template <class Index>
ListRanks<Index> rank_by_splitter_threads(StreamRef stream, View<const Index> next, const ListRankOptions& options) {
  expect_lists(stream, next);
  const std::vector<Index> successor = on_host(stream, next);
  const std::vector<Index> heads = heads_of(successor);
  if (heads.size() != 1)
    throw UsageError("lists: the method splitter-threads takes one list, and there are " +
                     std::to_string(heads.size()));
  HostClock clock;
  std::vector<Index> rank =
      rank_by_threads(stream.device().runtime().threads(), successor, heads.front(), options, clock);
  if (options.from == ListEnd::kHead)
    for (Index& each : rank) each = static_cast<Index>(rank.size() - 1 - each);
  ListRanks<Index> ranks;
  ranks.lists = 1;
  ranks.rank = to_device(stream, rank, "list ranks");
  if (options.time_steps) ranks.steps = clock.take();
  return ranks;
}

template ListRanks<std::uint32_t> rank_by_splitter_threads(StreamRef, View<const std::uint32_t>,
                                                           const ListRankOptions&);
template ListRanks<std::uint64_t> rank_by_splitter_threads(StreamRef, View<const std::uint64_t>,
                                                           const ListRankOptions&);

}  // namespace warpgraph::algorithms::lists
