// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/shard/local_ids.hpp>

namespace warpgraph::detail {

// Values and frontier of the vertices that others own, as Initialise has them for the own ones.
template <class P>
struct InitialiseCopies {
  P program;
  shards::LocalIds local_ids;
  VertexId own_first;  // local ids; the first one begins a word of the bitmask
  VertexId own_last;
  View<typename P::VertexValue> value;  // by local id; empty where they are not needed
  View<std::uint32_t> frontier;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    sweep::for_each_word(warp, local_ids.count, [&](std::uint64_t base) {
      if (base >= own_first && base < own_last) return;
      kernel::PerLane<bool> active;
      warp.relaxed_phase([&](kernel::Lane lane) {
        active[lane] = false;
        const auto local = static_cast<VertexId>(base + lane);
        const VertexId v = local < local_ids.count ? local_ids.vertex(local) : kNoVertex;
        if (v == kNoVertex) return;
        if (!value.empty()) value[local] = program.initial(v);
        if constexpr (HasActiveInitially<P>)
          active[lane] = program.active_initially(v);
        else
          active[lane] = true;
      });
      store_bits(warp, frontier, base, active);
    });
  }
};

}  // namespace warpgraph::detail
