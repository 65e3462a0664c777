// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "placed_sublists.hpp"
#include "ranking.hpp"
#include "spread.hpp"
#include "spread_parts.hpp"
#include "walk_size.hpp"

// Ranks the lists of several devices.
namespace warpgraph::algorithms::lists {

template <class Index>
class SpreadRun {
 public:
  SpreadRun(const ListDevices& devices, std::span<const View<const Index>> next, const ListRankOptions& options)
      : options_(options),
        parts_(devices, sizes_of<Index>(next)),
        n_(parts_.elements()),
        splitters_(static_cast<std::uint32_t>(n_), slots_for(n_, options), options.seed),
        input_(next.begin(), next.end()),
        clock_(devices.streams()[0], options.time_steps) {
    parts_.make(splitters_.count());
    result_.parts.resize(parts_.size());
  }

  SpreadListRanks<Index> operator()() {
    if (!find_ends() || !(is_one_ ? rank_one_list() : rank_several())) refuse();
    for (ListRanks<Index>& each : result_.parts) each.lists = result_.lists;
    parts_.synchronize();
    result_.parts.front().steps = clock_.take();
    return std::move(result_);
  }

 private:
  // What follows returns false if these are no lists.
  bool find_ends() {
    // Where kernels reach all devices, they write the successors of a device's elements to all of them at once.
    const bool in_place = parts_.reach() && parts_.size() <= FindEnds<Index>::kMaxCopies;
    if (in_place) parts_.put_in_order();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      FindEnds<Index> find{input_[i], part.own.first, n_, part.status, {part.next}, 1};
      for (std::size_t other = 0; other < parts_.size() && in_place; ++other)
        if (other != i) find.narrow[find.copies++] = parts_[other].next;
      kernel::launch(part.stream, kernel::Warps{divided(part.own.size(), FindEnds<Index>::kElements)}, find);
    }
    if (in_place)
      parts_.put_in_order();
    else
      parts_.put_all([](ListPart& part) { return part.next.view(); });
    Status ends;
    for (const Status& each : parts_.statuses()) {
      if (each.out_of_range != kNone) return false;
      ends.tails += each.tails;
      ends.head_sum += each.head_sum;
    }
    if (ends.tails == 0) return false;
    clock_.end("ends");
    is_one_ = ends.tails == 1 && pays_trails(parts_[0].stream.device(), n_);
    head_ = ends.head_sum;
    for (ListPart& each : parts_)
      each.stream.device().require(spread_ranks_memory<Index>(n_, parts_.size(), options_, ends.tails), "list ranking");
    return true;
  }

  bool rank_one_list() {
    if (head_ >= n_) return false;
    const auto head = static_cast<std::uint32_t>(head_);
    if (splitters_.slot_of(head) >= splitters_.count()) {
      for (ListPart& part : parts_) {
        part.heads = Buffer<std::uint32_t>(part.stream, 1, "list heads");
        fill(part.stream, part.heads, head);
      }
    }
    make_links();
    for (std::size_t i = 0; i < parts_.size(); ++i)
      parts_[i].trails.emplace(parts_[i].stream, options_, on(parts_[i]), std::as_const(parts_[i].next).view(),
                               first_slot(i), first_slot(i + 1));
    clock_.end("walk");
    std::vector<std::uint64_t> pieces;
    if (!place(splitters_.elements(), pieces)) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      if (options_.order) part.order = numbers(part, n_);
      part.trails->rank<std::uint32_t>(on(part), head, part.placed.rank_of_slot, from_head(), pieces[i],
                                       part.order.view());
    }
    clock_.end("ranks");
    // One list of n elements has been found, and walkers have made as many steps: every element has one pair.
    const bool in_place = parts_.reach();
    if (in_place)
      parts_.put_in_order();
    else if (!parts_.send_pairs())
      return false;
    clock_.end("exchange");
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      ListRanks<Index>& ranks = result_.parts[i];
      ranks.rank = Buffer<Index>(part.stream, part.own.size(), "list ranks");
      if (!part.own.empty()) part.trails->spread<Index>(buckets_with(part, in_place), part.own, ranks.rank.view());
      if (!options_.heads) continue;
      ranks.head = Buffer<Index>(part.stream, part.own.size(), "list heads");
      fill(part.stream, ranks.head, static_cast<Index>(head));
    }
    if (in_place) parts_.put_in_order();
    for (ListPart& part : parts_) part.trails.reset();
    clock_.end("spread");
    return !options_.order || order_one_list();
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
      result_.place.emplace_back(part.stream, part.own.size(), "list places");
      kernel::for_each(
          part.stream, part.own.size(),
          PlaceByRank<Index>{std::as_const(ranks.rank).view(), splitters_.elements(), from_head(), result_.place[i]});
    }
    take_order();
    return is_good();
  }

  bool rank_several() {
    if (!find_heads()) return false;
    make_links();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      part.record = Buffer<std::uint64_t>(part.stream, n_, "list records");
      kernel::for_each(part.stream, n_, RecordSuccessors{part.next, part.record});
      walk(part, first_slot(i), first_slot(i + 1));
    }
    clock_.end("walk");
    std::vector<std::uint64_t> no_pieces;
    if (!place(0, no_pieces)) return false;
    for (ListPart& part : parts_) {
      part.rank = Buffer<std::uint32_t>(part.stream, n_, "list ranks");
      kernel::for_each(part.stream, n_, TellRanks{part.record, part.placed.rank_of_slot, from_head(), part.rank});
    }
    clock_.end("ranks");
    if (options_.heads) {
      find([&](ListPart& part, std::size_t) {
        kernel::for_each(part.stream, n_,
                         TellListHeads{part.record, part.placed.list_of_slot, part.placed.list_head, part.found});
      });
      parts_.take([](ListPart& part) { return std::as_const(part.found).view(); },
                  [&](std::size_t i) -> Buffer<Index>& { return result_.parts[i].head; }, "list heads");
    }
    if (options_.order) {
      find([&](ListPart& part, std::size_t i) {
        part.order = numbers(part, n_);
        const Buffer<std::uint32_t> begin =
            place_lists(part.stream, part.placed, result_.lists, n_, result_.parts[i].first);
        kernel::for_each(part.stream, n_,
                         TellPlaces{part.record, part.rank, part.placed.list_of_slot, begin, part.placed.list_size,
                                    from_head(), part.found, part.order});
      });
      take_places();
    }
    return take_ranks();
  }

  // Elements that no other is before, and that are no splitters, on all devices in the same order.
  bool find_heads() {
    for (ListPart& part : parts_) {
      part.marks = Buffer<std::uint32_t>(part.stream, (n_ + 31) / 32, "list marks");
      fill(part.stream, part.marks, 0);
      kernel::for_each(part.stream, part.own.size(),
                       MarkSuccessors{own_part(part, part.next.view()), part.marks, part.status});
      part.inbox = Buffer<std::uint32_t>(part.stream, (parts_.size() - 1) * words_of(part.own).size(), "list inbox");
    }
    parts_.exchange([&](ListPart& from, const ListPart& to) {
      const VertexRange words = words_of(to.own);
      return std::as_const(from.marks).view().subview(words.first, words.size());
    });
    std::vector<std::uint64_t> counts;
    for (ListPart& part : parts_) {
      const VertexRange words = words_of(part.own);
      kernel::for_each(part.stream, words.size(),
                       MergeMarks{part.marks.view().subview(words.first, words.size()), part.inbox, part.status});
      collect_heads(part, {});
    }
    std::uint64_t count = 0;
    bool is_good = true;
    for (const Status& found : parts_.statuses()) {
      is_good = is_good && found.is_faulty == 0;
      counts.push_back(count);
      count += found.heads;
    }
    counts.push_back(count);
    if (!is_good) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ListPart& part = parts_[i];
      part.heads = Buffer<std::uint32_t>(part.stream, count, "list heads");
      kernel::for_each(part.stream, 1, SetStatus{part.status, {}});
      if (counts[i + 1] != counts[i])
        collect_heads(part, part.heads.view().subview(counts[i], counts[i + 1] - counts[i]));
    }
    parts_.put_ranges(counts, [](ListPart& part) { return part.heads.view(); });
    for (ListPart& part : parts_) {
      part.marks = {};
      part.inbox = {};
    }
    clock_.end("heads");
    return true;
  }

  void collect_heads(ListPart& part, View<std::uint32_t> heads) {
    const VertexRange words = words_of(part.own);
    kernel::launch(part.stream, kernel::Warps{divided(part.own.size(), CollectOwnHeads::kElements)},
                   CollectOwnHeads{splitters_, std::as_const(part.marks).view().subview(words.first, words.size()),
                                   part.own.first, part.own.last, heads, part.status});
  }

  void make_links() {
    for (ListPart& part : parts_) part.link = Buffer<std::uint64_t>(part.stream, slots(), "sublists");
    for (ListPart& part : parts_) fill(part.stream, part.before, kNone);
  }

  void walk(ListPart& part, std::uint64_t first, std::uint64_t last) {
    Status begin;
    begin.lists = static_cast<std::uint32_t>(part.heads.size());
    kernel::for_each(part.stream, 1, SetStatus{part.status, begin});
    const std::uint64_t warps =
        std::min(warps_of(part.stream.device(), options_, 64), divided(last - first, kernel::Warp::kSize));
    if (chains_of(part.stream.device(), options_) == 1)
      kernel::launch(part.stream, kernel::Warps{warps}, Walk<1>{on(part), first, last});
    else
      kernel::launch(part.stream, kernel::Warps{warps}, Walk<2>{on(part), first, last});
  }

  // Devices tell each other the links of their sublists, and each places all of them. The links of a walk that has
  // failed lead to slots too. `pieces`: of the trails of each device.
  bool place(std::uint32_t only_size, std::vector<std::uint64_t>& pieces) {
    std::vector<std::uint64_t> first;
    for (std::size_t i = 0; i <= parts_.size(); ++i) first.push_back(first_slot(i));
    parts_.put_ranges(first, [](ListPart& part) { return part.link.view(); });
    const bool needs_lists = only_size == 0 && (options_.heads || options_.order);
    for (ListPart& part : parts_) {
      fill(part.stream, part.before, kNone);
      kernel::for_each(part.stream, slots(), LinkBackwards{on(part)});
      kernel::launch(part.stream, kernel::Warps{divided(slots(), CountVisited::kSlots)},
                     CountVisited{on(part), 0, slots()});
      part.placed = place_sublists(part.stream, on(part), only_size, from_head(), needs_lists);
    }
    bool is_good = true;
    for (const Status& placed : parts_.statuses()) {
      is_good = is_good && placed.is_faulty == 0 && placed.visited == n_;
      pieces.push_back(placed.pieces);
      result_.lists = placed.lists;
    }
    clock_.end("sublists");
    return is_good;
  }

  // Fills `found` on every device.
  template <class Fill>
  void find(Fill&& fill_found) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].found = Buffer<std::uint32_t>(parts_[i].stream, n_, "list numbers");
      fill_found(parts_[i], i);
    }
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

  bool take_ranks() {
    parts_.take([](ListPart& part) { return std::as_const(part.rank).view(); },
                [&](std::size_t i) -> Buffer<Index>& { return result_.parts[i].rank; }, "list ranks");
    clock_.end("exchange");
    return is_good();
  }

  bool is_good() {
    for (const Status& each : parts_.statuses())
      if (each.out_of_range != kNone || each.is_faulty != 0) return false;
    return true;
  }

  [[noreturn]] void refuse() {
    std::vector<Index> whole;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const std::vector<Index> part = to_host(parts_[i].stream, input_[i]);
      whole.insert(whole.end(), part.begin(), part.end());
    }
    const StreamRef stream = parts_[0].stream;
    parts_.clear();
    expect_lists<Index>(stream, to_device(stream, whole, "list successors").view());
    throw DeviceError("list ranking failed on several devices, and the lists are right");
  }

  // The words of a bitmask in which a range has bits.
  [[nodiscard]] static VertexRange words_of(VertexRange range) {
    return range.empty() ? VertexRange{} : VertexRange{range.first / 32, (range.last - 1) / 32 + 1};
  }
  [[nodiscard]] Buffer<std::uint32_t> numbers(const ListPart& part, std::uint64_t count) const {
    Buffer<std::uint32_t> buffer(part.stream, count, "list numbers");
    fill(part.stream, buffer, kNone);
    return buffer;
  }
  [[nodiscard]] Sublists on(ListPart& part) const {
    return {splitters_, part.heads, part.link, part.before, part.record, part.status};
  }
  [[nodiscard]] bool from_head() const { return options_.from == ListEnd::kHead; }
  [[nodiscard]] std::uint64_t slots() { return splitters_.count() + parts_[0].heads.size(); }
  [[nodiscard]] std::uint64_t first_slot(std::size_t device) { return slots() * device / parts_.size(); }

  ListRankOptions options_;
  ListParts parts_;
  std::uint64_t n_;
  Splitters splitters_;
  std::vector<View<const Index>> input_;
  SpreadListRanks<Index> result_;
  StepClock clock_;
  bool is_one_ = false;
  std::uint64_t head_ = 0;  // of one list
};

}  // namespace warpgraph::algorithms::lists
