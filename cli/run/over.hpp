// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithm.hpp"

// How an entry of the catalogue runs its algorithm on a graph of whatever edge values, and makes output of the values.
namespace warpgraph::cli {

inline constexpr std::int64_t kNone = -1;  // of vertices that cannot be reached

// Marks in the streams of all devices.
inline std::vector<Event> mark(std::span<const StreamRef> streams) {
  std::vector<Event> marks;
  for (const StreamRef& stream : streams) marks.emplace_back(stream.device()).record(stream);
  return marks;
}
// On the device that took longest. The streams must have been waited for.
inline double seconds_between(const std::vector<Event>& begin, const std::vector<Event>& end) {
  double longest = 0;
  for (std::size_t i = 0; i < begin.size(); ++i) longest = std::max(longest, end[i].microseconds_since(begin[i]));
  return longest * 1e-6;
}

// In the order of the graph.
template <class Result>
auto values_of(std::span<const StreamRef> streams, const Result& result) {
  if constexpr (requires { result.own; })
    return result.to_host(streams, IdMap());
  else
    return to_host(streams.front(), result.values);
}

// Times run(stream, graph), or run(graph) on several devices, with the graph of its own type, and makes output of its
// values: to_output(ids)(value).
template <class Run, class ToOutput>
RunOutcome over(const RunRequest& request, Run&& run, ToOutput&& to_output) {
  return request.graph.with([&](const auto&... place) -> RunOutcome {
    const std::span<const StreamRef> streams = request.graph.streams();
    const std::vector<Event> begin = mark(streams);
    auto result = run(place...);
    const std::vector<Event> end = mark(streams);
    for (const StreamRef& stream : streams) stream.synchronize();
    const auto values = values_of(streams, result);
    const auto convert = to_output(request.graph.ids());
    std::vector<std::remove_cvref_t<decltype(convert(values.front()))>> output(values.size());
    std::ranges::transform(values, output.begin(), convert);
    return {seconds_between(begin, end), std::move(static_cast<RunReport&>(result)), std::move(output)};
  });
}

inline constexpr auto kAsTheyAre = [](const IdMap&) { return std::identity(); };
// Vertices as the user calls them.
inline constexpr auto kAsNames = [](const IdMap& ids) {
  return [&ids](VertexId v) { return v == kNoVertex ? kNone : static_cast<std::int64_t>(ids.name_of(v)); };
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
