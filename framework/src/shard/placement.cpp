// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string_view>

#include <warpgraph/framework/shard/local_ids.hpp>
#include <warpgraph/framework/shard/placement.hpp>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::shards {

void check_placement(const Placement& placement, VertexId vertex_count, int devices) {
  const std::size_t parts = placement.own.size();
  expects(parts >= 1 && placement.held.size() == parts, "placement: not one own and one held range for each device");
  expects(placement.device_count() <= devices, "placement: more parts than devices");
  VertexId next = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    const VertexRange own = placement.own[i];
    const VertexRange held = placement.held[i];
    expects(own.first == next && own.first <= own.last, "placement: the own ranges do not follow each other");
    expects(held.contains(own), "placement: a device does not hold what it owns");
    for (const VertexId border : {own.first, own.last, held.first, held.last})
      expects(border % kSection == 0 || border == vertex_count, "placement: a border is inside of a section");
    next = own.last;
  }
  expects(next == vertex_count, "placement: the own ranges do not cover the graph");
}

}  // namespace warpgraph::shards

namespace warpgraph {

std::string_view to_string(Copies copies) { return copies == Copies::kAll ? "all" : "read"; }
std::optional<Copies> parse_copies(std::string_view text) {
  for (const Copies copies : {Copies::kAll, Copies::kRead})
    if (text == to_string(copies)) return copies;
  return {};
}

}  // namespace warpgraph
