// SPDX-License-Identifier: Apache-2.0
//
// The method of cc that the catalogue has from the papers' library.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/shard/place.hpp>

#include "papers/catalogue_methods.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

const std::string kMethod = "shiloach-vishkin";

std::string cc_refuses(const AlgorithmArguments& arguments) { return refused_arguments("cc", arguments); }

// Many components; the graph has another order than the names.
AnyGraph sparse_graph(bool undirected) {
  ThreadPool threads(1);
  EdgeList list = generators::generate(
      generators::parse_generator("erdos-renyi", {{"vertices", "120"}, {"edges", "110"}, {"directed", "true"}}),
      threads);
  for (VertexId v = 0; v < list.vertex_count; ++v) list.ids.original.push_back(std::uint64_t{v} * 3 + 5);
  return build_graph<NoValue>(threads, std::move(list), {.symmetrise = undirected, .relabel = Relabel::kRandom});
}

TEST(CcMethods, AreChoicesOfTheOption) {
  EXPECT_EQ(option_of("cc", "method").choices, (std::vector<std::string>{"union-find", "sequential", kMethod}));
  EXPECT_EQ(option_of("cc", "method").default_value, OptionValue("union-find"));
  EXPECT_EQ(option_of("cc", "steps").choices,
            (std::vector<std::string>{"all", "apart", "no-sv3", "no-sv4", "no-sv3-sv4"}));
}

TEST(CcMethods, StepsAreForOneOfThem) {
  EXPECT_EQ(cc_refuses({{"steps", {"no-sv4"}}}), "--steps has no effect on the method union-find");
  EXPECT_EQ(cc_refuses({{"method", {"sequential"}}, {"steps", {"all"}}}),
            "--steps has no effect on the method sequential");
  EXPECT_NE(cc_refuses({{"method", {kMethod}}, {"steps", {"no-sv5"}}}), "no error");
  EXPECT_EQ(cc_refuses({{"method", {kMethod}}, {"steps", {"no-sv4"}}}), "no error");
}

TEST(CcMethods, LeaveTheLabelsOfTheOthers) {
  for (const bool undirected : {false, true}) {
    const AnyGraph graph = sparse_graph(undirected);
    const AlgorithmOutcome expected = verified_outcome("cc", graph, {});
    for (const std::string& steps : option_of("cc", "steps").choices) {
      SCOPED_TRACE(steps);
      const AlgorithmOutcome found = verified_outcome("cc", graph, {{"method", {kMethod}}, {"steps", {steps}}});
      EXPECT_EQ(found.values(), expected.values());
      EXPECT_FALSE(found.report.supersteps.empty());
    }
    EXPECT_TRUE(expected.report.supersteps.empty());
  }
}

// Threads race, so numbers of iterations vary; without SV4 they are half as many again.
TEST(CcMethods, StepsThatAreLeftOutCostIterations) {
  ThreadPool threads(1);
  const AnyGraph graph = build_graph<NoValue>(
      threads,
      generators::generate(generators::parse_generator("list", {{"vertices", "4000"}, {"lists", "2"}}), threads),
      {.symmetrise = true});
  const auto iterations = [&](const char* steps) {
    return verified_outcome("cc", graph, {{"method", {kMethod}}, {"steps", {steps}}}).report.supersteps.size();
  };
  const std::size_t all = iterations("all");
  EXPECT_GT(iterations("no-sv4"), all);
  EXPECT_GT(iterations("no-sv3-sv4"), all);
  EXPECT_LT(iterations("apart"), iterations("no-sv4"));
}

TEST(CcMethods, AreForOneDevice) {
  const auto run = find_algorithm("cc").read({{"method", {kMethod}}}, false);
  EXPECT_FALSE(run->can_spread());
  EXPECT_TRUE(find_algorithm("cc").read({}, false)->can_spread());
  Runtime runtime("host:2");
  const AnyGraph graph = sparse_graph(true);
  const auto row = std::visit([](const auto& each) { return each.incoming().row.span(); }, graph);
  const AnyShardedGraph spread = shard_graph(runtime, graph, shards::place_by_edges(row, {.devices = 2}), {});
  EXPECT_EQ(usage_error([&] { (void)run->run({.graph = PlacedGraphView(spread)}); }),
            "the method shiloach-vishkin is for a graph on one device");
}

}  // namespace
}  // namespace warpgraph::test
