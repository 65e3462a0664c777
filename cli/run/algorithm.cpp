// SPDX-License-Identifier: Apache-2.0
#include "algorithm.hpp"

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kNone = -1;  // of vertices that cannot be reached

// Distances: floats as they are, integers with kNone for infinity.
template <class Value>
auto distance_to_output(Value value) {
  if constexpr (std::is_floating_point_v<Value>)
    return value;
  else
    return value == kUnreachable<Value> ? kNone : static_cast<std::int64_t>(value);
}

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

constexpr auto kAsDistances = [](const auto&) { return [](auto value) { return distance_to_output(value); }; };
constexpr auto kAsTheyAre = [](const auto&) { return std::identity(); };
// Vertices as the user calls them.
constexpr auto kAsNames = [](const auto& graph) {
  return
      [&ids = graph.ids()](VertexId v) { return v == kNoVertex ? kNone : static_cast<std::int64_t>(ids.name_of(v)); };
};

// How many values there are of vertices that were reached, and the largest of them (`sign` 1) or the smallest (-1).
template <class IsReached>
ordered_json reached_facts(const VertexValues& values, const char* extreme, int sign, IsReached&& is_reached) {
  return std::visit(
      [&](const auto& held) {
        std::uint64_t reached = 0;
        auto best = held.end();
        for (auto v = held.begin(); v != held.end(); ++v) {
          if (!is_reached(*v)) continue;
          if (reached++ == 0 || (sign > 0 ? *v > *best : *v < *best)) best = v;
        }
        return ordered_json{{"reached", reached}, {extreme, reached == 0 ? ordered_json() : ordered_json(*best)}};
      },
      values);
}

Algorithm bfs() {
  return {"bfs",
          "breadth-first search: the level of every vertex, or its parent; -1 where there is none",
          true,
          [](po::options_description& options) {
            options.add_options()("parents", po::bool_switch(), "parents instead of levels");
          },
          [](const RunRequest& request) {
            const BfsOptions options{request.source, request.engine};
            if (request.options["parents"].as<bool>()) {
              return over(
                  request, [&](const auto& graph) { return bfs_parents(request.stream, graph, options); }, kAsNames);
            }
            return over(
                request, [&](const auto& graph) { return bfs_levels(request.stream, graph, options); }, kAsDistances);
          },
          [](const VertexValues& values) {
            return reached_facts(values, "highest", 1, [](auto value) { return value != kNone; });
          }};
}

Algorithm sssp() {
  return {"sssp",
          "shortest paths from one vertex; -1 (inf for floats) where there is none",
          true,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            SsspOptions options;
            options.source = request.source;
            options.engine = request.engine;
            return over(
                request, [&](const auto& graph) { return warpgraph::sssp(request.stream, graph, options); },
                kAsDistances);
          },
          [](const VertexValues& values) {
            return reached_facts(values, "farthest", 1, []<class Value>(Value value) {
              return std::is_floating_point_v<Value> ? value != kUnreachable<Value> : value != Value(kNone);
            });
          }};
}

Algorithm widest_path() {
  return {"sswp",
          "widest paths from one vertex: a path is as wide as its narrowest edge",
          true,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            const WidestPathOptions options{request.source, request.engine};
            return over(
                request, [&](const auto& graph) { return warpgraph::widest_path(request.stream, graph, options); },
                kAsTheyAre);
          },
          [](const VertexValues& values) {
            return reached_facts(values, "narrowest", -1,
                                 [](auto value) { return value != kNoWidth<decltype(value)>; });
          }};
}

ordered_json component_facts(const VertexValues& values) {
  auto labels = std::get<std::vector<std::int64_t>>(values);
  std::ranges::sort(labels);
  std::uint64_t components = 0;
  std::ptrdiff_t largest = 0;
  for (auto first = labels.begin(); first != labels.end(); ++components) {
    const auto end = std::upper_bound(first, labels.end(), *first);
    largest = std::max(largest, end - first);
    first = end;
  }
  return ordered_json{{"components", components}, {"largest", largest}};
}

Algorithm components() {
  return {"cc",
          "connected components by union-find; a directed graph's directions do not matter",
          false,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            return over(
                request,
                [&](const auto& graph) {
                  Result<VertexId> result;
                  result.values = connected_components(request.stream, graph);
                  return result;
                },
                kAsNames);
          },
          component_facts};
}

Algorithm component_labels() {
  return {"cc-labels",
          "connected components of an undirected graph by label propagation",
          false,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            return over(
                request,
                [&](const auto& graph) { return warpgraph::component_labels(request.stream, graph, request.engine); },
                kAsNames);
          },
          component_facts};
}

Algorithm pagerank() {
  return {"pagerank",
          "PageRank by power iteration; ranks add up to 1",
          false,
          [](po::options_description& options) {
            const PageRankOptions standard;
            options.add_options()  //
                ("damping", po::value<double>()->value_name("P")->default_value(standard.damping, "0.85"),
                 "probability of following an edge")  //
                ("tolerance", po::value<double>()->value_name("T")->default_value(standard.tolerance, "1e-4"),
                 "stop when the ranks have changed by no more, in sum; 0: after --iterations")  //
                ("iterations", po::value<std::uint32_t>()->value_name("N")->default_value(standard.most_iterations),
                 "at most")  //
                ("start-over-at", po::value<std::vector<std::uint64_t>>()->value_name("ID")->composing(),
                 "personalised: start over at this vertex, or these");
          },
          [](const RunRequest& request) {
            PageRankOptions options;
            options.damping = request.options["damping"].as<double>();
            options.tolerance = request.options["tolerance"].as<double>();
            options.most_iterations = request.options["iterations"].as<std::uint32_t>();
            if (request.options.count("start-over-at") != 0)
              options.sources = request.options["start-over-at"].as<std::vector<std::uint64_t>>();
            options.engine = request.engine;
            return over(
                request, [&](const auto& graph) { return warpgraph::pagerank(request.stream, graph, options); },
                kAsTheyAre);
          },
          [](const VertexValues& values) {
            return std::visit(
                [](const auto& ranks) {
                  double sum = 0;
                  double highest = 0;
                  for (const auto rank : ranks) {
                    sum += static_cast<double>(rank);
                    highest = std::max(highest, static_cast<double>(rank));
                  }
                  return ordered_json{{"highest", highest}, {"sum", sum}};
                },
                values);
          }};
}

}  // namespace

const std::vector<Algorithm>& algorithms() {
  static const std::vector<Algorithm> all{bfs(), sssp(), widest_path(), components(), component_labels(), pagerank()};
  return all;
}

const Algorithm& find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(algorithms(), name, &Algorithm::name);
  if (found == algorithms().end()) throw UsageError("there is no algorithm \"" + std::string(name) + '"');
  return *found;
}

}  // namespace warpgraph::cli
