// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithm.hpp"

// How an entry of the catalogue runs its algorithm on a graph of whatever edge values, and makes output of the values.
namespace warpgraph::cli {

inline constexpr std::int64_t kNone = -1;  // of vertices that cannot be reached

// Times run(graph), with the graph of its own type, and makes output of its values: to_output(graph)(value).
template <class Run, class ToOutput>
RunOutcome over(const RunRequest& request, Run&& run, ToOutput&& to_output) {
  return std::visit(
      [&](const auto& graph) -> RunOutcome {
        Event begin(request.stream.device());
        Event end(request.stream.device());
        begin.record(request.stream);
        auto result = run(graph);
        end.record(request.stream);
        const auto values = to_host(request.stream, result.values);
        const auto convert = to_output(graph);
        std::vector<std::remove_cvref_t<decltype(convert(values.front()))>> output(values.size());
        std::ranges::transform(values, output.begin(), convert);
        return {end.microseconds_since(begin) * 1e-6, std::move(static_cast<RunReport&>(result)), std::move(output)};
      },
      request.graph);
}

inline constexpr auto kAsTheyAre = [](const auto&) { return std::identity(); };
// Vertices as the user calls them.
inline constexpr auto kAsNames = [](const auto& graph) {
  return
      [&ids = graph.ids()](VertexId v) { return v == kNoVertex ? kNone : static_cast<std::int64_t>(ids.name_of(v)); };
};

// And back: the vertices that are called so.
inline std::vector<VertexId> vertices_of(const VertexValues& values, const AnyGraph& graph) {
  std::unordered_map<std::int64_t, VertexId> vertex{{kNone, kNoVertex}};
  for (VertexId v = 0; v < vertex_count(graph); ++v) vertex[static_cast<std::int64_t>(ids(graph).name_of(v))] = v;
  std::vector<VertexId> vertices;
  for (const std::int64_t name : std::get<std::vector<std::int64_t>>(values)) vertices.push_back(vertex.at(name));
  return vertices;
}

}  // namespace warpgraph::cli
