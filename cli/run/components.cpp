// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>

#include "catalogue.hpp"
#include "over.hpp"

namespace warpgraph::cli {

namespace {

using nlohmann::ordered_json;

ordered_json component_facts(const VertexValues& values) {
  return std::visit(
      [](auto labels) {
        std::ranges::sort(labels);
        std::uint64_t components = 0;
        std::ptrdiff_t largest = 0;
        for (auto first = labels.begin(); first != labels.end(); ++components) {
          const auto end = std::upper_bound(first, labels.end(), *first);
          largest = std::max(largest, end - first);
          first = end;
        }
        return ordered_json{{"components", components}, {"largest", largest}};
      },
      values);
}

constexpr auto kAsLabels = [](std::vector<VertexId> labels, const IdMap& ids) {
  return names_of(lowest_named(std::move(labels), ids), ids);
};

Problem problem_of(const RunRequest& request, const AnyGraph& graph, const RunOutcome& outcome) {
  return verify_named_components(graph, vertices_of(request, outcome.values), &threads_of(request));
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
                request, [&](const auto&... on) { return connected_components(on..., {.engine = request.engine}); },
                kAsLabels);
          },
          component_facts,
          problem_of,
          1.0 / 128,  // most edges are never looked at, and trees of all vertices travel
          true,
          {},
          false,
          [](StreamRef, const po::variables_map&, const RunSize& size) { return connected_components_memory(size); }};
}

Algorithm component_labels() {
  return {"cc-labels",
          "connected components of an undirected graph by label propagation",
          Devices::kEngine,
          false,
          [](po::options_description&) {},
          [](const RunRequest& request) {
            return over(
                request, [&](const auto&... on) { return warpgraph::component_labels(on..., request.engine); },
                kAsLabels);
          },
          component_facts,
          problem_of};
}

}  // namespace warpgraph::cli
