// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

// List ranking: how far each element of a linked list is from an end of it. The lists are an array of successors:
// element v is followed by next[v]; a tail is followed by itself, or by kNoNext. The array may hold one list or many,
// in any order; every element is in exactly one of them.
//
//   next   2 4 1 3 3 5        the lists 0 -> 2 -> 1 -> 4 -> 3 and 5
//   rank   0 2 1 4 3 0        from the heads
//   head   0 0 0 0 0 5
//   order  0 2 1 4 3 5        the lists one after the other, in the order of their heads' numbers
//   first  0 5 6              where each list begins in `order`, and the number of elements
namespace warpgraph::algorithms {

// Arrays of list ranking hold 32-bit or 64-bit numbers; a device ranks at most 2^32 - 2^24 elements.
template <class Index>
concept ListIndex = std::same_as<Index, std::uint32_t> || std::same_as<Index, std::uint64_t>;

// Also -1 of a signed array that is read as an unsigned one.
template <ListIndex Index>
inline constexpr Index kNoNext = std::numeric_limits<Index>::max();

enum class ListEnd { kHead, kTail };

std::string_view to_string(ListEnd end);

struct ListRankOptions {
  ListEnd from = ListEnd::kHead;
  // "walkers": random splitters by a hash, many more than threads; walkers take sublists as they come. "sequential":
  // one thread of the host walks each list. Or the name of a method that a library has added (method.hpp), which gives
  // ranks only.
  std::string method = "walkers";
  bool heads = false;  // also tell the head of each element's list
  bool order = false;  // also put the elements into list order
  // Splitters, as the method takes them; 0: as many as are best for the number of elements.
  std::uint32_t splitters = 0;
  // Where the splitters lie. Ranks do not depend on it.
  std::uint64_t seed = 1;
  // walkers: lanes that walk at the same time; 0: as many as are best on the device.
  std::uint32_t walkers = 0;
  // walkers: sublists that a lane walks at a time, 1 or 2; 0: as many as are best.
  unsigned chains = 0;
  bool time_steps = false;  // measure each step on the device's clock
};

// A kernel, or a few that belong together, of a ranking.
struct ListStep {
  std::string_view name;
  double seconds = 0;
  bool is_of_ranking = true;  // false: only measured, for comparison
};

// Lists that were ranked, in a device's memory.
template <ListIndex Index>
struct ListRanks {
  Buffer<Index> rank;
  Buffer<Index> head;   // of each element's list; empty if it was not asked for
  Buffer<Index> order;  // empty if it was not asked for, and so is `first`
  Buffer<Index> first;
  std::uint64_t lists = 0;
  std::vector<ListStep> steps;
};

// Ranks the lists. The method walkers works in O(n) and moves about 28 bytes an element: each element's successor is
// read once by a walker, which leaves the number of its sublist and the distance from its begin in the same place; then
// the sublists are ranked by pointer jumping, and a last pass over the elements adds the two. Splitters are the
// elements whose number a bijective hash maps to a low one, so that neither marks nor a table of them are read, and
// that no order of the elements makes long sublists but for one made against the seed.
//
// Waits for the stream. Throws InputError, which names the elements, if a successor is out of range, an element has two
// predecessors or lists run in a circle; OutOfMemory before it starts if the device has too little memory; UsageError
// if there is no such method, or too many elements or splitters for it.
template <ListIndex Index>
[[nodiscard]] ListRanks<Index> rank_lists(StreamRef stream, View<const Index> next,
                                          const ListRankOptions& options = {});

// What a ranking by walkers takes of a device's memory beside `next`, at most. `lists`: how many there are; 0: that is
// not known, and the most is taken where all of them are short.
template <ListIndex Index>
[[nodiscard]] MemoryPlan rank_lists_memory(std::uint64_t elements, const ListRankOptions& options = {},
                                           std::uint64_t lists = 0);

// Throws the InputErrors of rank_lists, and does nothing else. Waits for the stream. Makes about
// log2(elements) passes over the elements. Allocates 8 bytes an element while it works.
template <ListIndex Index>
void expect_lists(StreamRef stream, View<const Index> next);

// The same in host memory, by all devices of the runtime (spread_lists.hpp) if the method is walkers, otherwise by the
// first one. Waits for the devices: the successors are copied there, and the ranks back.
template <ListIndex Index>
struct HostListRanks {
  std::vector<Index> rank;
  std::vector<Index> head;
  std::vector<Index> order;
  std::vector<Index> first;
  std::uint64_t lists = 0;
  std::vector<ListStep> steps;  // of the first device
};
template <ListIndex Index>
[[nodiscard]] HostListRanks<Index> rank_lists(Runtime& runtime, std::span<const Index> next,
                                              const ListRankOptions& options = {});

// Whether ranks are right: nothing, or one line that says what is wrong at which element. In parallel, O(n): the end
// has rank 0, and of two that follow each other the ranks differ by one.
template <ListIndex Index>
[[nodiscard]] std::optional<std::string> verify_list_ranks(ThreadPool& threads, std::span<const Index> next,
                                                           std::span<const Index> rank, ListEnd from);

}  // namespace warpgraph::algorithms
