// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/papers/context_stack.hpp>
#include <warpgraph/runtime/view.hpp>

#include "rounds.hpp"

// Cuckoo hashing on GPUs (Alcantara 2011): a pair goes where one of four hash functions of its key says; the pair that
// lay there goes where its key's next function says, until a place was empty.
namespace warpgraph::benchmarks {

inline constexpr std::uint64_t kNoPair = ~std::uint64_t{0};

struct CuckooTable {
  static constexpr std::uint32_t kFunctions = 4;

  std::uint32_t pairs;
  View<std::uint64_t> slots;

  // Keys differ: mix() is a permutation.
  WARPGRAPH_DEVICE static std::uint64_t pair(std::uint32_t i) { return std::uint64_t{mix(i)} << 32 | i; }
  WARPGRAPH_DEVICE static std::uint32_t key(std::uint64_t pair) { return static_cast<std::uint32_t>(pair >> 32); }
  WARPGRAPH_DEVICE std::uint32_t place(std::uint32_t key, std::uint32_t function) const {
    return static_cast<std::uint32_t>(std::uint64_t{mix(key + function * 0x9e3779b9u)} * slots.size() >> 32);
  }
  WARPGRAPH_DEVICE std::uint32_t place_after(std::uint32_t key, std::uint32_t at) const {
    for (std::uint32_t function = 0; function + 1 < kFunctions; ++function)
      if (place(key, function) == at) return place(key, function + 1);
    return place(key, 0);
  }
};

// A pair on its way: 12 bytes.
struct Homeless {
  std::uint32_t key;
  std::uint32_t value;
  std::uint32_t at;
};

struct Insertion {
  CuckooTable table;

  WARPGRAPH_DEVICE Homeless first(std::uint32_t i) const {
    const std::uint64_t pair = CuckooTable::pair(i);
    return {CuckooTable::key(pair), static_cast<std::uint32_t>(pair), table.place(CuckooTable::key(pair), 0)};
  }
  // Whether another pair has lost its place to this one; it is the next to go.
  WARPGRAPH_DEVICE bool step(Homeless& pair) const {
    const std::uint64_t old =
        atomic::exchange(table.slots[pair.at], std::uint64_t{pair.key} << 32 | std::uint64_t{pair.value});
    if (old == kNoPair) return false;
    pair = {CuckooTable::key(old), static_cast<std::uint32_t>(old), table.place_after(CuckooTable::key(old), pair.at)};
    return true;
  }
};

struct PlainCuckoo {
  Insertion insertion;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    for_rounds(warp, insertion.table.pairs, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        if (base + lane >= insertion.table.pairs) return;
        Homeless pair = insertion.first(static_cast<std::uint32_t>(base + lane));
        while (insertion.step(pair)) {
        }
      });
    });
  }
};

struct CollectedCuckoo {
  struct Shared {
    papers::ContextStack<Homeless>::Memory waiting;
  };
  Insertion insertion;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    papers::ContextStack<Homeless> waiting(shared.waiting);
    kernel::PerLane<bool> holds{};
    kernel::PerLane<Homeless> pair{};
    for_rounds(warp, insertion.table.pairs, [&](std::uint64_t base) {
      warp.phase([&](kernel::Lane lane) {
        holds[lane] = base + lane < insertion.table.pairs;
        if (holds[lane]) pair[lane] = insertion.first(static_cast<std::uint32_t>(base + lane));
      });
      while (waiting.fill(warp, holds, pair))
        warp.phase([&](kernel::Lane lane) { holds[lane] = insertion.step(pair[lane]); });
    });
    holds = waiting.drain(warp, pair);
    warp.phase([&](kernel::Lane lane) {
      while (holds[lane]) holds[lane] = insertion.step(pair[lane]);
    });
  }
};

// Counts the pairs that lie where a search would find them.
struct CountFound {
  CuckooTable table;
  View<std::uint32_t> found;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t pair = CuckooTable::pair(static_cast<std::uint32_t>(i));
    bool is_there = false;
    for (std::uint32_t function = 0; function < CuckooTable::kFunctions; ++function)
      is_there = is_there || table.slots[table.place(CuckooTable::key(pair), function)] == pair;
    if (is_there) atomic::fetch_add(found[0], 1u);
  }
};

}  // namespace warpgraph::benchmarks
