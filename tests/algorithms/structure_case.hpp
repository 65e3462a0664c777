// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Graphs for algorithms that look at nothing but the structure of a graph.
namespace warpgraph::test {

struct StructureCase {
  std::string generator;
  GeneratorArguments arguments;
};

// With rows long enough to be cut into pieces, vertices without edges, and rounds or levels without number.
inline const std::vector<StructureCase> kStructureCases = {
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
    {"hub", {{"vertices", "600"}}},
};

inline Graph<NoValue> build_case(const StructureCase& each, bool symmetrise) {
  ThreadPool threads(1);
  return build_graph<NoValue>(threads, generate(parse_generator(each.generator, each.arguments), threads),
                              {.symmetrise = symmetrise, .outgoing = true});
}

}  // namespace warpgraph::test
