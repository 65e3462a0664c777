// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/result.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

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

std::vector<VertexId> find_vertices(const IdMap& ids, VertexId vertex_count, std::span<const std::uint64_t> names) {
  using Found = std::pair<std::uint64_t, VertexId>;
  std::vector<Found> found;  // the names in ascending order; of names that are equal the first one has the vertex
  found.reserve(names.size());
  for (const std::uint64_t name : names) found.emplace_back(name, kNoVertex);
  std::ranges::sort(found);
  const auto place_of = [&](std::uint64_t name) { return std::ranges::lower_bound(found, name, {}, &Found::first); };
  for (VertexId v = 0; v < ids.original.size(); ++v) {
    const auto place = place_of(ids.original[v]);
    if (place != found.end() && place->first == ids.original[v]) place->second = v;
  }
  std::vector<VertexId> vertices;
  vertices.reserve(names.size());
  for (const std::uint64_t name : names) {
    VertexId v = place_of(name)->second;
    if (ids.original.empty() && name >= ids.base && name - ids.base < vertex_count)
      v = static_cast<VertexId>(name - ids.base);
    if (v == kNoVertex) throw InputError("the graph has no vertex " + std::to_string(name));
    vertices.push_back(v);
  }
  return vertices;
}

VertexId find_vertex(const IdMap& ids, VertexId vertex_count, std::uint64_t name) {
  return find_vertices(ids, vertex_count, {&name, 1}).front();
}

}  // namespace warpgraph
