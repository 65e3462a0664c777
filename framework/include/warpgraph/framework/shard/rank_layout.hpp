// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <warpgraph/framework/graph/global_ids.hpp>
#include <warpgraph/framework/graph/rank_grid.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/hub.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::ranks {

// A rank's numbers of vertices while a graph with ids of 64 bits is on its devices: those of a device, here or
// elsewhere, begin with a section of their own.
struct RankNumbers {
  std::vector<GlobalRange> held;   // by each device
  std::vector<VertexRange> known;  // the numbers of what this rank knows of that
  std::vector<GlobalId> id;        // by number; kNoGlobalId between devices
  std::uint64_t vertex_count = 0;  // of the whole graph

  // kNoVertex if this rank does not know the vertex.
  [[nodiscard]] VertexId number_of(GlobalId vertex) const {
    for (std::size_t device = 0; device < held.size(); ++device) {
      if (!held[device].contains(vertex)) continue;
      const auto first = id.begin() + known[device].first;
      const auto last = id.begin() + known[device].last;
      const auto found = std::lower_bound(first, last, vertex);
      return found != last && *found == vertex ? static_cast<VertexId>(found - id.begin()) : kNoVertex;
    }
    return kNoVertex;
  }
  // Its place among the vertices that the device holds.
  [[nodiscard]] VertexId place_of(VertexId number, std::size_t device) const {
    return static_cast<VertexId>(id[number] - held[device].first);
  }
};

// Which devices have a graph, here and on other ranks. Devices are numbered through all ranks, in their order.
struct RankLayout {
  Ranks* ranks = nullptr;         // none: all devices are here
  int first_device = 0;           // of this rank
  std::vector<VertexRange> held;  // by each device; with `numbers`, of a device elsewhere counted from 0; on a grid
                                  // what it owns
  std::vector<std::vector<std::uint64_t>> wanted = {};  // of each device, by each: how many of what it holds
  std::vector<int> rank_of;                             // each device; empty without ranks
  HubKind hub = HubKind::kHost;                         // the best that all have
  std::shared_ptr<const RankNumbers> numbers = {};      // where ids have 64 bits
  std::optional<RankGrid> grid = {};                    // of the ranks, which have one device each

  [[nodiscard]] int device_count() const { return static_cast<int>(held.size()); }
  [[nodiscard]] bool is_here(std::size_t device) const { return ranks == nullptr || rank_of[device] == ranks->rank(); }
  // Those that messages of other ranks may name by their places.
  [[nodiscard]] std::uint64_t vertices_elsewhere() const {
    std::uint64_t vertices = 0;
    for (std::size_t device = 0; numbers && device < held.size(); ++device)
      if (!is_here(device)) vertices += held[device].size();
    return vertices;
  }
  // Whether one of two devices may read vertices of the other: on a grid those of a column do.
  [[nodiscard]] bool may_read(std::size_t a, std::size_t b) const {
    return !grid || grid->column_of(a) == grid->column_of(b);
  }
  [[nodiscard]] bool has_others() const { return ranks != nullptr && ranks->size() > 1; }
};

}  // namespace warpgraph::ranks
