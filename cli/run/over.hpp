// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithm.hpp"

// How an entry of the catalogue runs its algorithm on a graph of whatever edge values, and makes output of the values.
namespace warpgraph::cli {

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

// Each value by itself.
template <class Value, class Convert>
VertexValues converted(const std::vector<Value>& values, const Convert& convert) {
  std::vector<std::remove_cvref_t<decltype(convert(values.front()))>> output(values.size());
  std::ranges::transform(values, output.begin(), convert);
  return output;
}

// Times run(stream, graph), or run(graph) on several devices, with the graph of its own type, and makes output of its
// values, which are in the order of the graph: to_output(values, ids).
template <class Run, class ToOutput>
RunOutcome over(const RunRequest& request, Run&& run, ToOutput&& to_output) {
  return request.graph.with([&](const auto&... on) -> RunOutcome {
    const std::span<const StreamRef> streams = request.graph.streams();
    const std::vector<Event> begin = mark(streams);
    auto result = run(on...);
    const std::vector<Event> end = mark(streams);
    for (const StreamRef& stream : streams) stream.synchronize();
    VertexValues output = to_output(values_of(streams, result), request.graph.ids());
    return {seconds_between(begin, end), std::move(static_cast<RunReport&>(result)), std::move(output)};
  });
}

inline constexpr auto kAsTheyAre = [](auto values, const IdMap&) -> VertexValues { return values; };

// What there is instead of kNone where a name needs all 64 bits: the same ones.
inline constexpr std::uint64_t kNoName = ~std::uint64_t{0};

// Vertices as the user calls them. Throws InputError if one that is called kNoName and no vertex cannot be told apart.
inline VertexValues names_of(const std::vector<VertexId>& vertices, const IdMap& ids) {
  std::uint64_t highest = 0;
  bool has_none = false;
  for (VertexId v = 0; v < vertices.size(); ++v) {
    highest = std::max(highest, ids.name_of(v));
    has_none = has_none || vertices[v] == kNoVertex;
  }
  if (has_none && highest == kNoName)
    throw InputError("vertex " + std::to_string(kNoName) + " cannot be told from no vertex, which is -1");
  const auto names = [&]<class Name>(Name none) {
    std::vector<Name> output(vertices.size());
    std::ranges::transform(vertices, output.begin(),
                           [&](VertexId v) { return v == kNoVertex ? none : static_cast<Name>(ids.name_of(v)); });
    return output;
  };
  if (highest > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return names(kNoName);
  return names(kNone);
}
inline constexpr auto kAsNames = names_of;

// The highest value, and, called `whose`, the first vertex that has it. Nothing of a graph without vertices.
inline nlohmann::ordered_json highest_of(const VertexValues& values, const char* whose, const IdMap& ids) {
  return std::visit(
      [&](const auto& each) -> nlohmann::ordered_json {
        if (each.empty()) return nlohmann::ordered_json::object();
        const auto highest = std::ranges::max_element(each);
        const auto v = static_cast<VertexId>(highest - each.begin());
        return {{"highest", *highest}, {whose, ids.name_of(v)}};
      },
      values);
}

// On which results are verified.
inline ThreadPool& threads_of(const RunRequest& request) { return request.graph.stream().device().runtime().threads(); }

// And back: the vertices that are called so.
inline std::vector<VertexId> vertices_of(const RunRequest& request, const VertexValues& values) {
  std::vector<VertexId> vertices;
  std::visit(
      [&](const auto& names) {
        vertices.resize(names.size());
        threads_of(request).for_each(names.size(), std::size_t{1} << 14, [&](std::size_t i) {
          vertices[i] = request.names->find(static_cast<std::uint64_t>(names[i]));
        });
      },
      values);
  return vertices;
}

}  // namespace warpgraph::cli
