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

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

// How an entry of the catalogue runs its algorithm on a graph of whatever edge values, and makes output of the values.
namespace warpgraph::catalogue {

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

inline double on_slowest_rank(const AlgorithmRequest& request, double seconds) {
  Ranks* const ranks = request.graph.ranks();
  return ranks == nullptr ? seconds : all_reduce(*ranks, seconds, [](double a, double b) { return std::max(a, b); });
}

// In the order of the graph; those of all ranks on the first.
template <class Result>
auto values_of(std::span<const StreamRef> streams, const Result& result, Ranks* ranks) {
  if constexpr (requires { result.own; })
    return ranks == nullptr ? result.own_to_host(streams) : gather_on_first(*ranks, result.own_to_host(streams));
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
AlgorithmOutcome over(const AlgorithmRequest& request, Run&& run, ToOutput&& to_output) {
  return request.graph.with([&](const auto&... on) -> AlgorithmOutcome {
    const std::span<const StreamRef> streams = request.graph.streams();
    const std::vector<Event> begin = mark(streams);
    auto result = run(on...);
    const std::vector<Event> end = mark(streams);
    for (const StreamRef& stream : streams) stream.synchronize();
    Ranks* const ranks = request.graph.ranks();
    VertexValues output = to_output(values_of(streams, result, ranks), request.graph.ids());
    const double seconds = on_slowest_rank(request, seconds_between(begin, end));
    return {seconds, std::move(static_cast<RunReport&>(result)), std::move(output)};
  });
}

inline constexpr auto kAsTheyAre = [](auto values, const IdMap&) -> VertexValues { return values; };

// What there is instead of kNoNumber where a name needs all 64 bits: the same ones.
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
  return names(kNoNumber);
}
inline constexpr auto kAsNames = names_of;

// A fact of whatever number the values are.
template <class Number>
AlgorithmFact fact(Number number) {
  if constexpr (std::is_floating_point_v<Number>)
    return static_cast<double>(number);
  else if constexpr (std::is_signed_v<Number>)
    return std::int64_t{number};
  else
    return std::uint64_t{number};
}

// The highest value, and, called `whose`, the first vertex that has it. Nothing of a graph without vertices.
inline AlgorithmFacts highest_of(const VertexValues& values, const char* whose, const IdMap& ids) {
  return std::visit(
      [&](const auto& each) -> AlgorithmFacts {
        if (each.empty()) return {};
        const auto highest = std::ranges::max_element(each);
        const auto v = static_cast<VertexId>(highest - each.begin());
        return {{"highest", fact(*highest)}, {whose, ids.name_of(v)}};
      },
      values);
}

// The highest rank, the vertex that has it, and the sum of all.
inline AlgorithmFacts rank_facts(const VertexValues& values, const IdMap& ids) {
  AlgorithmFacts facts = highest_of(values, "highest_vertex", ids);
  std::visit(
      [&](const auto& ranks) {
        double sum = 0;
        for (const auto rank : ranks) sum += static_cast<double>(rank);
        facts.emplace_back("sum", sum);
      },
      values);
  return facts;
}

inline constexpr auto kAsIntegers = [](const auto& values, const IdMap&) {
  return converted(values, [](auto count) { return static_cast<std::int64_t>(count); });
};

// And back.
template <class Count>
std::vector<Count> counts_of(const VertexValues& values) {
  const auto& counts = std::get<std::vector<std::int64_t>>(values);
  return std::vector<Count>(counts.begin(), counts.end());
}

}  // namespace warpgraph::catalogue
