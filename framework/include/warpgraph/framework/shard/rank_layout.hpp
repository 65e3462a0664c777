// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph {

// Which devices have a graph, here and on other ranks. Devices are numbered through all ranks, in their order.
struct RankLayout {
  Ranks* ranks = nullptr;         // none: all devices are here
  int first_device = 0;           // of this rank
  std::vector<VertexRange> held;  // by each device
  std::vector<int> rank_of;       // each device; empty without ranks
  HubKind hub = HubKind::kHost;   // the best that all have

  [[nodiscard]] int device_count() const { return static_cast<int>(held.size()); }
  [[nodiscard]] bool is_here(std::size_t device) const { return ranks == nullptr || rank_of[device] == ranks->rank(); }
  [[nodiscard]] bool has_others() const { return ranks != nullptr && ranks->size() > 1; }
};

}  // namespace warpgraph
