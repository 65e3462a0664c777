// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>

#include "catalogue.hpp"
#include "over.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

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

Problem problem_of(const RunRequest&, const AnyGraph& graph, const RunOutcome& outcome) {
  return verify_components(graph, vertices_of(outcome.values, graph));
}

}  // namespace

Algorithm components() {
  return {"cc",
          "connected components by union-find; a directed graph's directions do not matter",
          Devices::kShards,
          false,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            return over(
                request,
                [&](const auto&... place) {
                  if constexpr (sizeof...(place) == 1)
                    return connected_components(place..., request.engine.exchange);
                  else
                    return Result<VertexId>{{}, connected_components(place...)};
                },
                kAsNames);
          },
          component_facts,
          problem_of,
          1.0 / 128};  // most edges are never looked at, and trees of all vertices travel
}

Algorithm component_labels() {
  return {"cc-labels",
          "connected components of an undirected graph by label propagation",
          Devices::kEngine,
          false,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            return over(
                request, [&](const auto&... place) { return warpgraph::component_labels(place..., request.engine); },
                kAsNames);
          },
          component_facts,
          problem_of};
}

}  // namespace warpgraph::cli
