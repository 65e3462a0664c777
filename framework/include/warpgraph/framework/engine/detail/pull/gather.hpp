// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/kernel_view.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

// Pull-all, one half of it: reduced[v] becomes the reduction of the contributions of v's incoming edges. A family of
// shapes with one result, up to the order of floating additions; each takes them in an order of its own that does not
// change from run to run. The equal split is in gather_equal_split.hpp.
namespace warpgraph::detail {

template <class P, class E>
struct Gather {
  KernelView<P, E> view;
  View<Contribution<P>> reduced;
  bool adds = false;  // to what `reduced` has already, of other edges

  WARPGRAPH_DEVICE void put(std::uint64_t v, const Contribution<P>& sum) const {
    reduced[v] = adds ? reduction(view.program)(reduced[v], sum) : sum;
  }
};

// What the edges [first, last) of 32 rows contribute, from row `base` on, a row a lane.
template <class Form, class P, class E>
WARPGRAPH_DEVICE kernel::PerLane<Contribution<P>> gather_edges(kernel::Warp& warp, const KernelView<P, E>& view,
                                                               std::uint64_t base, const kernel::PerLane<EdgeId>& first,
                                                               const kernel::PerLane<EdgeId>& last) {
  const auto none = kernel::PerLane<Contribution<P>>::all(identity(view.program));
  const auto op = reduction(view.program);
  if constexpr (VisitsTarget<P>) {
    kernel::PerLane<std::uint64_t> row;
    warp.relaxed_phase([&](kernel::Lane lane) { row[lane] = base + lane; });
    return warp.engage(
        Form{}, first, last, none, [&](EdgeId e, std::uint64_t of) { return view.contribution(e, of); }, op, row);
  } else {
    return warp.engage(
        Form{}, first, last, none, [&](EdgeId e) { return view.contribution(e, base); }, op);
  }
}

// kWidth lanes a vertex (Hong 2011, with the reduction inside of the group): wins where most rows have about twice as
// many edges. One lane a vertex wins where rows are short and of about one length; a warp waits for its longest row.
template <class P, class E, std::uint32_t kWidth>
struct GatherByVirtualWarp {
  static constexpr std::uint32_t kRows = kernel::Warp::kSize / kWidth;
  Gather<P, E> gather;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const KernelView<P, E>& view = gather.view;
    const auto& row = view.graph.incoming.row;
    const auto op = reduction(view.program);
    const std::uint64_t first = std::uint64_t{warp.global_index()} * kRows;
    kernel::PerLane<Contribution<P>> partial;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = first + lane / kWidth;
      Contribution<P> sum = identity(view.program);
      if (v < view.graph.vertex_count) {
        const EdgeId last = row[v + 1];
        for (EdgeId e = row[v] + lane % kWidth; e < last; e += kWidth) sum = op(sum, view.contribution(e, v));
      }
      partial[lane] = sum;
    });
    const auto sum = warp.template group_reduce<kWidth>(partial, op);
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = first + lane / kWidth;
      if (lane % kWidth == 0 && v < view.graph.vertex_count) gather.put(v, sum[lane]);
    });
  }
};

// Warp segmentation (Khorasani 2016, section 2.1): a warp takes 32 consecutive vertices and walks their edges together.
// Needs no choice of a width; a heavy vertex keeps its warp busy after all others are done.
template <class P, class E>
struct GatherBySegments {
  // Rows of so many edges are too long: the 32 of a warp may have 2^31 together.
  static constexpr EdgeId kTooLong = (EdgeId{1} << 31) / kernel::Warp::kSize;

  Gather<P, E> gather;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const KernelView<P, E>& view = gather.view;
    const auto& row = view.graph.incoming.row;
    const std::uint64_t count = view.graph.vertex_count;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<EdgeId> first;
    kernel::PerLane<EdgeId> last;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = base + lane;
      first[lane] = row[v < count ? v : count];
      last[lane] = row[v + 1 < count ? v + 1 : count];
    });
    const auto sum = gather_edges<kernel::Scanned>(warp, view, base, first, last);
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (base + lane < count) gather.put(base + lane, sum[lane]);
    });
  }
};

}  // namespace warpgraph::detail
