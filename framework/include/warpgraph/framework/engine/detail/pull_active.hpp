// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/apply.hpp>
#include <warpgraph/framework/engine/detail/gather.hpp>

// Pull-active (Khorasani 2016, chapter 3): a bitmask says which vertices an updated neighbour has activated, and only
// those are evaluated again. Setting a bit twice does no harm, so there are no duplicates to remove.
namespace warpgraph::detail {

// Dynamic thread assignment (section 3.2): the lanes of a warp walk the packed list of the incoming edges of its active
// vertices. A warp whose vertices are all inactive reads one word.
template <class P, class E>
struct GatherActive {
  Gather<P, E> gather;
  View<const std::uint32_t> active;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const Setting<P, E>& setting = gather.setting;
    const auto& row = setting.graph.incoming.row;
    const std::uint64_t n = setting.graph.vertex_count;
    for (std::uint64_t base = first_in_sweep(warp, 0); base < n; base += sweep_stride(warp)) {
      const std::uint32_t wanted = active[base / 32];
      if (wanted == 0) continue;
      PerLane<EdgeId> first{};
      PerLane<EdgeId> last{};
      warp.relaxed_phase([&](Lane lane) {
        if ((wanted & bit_of(lane)) == 0) return;
        first[lane] = row[base + lane];
        last[lane] = row[base + lane + 1];
      });
      const auto sum = warp.engage(
          Disjoint{}, first, last, PerLane<Contribution<P>>::all(identity(setting.program)),
          [&](EdgeId e) { return setting.contribution(e); }, reduction(setting.program));
      warp.relaxed_phase([&](Lane lane) {
        if ((wanted & bit_of(lane)) != 0) gather.reduced[base + lane] = sum[lane];
      });
    }
  }
};

}  // namespace warpgraph::detail
