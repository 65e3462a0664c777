// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "splitters.hpp"
#include "words.hpp"

// Walkers. A sublist runs from a splitter, or from a list's head, to the next splitter or the tail. A walker takes a
// slot, walks its sublist, and takes the next slot. Each step is one read of a record and one write to the same place.
namespace warpgraph::algorithms::lists {

// The slots: those of splitters first, those of heads behind them.
struct Sublists {
  Splitters splitters;
  View<const std::uint32_t> heads;
  View<std::uint64_t> link;    // of each slot: the elements of its sublist, and the slot that follows or kNone
  View<std::uint32_t> before;  // of each splitter's slot: the slot that it follows
  View<std::uint64_t> record;  // of each element
  View<Status> status;

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t first_of(std::uint32_t slot) const {
    return slot < splitters.count() ? splitters.element_of(slot) : heads[slot - splitters.count()];
  }
};

// Slots [first, last). Other slots are walked by other devices, or were walked before.
template <unsigned kChains>
struct Walk {
  Sublists on;
  std::uint64_t first;
  std::uint64_t last;

  struct Chain {
    std::uint32_t slot;
    std::uint32_t element;  // kNone: there are no sublists left
    std::uint32_t distance;
  };

  // All chains of a lane make a step in every round, whether or not one of them is at an end: lanes do not wait for the
  // longest sublist of their warp.
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    warp.relaxed_phase([&](kernel::Lane) { walk(); });
  }

 private:
  WARPGRAPH_DEVICE void walk() const {
    Chain chain[kChains];
    WARPGRAPH_UNROLL
    for (unsigned c = 0; c < kChains; ++c) chain[c] = take();
    for (bool is_live = true; is_live;) {
      std::uint64_t record[kChains];
      WARPGRAPH_UNROLL
      for (unsigned c = 0; c < kChains; ++c)
        record[c] = chain[c].element == kNone ? 0 : atomic::load(on.record[chain[c].element]);
      is_live = false;
      WARPGRAPH_UNROLL
      for (unsigned c = 0; c < kChains; ++c) {
        if (chain[c].element == kNone) continue;
        step(chain[c], record[c]);
        is_live = true;
      }
    }
  }

  [[nodiscard]] WARPGRAPH_DEVICE Chain take() const {
    for (;;) {
      const std::uint64_t next = first + atomic::fetch_add(on.status[0].taken, 1);
      if (next >= last) return {kNone, kNone, 0};
      const auto slot = static_cast<std::uint32_t>(next);
      const std::uint32_t element = on.first_of(slot);
      if (element < on.splitters.elements()) return {slot, element, 0};
      on.link[slot] = pack(0, kNone);  // void
    }
  }

  WARPGRAPH_DEVICE void step(Chain& chain, std::uint64_t record) const {
    // Only a walker that came another way has been here before: two elements have the same successor. Two walkers that
    // come at the same time are not told so; together they then count more elements than there are.
    if (!is_owned(record)) {
      atomic::store(on.record[chain.element], pack(chain.slot, chain.distance));
      ++chain.distance;
      const std::uint32_t next = low_of(record);
      const std::uint32_t slot = on.splitters.slot_of(next);
      if (next != kNone && slot >= on.splitters.count()) {
        chain.element = next;
        return;
      }
      end(chain, next == kNone ? kNone : slot);
    } else {
      atomic::store(on.status[0].is_faulty, 1u);
      end(chain, kNone);
    }
    chain = take();
  }

  WARPGRAPH_DEVICE void end(const Chain& chain, std::uint32_t following) const {
    on.link[chain.slot] = pack(chain.distance, following);
    if (following != kNone && atomic::exchange(on.before[following], chain.slot) != kNone)
      atomic::store(on.status[0].is_faulty, 1u);
  }
};

}  // namespace warpgraph::algorithms::lists
