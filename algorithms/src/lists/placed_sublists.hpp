// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "jump_pointers.hpp"
#include "sublists.hpp"
#include "walk.hpp"
#include "words.hpp"

// From the sublists' lengths to where each of them lies in its list, and each list among all of them.
namespace warpgraph::algorithms::lists {

struct SetStatus {
  View<Status> status;
  Status value;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { status[i] = value; }
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

struct PlacedSublists {
  Buffer<std::uint32_t> list_head;
  Buffer<std::uint32_t> list_size;
  Buffer<std::uint32_t> list_of_slot;  // empty if it is not needed
  Buffer<std::uint32_t> rank_of_slot;  // the rank of the sublist's first element
};

// `only_size` is what one list alone must have, or 0. The status has the number of lists afterwards, if it had that of
// the heads that are no splitters, and says whether something is wrong. Returns at once.
inline PlacedSublists place_sublists(StreamRef stream, const Sublists& on, std::uint32_t only_size, bool from_head,
                                     bool needs_lists) {
  const std::uint32_t splitters = on.splitters.count();
  const std::uint64_t slots = on.link.size();
  Buffer<std::uint64_t> word(stream, splitters, "sublists");
  kernel::for_each(stream, splitters, LinkSplitters{on, word});
  kernel::launch(stream, kernel::WholeDevice{}, JumpPointers{word});
  PlacedSublists placed;
  placed.list_head = Buffer<std::uint32_t>(stream, slots, "lists");
  placed.list_size = Buffer<std::uint32_t>(stream, slots, "lists");
  Buffer<std::uint32_t> of_tail(stream, splitters, "lists");
  const Lists lists{placed.list_head, placed.list_size, of_tail};
  fill(stream, of_tail, kNone);
  kernel::for_each(stream, slots, MakeLists{on, word, lists});
  placed.list_of_slot = Buffer<std::uint32_t>(stream, needs_lists ? slots : 0, "sublists");
  placed.rank_of_slot = Buffer<std::uint32_t>(stream, slots, "sublists");
  kernel::for_each(stream, slots,
                   PlaceSublists{on, word, lists, only_size, from_head, placed.list_of_slot, placed.rank_of_slot});
  return placed;
}

// Where each list begins if they lie one behind the other in the order of their heads' numbers. `first` becomes the
// same in that order, with the number of elements behind it.
template <class Index>
Buffer<std::uint32_t> place_lists(StreamRef stream, const PlacedSublists& placed, std::uint64_t count,
                                  std::uint64_t elements, Buffer<Index>& first) {
  const auto numbers = [&] { return Buffer<std::uint32_t>(stream, count, "lists"); };
  Buffer<std::uint32_t> list = numbers();
  Buffer<std::uint32_t> begin = numbers();
  {
    Buffer<std::uint32_t> unsorted = numbers();
    Buffer<std::uint32_t> sorted_head = numbers();
    kernel::for_each(stream, count, sweep::CountUp{unsorted});
    primitives::sort_pairs<std::uint32_t, std::uint32_t>(stream, placed.list_head.view().subview(0, count),
                                                         sorted_head.view(), unsorted, list.view());
  }
  kernel::for_each(stream, count, GatherSizes{list, placed.list_size, begin});
  primitives::exclusive_scan<std::uint32_t>(stream, begin, begin.view());
  Buffer<std::uint32_t> begin_of_list = numbers();
  first = Buffer<Index>(stream, count + 1, "list order");
  kernel::for_each(stream, count + 1, PlaceLists<Index>{list, begin, begin_of_list, first, elements});
  return begin_of_list;
}

}  // namespace warpgraph::algorithms::lists
