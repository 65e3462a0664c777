// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "walk.hpp"
#include "words.hpp"

// The kernels around the walk.
namespace warpgraph::algorithms::lists {

// The successor `next` of v as records have it. `is_inside` is false if there is no such element.
template <class Index>
WARPGRAPH_DEVICE std::uint32_t successor(Index next, std::uint64_t v, std::uint64_t elements, bool& is_inside) {
  is_inside = next < elements || next == kNoNext<Index>;
  return next == v || !is_inside || next == kNoNext<Index> ? kNone : static_cast<std::uint32_t>(next);
}
template <class Index>
WARPGRAPH_DEVICE std::uint32_t successor(const View<const Index>& next, std::uint64_t v, bool& is_inside) {
  return successor(next[v], v, next.size(), is_inside);
}

// From successors that have been found to be inside.
struct MakeRecords {
  View<const std::uint32_t> next;
  View<std::uint64_t> record;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    bool is_inside = true;
    record[v] = pack(kUnowned, successor(next, v, is_inside));
  }
};

// Adds up the lengths of the sublists [first, last): the elements that walkers have been at.
struct CountVisited {
  static constexpr std::uint64_t kSlots = 1024;  // of a warp

  Sublists on;
  std::uint64_t first;
  std::uint64_t last;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> sum{};
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t begin = first + warp.global_index() * kSlots;
      const std::uint64_t end = begin + kSlots < last ? begin + kSlots : last;
      std::uint64_t mine = 0;
      for (std::uint64_t slot = begin + lane; slot < end; slot += kernel::Warp::kSize) mine += high_of(on.link[slot]);
      sum[lane] = mine;
    });
    const std::uint64_t total = warp.reduce(sum, Plus{});
    warp.elect([&] { atomic::fetch_add(on.status[0].visited, total); });
  }
};

// The elements before the first splitter of each list, in any order. If walkers have counted an element twice, there
// are more than there is room for.
struct CollectUnowned {
  static constexpr std::uint64_t kElements = 1024;  // of a warp

  Sublists on;
  View<std::uint32_t> unowned;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t begin = warp.global_index() * kElements;
    for (std::uint64_t i = 0; i < kElements; i += kernel::Warp::kSize) {
      kernel::PerLane<bool> keep{};
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t v = begin + i + lane;
        keep[lane] = v < on.record.size() && !is_owned(on.record[v]);
      });
      const auto place = warp.append(on.status[0].unowned, keep);
      warp.phase([&](kernel::Lane lane) {
        if (keep[lane] && place[lane] < unowned.size())
          unowned[place[lane]] = static_cast<std::uint32_t>(begin + i + lane);
      });
    }
  }
};

// Marks what follows an unowned element.
struct MarkPreceded {
  Sublists on;
  View<const std::uint32_t> unowned;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint32_t next = low_of(atomic::load(on.record[unowned[i]]));
    if (next == kNone || on.splitters.slot_of(next) < on.splitters.count()) return;
    const std::uint64_t before = atomic::fetch_or(on.record[next], pack(kPreceded, 0));
    if (high_of(before) != kUnowned) atomic::store(on.status[0].is_faulty, 1u);
  }
};

// The unowned elements that nothing is before.
struct CollectHeads {
  static constexpr std::uint64_t kElements = 256;  // of a warp

  Sublists on;
  View<const std::uint32_t> unowned;
  View<std::uint32_t> heads;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t begin = warp.global_index() * kElements;
    for (std::uint64_t i = begin; i < begin + kElements && i < unowned.size(); i += kernel::Warp::kSize) {
      kernel::PerLane<bool> keep{};
      warp.phase([&](kernel::Lane lane) {
        keep[lane] = i + lane < unowned.size() && high_of(on.record[unowned[i + lane]]) == kUnowned;
      });
      const auto place = warp.append(on.status[0].heads, keep);
      warp.phase([&](kernel::Lane lane) {
        if (keep[lane]) heads[place[lane]] = unowned[i + lane];
      });
    }
  }
};

// The list of the splitters' slots, for JumpPointers.
struct LinkSplitters {
  Sublists on;
  View<std::uint64_t> word;

  WARPGRAPH_DEVICE void operator()(std::uint64_t slot) const {
    const std::uint64_t link = on.link[slot];
    word[slot] = low_of(link) == kNone ? pack(0, static_cast<std::uint32_t>(slot)) : link;
  }
};

// The lists: first those whose heads are no splitters, in the order of `heads`, then the others.
struct Lists {
  View<std::uint32_t> head;
  View<std::uint32_t> size;
  View<std::uint32_t> of_tail;  // by the slot of the last splitter
};

// The elements from a splitter to the tail.
WARPGRAPH_DEVICE inline std::uint32_t elements_after(const Sublists& on, const View<const std::uint64_t>& word,
                                                     std::uint64_t slot) {
  return high_of(word[slot]) + high_of(on.link[low_of(word[slot])]);
}

struct MakeLists {
  Sublists on;
  View<const std::uint64_t> word;
  Lists lists;

  WARPGRAPH_DEVICE void operator()(std::uint64_t slot) const {
    const std::uint32_t splitters = on.splitters.count();
    if (slot >= splitters) {
      const std::uint64_t link = on.link[slot];
      lists.head[slot - splitters] = on.heads[slot - splitters];
      if (low_of(link) == kNone) lists.size[slot - splitters] = high_of(link);
      return;
    }
    const std::uint32_t before = on.before[slot];
    if (on.splitters.is_void(static_cast<std::uint32_t>(slot)) || before < splitters) return;
    // Jumping ends at a tail, or has gone around a circle until the passes were over.
    if (low_of(on.link[low_of(word[slot])]) != kNone) return atomic::store(on.status[0].is_faulty, 1u);
    const std::uint32_t rest = elements_after(on, word, slot);
    std::uint32_t list = before - splitters;
    if (before == kNone) {
      list = atomic::fetch_add(on.status[0].lists, 1u);
      lists.head[list] = on.splitters.element_of(static_cast<std::uint32_t>(slot));
      lists.size[list] = rest;
    } else {
      lists.size[list] = high_of(on.link[before]) + rest;
    }
    atomic::store(lists.of_tail[low_of(word[slot])], list);  // two lists may have one tail where these are no lists
  }
};

// What the elements of a sublist need to know: the list, and the rank of the sublist's first element.
struct PlaceSublists {
  Sublists on;
  View<const std::uint64_t> word;
  Lists lists;
  std::uint32_t only_size;  // of a list that has to be the only one; 0: there may be several
  bool from_head;
  View<std::uint32_t> list;  // empty if it is not needed
  View<std::uint32_t> rank;

  WARPGRAPH_DEVICE void operator()(std::uint64_t slot) const {
    const std::uint32_t splitters = on.splitters.count();
    const bool is_splitter = slot < splitters;
    if (is_splitter && on.splitters.is_void(static_cast<std::uint32_t>(slot))) return;
    const std::uint32_t mine =
        is_splitter ? lists.of_tail[low_of(word[slot])] : static_cast<std::uint32_t>(slot - splitters);
    if (mine == kNone) return atomic::store(on.status[0].is_faulty, 1u);  // on a circle
    const std::uint32_t size = lists.size[mine];
    if (only_size != 0 && size != only_size) return atomic::store(on.status[0].is_faulty, 1u);
    const std::uint32_t rest = is_splitter ? elements_after(on, word, slot) : size;
    rank[slot] = from_head ? size - rest : rest - 1;
    if (!list.empty()) list[slot] = mine;
  }
};

// The last passes over the elements. Each of several devices knows those that its walkers came by: the others get
// kNone.

template <class Number>
struct TellRanks {
  View<const std::uint64_t> record;
  View<const std::uint32_t> rank_of_slot;
  bool from_head;
  View<Number> rank;
  View<Status> status;  // of one device, whose walkers come by all elements; otherwise empty

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint64_t mine = record[v];
    if (!is_owned(mine)) {
      if (!status.empty()) return atomic::store(status[0].is_faulty, 1u);  // on a circle
      rank[v] = kNone;
      return;
    }
    const std::uint32_t first = rank_of_slot[high_of(mine)];
    rank[v] = from_head ? first + low_of(mine) : first - low_of(mine);
  }
};

template <class Number>
struct TellHeads {
  View<const std::uint64_t> record;
  View<const std::uint32_t> list_of_slot;
  View<const std::uint32_t> head_of_list;
  View<Number> head;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    head[v] = is_owned(record[v]) ? head_of_list[list_of_slot[high_of(record[v])]] : kNone;
  }
};

// Where each element stands if the lists lie one behind the other, and what stands there.
template <class Number>
struct TellPlaces {
  View<const std::uint64_t> record;
  View<const Number> rank;
  View<const std::uint32_t> list_of_slot;
  View<const std::uint32_t> begin_of_list;
  View<const std::uint32_t> size_of_list;
  bool from_head;
  View<std::uint32_t> place;  // empty if it is not needed
  View<Number> order;         // of kNone before, if others know a part of it

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (!is_owned(record[v])) {
      if (!place.empty()) place[v] = kNone;
      return;
    }
    const std::uint32_t list = list_of_slot[high_of(record[v])];
    const auto mine = static_cast<std::uint32_t>(rank[v]);
    const std::uint32_t at = begin_of_list[list] + (from_head ? mine : size_of_list[list] - 1 - mine);
    if (!place.empty()) place[v] = at;
    order[at] = static_cast<Number>(v);
  }
};

}  // namespace warpgraph::algorithms::lists
