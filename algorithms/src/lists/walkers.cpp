// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "list_parts.hpp"
#include "list_walk.hpp"
#include "placed_sublists.hpp"
#include "ranking.hpp"
#include "spread.hpp"
#include "sublists.hpp"
#include "trail_walk.hpp"
#include "walk_size.hpp"

namespace warpgraph::algorithms::lists {
namespace {

// Ranks the lists of one device or of several. One device writes results where they belong; several tell each other
// what their walkers know of each other's elements.
template <class Index>
class WalkerRun : ListWalk {
 public:
  WalkerRun(const ListDevices& devices, std::span<const View<const Index>> next, const ListRankOptions& options)
      : ListWalk(devices, sizes_of<Index>(next), next.size() > 1 || kIsWide, options),
        input_(next.begin(), next.end()) {
    result_.parts.resize(parts_.size());
  }

  SpreadListRanks<Index> operator()() {
    if (!find_ends() || !(is_one_list_ ? rank_one_list() : rank_several())) refuse();
    for (ListRanks<Index>& each : result_.parts) each.lists = lists_;
    result_.lists = lists_;
    parts_.synchronize();
    result_.parts.front().steps = clock_.take();
    return std::move(result_);
  }

 private:
  static constexpr bool kIsWide = !std::is_same_v<Index, std::uint32_t>;

  // What follows returns false if these are no lists.
  bool find_ends() {
    // Where kernels reach all devices, they write the successors of a device's elements to all of them at once.
    const bool in_place = parts_.reach() && parts_.size() <= FindEnds<Index>::kMaxCopies;
    if (in_place) parts_.put_in_order();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      part.successors = part.next;
      if constexpr (!kIsWide)
        if (parts_.is_one()) part.successors = input_[i];
      FindEnds<Index> find{input_[i], part.own.first, n_, part.status, {part.next}, part.next.empty() ? 0u : 1u};
      for (std::size_t other = 0; other < parts_.size() && in_place; ++other)
        if (other != i) find.narrow[find.copies++] = parts_[other].next;
      kernel::launch(part.stream, kernel::Warps{divided(part.own.size(), FindEnds<Index>::kElements)}, find);
    }
    if (in_place)
      parts_.put_in_order();
    else
      parts_.put_all([](ListPart& part) { return part.next.view(); });
    for (ListPart& part : parts_) fill(part.stream, part.before, kNone);
    Status ends;
    for (const Status& each : parts_.statuses()) {
      if (each.out_of_range != kNone) return false;
      ends.tails += each.tails;
      ends.head_sum += each.head_sum;
    }
    clock_.end("ends");
    if (ends.tails == 0) return false;
    is_one_list_ = ends.tails == 1 && pays_trails(parts_[0].stream.device(), n_);
    head_ = ends.head_sum;
    const MemoryPlan memory = parts_.is_one() ? ranks_memory<Index>(n_, options_, ends.tails)
                                              : spread_ranks_memory<Index>(n_, parts_.size(), options_, ends.tails);
    for (ListPart& each : parts_) each.stream.device().require(memory, "list ranking");
    return true;
  }

  // ---- One list: trails

  bool rank_one_list() {
    if (head_ >= n_) return false;
    const auto head = static_cast<std::uint32_t>(head_);
    if (splitters_.slot_of(head) >= splitters_.count()) {
      heads_ = 1;
      for (ListPart& part : parts_) {
        part.heads = Buffer<std::uint32_t>(part.stream, 1, "list heads");
        fill(part.stream, part.heads, head);
      }
    }
    make_links();
    for (std::size_t i = 0; i < parts_.size(); ++i)
      parts_[i].trails.emplace(parts_[i].stream, options_, on(parts_[i]), parts_[i].successors, first_slot(i),
                               first_slot(i + 1));
    clock_.end("walk");
    if (!place(splitters_.elements())) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i) rank_trails(parts_[i], result_.parts[i], head);
    clock_.end("ranks");
    if (!spread_ranks()) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!options_.heads) continue;
      result_.parts[i].head = Buffer<Index>(parts_[i].stream, parts_[i].own.size(), "list heads");
      fill(parts_[i].stream, result_.parts[i].head, static_cast<Index>(head));
    }
    clock_.end("spread");
    return !options_.order || order_one_list();
  }

  // Ranks go into buckets; on one device, which has all of them, to the elements where these are few.
  void rank_trails(ListPart& part, ListRanks<Index>& ranks, std::uint32_t head) {
    if (parts_.is_one()) {
      ranks.rank = Buffer<Index>(part.stream, n_, "list ranks");
      if (options_.order) ranks.order = Buffer<Index>(part.stream, n_, "list order");
      return part.trails->rank(on(part), head, part.placed.rank_of_slot, from_head(), part.pieces, ranks.order.view(),
                               ranks.rank.view());
    }
    if (options_.order) part.order = numbers(part, n_);
    part.trails->template rank<std::uint32_t>(on(part), head, part.placed.rank_of_slot, from_head(), part.pieces,
                                              part.order.view());
  }

  // From the buckets to the elements. One list of n elements has been found, and walkers have made as many steps: every
  // element has one pair.
  bool spread_ranks() {
    const bool in_place = parts_.reach();
    if (in_place)
      parts_.put_in_order();
    else if (!parts_.is_one() && !parts_.send_pairs())
      return false;
    if (!parts_.is_one()) clock_.end("exchange");
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      Buffer<Index>& rank = result_.parts[i].rank;
      if (rank.empty()) rank = Buffer<Index>(part.stream, part.own.size(), "list ranks");
      if (!part.own.empty() && part.trails->has_pairs())
        part.trails->template spread<Index>(buckets_with(part, in_place), part.own, rank.view());
    }
    if (in_place) parts_.put_in_order();
    for (ListPart& part : parts_) part.trails.reset();
    return true;
  }

  // Where the pairs of the part's elements are: on all devices, unless they have been sent.
  std::vector<PairBuckets> buckets_with(ListPart& part, bool in_place) {
    if (!in_place) return {part.trails->buckets_with(part.own, true)};
    std::vector<PairBuckets> found;
    for (ListPart& each : parts_) found.push_back(each.trails->buckets_with(part.own, false));
    return found;
  }

  // Its places are its ranks.
  bool order_one_list() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      ListRanks<Index>& ranks = result_.parts[i];
      ranks.first = to_device(part.stream, std::vector<Index>{0, static_cast<Index>(n_)}, "list order");
      if (parts_.is_one()) return true;
      result_.place.emplace_back(part.stream, part.own.size(), "list places");
      kernel::for_each(
          part.stream, part.own.size(),
          PlaceByRank<Index>{std::as_const(ranks.rank).view(), splitters_.elements(), from_head(), result_.place[i]});
    }
    take_order();
    return is_good();
  }

  // ---- Several lists: records

  bool rank_several() {
    return (parts_.is_one() ? walk_from_splitters() : walk_all()) && place(0) &&
           (parts_.is_one() ? tell_one() : tell_all());
  }

  bool tell_one() {
    ListPart& part = parts_[0];
    ListRanks<Index>& ranks = result_.parts[0];
    tell_ranks(part, ranks.rank, part.status);
    clock_.end("ranks");
    if (!is_good()) return false;
    if (options_.heads) {
      tell_heads(part, ranks.head);
      clock_.end("list heads");
    }
    if (!options_.order) return true;
    const Buffer<std::uint32_t> begin = place_lists(part.stream, part.placed, lists_, n_, ranks.first);
    ranks.order = Buffer<Index>(part.stream, n_, "list order");
    tell_places<Index>(part, ranks.rank, begin, View<std::uint32_t>(), ranks.order);
    clock_.end("order");
    return true;
  }

  bool tell_all() {
    for (ListPart& part : parts_) tell_ranks(part, part.rank, View<Status>());
    clock_.end("ranks");
    if (options_.heads) {
      for (ListPart& part : parts_) tell_heads(part, part.found);
      parts_.take([](ListPart& part) { return std::as_const(part.found).view(); },
                  [&](std::size_t i) -> Buffer<Index>& { return result_.parts[i].head; }, "list heads");
    }
    if (options_.order) {
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        ListPart& part = parts_[i];
        part.found = Buffer<std::uint32_t>(part.stream, n_, "list numbers");
        part.order = numbers(part, n_);
        const Buffer<std::uint32_t> begin = place_lists(part.stream, part.placed, lists_, n_, result_.parts[i].first);
        tell_places<std::uint32_t>(part, part.rank, begin, part.found, part.order);
      }
      take_places();
    }
    parts_.take([](ListPart& part) { return std::as_const(part.rank).view(); },
                [&](std::size_t i) -> Buffer<Index>& { return result_.parts[i].rank; }, "list ranks");
    clock_.end("exchange");
    return is_good();
  }

  template <class Number>
  void tell_ranks(ListPart& part, Buffer<Number>& rank, View<Status> status) {
    rank = Buffer<Number>(part.stream, n_, "list ranks");
    kernel::for_each(part.stream, n_,
                     TellRanks<Number>{part.record, part.placed.rank_of_slot, from_head(), rank, status});
  }
  template <class Number>
  void tell_heads(ListPart& part, Buffer<Number>& head) {
    head = Buffer<Number>(part.stream, n_, "list heads");
    kernel::for_each(part.stream, n_,
                     TellHeads<Number>{part.record, part.placed.list_of_slot, part.placed.list_head, head});
  }
  template <class Number>
  void tell_places(ListPart& part, const Buffer<Number>& rank, const Buffer<std::uint32_t>& begin,
                   View<std::uint32_t> place, View<Number> order) {
    kernel::for_each(part.stream, n_,
                     TellPlaces<Number>{part.record, rank, part.placed.list_of_slot, begin, part.placed.list_size,
                                        from_head(), place, order});
  }

  void take_places() {
    result_.place.resize(parts_.size());
    parts_.take([](ListPart& part) { return std::as_const(part.found).view(); },
                [&](std::size_t i) -> Buffer<std::uint32_t>& { return result_.place[i]; }, "list places");
    for (ListPart& part : parts_) part.found = {};
    take_order();
  }
  void take_order() {
    parts_.take([](ListPart& part) { return std::as_const(part.order).view(); },
                [&](std::size_t i) -> Buffer<Index>& { return result_.parts[i].order; }, "list order");
    for (ListPart& part : parts_) part.order = {};
    clock_.end("order");
  }

  [[noreturn]] void refuse() {
    const StreamRef stream = parts_[0].stream;
    const std::string where = parts_.is_one() ? stream.device().name() : "several devices";
    Buffer<Index> together;
    if (!parts_.is_one()) {
      std::vector<Index> whole;
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        const std::vector<Index> part = to_host(parts_[i].stream, input_[i]);
        whole.insert(whole.end(), part.begin(), part.end());
      }
      parts_.clear();
      together = to_device(stream, whole, "list successors");
      input_ = {std::as_const(together).view()};
    }
    expect_lists<Index>(stream, input_.front());
    throw DeviceError("list ranking failed on " + where + ", and the lists are right");
  }

  std::vector<View<const Index>> input_;
  SpreadListRanks<Index> result_;
  bool is_one_list_ = false;
  std::uint64_t head_ = 0;  // of one list
};

}  // namespace

template <class Index>
SpreadListRanks<Index> rank_by_walkers(const ListDevices& devices, std::span<const View<const Index>> next,
                                       const ListRankOptions& options) {
  return WalkerRun<Index>(devices, next, options)();
}

template SpreadListRanks<std::uint32_t> rank_by_walkers(const ListDevices&, std::span<const View<const std::uint32_t>>,
                                                        const ListRankOptions&);
template SpreadListRanks<std::uint64_t> rank_by_walkers(const ListDevices&, std::span<const View<const std::uint64_t>>,
                                                        const ListRankOptions&);

}  // namespace warpgraph::algorithms::lists
