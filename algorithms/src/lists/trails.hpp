// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "pairs.hpp"
#include "sublists.hpp"
#include "walk.hpp"
#include "words.hpp"

// One list alone. A GPU writes to random places at a fourth of the rate at which it reads them, so a walker writes the
// elements that it comes by one behind the other, into pieces of memory that it takes as it needs them: its trail. The
// ranks go from the trails to the elements by way of buckets (pairs.hpp).
namespace warpgraph::algorithms::lists {

// What walkers write at once: the memory reads what is missing where less is written.
struct alignas(16) Sector {
  static constexpr std::uint32_t kElements = 8;
  std::uint32_t element[kElements];
};

struct Trails {
  std::uint32_t piece_size;   // elements in one place: a power of two of at least 32
  View<Sector> sector;        // kNone behind the end of a walker's last piece, and in one that it did not begin
  View<std::uint64_t> begin;  // of each piece: the slot and the distance of its first element
};

// The ends of the lists, and copies of the successors in 32 bits where they are needed.
template <class Index>
struct FindEnds {
  static constexpr std::uint64_t kElements = 4096;  // of a warp
  static constexpr unsigned kAtOnce = 8;            // loads of a lane
  static constexpr std::uint32_t kMaxCopies = 8;

  View<const Index> next;  // of the elements from `first` on
  std::uint64_t first;
  std::uint64_t elements;  // of all devices
  View<Status> status;
  View<std::uint32_t> narrow[kMaxCopies];  // of all elements, on several devices
  std::uint32_t copies;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> tails{};
    kernel::PerLane<std::uint64_t> heads{};
    const std::uint64_t begin = warp.global_index() * kElements;
    const std::uint64_t end = begin + kElements < next.size() ? begin + kElements : next.size();
    warp.phase([&](kernel::Lane lane) {
      std::uint64_t tail_count = 0;
      std::uint64_t sum = 0;  // of all elements, without those that follow one
      for (std::uint64_t i = begin + lane; i < end; i += kAtOnce * kernel::Warp::kSize) {
        Index read[kAtOnce] = {};
        WARPGRAPH_UNROLL
        for (unsigned k = 0; k < kAtOnce; ++k)
          if (i + k * kernel::Warp::kSize < end) read[k] = next[i + k * kernel::Warp::kSize];
        WARPGRAPH_UNROLL
        for (unsigned k = 0; k < kAtOnce; ++k) {
          const std::uint64_t place = i + k * kernel::Warp::kSize;
          if (place >= end) continue;
          const std::uint64_t v = first + place;
          bool is_inside = true;
          const std::uint32_t n = successor(read[k], v, elements, is_inside);
          if (!is_inside) atomic::fetch_min(status[0].out_of_range, static_cast<std::uint32_t>(v));
          for (std::uint32_t copy = 0; copy < copies; ++copy) narrow[copy][v] = n;
          tail_count += n == kNone ? 1 : 0;
          sum += n == kNone ? v : v - n;
        }
      }
      tails[lane] = tail_count;
      heads[lane] = sum;
    });
    const std::uint64_t tail_count = warp.reduce(tails, Plus{});
    const std::uint64_t sum = warp.reduce(heads, Plus{});
    warp.elect([&] {
      atomic::fetch_add(status[0].tails, tail_count);
      atomic::fetch_add(status[0].head_sum, sum);
    });
  }
};

template <unsigned kChains>
struct WalkTrails {
  Sublists on;
  View<const std::uint32_t> next;
  Trails trails;
  std::uint64_t first;  // of the slots that are walked here
  std::uint64_t last;

  struct Chain {
    std::uint32_t slot;
    std::uint64_t next_slot;  // asked for when the walk of this one began, so that its end waits for no counter
    std::uint32_t element;    // kNone: there are no sublists left
    std::uint32_t distance;
    std::uint32_t place;  // in its piece
    std::uint32_t piece;
    Sector latest;  // elements that have not been written
  };

  // The first slot (from `first` on) and the first piece of a chain have its own number; the counters begin behind
  // these.
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    warp.relaxed_phase(
        [&](kernel::Lane lane) { walk(std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane); });
  }

 private:
  WARPGRAPH_DEVICE void walk(std::uint64_t lane) const {
    Chain chain[kChains];
    WARPGRAPH_UNROLL
    for (unsigned c = 0; c < kChains; ++c) {
      const std::uint64_t number = lane * kChains + c;
      chain[c] = {kNone, 0, kNone, 0, 0, static_cast<std::uint32_t>(number), {}};
      start(chain[c], first + number);
      if (chain[c].element != kNone)
        trails.begin[number] = pack(chain[c].slot, 0);
      else
        leave(chain[c]);
    }
    for (bool is_live = true; is_live;) {
      std::uint32_t following[kChains];
      WARPGRAPH_UNROLL
      for (unsigned c = 0; c < kChains; ++c) following[c] = chain[c].element == kNone ? kNone : next[chain[c].element];
      is_live = false;
      WARPGRAPH_UNROLL
      for (unsigned c = 0; c < kChains; ++c) {
        if (chain[c].element == kNone) continue;
        step(chain[c], following[c]);
        is_live = true;
      }
    }
  }

  // Takes the slot, or the next one that is not void.
  WARPGRAPH_DEVICE void start(Chain& chain, std::uint64_t slot) const {
    for (; slot < last; slot = atomic::fetch_add(on.status[0].taken, 1)) {
      const std::uint32_t element = on.first_of(static_cast<std::uint32_t>(slot));
      if (element < on.splitters.elements()) {
        chain.slot = static_cast<std::uint32_t>(slot);
        chain.next_slot = atomic::fetch_add(on.status[0].taken, 1);
        chain.element = element;
        chain.distance = 0;
        return;
      }
      on.link[slot] = pack(0, kNone);  // void
    }
    chain.element = kNone;
  }

  WARPGRAPH_DEVICE void step(Chain& chain, std::uint32_t following) const {
    note(chain, chain.element);
    ++chain.distance;
    const bool is_tail = following == kNone || following == chain.element;
    const std::uint32_t slot = is_tail ? kNone : on.splitters.slot_of(following);
    if (!is_tail && slot >= on.splitters.count()) {
      chain.element = following;
    } else {
      on.link[chain.slot] = pack(chain.distance, slot);
      // Where two sublists lead to one splitter, the only list is too short, which PlaceSublists finds.
      if (!is_tail) atomic::store(on.before[slot], chain.slot);
      start(chain, chain.next_slot);
    }
    if (chain.element == kNone)
      leave(chain);
    else if (chain.place == trails.piece_size)
      turn_page(chain);
  }

  WARPGRAPH_DEVICE void leave(Chain& chain) const {
    while (chain.place < trails.piece_size) note(chain, kNone);
  }

  WARPGRAPH_DEVICE void note(Chain& chain, std::uint32_t element) const {
    WARPGRAPH_UNROLL
    for (std::uint32_t i = 1; i < Sector::kElements; ++i) chain.latest.element[i - 1] = chain.latest.element[i];
    chain.latest.element[Sector::kElements - 1] = element;
    ++chain.place;
    if (chain.place % Sector::kElements != 0) return;
    const std::uint64_t end = std::uint64_t{chain.piece} * trails.piece_size + chain.place;
    trails.sector[end / Sector::kElements - 1] = chain.latest;
  }

  // There is room for each element once. Walkers that need more go around a circle.
  WARPGRAPH_DEVICE void turn_page(Chain& chain) const {
    const std::uint64_t piece = atomic::fetch_add(on.status[0].pieces, 1);
    chain.place = 0;
    if (piece < trails.begin.size()) {
      chain.piece = static_cast<std::uint32_t>(piece);
      trails.begin[piece] = pack(chain.slot, chain.distance);
    } else {
      atomic::store(on.status[0].is_faulty, 1u);
      chain.element = kNone;
    }
  }
};

// So few that a block that ranks 2048 places has several pairs for each.
inline constexpr std::uint32_t kMaxBuckets = 64;

// The ranks of the elements in 2048 places of trails. A sublist begins in a trail where a splitter is, or the head.
template <class Index>
struct RankTrails {
  static constexpr std::uint32_t kLanes = 256;
  static constexpr std::uint32_t kOfWarp = 256;  // places, side by side
  static constexpr std::uint32_t kOfLane = kOfWarp / kernel::Warp::kSize;
  using Sort = SortPairs<kLanes, kOfLane, kMaxBuckets>;
  static constexpr std::uint32_t kPlaces = Sort::kPairs;
  using Shared = Sort::Shared;

  Splitters splitters;
  std::uint32_t head;
  Trails trails;
  View<const std::uint32_t> rank_of_slot;
  bool from_head;
  std::uint32_t elements;
  View<Index> order;  // empty if it is not needed
  PairBuckets to;     // without room for pairs: ranks go to their elements at once
  View<Index> rank;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kLanes>& block, Shared& shared) const {
    block.warps([&](kernel::Warp& warp) {
      const std::uint32_t first = warp.index_in_block() * kOfWarp;
      rank_places(warp, std::uint64_t{block.index()} * kPlaces + first, shared.pair + first);
    });
    if (to.pair.empty()) return;
    Sort::sort(block, shared, to, 0, kMaxBuckets, [&](std::uint32_t i) { return shared.pair[i]; });
  }

 private:
  // A place in a piece and the slot that begins there; 0 where none does. Pieces have at most kOfWarp elements.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t beginning(std::uint32_t element, std::uint32_t place) const {
    if (element == kNone) return 0;
    const std::uint32_t slot = splitters.slot_of(element);
    if (slot < splitters.count()) return pack(place + 1, slot);
    return element == head ? pack(place + 1, splitters.count()) : 0;
  }

  WARPGRAPH_DEVICE void rank_places(kernel::Warp& warp, std::uint64_t begin_of_warp, std::uint64_t* found) const {
    kernel::PerLane<std::uint32_t> element[kOfLane];
    warp.phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kOfLane; ++k) {
        const std::uint64_t place = begin_of_warp + k * kernel::Warp::kSize + lane;
        const std::uint64_t sector = place / Sector::kElements;
        element[k][lane] =
            sector < trails.sector.size() ? trails.sector[sector].element[place % Sector::kElements] : kNone;
      }
    });
    std::uint64_t carried = 0;  // the slot and the distance at the piece's begin
    std::uint64_t last = 0;     // what has begun in the piece
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kOfLane; ++k) {
      const std::uint64_t first = begin_of_warp + k * kernel::Warp::kSize;
      const std::uint64_t piece = first / trails.piece_size;
      const auto first_in_piece = static_cast<std::uint32_t>(first % trails.piece_size);
      if (piece < trails.begin.size() && (k == 0 || first_in_piece == 0)) {
        carried = trails.begin[piece];
        last = 0;
      }
      kernel::PerLane<std::uint64_t> begin{};
      warp.phase([&](kernel::Lane lane) { begin[lane] = beginning(element[k][lane], first_in_piece + lane); });
      begin = warp.inclusive_scan(begin, Max{});
      warp.phase([&](kernel::Lane lane) {
        const std::uint64_t mine = begin[lane] > last ? begin[lane] : last;
        const std::uint32_t place = first_in_piece + lane;
        const std::uint32_t slot = mine == 0 ? high_of(carried) : low_of(mine);
        const std::uint32_t distance = mine == 0 ? low_of(carried) + place : place + 1 - high_of(mine);
        found[k * kernel::Warp::kSize + lane] =
            element[k][lane] == kNone ? Sort::kNothing : rank_element(element[k][lane], slot, distance);
      });
      const std::uint64_t latest = warp.broadcast(begin, kernel::Warp::kSize - 1);
      last = latest > last ? latest : last;
    }
  }

  WARPGRAPH_DEVICE std::uint64_t rank_element(std::uint32_t element, std::uint32_t slot, std::uint32_t distance) const {
    const std::uint32_t r = from_head ? rank_of_slot[slot] + distance : rank_of_slot[slot] - distance;
    if (!order.empty()) order[from_head ? r : elements - 1 - r] = static_cast<Index>(element);
    if (to.pair.empty()) rank[element] = r;
    return pack(r, element);
  }
};

}  // namespace warpgraph::algorithms::lists
