// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "placed_sublists.hpp"
#include "ranking.hpp"
#include "sublists.hpp"
#include "trail_walk.hpp"
#include "trails.hpp"
#include "walk.hpp"
#include "walk_size.hpp"

namespace warpgraph::algorithms::lists {
namespace {

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
    kernel::launch(stream_, kernel::Warps{warps},
                   FindEnds<Index>{next, 0, next.size(), status_, {narrow_}, narrow_.empty() ? 0u : 1u});
    fill(stream_, before_, kNone);
    ends_ = status();
    clock_.end("ends");
    if (!is_good(ends_) || ends_.tails == 0) return false;
    stream_.device().require(ranks_memory<Index>(next.size(), options_, ends_.tails), "list ranking");
    return true;
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
    TrailWalk trails(stream_, options_, sublists(), narrowed(next), 0, slots());
    clock_.end("walk");
    Status done;
    if (!place_sublists(splitters_.elements(), done)) return false;
    rank_trails(head, done.pieces, trails, ranks);
    return true;
  }

  static View<const std::uint32_t> narrowed(View<const std::uint32_t> next) { return next; }
  View<const std::uint32_t> narrowed(View<const std::uint64_t>) { return narrow_; }

  template <class Index>
  void rank_trails(std::uint32_t head, std::uint64_t pieces, TrailWalk& trails, ListRanks<Index>& ranks) {
    const std::uint32_t n = splitters_.elements();
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
    trails.rank(sublists(), head, placed_.rank_of_slot, options_.from == ListEnd::kHead, pieces, ranks.order.view(),
                ranks.rank.view());
    clock_.end("ranks");
    if (trails.has_pairs()) {
      const PairBuckets from = trails.buckets_with({0, n}, true);
      trails.spread({&from, 1}, {0, n}, ranks.rank.view());
    }
    stream_.synchronize();
    clock_.end("spread");
  }

  template <class Index>
  bool rank_several(View<const Index> next, ListRanks<Index>& ranks) {
    record_ = Buffer<std::uint64_t>(stream_, next.size(), "list records");
    Status done;
    return walk(next) && place_sublists(0, done) && rank_elements(ranks);
  }

  // Gives every element an owner.
  template <class Index>
  bool walk(View<const Index> next) {
    kernel::for_each(stream_, 1, SetStatus{status_, {}});
    kernel::for_each(stream_, next.size(), MakeRecords<Index>{next, record_, status_});
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
    kernel::launch(stream_, kernel::Warps{divided(record_.size(), CollectUnowned::kElements)},
                   CollectUnowned{sublists(), unowned});
    kernel::for_each(stream_, unowned_count, MarkPreceded{sublists(), unowned});
    Buffer<std::uint32_t> heads(stream_, unowned_count, "list heads");
    kernel::launch(stream_, kernel::Warps{divided(unowned_count, CollectHeads::kElements)},
                   CollectHeads{sublists(), unowned, heads});
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
    kernel::for_each(stream_, 1, SetStatus{status_, begin});
    walk_slots(splitters_.count(), slots());
    clock_.end("heads");
    return true;
  }

  // `size` is what one list alone must have, or 0.
  bool place_sublists(std::uint32_t size, Status& done) {
    const bool needs_lists = size == 0 && (options_.heads || options_.order);
    placed_ = lists::place_sublists(stream_, sublists(), size, options_.from == ListEnd::kHead, needs_lists);
    done = status();
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
    kernel::for_each(stream_, n, RankElements<Index>{record_, placed_.rank_of_slot, from_head, ranks.rank, status_});
    clock_.end("ranks");
    if (!is_good(status())) return false;
    if (options_.heads) {
      ranks.head = Buffer<Index>(stream_, n, "list heads");
      kernel::for_each(stream_, n, TellHeads<Index>{record_, placed_.list_of_slot, placed_.list_head, ranks.head});
      clock_.end("list heads");
    }
    if (options_.order) order(ranks);
    stream_.synchronize();
    return true;
  }

  // Lists are ordered by the numbers of their heads.
  template <class Index>
  void order(ListRanks<Index>& ranks) {
    const Buffer<std::uint32_t> begin_of_list = place_lists(stream_, placed_, ranks.lists, record_.size(), ranks.first);
    ranks.order = Buffer<Index>(stream_, record_.size(), "list order");
    kernel::for_each(stream_, record_.size(),
                     OrderElements<Index>{record_, placed_.list_of_slot, begin_of_list, placed_.list_size,
                                          options_.from == ListEnd::kHead, ranks.rank, ranks.order});
    clock_.end("order");
  }

  [[nodiscard]] Sublists sublists() { return {splitters_, heads_, link_, before_, record_, status_}; }
  [[nodiscard]] std::uint64_t slots() const { return std::uint64_t{splitters_.count()} + head_count_; }
  [[nodiscard]] Status status() { return to_host(stream_, status_)[0]; }
  [[nodiscard]] static bool is_good(const Status& status) {
    return status.out_of_range == kNone && status.is_faulty == 0;
  }

  void walk_slots(std::uint64_t first, std::uint64_t last) {
    const std::uint64_t warps =
        std::min(warps_of(stream_.device(), options_, 64), divided(last - first, kernel::Warp::kSize));
    if (chains_of(stream_.device(), options_) == 1)
      kernel::launch(stream_, kernel::Warps{warps}, Walk<1>{sublists(), first, last});
    else
      kernel::launch(stream_, kernel::Warps{warps}, Walk<2>{sublists(), first, last});
    kernel::launch(stream_, kernel::Warps{divided(last - first, CountVisited::kSlots)},
                   CountVisited{sublists(), first, last});
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
  PlacedSublists placed_;
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

}  // namespace warpgraph::algorithms::lists
