// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>

#include "catalogue.hpp"
#include "over.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

// Distances: floats as they are, integers with kNone for infinity.
template <class Value>
auto distance_to_output(Value value) {
  if constexpr (std::is_floating_point_v<Value>)
    return value;
  else
    return value == kUnreachable<Value> ? kNone : static_cast<std::int64_t>(value);
}
constexpr auto kAsDistances = [](const auto& values, const IdMap&) {
  return converted(values, [](auto value) { return distance_to_output(value); });
};

// And back.
template <class Distance>
std::vector<Distance> distances_of(const VertexValues& values) {
  if constexpr (std::is_floating_point_v<Distance>) {
    return std::get<std::vector<Distance>>(values);
  } else {
    std::vector<Distance> distances;
    for (const std::int64_t value : std::get<std::vector<std::int64_t>>(values))
      distances.push_back(value == kNone ? kUnreachable<Distance> : static_cast<Distance>(value));
    return distances;
  }
}

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

}  // namespace

Algorithm bfs() {
  return {"bfs",
          "breadth-first search: the level of every vertex, or its parent; -1 where there is none",
          Devices::kEngine,
          true,
          [](po::options_description& options) {
            options.add_options()("parents", po::bool_switch(), "parents instead of levels");
          },
          [](const RunRequest& request) {
            const BfsOptions options{request.source, request.engine};
            if (request.options["parents"].as<bool>()) {
              return over(
                  request, [&](const auto&... on) { return bfs_parents(on..., options); }, kAsNames);
            }
            return over(
                request, [&](const auto&... on) { return bfs_levels(on..., options); }, kAsDistances);
          },
          [](const VertexValues& values) {
            return reached_facts(values, "highest", 1,
                                 []<class Value>(Value value) { return value != static_cast<Value>(kNone); });
          },
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            if (request.options["parents"].as<bool>())
              return verify_bfs_parents(graph, request.source, vertices_of(request, outcome.values),
                                        &threads_of(request));
            return verify_bfs_levels(graph, request.source, distances_of<std::uint32_t>(outcome.values),
                                     &threads_of(request));
          }};
}

Algorithm sssp() {
  return {"sssp",
          "shortest paths from one vertex; -1 (inf for floats) where there is none",
          Devices::kEngine,
          true,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            SsspOptions options;
            options.source = request.source;
            options.engine = request.engine;
            return over(
                request, [&](const auto&... on) { return warpgraph::sssp(on..., options); }, kAsDistances);
          },
          [](const VertexValues& values) {
            return reached_facts(values, "farthest", 1, []<class Value>(Value value) {
              return std::is_floating_point_v<Value> ? value != kUnreachable<Value> : value != Value(kNone);
            });
          },
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            return std::visit(
                [&]<class E>(const Graph<E>& each) {
                  return verify_sssp(each, request.source, distances_of<Distance<E>>(outcome.values), 0,
                                     &threads_of(request));
                },
                graph);
          }};
}

Algorithm widest_path() {
  return {"sswp",
          "widest paths from one vertex: a path is as wide as its narrowest edge",
          Devices::kEngine,
          true,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            const WidestPathOptions options{request.source, request.engine};
            return over(
                request, [&](const auto&... on) { return warpgraph::widest_path(on..., options); }, kAsTheyAre);
          },
          [](const VertexValues& values) {
            return reached_facts(values, "narrowest", -1,
                                 [](auto value) { return value != kNoWidth<decltype(value)>; });
          },
          [](const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
            return std::visit(
                [&]<class E>(const Graph<E>& each) {
                  return verify_widest_path(each, request.source, std::get<std::vector<Width<E>>>(outcome.values),
                                            &threads_of(request));
                },
                graph);
          }};
}

}  // namespace warpgraph::cli
