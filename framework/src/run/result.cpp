// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/run/result.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

std::string_view to_string(RunEnd end) {
  switch (end) {
    case RunEnd::kConverged:
      return "converged";
    case RunEnd::kSuperstepLimit:
      return "superstep limit";
    case RunEnd::kStopped:
      return "stopped";
    case RunEnd::kCancelled:
      return "cancelled";
    case RunEnd::kTargetsSettled:
      return "targets settled";
  }
  return "";
}

}  // namespace warpgraph

namespace warpgraph::results {

std::string_view to_string(MessageForm form) {
  switch (form) {
    case MessageForm::kPairs:
      return "pairs";
    case MessageForm::kBitmask:
      return "bitmask";
    case MessageForm::kEverything:
      return "everything";
  }
  return "";
}

std::vector<VertexId> user_order(const IdMap& ids) {
  const auto& names = ids.original;
  if (std::ranges::is_sorted(names)) return {};
  std::vector<VertexId> order(names.size());
  std::iota(order.begin(), order.end(), VertexId{0});
  std::ranges::sort(order, {}, [&](VertexId v) { return names[v]; });
  std::vector<VertexId> order_of(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) order_of[order[i]] = static_cast<VertexId>(i);
  return order_of;
}

std::vector<VertexId> in_user_order(std::vector<VertexId> values, const IdMap& ids, ValuesAre are) {
  if (are == ValuesAre::kNumbers) return in_user_order(std::move(values), ids);
  const std::vector<VertexId> order_of = user_order(ids);
  if (order_of.empty()) return values;
  std::vector<VertexId> ordered(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (values[v] != kNoVertex && values[v] >= order_of.size())
      throw UsageError("values[" + std::to_string(v) + "] is " + std::to_string(values[v]) +
                       ", which is no vertex of " + std::to_string(order_of.size()));
    ordered[order_of[v]] = values[v] == kNoVertex ? kNoVertex : order_of[values[v]];
  }
  if (are != ValuesAre::kLowestVertices) return ordered;
  std::vector<VertexId> lowest(ordered.size(), kNoVertex);  // of the set with this label
  for (VertexId v = 0; v < ordered.size(); ++v) {
    if (ordered[v] == kNoVertex) continue;
    lowest[ordered[v]] = std::min(lowest[ordered[v]], v);
    ordered[v] = lowest[ordered[v]];
  }
  return ordered;
}

std::vector<std::int64_t> names_of_vertices(std::span<const VertexId> vertices, const IdMap& ids) {
  std::vector<std::int64_t> names(vertices.size());
  std::ranges::transform(vertices, names.begin(), [&](VertexId v) {
    if (v == kNoVertex) return std::int64_t{-1};
    const std::uint64_t name = ids.name_of(v).value();
    if (name > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      throw InputError("vertex " + std::to_string(name) + " has no number of 63 bits, as a value must have");
    return static_cast<std::int64_t>(name);
  });
  return names;
}

}  // namespace warpgraph::results

namespace warpgraph {

VertexId find_vertex(const IdMap& ids, VertexId vertex_count, VertexName name) {
  if (ids.original.empty()) {
    const std::uint64_t number = name.value();
    if (number >= ids.base && number - ids.base < vertex_count) return static_cast<VertexId>(number - ids.base);
  } else {
    const auto found = std::ranges::find(ids.original, name.value());
    if (found != ids.original.end()) return static_cast<VertexId>(found - ids.original.begin());
  }
  throw UnknownVertex(name);
}

std::vector<VertexId> find_vertices(const IdMap& ids, VertexId vertex_count, std::span<const VertexName> names) {
  std::vector<VertexId> vertices;
  vertices.reserve(names.size());
  if (ids.original.empty() || names.size() == 1) {
    for (const VertexName name : names) vertices.push_back(find_vertex(ids, vertex_count, name));
    return vertices;
  }
  std::unordered_map<VertexName, VertexId> vertex_of(names.size());
  for (const VertexName name : names) vertex_of.emplace(name, kNoVertex);
  for (VertexId v = 0; v < ids.original.size(); ++v) {
    const auto found = vertex_of.find(ids.original[v]);
    if (found != vertex_of.end()) found->second = v;
  }
  for (const VertexName name : names) {
    const VertexId v = vertex_of.at(name);
    if (v == kNoVertex) throw UnknownVertex(name);
    vertices.push_back(v);
  }
  return vertices;
}

}  // namespace warpgraph
