// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/pagerank.hpp>

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/copying_test.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/page_rank.hpp"

// PageRank in double precision; vertex_program_test.cpp has that of floats.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

Graph<NoValue> build_without_outgoing(const GraphCase& each) {
  return build_case(each, /*symmetrise=*/false, /*outgoing=*/false);
}

class PageRank : public CopyingTest {
 protected:
  // To 1e-10, a vertex: the tolerance times the damping over 1 - damping, and room for the sums of 600 ranks.
  void expect_those_of_the_oracle(const Graph<NoValue>& graph, const std::vector<VertexName>& sources) {
    const DeviceGraph<NoValue> on_device = copied(graph);
    const PageRankOptions options{.tolerance = 1e-12, .max_iterations = 1000, .sources = sources};
    oracle::PageRankOptions serial{.stranded_begin_anew = true};
    if (!sources.empty()) serial.personalisation.assign(graph.vertex_count(), 0);
    for (const VertexName s : sources) serial.personalisation[s.value()] += 1 / static_cast<double>(sources.size());

    const auto result = pagerank<double>(stream(), on_device, options);

    EXPECT_TRUE(result.converged());
    const std::vector<double> ranks = result.to_host(stream());
    const std::vector<double> expected = oracle::page_rank(graph, serial);
    ASSERT_EQ(ranks.size(), expected.size());
    for (std::size_t v = 0; v < ranks.size(); ++v) ASSERT_NEAR(ranks[v], expected[v], 1e-10) << v;
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PageRank);

TEST_P(PageRank, OfDoublesIsThatOfTheOracle) {
  for (const GraphCase& each : kLinkCases) {
    SCOPED_TRACE(each.generator);
    const auto graph = build_without_outgoing(each);
    expect_those_of_the_oracle(graph, {});
    expect_those_of_the_oracle(graph, {3, 31});
  }
}

TEST_P(PageRank, OfDoublesTakesEveryShape) {
  const auto graph = build_without_outgoing({"rmat", {{"scale", "7"}}});
  const AnyDeviceGraph on_device = copied(graph);
  const std::vector<double> expected = oracle::page_rank(graph, {.tolerance = 0, .max_iterations = 10});
  for (int shape = 0; shape < kGatherShapeCount; ++shape) {
    PageRankOptions options{.tolerance = 0, .max_iterations = 10};
    options.engine.tuning.shape = static_cast<GatherShape>(shape);
    const auto ranks = pagerank<double>(stream(), on_device, options).to_host(stream());
    for (std::size_t v = 0; v < ranks.size(); ++v) ASSERT_NEAR(ranks[v], expected[v], 1e-14) << shape << ", " << v;
  }
}

TEST_P(PageRank, StopsAtTheLowerOfTwoLimits) {
  const auto graph = build_without_outgoing({"rmat", {{"scale", "5"}}});
  const DeviceGraph<NoValue> on_device = copied(graph);
  PageRankOptions options{.tolerance = 0, .max_iterations = 9};
  options.engine.max_supersteps = 4;
  EXPECT_EQ(pagerank(stream(), on_device, options).supersteps.size(), 4u);
}

TEST_P(PageRank, RefusesWhatCannotBe) {
  const auto graph = build_without_outgoing({"path", {{"vertices", "5"}}});
  const DeviceGraph<NoValue> on_device = copied(graph);
  EXPECT_THROW(pagerank<double>(stream(), on_device, {.damping = 1}), UsageError);
  EXPECT_THROW(pagerank<double>(stream(), on_device, {.sources = {5}}), InputError);
  EXPECT_THROW(pagerank<double>(stream(), on_device, {.sources = {4, 0, 4}}), UsageError);
}

// Thousands of equal ranks: what is lost when they are added up one by one grows with their number.
TEST_P(PageRank, OfManyAlikeIsNotTakenForWrong) {
  for (const char* const generator : {"path", "cycle", "empty-rows"}) {
    for (const char* const vertices : {"3000", "10007"}) {
      const auto graph = build_without_outgoing({generator, {{"vertices", vertices}}});
      const DeviceGraph<NoValue> on_device = copied(graph);
      const PageRankOptions options{.tolerance = 1e-12, .max_iterations = 1000};
      const auto result = pagerank<double>(stream(), on_device, options);
      auto ranks = to_host(stream(), result.values);
      EXPECT_EQ(verify_pagerank(graph, ranks, options, result.converged()), Problem()) << generator << vertices;
      ranks[17] += 1e-9;
      EXPECT_NE(verify_pagerank(graph, ranks, options, result.converged()), Problem()) << generator << vertices;
    }
  }
}

TEST_P(PageRank, RefusesAToleranceThatIsNone) {
  const auto on_device = copied(build_without_outgoing({"path", {{"vertices", "5"}}}));
  for (const double wrong : {-1.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW((void)pagerank(stream(), on_device, {.tolerance = wrong}), UsageError) << wrong;
}

}  // namespace
}  // namespace warpgraph::test
