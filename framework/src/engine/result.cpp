// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/result.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

std::vector<VertexId> user_places(const IdMap& ids) {
  const auto& names = ids.original;
  if (std::ranges::is_sorted(names)) return {};
  std::vector<VertexId> order(names.size());
  std::iota(order.begin(), order.end(), VertexId{0});
  std::ranges::sort(order, {}, [&](VertexId v) { return names[v]; });
  std::vector<VertexId> place(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<VertexId>(i);
  return place;
}

VertexId find_vertex(const IdMap& ids, VertexId vertex_count, std::uint64_t name) {
  if (ids.original.empty()) {
    if (name >= ids.base && name - ids.base < vertex_count) return static_cast<VertexId>(name - ids.base);
  } else {
    const auto found = std::ranges::find(ids.original, name);
    if (found != ids.original.end()) return static_cast<VertexId>(found - ids.original.begin());
  }
  throw InputError("the graph has no vertex " + std::to_string(name));
}

}  // namespace warpgraph
