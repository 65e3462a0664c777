// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "jump_pointers.hpp"
#include "ranking.hpp"
#include "sublists.hpp"
#include "trails.hpp"
#include "walk.hpp"

namespace warpgraph::lists {
namespace {

std::uint64_t divided(std::uint64_t count, std::uint64_t size) { return (count + size - 1) / size; }

// Warps that walk at the same time: enough to keep the memory of a GPU busy. On the host the first lane of each walks
// all that others have not begun. Trails are for few, so that the ends of all of them are in the cache.
std::uint64_t warps_of(const Device& device, const ListRankOptions& options, std::uint64_t warps_a_multiprocessor) {
  const std::uint64_t multiprocessors = static_cast<std::uint64_t>(std::max(1, device.info().multiprocessors));
  if (options.walkers != 0) return divided(options.walkers, Warp::kSize);
  return multiprocessors * (device.kind() == DeviceKind::kCuda ? warps_a_multiprocessor : 4);
}

// Records of fewer elements stay in the cache of a GPU themselves.
bool pays_trails(const Device& device, std::uint64_t n) {
  return n >= (device.kind() == DeviceKind::kCuda ? std::uint64_t{1} << 23 : std::uint64_t{1} << 11);
}

// A GPU has other lanes to go on with while one waits. A core has not.
unsigned chains_of(const Device& device, const ListRankOptions& options) {
  if (options.chains != 0 && options.chains != 1 && options.chains != 2)
    throw UsageError("lists: a lane walks 1 or 2 chains");
  if (options.chains != 0) return options.chains;
  return device.kind() == DeviceKind::kCuda ? 1 : 2;
}

// Long sublists leave few splitters to rank; but the longest one is ln(splitters) times as long as the mean, and that
// is how long the last walker is on its way.
std::uint32_t slots_for(std::uint64_t n, const ListRankOptions& options) {
  constexpr std::uint64_t kShortest = 8;
  constexpr std::uint64_t kUsual = 128;
  constexpr std::uint64_t kFew = std::uint64_t{1} << 18;
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
        status_(to_device(stream, std::vector<Status>(1), "list status")),
        link_(stream, splitters_.count(), "sublists"),
        before_(stream, splitters_.count(), "sublists") {}

  template <class Index>
  ListRanks<Index> operator()(View<const Index> next) {
    ListRanks<Index> ranks;
    const bool is_good =
        find_ends(next) && (ends_.tails == 1 && pays_trails(stream_.device(), next.size()) ? rank_one_list(next, ranks)
                                                                                           : rank_several(next, ranks));
    if (!is_good) {
      expect_lists(stream_, next);
      throw DeviceError("list ranking failed on " + stream_.device().name() + ", and the lists are right");
    }
    ranks.steps = clock_.take();
    return ranks;
  }

 private:
  // What follows returns false if these are no lists.
  template <class Index>
  bool find_ends(View<const Index> next) {
    narrow_ = Buffer<std::uint32_t>(stream_, std::is_same_v<Index, std::uint64_t> ? next.size() : 0, "list successors");
    const std::uint64_t warps = divided(next.size(), FindEnds<Index>::kElements);
    launch(stream_, Warps{warps}, FindEnds<Index>{next, narrow_, status_});
    fill(stream_, before_, kNone);
    ends_ = status();
    clock_.end("ends");
    return is_good(ends_) && ends_.tails > 0;
  }

  template <class Index>
  bool rank_one_list(View<const Index> next, ListRanks<Index>& ranks) {
    if (ends_.head_sum >= next.size()) return false;
    const auto head = static_cast<std::uint32_t>(ends_.head_sum);
    if (splitters_.slot_of(head) >= splitters_.count()) {
      head_count_ = 1;
      heads_ = to_device(stream_, std::vector<std::uint32_t>{head}, "list heads");
      link_ = Buffer<std::uint64_t>(stream_, slots(), "sublists");
    }
    const unsigned chains = chains_of(stream_.device(), options_);
    const std::uint64_t warps =
        std::min(warps_of(stream_.device(), options_, 8), divided(slots(), Warp::kSize * chains));
    const std::uint64_t started = warps * Warp::kSize * chains;
    const auto piece_size = static_cast<std::uint32_t>(
        std::bit_floor(std::clamp<std::uint64_t>(next.size() / (4 * started), 32, RankTrails<Index>::kOfWarp)));
    const std::uint64_t pieces = next.size() / piece_size + started;
    Buffer<std::uint32_t> trail(stream_, pieces * piece_size, "list trails");
    Buffer<std::uint64_t> begin(stream_, pieces, "list trails");
    fill(stream_, trail, kNone);
    Status counters;
    counters.taken = counters.pieces = started;
    counters.lists = head_count_;
    for_each(stream_, 1, SetStatus{status_, counters});
    const View<const std::uint32_t> narrow = narrowed(next);
    const Trails trails{
        piece_size,
        {reinterpret_cast<Sector*>(trail.data()), trail.size() / Sector::kElements, stream_.device().memory_space()},
        begin};
    if (chains == 1)
      launch(stream_, Warps{warps}, WalkTrails<1>{sublists(), narrow, trails, slots()});
    else
      launch(stream_, Warps{warps}, WalkTrails<2>{sublists(), narrow, trails, slots()});
    clock_.end("walk");
    if (!place_sublists(splitters_.elements())) return false;
    rank_trails(head, trails, ranks);
    return true;
  }

  static View<const std::uint32_t> narrowed(View<const std::uint32_t> next) { return next; }
  View<const std::uint32_t> narrowed(View<const std::uint64_t>) { return narrow_; }

  template <class Index>
  void rank_trails(std::uint32_t head, const Trails& trails, ListRanks<Index>& ranks) {
    const std::uint32_t n = splitters_.elements();
    // Elements whose ranks stay in a cache: the last one of a GPU, the first one of a core.
    const unsigned bits_in_cache = stream_.device().kind() == DeviceKind::kCuda ? 21 : 12;
    const unsigned bits = std::max(bits_in_cache + 6, static_cast<unsigned>(std::bit_width(n - 1))) - 6;
    Buffer<std::uint64_t> pair(stream_, n >> bits == 0 ? 0 : n, "list pairs");
    Buffer<std::uint32_t> bucket_size(stream_, kMaxBuckets * kCounterStride, "list pairs");
    fill(stream_, bucket_size, 0);
    ranks.lists = 1;
    ranks.rank = Buffer<Index>(stream_, n, "list ranks");
    if (options_.order) {
      ranks.order = Buffer<Index>(stream_, n, "list order");
      ranks.first = to_device(stream_, std::vector<Index>{0, static_cast<Index>(n)}, "list order");
    }
    if (options_.heads) {
      ranks.head = Buffer<Index>(stream_, n, "list heads");
      fill(stream_, ranks.head, static_cast<Index>(head));
    }
    launch(stream_, Blocks{divided(trails.sector.size() * Sector::kElements, RankTrails<Index>::kPlaces)},
           RankTrails<Index>{splitters_, head, trails, rank_of_slot_, options_.from == ListEnd::kHead, n, ranks.order,
                             pair, bits, bucket_size, ranks.rank});
    clock_.end("ranks");
    if (!pair.empty()) for_each(stream_, n, SpreadPairs<Index>{pair, ranks.rank});
    stream_.synchronize();
    clock_.end("spread");
  }

  template <class Index>
  bool rank_several(View<const Index> next, ListRanks<Index>& ranks) {
    record_ = Buffer<std::uint64_t>(stream_, next.size(), "list records");
    return walk(next) && place_sublists(0) && rank_elements(ranks);
  }

  // Gives every element an owner.
  template <class Index>
  bool walk(View<const Index> next) {
    for_each(stream_, 1, SetStatus{status_, {}});
    for_each(stream_, next.size(), MakeRecords<Index>{next, record_, status_});
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

  // The rank of the first element of each sublist. `size` is what one list alone must have, or 0.
  bool place_sublists(std::uint32_t size) {
    const std::uint32_t splitters = splitters_.count();
    Buffer<std::uint64_t> word(stream_, splitters, "sublists");
    for_each(stream_, splitters, LinkSplitters{sublists(), word});
    launch(stream_, WholeDevice{}, JumpPointers{word});
    const std::uint64_t max_lists = std::uint64_t{head_count_} + splitters;
    list_head_ = Buffer<std::uint32_t>(stream_, max_lists, "lists");
    list_size_ = Buffer<std::uint32_t>(stream_, max_lists, "lists");
    Buffer<std::uint32_t> of_tail(stream_, splitters, "lists");
    const Lists lists{list_head_, list_size_, of_tail};
    fill(stream_, of_tail, kNone);
    for_each(stream_, slots(), MakeLists{sublists(), word, lists});
    const bool needs_lists = size == 0 && (options_.heads || options_.order);
    list_of_slot_ = Buffer<std::uint32_t>(stream_, needs_lists ? slots() : 0, "sublists");
    rank_of_slot_ = Buffer<std::uint32_t>(stream_, slots(), "sublists");
    for_each(
        stream_, slots(),
        PlaceSublists{sublists(), word, lists, size, options_.from == ListEnd::kHead, list_of_slot_, rank_of_slot_});
    const Status done = status();
    clock_.end("sublists");
    list_count_ = done.lists;
    return is_good(done) && (size == 0 ? done.visited == left_ : done.lists == 1);
  }

  template <class Index>
  bool rank_elements(ListRanks<Index>& ranks) {
    const std::uint64_t n = record_.size();
    ranks.rank = Buffer<Index>(stream_, n, "list ranks");
    ranks.lists = list_count_;
    const bool from_head = options_.from == ListEnd::kHead;
    for_each(stream_, n, RankElements<Index>{record_, rank_of_slot_, from_head, ranks.rank, status_});
    clock_.end("ranks");
    if (!is_good(status())) return false;
    if (options_.heads) {
      ranks.head = Buffer<Index>(stream_, n, "list heads");
      for_each(stream_, n, TellHeads<Index>{record_, list_of_slot_, list_head_, ranks.head});
      clock_.end("list heads");
    }
    if (options_.order) order(ranks);
    stream_.synchronize();
    return true;
  }

  // Lists are ordered by the numbers of their heads.
  template <class Index>
  void order(ListRanks<Index>& ranks) {
    const std::uint64_t count = ranks.lists;
    const auto numbers = [&] { return Buffer<std::uint32_t>(stream_, count, "lists"); };
    Buffer<std::uint32_t> list = numbers();
    Buffer<std::uint32_t> begin = numbers();
    {
      Buffer<std::uint32_t> unsorted = numbers();
      Buffer<std::uint32_t> sorted_head = numbers();
      for_each(stream_, count, Number{unsorted});
      sort_pairs<std::uint32_t, std::uint32_t>(stream_, list_head_.view().subview(0, count), sorted_head.view(),
                                               unsorted, list.view());
    }
    for_each(stream_, count, GatherSizes{list, list_size_, begin});
    exclusive_scan<std::uint32_t>(stream_, begin, begin.view());
    Buffer<std::uint32_t> begin_of_list = numbers();
    ranks.first = Buffer<Index>(stream_, count + 1, "list order");
    for_each(stream_, count + 1, PlaceLists<Index>{list, begin, begin_of_list, ranks.first, record_.size()});
    ranks.order = Buffer<Index>(stream_, record_.size(), "list order");
    for_each(stream_, record_.size(),
             OrderElements<Index>{record_, list_of_slot_, begin_of_list, list_size_, options_.from == ListEnd::kHead,
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
    const std::uint64_t warps = std::min(warps_of(stream_.device(), options_, 64), divided(last - first, Warp::kSize));
    if (chains_of(stream_.device(), options_) == 1)
      launch(stream_, Warps{warps}, Walk<1>{sublists(), first, last});
    else
      launch(stream_, Warps{warps}, Walk<2>{sublists(), first, last});
    launch(stream_, Warps{divided(last - first, CountVisited::kSlots)}, CountVisited{sublists(), first, last});
  }

  StreamRef stream_;
  ListRankOptions options_;
  StepClock clock_;
  Splitters splitters_;
  Buffer<std::uint64_t> record_;  // of several lists
  Buffer<Status> status_;
  Buffer<std::uint64_t> link_;
  Buffer<std::uint32_t> before_;
  Buffer<std::uint32_t> heads_;
  Buffer<std::uint32_t> narrow_;
  Buffer<std::uint32_t> list_head_;
  Buffer<std::uint32_t> list_size_;
  Buffer<std::uint32_t> list_of_slot_;
  Buffer<std::uint32_t> rank_of_slot_;
  Status ends_;
  std::uint32_t list_count_ = 0;
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
