// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/shard/placement.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::detail {

// Where borders between devices should lie so that all have about the same work, `work` being that of each section, and
// no device owns what it does not hold.
[[nodiscard]] std::vector<VertexRange> balanced_ranges(std::span<const double> work,
                                                       const std::vector<VertexRange>& held, VertexId vertex_count);

// Permissive partitioning (Khorasani 2016, section 3.3): devices count their active vertices section by section,
// straight into the host's memory, and the host moves the borders while they exchange.
class Borders {
 public:
  // `section_edges`: the edges of a vertex of each section, on average.
  Borders(Runtime& runtime, std::vector<VertexRange> held, std::span<const float> section_edges, VertexId vertex_count)
      : held_(std::move(held)),
        section_edges_(section_edges),
        vertices_(vertex_count),
        count_(runtime, section_edges.size()) {
    std::ranges::fill(count_.span(), 0u);
  }

  // `active`: the words of the own vertices.
  void count(StreamRef stream, View<const std::uint32_t> active, VertexRange own);

  // By what was counted last.
  [[nodiscard]] std::vector<VertexRange> balance() const;

 private:
  std::vector<VertexRange> held_;
  std::span<const float> section_edges_;
  VertexId vertices_;
  PinnedBuffer<std::uint32_t> count_;
};

}  // namespace warpgraph::detail
