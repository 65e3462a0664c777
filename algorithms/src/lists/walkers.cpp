// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "jump_pointers.hpp"
#include "ranking.hpp"
#include "sublists.hpp"
#include "walk.hpp"

namespace warpgraph::lists {
namespace {

std::uint64_t divided(std::uint64_t count, std::uint64_t size) { return (count + size - 1) / size; }

// Lanes that walk at the same time. On the host a thread takes 4096 at a time, and the first of them walks everything.
std::uint64_t walkers_of(const Device& device) {
  const std::uint64_t a_multiprocessor = device.kind() == DeviceKind::kCuda ? 2048 : 4096;
  return static_cast<std::uint64_t>(std::max(1, device.info().multiprocessors)) * a_multiprocessor;
}

// Long sublists leave few splitters to rank; but the longest one is ln(splitters) times as long as the mean, and that
// is how long the last walker is on its way.
std::uint32_t slots_for(std::uint64_t n, const ListRankOptions& options) {
  constexpr std::uint64_t kShortest = 8;
  constexpr std::uint64_t kUsual = 64;
  constexpr std::uint64_t kFew = std::uint64_t{1} << 17;
  constexpr std::uint64_t kMany = std::uint64_t{1} << 21;
  const std::uint64_t usual = std::min(kMany, std::max(n / kUsual, std::min(n / kShortest, kFew)));
  const std::uint64_t wanted = options.splitters != 0 ? options.splitters : usual;
  return Splitters::slots_for(static_cast<std::uint32_t>(n), std::clamp<std::uint64_t>(wanted, 1, n));
}

struct SetStatus {
  View<Status> status;
  Status value;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { status[i] = value; }
};

struct Number {
  View<std::uint32_t> number;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { number[i] = static_cast<std::uint32_t>(i); }
};

struct GatherSizes {
  View<const std::uint32_t> list;
  View<const std::uint32_t> size_of_list;
  View<std::uint32_t> size;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { size[i] = size_of_list[list[i]]; }
};

template <class Index>
struct PlaceLists {
  View<const std::uint32_t> list;
  View<const std::uint32_t> begin;
  View<std::uint32_t> begin_of_list;
  View<Index> first;
  std::uint64_t elements;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (i < list.size()) begin_of_list[list[i]] = begin[i];
    first[i] = i < list.size() ? static_cast<Index>(begin[i]) : static_cast<Index>(elements);
  }
};

class WalkerRun {
 public:
  WalkerRun(StreamRef stream, std::uint64_t n, const ListRankOptions& options)
      : stream_(stream),
        options_(options),
        clock_(stream, options.time_steps),
        splitters_(static_cast<std::uint32_t>(n), slots_for(n, options), options.seed),
        record_(stream, n, "list records"),
        status_(to_device(stream, std::vector<Status>(1), "list status")),
        link_(stream, splitters_.count(), "sublists"),
        before_(stream, splitters_.count(), "sublists") {}

  template <class Index>
  ListRanks<Index> operator()(View<const Index> next) {
    ListRanks<Index> ranks;
    if (!walk(next) || !rank_sublists(ranks)) {
      expect_lists(stream_, next);
      throw DeviceError("list ranking failed on " + stream_.device().name() + ", and the lists are right");
    }
    ranks.steps = clock_.take();
    return ranks;
  }

 private:
  // Gives every element an owner. False: these are no lists.
  template <class Index>
  bool walk(View<const Index> next) {
    for_each(stream_, next.size(), MakeRecords<Index>{next, record_, status_});
    fill(stream_, before_, kNone);
    clock_.end("records");
    walk_slots(0, splitters_.count());
    const Status walked = status();
    clock_.end("walk");
    if (!is_good(walked) || walked.visited > next.size()) return false;
    left_ = next.size();
    return walked.visited == next.size() || walk_from_heads(next.size() - walked.visited);
  }

  bool walk_from_heads(std::uint64_t unowned_count) {
    Buffer<std::uint32_t> unowned(stream_, unowned_count, "unowned elements");
    launch(stream_, Warps{divided(record_.size(), CollectUnowned::kElements)}, CollectUnowned{sublists(), unowned});
    for_each(stream_, unowned_count, MarkPreceded{sublists(), unowned});
    Buffer<std::uint32_t> heads(stream_, unowned_count, "list heads");
    launch(stream_, Warps{divided(unowned_count, CollectHeads::kElements)}, CollectHeads{sublists(), unowned, heads});
    const Status found = status();
    if (!is_good(found) || found.unowned != unowned_count) return false;
    left_ = unowned_count;
    head_count_ = found.heads;
    heads_ = std::move(heads);
    Buffer<std::uint64_t> link(stream_, slots(), "sublists");
    copy(stream_, link, link_);
    link_ = std::move(link);
    Status begin;
    begin.lists = head_count_;
    for_each(stream_, 1, SetStatus{status_, begin});
    walk_slots(splitters_.count(), slots());
    clock_.end("heads");
    return true;
  }

  template <class Index>
  bool rank_sublists(ListRanks<Index>& ranks) {
    const std::uint32_t splitters = splitters_.count();
    Buffer<std::uint64_t> word(stream_, splitters, "sublists");
    for_each(stream_, splitters, LinkSplitters{sublists(), word});
    launch(stream_, WholeDevice{}, JumpPointers{word});
    const std::uint64_t max_lists = std::uint64_t{head_count_} + splitters;
    Buffer<std::uint32_t> head(stream_, max_lists, "lists");
    Buffer<std::uint32_t> size(stream_, max_lists, "lists");
    Buffer<std::uint32_t> of_tail(stream_, splitters, "lists");
    const Lists lists{head, size, of_tail};
    fill(stream_, of_tail, kNone);
    for_each(stream_, slots(), MakeLists{sublists(), word, lists});
    const bool needs_lists = options_.heads || options_.order;
    Buffer<std::uint32_t> list(stream_, needs_lists ? slots() : 0, "sublists");
    Buffer<std::uint32_t> rank(stream_, slots(), "sublists");
    const bool from_head = options_.from == ListEnd::kHead;
    for_each(stream_, slots(), PlaceSublists{sublists(), word, lists, from_head, list, rank});
    clock_.end("sublists");

    const std::uint64_t n = record_.size();
    ranks.rank = Buffer<Index>(stream_, n, "list ranks");
    for_each(stream_, n, RankElements<Index>{record_, rank, from_head, ranks.rank, status_});
    clock_.end("ranks");
    const Status done = status();
    ranks.lists = done.lists;
    if (!is_good(done) || done.visited != left_) return false;
    if (options_.heads) {
      ranks.head = Buffer<Index>(stream_, n, "list heads");
      for_each(stream_, n, TellHeads<Index>{record_, list, head, ranks.head});
      clock_.end("list heads");
    }
    if (options_.order) order(lists, list, ranks);
    stream_.synchronize();
    return true;
  }

  // Lists are ordered by the numbers of their heads.
  template <class Index>
  void order(const Lists& lists, View<const std::uint32_t> list_of_slot, ListRanks<Index>& ranks) {
    const std::uint64_t count = ranks.lists;
    const auto numbers = [&] { return Buffer<std::uint32_t>(stream_, count, "lists"); };
    Buffer<std::uint32_t> list = numbers();
    Buffer<std::uint32_t> begin = numbers();
    {
      Buffer<std::uint32_t> unsorted = numbers();
      Buffer<std::uint32_t> sorted_head = numbers();
      for_each(stream_, count, Number{unsorted});
      sort_pairs<std::uint32_t, std::uint32_t>(stream_, lists.head.subview(0, count), sorted_head.view(), unsorted,
                                               list.view());
    }
    for_each(stream_, count, GatherSizes{list, lists.size, begin});
    exclusive_scan<std::uint32_t>(stream_, begin, begin.view());
    Buffer<std::uint32_t> begin_of_list = numbers();
    ranks.first = Buffer<Index>(stream_, count + 1, "list order");
    for_each(stream_, count + 1, PlaceLists<Index>{list, begin, begin_of_list, ranks.first, record_.size()});
    ranks.order = Buffer<Index>(stream_, record_.size(), "list order");
    for_each(stream_, record_.size(),
             OrderElements<Index>{record_, list_of_slot, begin_of_list, lists.size, options_.from == ListEnd::kHead,
                                  ranks.rank, ranks.order});
    clock_.end("order");
  }

  [[nodiscard]] Sublists sublists() { return {splitters_, heads_, link_, before_, record_, status_}; }
  [[nodiscard]] std::uint64_t slots() const { return std::uint64_t{splitters_.count()} + head_count_; }
  [[nodiscard]] Status status() { return to_host(stream_, status_)[0]; }
  [[nodiscard]] static bool is_good(const Status& status) {
    return status.out_of_range == kNone && status.is_faulty == 0;
  }

  void walk_slots(std::uint64_t first, std::uint64_t last) {
    const std::uint64_t walkers = std::min(walkers_of(stream_.device()), last - first);
    switch (options_.chains) {
      case 1:
        for_each(stream_, walkers, Walk<1>{sublists(), first, last});
        break;
      case 0:
      case 2:
        for_each(stream_, walkers, Walk<2>{sublists(), first, last});
        break;
      case 4:
        for_each(stream_, walkers, Walk<4>{sublists(), first, last});
        break;
      default:
        throw UsageError("list ranking: a lane walks 1, 2 or 4 chains");
    }
    launch(stream_, Warps{divided(last - first, CountVisited::kSlots)}, CountVisited{sublists(), first, last});
  }

  StreamRef stream_;
  ListRankOptions options_;
  StepClock clock_;
  Splitters splitters_;
  Buffer<std::uint64_t> record_;
  Buffer<Status> status_;
  Buffer<std::uint64_t> link_;
  Buffer<std::uint32_t> before_;
  Buffer<std::uint32_t> heads_;
  std::uint32_t head_count_ = 0;
  std::uint64_t left_ = 0;  // elements that the last walk has to be at, each once
};

}  // namespace

template <class Index>
ListRanks<Index> rank_by_walkers(StreamRef stream, View<const Index> next, const ListRankOptions& options) {
  return WalkerRun(stream, next.size(), options)(next);
}

template ListRanks<std::uint32_t> rank_by_walkers(StreamRef, View<const std::uint32_t>, const ListRankOptions&);
template ListRanks<std::uint64_t> rank_by_walkers(StreamRef, View<const std::uint64_t>, const ListRankOptions&);

}  // namespace warpgraph::lists
