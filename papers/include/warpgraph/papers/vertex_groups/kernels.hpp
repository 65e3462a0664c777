// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/papers/vertex_groups.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

// How groups activate vertices: those with an updated vertex go into a queue, and the edges that leave them are walked
// in equal slices.
namespace warpgraph::papers::grouping {

// body(word, bits) for each word of a mask that has bits of a group of 1 << shift vertices. Bits behind the last vertex
// may be among them.
template <class Word, class Body>
WARPGRAPH_DEVICE void for_group_words(const View<Word>& mask, std::uint64_t group, unsigned shift, Body&& body) {
  const std::uint64_t first = group << shift;
  if (shift < 5) {
    body(mask[first / 32], ((std::uint32_t{1} << (1u << shift)) - 1) << (first % 32));
    return;
  }
  const std::uint64_t end = first + (std::uint64_t{1} << shift);
  for (std::uint64_t word = first / 32; word < end / 32 && word < mask.size(); ++word) body(mask[word], 0xffffffffu);
}

// Groups of which a vertex is in the mask.
struct GroupInMask {
  View<const std::uint32_t> mask;
  unsigned shift;

  WARPGRAPH_DEVICE bool operator()(std::uint64_t group) const {
    bool found = false;
    for_group_words(mask, group, shift,
                    [&](const std::uint32_t& word, std::uint32_t bits) { found = found || (word & bits) != 0; });
    return found;
  }
};

// Sets the bits of all vertices of the groups that those in the queue lead to. Looks before it writes, because most
// bits are set already.
struct ActivateGroups {
  static constexpr std::uint32_t kSteps = 4;
  VertexGroupsView groups;
  sweep::QueueView queue;
  View<const sweep::FrontierCounts> counts;
  View<std::uint32_t> active;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    sweep::for_each_slice<kSteps>(warp, queue, counts[0].packed, [&](const auto& slice) {
      warp.relaxed_phase([&](kernel::Lane lane) {
        for (std::uint32_t k = 0; k < kSteps; ++k)
          if (slice.source[k][lane] != kNoVertex) activate(groups.column[slice.edge[k][lane]]);
      });
    });
  }

 private:
  WARPGRAPH_DEVICE void activate(VertexId group) const {
    for_group_words(active, group, groups.shift, [](std::uint32_t& word, std::uint32_t bits) {
      if ((atomic::load(word) & bits) != bits) atomic::fetch_or(word, bits);
    });
  }
};

}  // namespace warpgraph::papers::grouping
