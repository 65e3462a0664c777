// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph_facts.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class GraphFactsTest : public MachineTest {
 protected:
  template <class T>
  rows::EdgeValueRange<T> range_of(const std::vector<T>& values) {
    const Buffer<T> held = to_device(stream(), values, "values");
    return rows::edge_value_range(stream(), View<const T>(held));
  }
  // Ascending values, more than a sweep takes at once, with the extremes inside.
  template <class T>
  void expect_found(T least, T greatest) {
    std::vector<T> values(100'000, T{1});
    values[70'001] = least;
    values[31] = greatest;
    const rows::EdgeValueRange<T> found = range_of(values);
    EXPECT_EQ(found.least, least);
    EXPECT_EQ(found.greatest, greatest);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GraphFactsTest);

TEST_P(GraphFactsTest, RangeHasTheLeastAndTheGreatestValue) {
  expect_found<std::int32_t>(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
  expect_found<std::int64_t>(-5, std::int64_t{1} << 60);
  expect_found<float>(-1e-30f, 3e38f);
  expect_found<double>(-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
  expect_found<float>(0.5f, 1.0f);
}

TEST_P(GraphFactsTest, RangeOfNoValueIsZero) {
  const rows::EdgeValueRange<float> found = range_of<float>({});
  EXPECT_EQ(found.least, 0);
  EXPECT_EQ(found.greatest, 0);
}

TEST_P(GraphFactsTest, RangeShowsWhatIsNoNumber) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(range_of<float>({1, none, 2}).greatest));
  EXPECT_TRUE(std::isnan(range_of<float>({1, std::copysign(none, -1.0f), 2}).least));
}

TEST_P(GraphFactsTest, RangeIsFoundOnce) {
  const std::vector<double> first{1, 2};
  const std::vector<double> second{5};
  const Buffer<double> held = to_device(stream(), first, "values");
  const Buffer<double> other = to_device(stream(), second, "values");
  const GraphFacts facts;
  EXPECT_EQ(facts.value_range(stream(), View<const double>(held)).greatest, 2);
  EXPECT_EQ(facts.value_range(stream(), View<const double>(other)).greatest, 2);
}

TEST(IsLocal, OfAGraphInHostMemoryLooksAtWhereEdgesLead) {
  constexpr VertexId kCount = 5000;
  std::vector<EdgeId> row(kCount + 1);
  std::iota(row.begin(), row.end(), EdgeId{0});
  std::vector<VertexId> near(kCount);
  std::vector<VertexId> far(kCount);
  for (VertexId v = 0; v < kCount; ++v) {
    near[v] = v == 0 ? 0 : v - 1;
    far[v] = (v + kCount / 2) % kCount;
  }

  EXPECT_TRUE(rows::has_locality(row, near));
  EXPECT_FALSE(rows::has_locality(row, far));
}

// Built as the command builds them.
bool is_local_graph(const std::string& family, const generators::GeneratorArguments& arguments,
                    Relabel relabel = Relabel::kNone) {
  ThreadPool threads(1);
  const auto graph =
      build_graph<NoValue>(threads, generators::generate(generators::parse_generator(family, arguments), threads),
                           {.symmetrise = family != "web", .relabel = relabel});
  return rows::has_locality(graph.incoming().row.span(), graph.incoming().column.span());
}

TEST(IsLocal, GraphsAreIfTheirNumbersFollowSpace) {
  const generators::GeneratorArguments square{{"width", "64"}, {"height", "64"}};
  const generators::GeneratorArguments few{{"vertices", "4096"}};
  EXPECT_TRUE(is_local_graph("road", square));
  EXPECT_TRUE(is_local_graph("grid2d", square));
  EXPECT_TRUE(is_local_graph("rgg", {{"vertices", "32768"}}));
  EXPECT_FALSE(is_local_graph("rgg", few, Relabel::kRandom));
  EXPECT_FALSE(is_local_graph("urand", few));
  EXPECT_FALSE(is_local_graph("kron", {{"scale", "12"}}));
  EXPECT_FALSE(is_local_graph("rmat", {{"scale", "12"}}));
  EXPECT_FALSE(is_local_graph("web", few));
}

TEST(IsLocal, HeavyVerticesInFrontMakeNoGraphLocal) {
  EXPECT_FALSE(is_local_graph("kron", {{"scale", "12"}}, Relabel::kDegree));
  EXPECT_FALSE(is_local_graph("urand", {{"vertices", "4096"}}, Relabel::kDegree));
  EXPECT_FALSE(is_local_graph("star", {{"vertices", "4096"}}, Relabel::kDegree));
}

TEST(IsLocal, MostEdgesOfASampleDecide) {
  EXPECT_TRUE(rows::is_local({.near = 51, .all = 100}));
  EXPECT_FALSE(rows::is_local({.near = 50, .all = 100}));
  EXPECT_FALSE(rows::is_local({.near = 0, .all = 0}));
  EXPECT_TRUE(rows::is_local(rows::EdgeSample{10, 30} + rows::EdgeSample{40, 60}));
}

// Rows of the upper half, whose edges lead a quarter of the graph back: near to rows that began at vertex 0.
TEST(IsLocal, RowsOfAPartAreComparedWithWhereTheyAreInTheGraph) {
  constexpr VertexId kHalf = 1000;
  std::vector<EdgeId> row(kHalf + 1);
  std::iota(row.begin(), row.end(), EdgeId{0});
  std::vector<VertexId> column(kHalf);
  std::iota(column.begin(), column.end(), VertexId{0});
  const rows::EdgeSample far = rows::sample_edges(row, column, {.first = kHalf, .vertex_count = 2 * kHalf});
  EXPECT_EQ(far.near, 0u);
  EXPECT_EQ(far.all, kHalf);
  EXPECT_EQ(rows::sample_edges(row, column, {.first = 0, .vertex_count = 2 * kHalf}).near, kHalf);
}

}  // namespace
}  // namespace warpgraph::test
