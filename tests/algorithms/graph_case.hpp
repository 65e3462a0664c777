// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Graphs that tests of several algorithms share.
namespace warpgraph::test {

struct GraphCase {
  std::string generator;
  generators::GeneratorArguments arguments;
};
inline void PrintTo(const GraphCase& each, std::ostream* out) { *out << each.generator; }

// For algorithms that look at nothing but the structure of a graph: with rows long enough to be cut into pieces,
// vertices without edges, and rounds or levels without number.
inline const std::vector<GraphCase> kStructureCases = {
    {"rmat", {{"scale", "8"}, {"edge-factor", "8"}}},  // with repetitions and self-loops
    {"kron", {{"scale", "8"}}},
    {"erdos-renyi", {{"vertices", "300"}, {"edges", "200"}}},
    {"preferential", {{"vertices", "400"}, {"degree", "4"}}},
    {"small-world", {{"vertices", "300"}, {"degree", "6"}}},
    {"road", {{"width", "9"}, {"height", "12"}}},
    {"path", {{"vertices", "200"}}},
    {"star", {{"vertices", "700"}}},
    {"complete", {{"vertices", "70"}}},
    {"bipartite", {{"left", "2"}, {"right", "400"}}},
    {"cliques", {{"cliques", "7"}, {"size", "9"}}},
    {"empty-rows", {{"vertices", "1000"}, {"stride", "17"}}},
    {"heavy-vertex", {{"vertices", "600"}}},
};

// For algorithms that iterate over all vertices: nearly all of these have dangling ones, and some have long rows.
inline const std::vector<GraphCase> kLinkCases = {
    {"rmat", {{"scale", "7"}}},
    {"kron", {{"scale", "6"}}},
    {"web", {{"vertices", "150"}}},
    {"path", {{"vertices", "40"}}},
    {"star", {{"vertices", "600"}}},
    {"heavy-vertex", {{"vertices", "300"}}},
    {"empty-rows", {{"vertices", "300"}, {"stride", "7"}}},
};

inline Graph<NoValue> build_case(const GraphCase& each, bool symmetrise = false, bool outgoing = true) {
  ThreadPool threads(1);
  return build_graph<NoValue>(
      threads, generators::generate(generators::parse_generator(each.generator, each.arguments), threads),
      {.symmetrise = symmetrise, .outgoing = outgoing});
}

}  // namespace warpgraph::test
