// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/as_int64.hpp>
#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/stream.hpp>

// How an entry of the catalogue runs its algorithm on a graph of whatever edge values, and makes output of the values.
namespace warpgraph::algorithms::catalogue {

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

// What all ranks have, put together; `mine` where there are no others.
template <class T, class Combine>
T over_ranks(const PlacedGraphView& graph, const T& mine, const Combine& combine) {
  return graph.ranks() == nullptr ? mine : ranks::all_reduce(*graph.ranks(), mine, combine);
}

inline double on_slowest_rank(const AlgorithmRequest& request, double seconds) {
  return over_ranks(request.graph, seconds, [](double a, double b) { return std::max(a, b); });
}

// The values of this process's vertices, in the order of the graph.
template <class Result>
auto values_of(std::span<const StreamRef> streams, const Result& result) {
  if constexpr (requires { result.own; })
    return result.to_host(streams);
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

template <class Value>
std::shared_ptr<const DeviceValues> stays(StreamRef stream, Buffer<Value> values) {
  return std::make_shared<const DeviceValues>(DeviceValues{std::move(values), &stream.device()});
}

// What a device's buffer is as a column, which stays there if it may, and if to_output says how it is made of that.
template <class Value, class ToOutput>
ResultColumn column_of_buffer(const AlgorithmRequest& request, const char* name, Buffer<Value>& values,
                              StreamRef stream, const ToOutput& to_output) {
  if constexpr (requires { to_output.on_device(stream, values, request.graph); })
    if (request.may_stay)
      if (auto stays = to_output.on_device(stream, values, request.graph)) return {name, {}, std::move(stays)};
  return {name, to_output(to_host(stream, values), request.graph)};
}
template <class Result, class ToOutput>
ResultColumn column_of_result(const AlgorithmRequest& request, const char* name, Result& result,
                              std::span<const StreamRef> streams, const ToOutput& to_output) {
  if constexpr (requires { result.own; })
    return {name, to_output(values_of(streams, result), request.graph)};
  else
    return column_of_buffer(request, name, result.values, streams.front(), to_output);
}

// Times run(stream, graph), or run(graph) of a ShardedGraph, with the graph of its own type, and makes output of what
// it leaves: to_columns(result, streams). A run that takes no ShardedGraph is for one device: throws UsageError if the
// graph is spread.
template <class Run, class ToColumns>
AlgorithmOutcome timed(const AlgorithmRequest& request, Run&& run, ToColumns&& to_columns) {
  return request.graph.with_devices([&](const auto&... on) -> AlgorithmOutcome {
    if constexpr (!std::is_invocable_v<Run&, decltype(on)...>) {
      throw UsageError("this run is for a graph on one device");
    } else {
      const std::span<const StreamRef> streams = request.graph.streams();
      const std::vector<Event> begin = mark(streams);
      auto result = run(on...);
      const std::vector<Event> end = mark(streams);
      for (const StreamRef& stream : streams) stream.synchronize();
      std::vector<ResultColumn> columns = to_columns(result, streams);
      for (const StreamRef& stream : streams) stream.synchronize();
      const double seconds = on_slowest_rank(request, seconds_between(begin, end));
      return {seconds, std::move(static_cast<RunReport&>(result)), std::move(columns)};
    }
  });
}

// The same for a result with one column of this name, whose values are those of this process in the order of the graph:
// to_output(values, graph).
template <class Run, class ToOutput>
AlgorithmOutcome over(const AlgorithmRequest& request, const char* column, Run&& run, ToOutput&& to_output) {
  return timed(request, std::forward<Run>(run), [&](auto& result, std::span<const StreamRef> streams) {
    std::vector<ResultColumn> columns;  // a list in braces would copy them
    columns.push_back(column_of_result(request, column, result, streams, to_output));
    return columns;
  });
}

// Output of values is made in host memory by operator(), and on a device by on_device(stream, values, graph), which
// takes the buffer or leaves it and returns null.
struct AsTheyAre {
  VertexValues operator()(auto values, const PlacedGraphView&) const { return values; }
  template <class Value>
  static std::shared_ptr<const DeviceValues> on_device(StreamRef stream, Buffer<Value>& values,
                                                       const PlacedGraphView&) {
    return stays(stream, std::move(values));
  }
};
inline constexpr AsTheyAre kAsTheyAre;

// What there is instead of kNoNumber where a name needs all 64 bits: the same ones.
inline constexpr std::uint64_t kNoName = ~std::uint64_t{0};

// Vertices as the user calls them, for each vertex of this process. Throws InputError if one that is called kNoName and
// no vertex cannot be told apart. Ranks choose the numbers together.
inline VertexValues names_of(const std::vector<VertexId>& vertices, const PlacedGraphView& graph) {
  struct Names {
    std::uint64_t highest = 0;
    bool has_none = false;
  };
  const IdMap& ids = graph.ids();
  const VertexId first = graph.own().first;
  Names mine;
  for (VertexId i = 0; i < vertices.size(); ++i) {
    mine.highest = std::max(mine.highest, ids.name_of(first + i).value());
    mine.has_none = mine.has_none || vertices[i] == kNoVertex;
  }
  const Names all = over_ranks(graph, mine, [](const Names& a, const Names& b) {
    return Names{std::max(a.highest, b.highest), a.has_none || b.has_none};
  });
  if (all.has_none && all.highest == kNoName)
    throw InputError("vertex " + std::to_string(kNoName) + " cannot be told from no vertex, which is -1");
  const auto names = [&]<class Name>(Name none) {
    std::vector<Name> output(vertices.size());
    std::ranges::transform(vertices, output.begin(), [&](VertexId v) {
      return v == kNoVertex ? none : static_cast<Name>(ids.name_of(v).value());
    });
    return output;
  };
  if (all.highest > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return names(kNoName);
  return names(kNoNumber);
}

// Where vertices are called by numbers from the graph's first on, that is done on the device.
struct AsNames {
  VertexValues operator()(const std::vector<VertexId>& vertices, const PlacedGraphView& graph) const {
    return names_of(vertices, graph);
  }
  static std::shared_ptr<const DeviceValues> on_device(StreamRef stream, Buffer<VertexId>& values,
                                                       const PlacedGraphView& graph) {
    const IdMap& ids = graph.ids();
    constexpr auto kHighest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) - kNoVertex;
    if (!ids.original.empty() || ids.base > kHighest) return nullptr;
    return stays(stream, as_int64<VertexId>(stream, values, kNoVertex, static_cast<std::int64_t>(ids.base)));
  }
};
inline constexpr AsNames kAsNames;

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
inline AlgorithmFacts highest_of(const VertexValues& values, const char* whose, const PlacedGraphView& graph) {
  return std::visit(
      [&]<class Value>(const std::vector<Value>& each) -> AlgorithmFacts {
        struct Highest {
          Value value;
          VertexId vertex = kNoVertex;
        };
        Highest mine{};
        if (const auto highest = std::ranges::max_element(each); highest != each.end())
          mine = {*highest, graph.own().first + static_cast<VertexId>(highest - each.begin())};
        const Highest all = over_ranks(graph, mine, [](const Highest& a, const Highest& b) {
          return a.vertex == kNoVertex || (b.vertex != kNoVertex && b.value > a.value) ? b : a;
        });
        if (all.vertex == kNoVertex) return {};
        return {{"highest", fact(all.value)}, {whose, graph.ids().name_of(all.vertex).value()}};
      },
      values);
}

// What highest_of tells.
inline std::vector<DeclaredFact> highest_facts(const char* whose) {
  return {{.name = "highest", .type = FactType::kDouble, .help = "the highest value"},
          {.name = whose, .type = FactType::kVertex, .help = "the first vertex that has it"}};
}

template <class G>
bool has_weights(const G&) {
  return !std::is_same_v<typename G::value_type, NoValue>;
}
inline bool has_weights(StreamRef, const auto& graph) { return has_weights(graph); }

// The highest rank, the vertex that has it, and the sum of all. Ranks do not depend on weights, which those of other
// libraries do: a graph that has them says so.
inline AlgorithmFacts rank_facts(const VertexValues& values, const PlacedGraphView& graph) {
  AlgorithmFacts facts = highest_of(values, "highest_vertex", graph);
  double sum = 0;
  std::visit(
      [&](const auto& ranks) {
        for (const auto rank : ranks) sum += static_cast<double>(rank);
      },
      values);
  facts.emplace_back("sum", over_ranks(graph, sum, std::plus<>()));
  if (graph.with([](const auto&... on) { return has_weights(on...); }))
    facts.emplace_back("weights", std::string("not used"));
  return facts;
}

inline std::vector<DeclaredFact> declared_rank_facts() {
  std::vector<DeclaredFact> facts = highest_facts("highest_vertex");
  facts.push_back({.name = "sum", .type = FactType::kDouble, .help = "of all values"});
  facts.push_back({.name = "weights", .type = FactType::kText, .help = "of graphs that have weights: not used"});
  return facts;
}

struct AsIntegers {
  VertexValues operator()(const auto& values, const PlacedGraphView&) const {
    return converted(values, [](auto count) { return static_cast<std::int64_t>(count); });
  }
  template <class Value>
  static std::shared_ptr<const DeviceValues> on_device(StreamRef stream, Buffer<Value>& values,
                                                       const PlacedGraphView&) {
    return stays(stream, as_int64<Value>(stream, values, std::nullopt));
  }
};
inline constexpr AsIntegers kAsIntegers;

// And back. An integer that is out of the type's range becomes one that is too large for any result, so that verifiers
// find it.
template <class Number>
Number number_of(std::int64_t value) {
  return std::in_range<Number>(value) ? static_cast<Number>(value) : std::numeric_limits<Number>::max() - 1;
}
template <class Count>
std::vector<Count> counts_of(const VertexValues& values) {
  std::vector<Count> counts;
  for (const std::int64_t value : std::get<std::vector<std::int64_t>>(values))
    counts.push_back(number_of<Count>(value));
  return counts;
}

}  // namespace warpgraph::algorithms::catalogue
