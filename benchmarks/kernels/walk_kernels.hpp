// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/view.hpp>

#include "rounds.hpp"

// The walk of list ranking: from each splitter to the next one, a read and a write an element. The list is a circle in
// random order.
namespace warpgraph::benchmarks {

struct SplitList {
  std::uint32_t bits;   // of an element's number
  std::uint32_t slots;  // one for each splitter
  View<std::uint32_t> next;
  View<std::uint64_t> owner;  // the slot of the splitter before an element, and how far that is

  // Splitters are where slots are multiplied to; the list takes another permutation, so that sublists are of random
  // lengths.
  WARPGRAPH_DEVICE std::uint32_t element_of(std::uint32_t slot) const { return slot * 0x9e3779b1u & mask(); }
  WARPGRAPH_DEVICE std::uint32_t slot_of(std::uint32_t element) const { return element * 0x0e8b2f51u & mask(); }
  WARPGRAPH_DEVICE std::uint32_t mask() const { return (std::uint32_t{1} << bits) - 1; }
  static_assert(0x9e3779b1u * 0x0e8b2f51u == 1);

  WARPGRAPH_DEVICE std::uint32_t element_at(std::uint32_t place) const {
    std::uint32_t x = place & mask();
    x = (x ^ (x >> (bits + 1) / 2)) * 0x7feb352du & mask();
    x = (x ^ (x >> (bits + 1) / 2)) * 0x846ca68bu & mask();
    return x ^ (x >> (bits + 1) / 2);
  }
};

struct LinkList {
  SplitList list;
  WARPGRAPH_DEVICE void operator()(std::uint64_t place) const {
    const auto at = static_cast<std::uint32_t>(place);
    list.next[list.element_at(at)] = list.element_at(at + 1);
  }
};

struct Walker {
  std::uint32_t slot;
  std::uint32_t element;
  std::uint32_t distance;
};

struct Walking {
  SplitList list;

  WARPGRAPH_DEVICE Walker first(std::uint32_t slot) const { return {slot, list.element_of(slot), 0}; }
  // Whether the sublist goes on.
  WARPGRAPH_DEVICE bool step(Walker& walker) const {
    const std::uint32_t next = list.next[walker.element];
    list.owner[walker.element] = std::uint64_t{walker.slot} << 32 | walker.distance;
    walker.element = next;
    ++walker.distance;
    return list.slot_of(next) >= list.slots;
  }
};

struct PlainWalk {
  Walking walking;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    for_rounds(warp, walking.list.slots, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        if (base + lane >= walking.list.slots) return;
        Walker walker = walking.first(static_cast<std::uint32_t>(base + lane));
        while (walking.step(walker)) {
        }
      });
    });
  }
};

struct CollectedWalk {
  struct Shared {
    papers::ContextStack<Walker>::Memory waiting;
  };
  Walking walking;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<Walker> waiting(shared.waiting);
    kernel::PerLane<bool> holds{};
    kernel::PerLane<Walker> walker{};
    for_rounds(warp, walking.list.slots, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        holds[lane] = base + lane < walking.list.slots;
        if (holds[lane]) walker[lane] = walking.first(static_cast<std::uint32_t>(base + lane));
      });
      while (waiting.fill(warp, holds, walker))
        warp.phase([&](kernel::Lane lane) { holds[lane] = walking.step(walker[lane]); });
    });
    holds = waiting.drain(warp, walker);
    warp.phase([&](kernel::Lane lane) {
      while (holds[lane]) holds[lane] = walking.step(walker[lane]);
    });
  }
};

// As list ranking has it: a lane whose sublist ends takes the next slot by itself.
struct TakingWalk {
  Walking walking;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint32_t stride = warp.count() * kernel::Warp::kSize;
    warp.phase([&](kernel::Lane lane) {
      std::uint32_t slot = warp.global_index() * kernel::Warp::kSize + lane;
      if (slot >= walking.list.slots) return;
      Walker walker = walking.first(slot);
      for (;;) {
        if (walking.step(walker)) continue;
        slot += stride;
        if (slot >= walking.list.slots) return;
        walker = walking.first(slot);
      }
    });
  }
};

}  // namespace warpgraph::benchmarks
