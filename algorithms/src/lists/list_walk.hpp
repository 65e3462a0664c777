// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spread_lists.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "find_heads.hpp"
#include "list_parts.hpp"
#include "placed_sublists.hpp"
#include "ranking.hpp"
#include "spread.hpp"
#include "sublists.hpp"
#include "walk.hpp"
#include "walk_size.hpp"

namespace warpgraph::algorithms::lists {

// From the successors of lists to sublists that are placed in them, whatever numbers the input has: walks of one device
// or of several. What says whether it has worked returns false if these are no lists.
class ListWalk {
 protected:
  // `is_copied`: devices need copies of the successors in 32 bits.
  ListWalk(const ListDevices& devices, const std::vector<std::uint64_t>& sizes, bool is_copied,
           const ListRankOptions& options)
      : options_(options),
        parts_(devices, sizes),
        n_(parts_.elements()),
        left_(n_),
        splitters_(static_cast<std::uint32_t>(n_), slots_for(n_, options), options.seed),
        clock_(devices.streams()[0], options.time_steps) {
    parts_.make(splitters_.count(), is_copied);
  }

  // Every device walks its share of the sublists, those from heads too.
  bool walk_all() {
    const std::optional<std::uint32_t> heads = find_heads(parts_, splitters_);
    if (!heads) return false;
    heads_ = *heads;
    clock_.end("heads");
    make_links();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      make_records(parts_[i]);
      walk(parts_[i], first_slot(i), first_slot(i + 1));
    }
    clock_.end("walk");
    return true;
  }

  // One device finds the heads among what walkers that began at splitters have not come by.
  bool walk_from_splitters() {
    ListPart& part = parts_[0];
    make_links();
    make_records(part);
    clock_.end("records");
    walk(part, 0, slots());
    count_visited(part, 0, slots());
    const Status walked = parts_.statuses().front();
    clock_.end("walk");
    if (walked.is_faulty != 0 || walked.visited > n_) return false;
    return walked.visited == n_ || walk_from_heads(part, n_ - walked.visited);
  }

  bool walk_from_heads(ListPart& part, std::uint64_t unowned_count) {
    Buffer<std::uint32_t> unowned(part.stream, unowned_count, "unowned elements");
    kernel::launch(part.stream, kernel::Warps{divided(n_, CollectUnowned::kElements)},
                   CollectUnowned{on(part), unowned});
    kernel::for_each(part.stream, unowned_count, MarkPreceded{on(part), unowned});
    Buffer<std::uint32_t> heads(part.stream, unowned_count, "list heads");
    kernel::launch(part.stream, kernel::Warps{divided(unowned_count, CollectHeads::kElements)},
                   CollectHeads{on(part), unowned, heads});
    const Status found = parts_.statuses().front();
    if (found.is_faulty != 0 || found.unowned != unowned_count) return false;
    left_ = unowned_count;
    heads_ = found.heads;
    part.heads = std::move(heads);
    Buffer<std::uint64_t> link(part.stream, slots(), "sublists");
    copy(part.stream, link, part.link);
    part.link = std::move(link);
    walk(part, splitters_.count(), slots());
    count_visited(part, splitters_.count(), slots());
    clock_.end("heads");
    return true;
  }

  void make_records(ListPart& part) {
    part.record = Buffer<std::uint64_t>(part.stream, n_, "list records");
    kernel::for_each(part.stream, n_, MakeRecords{part.successors, part.record});
  }

  void walk(ListPart& part, std::uint64_t first, std::uint64_t last) {
    Status begin;
    begin.lists = heads_;
    kernel::for_each(part.stream, 1, SetStatus{part.status, begin});
    const std::uint64_t warps =
        std::min(warps_of(part.stream.device(), options_, 64), divided(last - first, kernel::Warp::kSize));
    if (chains_of(part.stream.device(), options_) == 1)
      kernel::launch(part.stream, kernel::Warps{warps}, Walk<1>{on(part), first, last});
    else
      kernel::launch(part.stream, kernel::Warps{warps}, Walk<2>{on(part), first, last});
  }
  void count_visited(ListPart& part, std::uint64_t first, std::uint64_t last) {
    kernel::launch(part.stream, kernel::Warps{divided(last - first, CountVisited::kSlots)},
                   CountVisited{on(part), first, last});
  }

  // Devices tell each other the links of their sublists, and each places all of them. The links of a walk that has
  // failed lead to slots too. `only_size`: what one list alone must have, or 0.
  bool place(std::uint32_t only_size) {
    if (!parts_.is_one()) exchange_links();
    const bool needs_lists = only_size == 0 && (options_.heads || options_.order);
    for (ListPart& part : parts_)
      part.placed = place_sublists(part.stream, on(part), only_size, from_head(), needs_lists);
    const std::vector<Status> statuses = parts_.statuses();
    clock_.end("sublists");
    bool is_good = true;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Status& placed = statuses[i];
      parts_[i].pieces = placed.pieces;
      lists_ = placed.lists;
      const bool is_counted = only_size == 0 || !parts_.is_one();
      is_good = is_good && placed.is_faulty == 0 && (is_counted ? placed.visited == left_ : placed.lists == 1);
    }
    return is_good;
  }
  void exchange_links() {
    std::vector<std::uint64_t> first;
    for (std::size_t i = 0; i <= parts_.size(); ++i) first.push_back(first_slot(i));
    parts_.put_ranges(first, [](ListPart& part) { return part.link.view(); });
    for (ListPart& part : parts_) {
      fill(part.stream, part.before, kNone);
      kernel::for_each(part.stream, slots(), LinkBackwards{on(part)});
      count_visited(part, 0, slots());
    }
  }

  bool is_good() {
    for (const Status& each : parts_.statuses())
      if (each.out_of_range != kNone || each.is_faulty != 0) return false;
    return true;
  }

  void make_links() {
    for (ListPart& part : parts_) part.link = Buffer<std::uint64_t>(part.stream, slots(), "sublists");
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
  [[nodiscard]] std::uint64_t slots() const { return std::uint64_t{splitters_.count()} + heads_; }
  [[nodiscard]] std::uint64_t first_slot(std::size_t device) const { return slots() * device / parts_.size(); }

  ListRankOptions options_;
  ListParts parts_;
  std::uint64_t n_;
  std::uint64_t left_;  // elements that the last walk has to be at, each once
  Splitters splitters_;
  StepClock clock_;
  std::uint32_t heads_ = 0;  // that are no splitters
  std::uint64_t lists_ = 0;
};

}  // namespace warpgraph::algorithms::lists
