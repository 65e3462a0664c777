// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "sublists.hpp"
#include "walk.hpp"
#include "words.hpp"

// The kernels of several devices. A device knows the ranks of the elements that its walkers came by; in arrays of all
// elements the others are kNone.
namespace warpgraph::algorithms::lists {

// Marks the successors of one device's elements, a bit each.
struct MarkSuccessors {
  View<const std::uint32_t> next;  // of these elements
  View<std::uint32_t> is_preceded;
  View<Status> status;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint32_t n = next[i];
    if (n == kNone) return;
    const std::uint32_t bit = std::uint32_t{1} << (n % 32);
    if ((atomic::fetch_or(is_preceded[n / 32], bit) & bit) != 0) atomic::store(status[0].is_faulty, 1u);
  }
};

struct MergeMarks {
  View<std::uint32_t> is_preceded;
  View<const std::uint32_t> parts;  // of the other devices, one behind the other
  View<Status> status;

  WARPGRAPH_DEVICE void operator()(std::uint64_t word) const {
    std::uint32_t all = is_preceded[word];
    for (std::uint64_t i = word; i < parts.size(); i += is_preceded.size()) {
      if ((all & parts[i]) != 0) atomic::store(status[0].is_faulty, 1u);
      all |= parts[i];
    }
    is_preceded[word] = all;
  }
};

// A device's heads that are no splitters, in any order.
struct CollectOwnHeads {
  static constexpr std::uint64_t kElements = 1024;  // of a warp

  Splitters splitters;
  View<const std::uint32_t> is_preceded;  // from the word of the first element on
  std::uint32_t first;
  std::uint32_t last;
  View<std::uint32_t> heads;  // empty: they are counted
  View<Status> status;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t begin = first + std::uint64_t{warp.global_index()} * kElements;
    for (std::uint64_t v = begin; v < begin + kElements && v < last; v += kernel::Warp::kSize) {
      kernel::PerLane<bool> keep{};
      warp.phase([&](kernel::Lane lane) {
        keep[lane] = v + lane < last && is_own_head(static_cast<std::uint32_t>(v + lane));
      });
      const auto place = warp.append(status[0].heads, keep);
      warp.phase([&](kernel::Lane lane) {
        if (keep[lane] && !heads.empty()) heads[place[lane]] = static_cast<std::uint32_t>(v + lane);
      });
    }
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE bool is_own_head(std::uint32_t v) const {
    return (is_preceded[v / 32 - first / 32] >> (v % 32) & 1) == 0 && splitters.slot_of(v) >= splitters.count();
  }
};

// Which slot each splitter's slot follows, from the links of all devices.
struct LinkBackwards {
  Sublists on;

  WARPGRAPH_DEVICE void operator()(std::uint64_t slot) const {
    const std::uint32_t following = low_of(on.link[slot]);
    if (following == kNone) return;
    if (atomic::exchange(on.before[following], static_cast<std::uint32_t>(slot)) != kNone)
      atomic::store(on.status[0].is_faulty, 1u);
  }
};

// One list alone: its places are the ranks from its head.
template <class Index>
struct PlaceByRank {
  View<const Index> rank;
  std::uint32_t elements;
  bool from_head;
  View<std::uint32_t> place;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto mine = static_cast<std::uint32_t>(rank[i]);
    place[i] = from_head ? mine : elements - 1 - mine;
  }
};

// Each number comes from the device that knows it.
template <class Index>
struct MergeKnown {
  View<const std::uint32_t> own;
  View<const std::uint32_t> parts;  // of the other devices, one behind the other
  View<Index> merged;
  View<Status> status;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    std::uint32_t known = own[i];
    for (std::uint64_t at = i; at < parts.size() && known == kNone; at += own.size()) known = parts[at];
    if (known == kNone) atomic::store(status[0].is_faulty, 1u);  // on a circle
    merged[i] = known;
  }
};

}  // namespace warpgraph::algorithms::lists
