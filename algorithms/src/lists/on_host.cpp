// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "paper.hpp"
#include "ranking.hpp"

namespace warpgraph::algorithms::lists {
namespace {

class HostClock {
 public:
  void end(std::string_view name) {
    const auto now = std::chrono::steady_clock::now();
    steps_.push_back({name, std::chrono::duration<double>(now - begin_).count()});
    begin_ = now;
  }
  [[nodiscard]] std::vector<ListStep> take() { return std::move(steps_); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<ListStep> steps_;
};

// With tails that are followed by themselves.
template <class Index>
std::vector<Index> on_host(StreamRef stream, View<const Index> next) {
  std::vector<Index> successor = to_host(stream, next);
  for (std::size_t v = 0; v < successor.size(); ++v)
    if (successor[v] == kNoNext<Index>) successor[v] = static_cast<Index>(v);
  return successor;
}

// The elements that nothing is before.
template <class Index>
std::vector<Index> heads_of(const std::vector<Index>& successor) {
  std::vector<bool> is_preceded(successor.size());
  for (std::size_t v = 0; v < successor.size(); ++v)
    if (successor[v] != v) is_preceded[successor[v]] = true;
  std::vector<Index> heads;
  for (std::size_t v = 0; v < successor.size(); ++v)
    if (!is_preceded[v]) heads.push_back(static_cast<Index>(v));
  return heads;
}

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

// One thread. The lists in the order of their heads.
template <class Index>
HostListRanks<Index> rank_by_walking(const std::vector<Index>& successor, const std::vector<Index>& heads,
                                     ListEnd from) {
  HostListRanks<Index> ranks;
  ranks.rank.resize(successor.size());
  ranks.head.resize(successor.size());
  ranks.order.reserve(successor.size());
  ranks.first.push_back(0);
  for (const Index head : heads) {
    Index v = head;
    for (;; v = successor[v]) {
      ranks.head[v] = head;
      ranks.rank[v] = static_cast<Index>(ranks.order.size() - ranks.first.back());
      ranks.order.push_back(v);
      if (successor[v] == v) break;
    }
    const auto length = static_cast<Index>(ranks.order.size() - ranks.first.back());
    if (from == ListEnd::kTail)
      for (std::size_t i = ranks.first.back(); i < ranks.order.size(); ++i)
        ranks.rank[ranks.order[i]] = length - 1 - ranks.rank[ranks.order[i]];
    ranks.first.push_back(static_cast<Index>(ranks.order.size()));
  }
  return ranks;
}

}  // namespace

template <class Index>
ListRanks<Index> rank_on_host(StreamRef stream, View<const Index> next, const ListRankOptions& options) {
  expect_lists(stream, next);
  const std::vector<Index> successor = on_host(stream, next);
  const std::vector<Index> heads = heads_of(successor);
  ListRanks<Index> ranks;
  ranks.lists = heads.size();
  HostClock clock;
  if (options.method == ListMethod::kSequential) {
    const HostListRanks<Index> walked = rank_by_walking(successor, heads, options.from);
    clock.end("walk");
    ranks.rank = to_device(stream, walked.rank, "list ranks");
    if (options.heads) ranks.head = to_device(stream, walked.head, "list heads");
    if (options.order) ranks.order = to_device(stream, walked.order, "list order");
    if (options.order) ranks.first = to_device(stream, walked.first, "list order");
  } else {
    if (heads.size() != 1)
      throw UsageError("lists: the method splitter-threads takes one list, and there are " +
                       std::to_string(heads.size()));
    std::vector<Index> rank =
        rank_by_threads(stream.device().runtime().threads(), successor, heads.front(), options, clock);
    if (options.from == ListEnd::kHead)
      for (Index& each : rank) each = static_cast<Index>(rank.size() - 1 - each);
    ranks.rank = to_device(stream, rank, "list ranks");
  }
  if (options.time_steps) ranks.steps = clock.take();
  return ranks;
}

template ListRanks<std::uint32_t> rank_on_host(StreamRef, View<const std::uint32_t>, const ListRankOptions&);
template ListRanks<std::uint64_t> rank_on_host(StreamRef, View<const std::uint64_t>, const ListRankOptions&);

}  // namespace warpgraph::algorithms::lists
