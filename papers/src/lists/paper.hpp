// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/view.hpp>

#include "lists/sublists.hpp"
#include "lists/words.hpp"

// The kernels of Yogaratnam (2010), by the paper's names. A tail is followed by itself, ranks count from the tail.
namespace warpgraph::algorithms::lists::paper {

template <class Index>
struct Successors {
  View<const Index> next;
  View<std::uint32_t> successor;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    bool is_inside = true;
    const std::uint32_t n = lists::successor(next, v, is_inside);
    successor[v] = n == kNone ? static_cast<std::uint32_t>(v) : n;
  }
};

// ---- Pointer jumping. A word is the rank, and the last element that was looked at or kNone behind the tail.

struct InitJumping {
  View<const std::uint32_t> successor;
  View<std::uint64_t> word;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint32_t is_no_tail = successor[v] != v ? 1 : 0;
    word[v] = pack(is_no_tail, (successor[v] + 1) * is_no_tail - 1);
  }
};

// In place: a word is read and written at once, so ranks are right whether or not a pass sees words of its own.
struct Jump {
  View<std::uint64_t> word;
  View<std::uint32_t> has_worked;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const std::uint64_t mine = atomic::load(word[v]);
    if (low_of(mine) == kNone) return;
    const std::uint64_t last = atomic::load(word[low_of(mine)]);
    atomic::store(word[v], pack(high_of(mine) + high_of(last), low_of(last)));
    if (atomic::load(has_worked[0]) == 0) atomic::store(has_worked[0], 1u);
  }
};

template <class Index>
struct ExtractRanks {
  View<const std::uint64_t> word;
  View<Index> rank;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { rank[v] = high_of(word[v]); }
};

template <class Index>
struct WidenRanks {
  View<const std::uint32_t> from;
  View<Index> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { to[v] = from[v]; }
};

// Jumping by one block, in two arrays. All of a stride is read before any of it is written. The loops are the same for
// all lanes, so that all of them reach every barrier.
struct JumpInBlock {
  View<const std::uint32_t> successor;
  View<std::uint32_t> rank;
  View<std::uint32_t> last;
  bool has_ranks;  // `rank` has weights already

  WARPGRAPH_DEVICE void operator()(kernel::Block<256>& block) const {
    constexpr std::uint64_t kLanes = kernel::Block<256>::kSize;
    const std::uint64_t n = successor.size();
    for (std::uint64_t i = 0; i < n; i += kLanes)
      block.phase([&](kernel::Lane lane) {
        const std::uint64_t v = i + lane;
        if (v >= n) return;
        const std::uint32_t is_no_tail = successor[v] != v ? 1 : 0;
        last[v] = (successor[v] + 1) * is_no_tail - 1;
        if (!has_ranks) rank[v] = is_no_tail;
      });
    for (bool is_at_work = true; is_at_work;) {
      kernel::PerLane<bool, 256> works{};
      block.phase([&](kernel::Lane lane) { works[lane] = false; });
      for (std::uint64_t i = 0; i < n; i += kLanes) {
        kernel::PerLane<std::uint64_t, 256> found{};
        kernel::PerLane<bool, 256> jumps{};
        block.phase([&](kernel::Lane lane) {
          const std::uint64_t v = i + lane;
          jumps[lane] = v < n && last[v] != kNone;
          if (!jumps[lane]) return;
          found[lane] = pack(rank[v] + rank[last[v]], last[last[v]]);
          works[lane] = true;
        });
        block.phase([&](kernel::Lane lane) {
          if (!jumps[lane]) return;
          rank[i + lane] = high_of(found[lane]);
          last[i + lane] = low_of(found[lane]);
        });
      }
      is_at_work = block.any(works);
    }
  }
};

// ---- Random splitters, one a thread and range of elements.

struct Range {
  std::uint64_t first;
  std::uint64_t size;
};
// The i-th of `ranges` parts of [0, n), which differ by at most one.
WARPGRAPH_DEVICE inline Range range_of(std::uint64_t n, std::uint64_t ranges, std::uint64_t i) {
  const std::uint64_t size = n / ranges;
  const std::uint64_t longer = n % ranges;
  return {i * size + (i < longer ? i : longer), size + (i < longer ? 1 : 0)};
}

// A number below `below`, in whole numbers: floats of 24 bits would reach neither all elements nor only these.
WARPGRAPH_DEVICE inline std::uint64_t draw(std::uint64_t seed, std::uint64_t i, std::uint64_t below) {
  std::uint64_t x = (seed + 1) * 0x9e3779b97f4a7c15u + i * 0xd1342543de82ef95u;
  x = (x ^ (x >> 32)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 29)) * 0x94d049bb133111ebu;
  return (((x ^ (x >> 32)) & 0xffffffffu) * below) >> 32;
}

// The splitter of a range. The list's head has to be one, so it is that of its range.
WARPGRAPH_DEVICE inline std::uint32_t draw_splitter(std::uint64_t n, std::uint64_t splitters, std::uint64_t i,
                                                    std::uint32_t head, std::uint64_t seed) {
  const Range range = range_of(n, splitters, i);
  const bool has_head = head >= range.first && head < range.first + range.size;
  return has_head ? head : static_cast<std::uint32_t>(range.first + draw(seed, i, range.size));
}

// Owner and rank of an element: in one word, or in 48 bits of two arrays. All ones are of no owner.
struct Packed {
  View<std::uint64_t> word;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_owned(std::uint64_t v) const { return word[v] != ~std::uint64_t{0}; }
  WARPGRAPH_DEVICE void own(std::uint64_t v, std::uint32_t owner, std::uint32_t rank) const {
    word[v] = pack(rank, owner);
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t owner(std::uint64_t v) const { return low_of(word[v]); }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t rank(std::uint64_t v) const { return high_of(word[v]); }
};
struct Unpacked {
  View<std::uint16_t> owner_;
  View<std::uint32_t> rank_;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_owned(std::uint64_t v) const { return owner_[v] != 0xffff; }
  WARPGRAPH_DEVICE void own(std::uint64_t v, std::uint32_t owner, std::uint32_t rank) const {
    owner_[v] = static_cast<std::uint16_t>(owner);
    rank_[v] = rank;
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t owner(std::uint64_t v) const { return owner_[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t rank(std::uint64_t v) const { return rank_[v]; }
};

struct SplitterList {
  View<std::uint32_t> element;
  View<std::uint32_t> successor;  // a splitter; the last one follows itself
  View<std::uint32_t> rank;       // elements up to it; behind RS4 the rank
};

template <class Owners>
struct PickSplitters {
  Owners owners;
  SplitterList splitters;
  std::uint64_t elements;
  std::uint32_t head;
  std::uint64_t seed;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint32_t v = draw_splitter(elements, splitters.element.size(), i, head, seed);
    splitters.element[i] = v;
    owners.own(v, static_cast<std::uint32_t>(i), 0);
  }
};

template <class Owners>
struct WalkSplitters {
  View<const std::uint32_t> successor;
  Owners owners;
  SplitterList splitters;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    std::uint32_t distance = 1;
    std::uint32_t before = splitters.element[i];
    std::uint32_t v = successor[before];
    while (!owners.is_owned(v)) {
      owners.own(v, static_cast<std::uint32_t>(i), distance);
      before = v;
      v = successor[v];
      ++distance;
    }
    const bool is_at_tail = before == v;
    splitters.successor[i] = owners.owner(v);
    splitters.rank[i] = is_at_tail ? distance - 1 : distance;
  }
};

template <class Index, class Owners>
struct Aggregate {
  Owners owners;
  View<const std::uint32_t> rank_of_splitter;
  View<Index> rank;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    rank[v] = rank_of_splitter[owners.owner(v)] - owners.rank(v);
  }
};

// The same, wrong and coalesced: how fast the memory alone would be.
template <class Owners>
struct AggregateWrongly {
  Owners owners;
  View<const std::uint32_t> rank_of_splitter;
  View<std::uint32_t> rank;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const auto splitter = static_cast<std::uint32_t>(v % rank_of_splitter.size());
    rank[v] = rank_of_splitter[splitter] + owners.owner(v) - owners.rank(v);
  }
};

template <class Index>
struct TurnRanks {
  View<Index> rank;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { rank[v] = static_cast<Index>(rank.size() - 1 - rank[v]); }
};

}  // namespace warpgraph::algorithms::lists::paper
