// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

namespace warpgraph::algorithms::triangles {

// Partial totals, so many that warps do not wait for each other.
struct Totals {
  View<std::uint64_t> triangles;
  View<std::uint64_t> wedges;

  WARPGRAPH_DEVICE void add(kernel::Warp& warp, std::uint64_t found, std::uint64_t pairs) const {
    warp.elect([&] {
      const std::uint64_t place = warp.global_index() % triangles.size();
      if (found != 0) atomic::fetch_add(triangles[place], found);
      if (pairs != 0) atomic::fetch_add(wedges[place], pairs);
    });
  }
};

class TotalsBuffer {
 public:
  static MemoryPlan memory() { return MemoryPlan("triangles totals", kAll * sizeof(std::uint64_t)); }

  explicit TotalsBuffer(StreamRef stream) : stream_(stream), values_(stream, kAll, "triangles totals") {
    fill(stream, values_, 0);
  }
  [[nodiscard]] Totals view() { return {part(0), part(1)}; }
  // Instead of what kernels add.
  void set_wedges(View<const std::uint64_t> of_vertices) {
    primitives::reduce(stream_, of_vertices, part(1).subview(0, 1));
  }
  // Waits for the stream.
  void add_to(TriangleCounts& counts) {
    const View<std::uint64_t> sums = values_.view().subview(2 * kPartial, 2);
    primitives::reduce(stream_, part(0), sums.subview(0, 1));
    primitives::reduce(stream_, part(1), sums.subview(1, 1));
    const std::vector<std::uint64_t> found = to_host(stream_, sums);
    counts.total += found[0];
    counts.wedges += found[1];
  }

 private:
  static constexpr std::size_t kPartial = 1024;
  static constexpr std::size_t kAll = 2 * kPartial + 2;  // both partial totals, and their sums

  [[nodiscard]] View<std::uint64_t> part(std::size_t i) { return values_.view().subview(i * kPartial, kPartial); }

  StreamRef stream_;
  Buffer<std::uint64_t> values_;
};

}  // namespace warpgraph::algorithms::triangles
