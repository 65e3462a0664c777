// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/framework/io/values.hpp>

#include "algorithms/c_interface_case.hpp"
#include "support/temporary_folder.hpp"

// The algorithms, by their functions and by their names.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

TEST_P(CInterfaceTest, RunsTheAlgorithms) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(numbers(warpgraph_bfs_levels(graph_, 1, nullptr, result())), (Numbers{-1, 0, 2, 1, -1, -1}));
  EXPECT_EQ(numbers(warpgraph_widest_path(graph_, 0, nullptr, result())), (Numbers{kMax, 5, 1, 1, kLeast, kLeast}));
  EXPECT_EQ(numbers(warpgraph_connected_components(graph_, nullptr, result())), (Numbers{0, 0, 0, 0, 4, 4}));
  expect_error(warpgraph_component_labels(graph_, nullptr, result()), WARPGRAPH_USAGE_ERROR, "directed");
  EXPECT_EQ(result_, nullptr);
  options_.symmetrise = 1;
  ASSERT_EQ(create(), WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_component_labels(graph_, nullptr, result())), (Numbers{0, 0, 0, 0, 4, 4}));
}

TEST_P(CInterfaceTest, RanksVertices) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const std::vector<double> rank = reals(warpgraph_pagerank(graph_, nullptr, result()));
  EXPECT_NEAR(std::accumulate(rank.begin(), rank.end(), 0.0), 1, 1e-5);
  float same[6];
  EXPECT_EQ(warpgraph_result_copy_float(result_, same, 6), WARPGRAPH_OK);
  EXPECT_EQ(same[2], static_cast<float>(rank[2]));

  warpgraph_pagerank_options options;
  ASSERT_EQ(warpgraph_pagerank_options_init(&options, sizeof options), WARPGRAPH_OK);
  const std::uint64_t sources[] = {4};
  options.sources = sources;
  options.source_count = 1;
  options.max_iterations = 3;
  options.tolerance = 0;
  const std::vector<double> near = reals(warpgraph_pagerank(graph_, &options, result()));
  EXPECT_EQ(near[0], 0);
  EXPECT_GT(near[4], 0.2);
  std::int32_t converged = 1;
  std::int64_t supersteps = 0;
  EXPECT_EQ(warpgraph_result_converged(result_, &converged), WARPGRAPH_OK);
  EXPECT_EQ(warpgraph_result_superstep_count(result_, &supersteps), WARPGRAPH_OK);
  EXPECT_EQ(converged, 0);
  EXPECT_EQ(supersteps, 3);
  options.source_count = 0;
  expect_error(warpgraph_pagerank(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "sources is an empty list");
  options.source_count = std::size_t{1} << 61;  // times the size of a number: 0
  expect_error(warpgraph_pagerank(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "more sources than vertices");
  options.source_count = 1;
  options.damping = 1;
  expect_error(warpgraph_pagerank(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "damping");
}

TEST_P(CInterfaceTest, RanksVerticesInDoublePrecision) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  warpgraph_pagerank_options options;
  ASSERT_EQ(warpgraph_pagerank_options_init(&options, sizeof options), WARPGRAPH_OK);
  options.tolerance = 1e-14;
  options.max_iterations = 1000;
  const std::vector<double> rank = reals(warpgraph_pagerank_double(graph_, &options, result()));
  EXPECT_NEAR(std::accumulate(rank.begin(), rank.end(), 0.0), 1, 1e-13);
  std::int32_t type = 0;
  EXPECT_EQ(warpgraph_result_type(result_, &type), WARPGRAPH_OK);
  EXPECT_EQ(type, WARPGRAPH_DOUBLE);
}

// 3 has two sources, so that in the end only they are hubs.
TEST_P(CInterfaceTest, FindsHubsAndAuthorities) {
  const std::int32_t source[] = {0, 1, 2};
  const std::int32_t target[] = {1, 3, 3};
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 4, 3, WARPGRAPH_INT32, source, target, WARPGRAPH_NONE, nullptr,
                                       nullptr, &graph_),
            WARPGRAPH_OK);
  warpgraph_hits_options options;
  ASSERT_EQ(warpgraph_hits_options_init(&options, sizeof options), WARPGRAPH_OK);
  options.tolerance = 1e-7;
  warpgraph_result* hubs = nullptr;
  const auto authority = reals(warpgraph_hits(graph_, &options, &hubs, result()));
  float hub[4];
  EXPECT_EQ(warpgraph_result_copy_float(hubs, hub, 4), WARPGRAPH_OK);
  EXPECT_NEAR(hub[1], 0.5, 1e-6);
  EXPECT_NEAR(hub[2], 0.5, 1e-6);
  EXPECT_NEAR(authority[3], 1, 1e-6);
  warpgraph_result_destroy(hubs);
  options.tolerance = -1;
  expect_error(warpgraph_hits(graph_, &options, &hubs, result()), WARPGRAPH_USAGE_ERROR, "tolerance");
  EXPECT_EQ(hubs, nullptr);
  expect_error(warpgraph_hits(graph_, &options, nullptr, result()), WARPGRAPH_USAGE_ERROR, "hubs is NULL");
}

TEST_P(CInterfaceTest, FindsHubsAndAuthoritiesInDoublePrecision) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  ASSERT_EQ(warpgraph_run(graph_, "hits", "double,tolerance=1e-14,iterations=1000,columns=authority,columns=hub",
                          nullptr, result()),
            WARPGRAPH_OK);
  for (const std::int64_t i : {0, 1}) {
    warpgraph_column column;
    ASSERT_EQ(warpgraph_result_column(result_, i, &column, sizeof column), WARPGRAPH_OK);
    EXPECT_EQ(column.type, WARPGRAPH_DOUBLE);
    double value[6];
    ASSERT_EQ(warpgraph_result_copy_column_double(result_, i, value, 6), WARPGRAPH_OK);
    EXPECT_NEAR(std::accumulate(value, value + 6, 0.0), 1, 1e-14);
  }
}

TEST_P(CInterfaceTest, FindsWhoLiesBetweenTheOthers) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  using Reals = std::vector<double>;
  EXPECT_EQ(reals(warpgraph_betweenness(graph_, nullptr, result())), (Reals{0, 2, 0, 2, 0, 0}));
  warpgraph_betweenness_options options;
  ASSERT_EQ(warpgraph_betweenness_options_init(&options, sizeof options), WARPGRAPH_OK);
  const std::uint64_t sources[] = {1, 7};
  options.sources = sources;
  options.source_count = 1;
  EXPECT_EQ(reals(warpgraph_betweenness(graph_, &options, result())), (Reals{0, 0, 0, 1, 0, 0}));
  options.source_count = 2;
  expect_error(warpgraph_betweenness(graph_, &options, result()), WARPGRAPH_INPUT_ERROR, "no vertex 7");
  options.source_count = 0;
  expect_error(warpgraph_betweenness(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "sources is an empty list");
  options.source_count = ~std::size_t{0};
  expect_error(warpgraph_betweenness(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "more sources than vertices");
  options.source_count = 2;
  options.sources = nullptr;
  expect_error(warpgraph_betweenness(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "sources is NULL");
  options.source_count = 0;
  options.samples = 7;
  expect_error(warpgraph_betweenness(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "samples");
}

// 0, 1, 2 know each other, and 2 knows 3.
TEST_P(CInterfaceTest, FindsCoresAndTriangles) {
  const std::int32_t one[] = {0, 1, 2, 2};
  const std::int32_t other[] = {1, 2, 0, 3};
  const auto make = [&](std::int32_t direction) {
    options_.direction = direction;
    warpgraph_graph_destroy(graph_);
    ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 4, 4, WARPGRAPH_INT32, one, other, WARPGRAPH_NONE, nullptr,
                                         &options_, &graph_),
              WARPGRAPH_OK);
  };
  make(WARPGRAPH_UNDIRECTED_ONCE);
  EXPECT_EQ(numbers(warpgraph_core_numbers(graph_, result())), (Numbers{2, 2, 2, 1}));
  std::int64_t total = 0;
  EXPECT_EQ(numbers(warpgraph_triangles(graph_, &total, result())), (Numbers{1, 1, 1, 0}));
  EXPECT_EQ(total, 1);
  total = 0;
  EXPECT_EQ(warpgraph_triangles(graph_, &total, nullptr), WARPGRAPH_OK);
  EXPECT_EQ(total, 1);
  expect_error(warpgraph_triangles(graph_, nullptr, nullptr), WARPGRAPH_USAGE_ERROR, "total is NULL");
  make(WARPGRAPH_DIRECTED);
  expect_error(warpgraph_core_numbers(graph_, result()), WARPGRAPH_USAGE_ERROR, "directed");
  expect_error(warpgraph_triangles(graph_, &total, result()), WARPGRAPH_USAGE_ERROR, "directed");
  EXPECT_EQ(result_, nullptr);
}

// 10 - 20 - 30: 1 volt a unit of resistance.
TEST_P(CInterfaceTest, Simulates) {
  const std::string text = folder_.file("g.el", "20 30 0.5\n10 20 1\n").string();
  options_.symmetrise = 1;
  options_.weights = WARPGRAPH_DOUBLE;
  ASSERT_EQ(warpgraph_graph_read(runtime_, text.c_str(), nullptr, &options_, &graph_), WARPGRAPH_OK);
  warpgraph_simulation_options options;
  ASSERT_EQ(warpgraph_simulation_options_init(&options, sizeof options), WARPGRAPH_OK);
  using Reals = std::vector<double>;
  const std::uint64_t vertices[] = {10, 30};
  const float values[] = {3, 0};
  options.vertices = vertices;
  options.values = values;
  options.count = 2;
  EXPECT_EQ(reals(warpgraph_circuit(graph_, &options, result())), (Reals{3, 2, 0}));
  const float initial[] = {0, 8, 0};
  options.initial = initial;
  options.rate = 0.5;
  options.max_iterations = 1;
  options.count = 0;
  EXPECT_EQ(reals(warpgraph_heat(graph_, &options, result())), (Reals{4, 2, 2}));
  EXPECT_EQ(reals(warpgraph_neural_network(graph_, &options, result())), (Reals{std::tanh(8.f), 0, std::tanh(4.f)}));
  options.rate = 1;
  expect_error(warpgraph_heat(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "not stable");
  options.count = 1;
  options.values = nullptr;
  expect_error(warpgraph_circuit(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "values is NULL");
  const std::uint64_t absent[] = {11};
  options.vertices = absent;
  options.values = values;
  expect_error(warpgraph_neural_network(graph_, &options, result()), WARPGRAPH_INPUT_ERROR, "no vertex 11");
}

TEST_P(CInterfaceTest, LabelsComponentsByTheirLowestVertices) {
  const std::string file = folder_.file("labels.el", "15 13\n13 11\n10 12\n").string();
  ASSERT_EQ(warpgraph_graph_read(runtime_, file.c_str(), nullptr, nullptr, &graph_), WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_connected_components(graph_, nullptr, result())), (Numbers{10, 11, 10, 11, 11}));
}

TEST_P(CInterfaceTest, RefusesNegativeLengths) {
  const std::int32_t ends[] = {0, 1};
  const std::int32_t length = -1;
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 2, 1, WARPGRAPH_INT32, ends, ends + 1, WARPGRAPH_INT32, &length,
                                       nullptr, &graph_),
            WARPGRAPH_OK);
  expect_error(warpgraph_sssp(graph_, 0, nullptr, result()), WARPGRAPH_INPUT_ERROR,
               "the edge from 0 to 1 has the negative length -1");
}

TEST_P(CInterfaceTest, RefusesAToleranceThatIsNoNumber) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  warpgraph_pagerank_options options;
  warpgraph_pagerank_options_init(&options, sizeof options);
  options.tolerance = std::nan("");
  expect_error(warpgraph_pagerank(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "tolerance");
}

TEST_P(CInterfaceTest, RefusesDistancesThatDoNotFit) {
  const std::int32_t source[] = {0, 1, 2};
  const std::int32_t target[] = {1, 2, 3};
  const std::int32_t length[] = {INT32_MAX, INT32_MAX, INT32_MAX};
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 4, 3, WARPGRAPH_INT32, source, target, WARPGRAPH_INT32, length,
                                       nullptr, &graph_),
            WARPGRAPH_OK);
  expect_error(warpgraph_sssp(graph_, 0, nullptr, result()), WARPGRAPH_INPUT_ERROR, "vertex 3 does not fit");
}

// By the names and options of the command line.
TEST_P(CInterfaceTest, RunsWhateverAlgorithmHasTheName) {
  for (const Algorithm& algorithm : all_algorithms()) {
    SCOPED_TRACE(algorithm.name);
    options_.symmetrise = algorithm.takes == algorithms::GraphKind::kLists ? 0 : 1;  // the edges are lists, and trees
    ASSERT_EQ(create(), WARPGRAPH_OK);
    const char* const options = algorithm.has_source ? "source=0" : nullptr;
    std::int64_t size = 0;
    EXPECT_EQ(warpgraph_run(graph_, algorithm.name.c_str(), options, nullptr, result()), WARPGRAPH_OK)
        << warpgraph_last_error_message();
    EXPECT_EQ(warpgraph_result_size(result_, &size), WARPGRAPH_OK);
    EXPECT_EQ(size, algorithm.leaves == Leaves::kEdges ? 4 : 6);
  }
}

TEST_P(CInterfaceTest, ForestsHaveTheirEdgesAndWeights) {
  // 10 --1-- 20 --4-- 30 --2-- 10
  const std::int32_t source[] = {0, 1, 2};
  const std::int32_t target[] = {1, 2, 0};
  const double weight[] = {1, 4, 2};
  options_.symmetrise = 1;
  options_.first_vertex = 0;
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 3, 3, WARPGRAPH_INT32, source, target, WARPGRAPH_DOUBLE, weight,
                                       &options_, &graph_),
            WARPGRAPH_OK);
  EXPECT_EQ(reals(warpgraph_run(graph_, "msf", "method=boruvka", nullptr, result())), (std::vector<double>{1, 2}));
  std::uint64_t from[2] = {};
  std::uint64_t to[2] = {};
  EXPECT_EQ(warpgraph_result_copy_edges(result_, from, to, 2), WARPGRAPH_OK);
  EXPECT_EQ(std::vector<std::uint64_t>(from, from + 2), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(std::vector<std::uint64_t>(to, to + 2), (std::vector<std::uint64_t>{0, 0}));
  expect_error(warpgraph_result_copy_edges(result_, from, to, 1), WARPGRAPH_USAGE_ERROR, "number of edges");
  expect_error(warpgraph_result_copy_edges(result_, nullptr, to, 2), WARPGRAPH_USAGE_ERROR, "source is NULL");
  ASSERT_EQ(warpgraph_connected_components(graph_, nullptr, result()), WARPGRAPH_OK);
  expect_error(warpgraph_result_copy_edges(result_, from, to, 2), WARPGRAPH_USAGE_ERROR, "no edges");
}

TEST_P(CInterfaceTest, RunsByNameGiveTheValuesOfTheFunctions) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const auto by_name = [&](const char* name, const char* options) {
    return warpgraph_run(graph_, name, options, nullptr, result());
  };
  EXPECT_EQ(numbers(by_name("bfs", "source=0")), numbers(warpgraph_bfs_levels(graph_, 0, nullptr, result())));
  EXPECT_EQ(numbers(by_name("bfs", "parents,source=0")), numbers(warpgraph_bfs_parents(graph_, 0, nullptr, result())));
  EXPECT_EQ(numbers(by_name("sssp", "source=1")), numbers(warpgraph_sssp(graph_, 1, nullptr, result())));
  EXPECT_EQ(numbers(by_name("sswp", "source=0")), numbers(warpgraph_widest_path(graph_, 0, nullptr, result())));
  EXPECT_EQ(numbers(by_name("cc", "")), numbers(warpgraph_connected_components(graph_, nullptr, result())));
  warpgraph_pagerank_options personal;
  ASSERT_EQ(warpgraph_pagerank_options_init(&personal, sizeof personal), WARPGRAPH_OK);
  const std::uint64_t sources[] = {1, 4};
  personal.damping = .5;
  personal.sources = sources;
  personal.source_count = 2;
  EXPECT_EQ(reals(by_name("pagerank", "damping=.5,sources=1,start-over-at=4,double")),
            reals(warpgraph_pagerank_double(graph_, &personal, result())));
}

TEST_P(CInterfaceTest, RunsByNameGiveTheColumnsThatAreNamed) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  ASSERT_EQ(warpgraph_run(graph_, "sssp", "source=0,columns=parent,columns=distance", nullptr, result()), WARPGRAPH_OK)
      << warpgraph_last_error_message();
  std::int64_t count = 0;
  EXPECT_EQ(warpgraph_result_column_count(result_, &count), WARPGRAPH_OK);
  EXPECT_EQ(count, 2);
  std::int64_t index = -1;
  EXPECT_EQ(warpgraph_result_find_column(result_, "parent", &index), WARPGRAPH_OK);
  EXPECT_EQ(index, 1);
  warpgraph_column column;
  ASSERT_EQ(warpgraph_result_column(result_, 1, &column, sizeof column), WARPGRAPH_OK);
  EXPECT_STREQ(column.name, "parent");
  EXPECT_EQ(column.type, WARPGRAPH_INT64);
  EXPECT_EQ(column.is_vertex, 1);
  EXPECT_EQ(column.has_missing, 1);
  EXPECT_EQ(column.missing_integer, -1);
  std::int64_t values[6];
  EXPECT_EQ(warpgraph_result_copy_column_int64(result_, 1, values, 6), WARPGRAPH_OK);
  EXPECT_EQ(Numbers(values, values + 6), (Numbers{0, 0, 3, 1, -1, -1}));
  EXPECT_EQ(warpgraph_result_copy_int64(result_, values, 6), WARPGRAPH_OK);  // the first
  EXPECT_EQ(Numbers(values, values + 6), (Numbers{0, 5, 8, 6, -1, -1}));
  ASSERT_EQ(warpgraph_result_column(result_, 0, &column, sizeof column), WARPGRAPH_OK);
  EXPECT_STREQ(column.name, "distance");
  EXPECT_EQ(column.is_vertex, 0);
  double real[6];
  expect_error(warpgraph_result_copy_column_double(result_, 0, real, 6), WARPGRAPH_USAGE_ERROR, "of another type");
  expect_error(warpgraph_result_copy_column_int64(result_, 2, values, 6), WARPGRAPH_USAGE_ERROR, "no column of this");
  expect_error(warpgraph_result_copy_column_int64(result_, -1, values, 6), WARPGRAPH_USAGE_ERROR, "no column of this");
  expect_error(warpgraph_result_copy_column_int64(result_, 1, values, 5), WARPGRAPH_USAGE_ERROR, "number of values");
  expect_error(warpgraph_result_find_column(result_, "level", &index), WARPGRAPH_USAGE_ERROR, "no column \"level\"");
  expect_error(warpgraph_result_column(result_, 0, &column, 1), WARPGRAPH_USAGE_ERROR, "size");
  expect_error(warpgraph_run(graph_, "bfs", "source=0,columns=distance", nullptr, result()), WARPGRAPH_USAGE_ERROR,
               "bfs has no column \"distance\"; it has level, parent");
  expect_error(warpgraph_run(graph_, "hits", "hubs,columns=hub", nullptr, result()), WARPGRAPH_USAGE_ERROR,
               "hubs has no effect with columns");
}

TEST_P(CInterfaceTest, FunctionsNameTheirColumns) {
  ASSERT_EQ((create<std::int32_t, double>(WARPGRAPH_INT32, WARPGRAPH_DOUBLE)), WARPGRAPH_OK);
  warpgraph_column column;
  ASSERT_EQ(warpgraph_sssp(graph_, 0, nullptr, result()), WARPGRAPH_OK);
  ASSERT_EQ(warpgraph_result_column(result_, 0, &column, sizeof column), WARPGRAPH_OK);
  EXPECT_STREQ(column.name, "distance");
  EXPECT_EQ(column.type, WARPGRAPH_DOUBLE);
  EXPECT_EQ(column.has_missing, 1);
  EXPECT_EQ(column.missing_real, std::numeric_limits<double>::infinity());
  ASSERT_EQ(warpgraph_bfs_parents(graph_, 0, nullptr, result()), WARPGRAPH_OK);
  ASSERT_EQ(warpgraph_result_column(result_, 0, &column, sizeof column), WARPGRAPH_OK);
  EXPECT_STREQ(column.name, "parent");
  EXPECT_EQ(column.is_vertex, 1);
  std::int64_t facts = -1;
  EXPECT_EQ(warpgraph_result_fact_count(result_, &facts), WARPGRAPH_OK);
  EXPECT_EQ(facts, 0);
}

TEST_P(CInterfaceTest, RunsByNameTellFacts) {
  options_.symmetrise = 1;
  ASSERT_EQ((create<std::int32_t, double>(WARPGRAPH_INT32, WARPGRAPH_DOUBLE)), WARPGRAPH_OK);
  warpgraph_fact fact;
  const auto find = [&](const char* name) { return warpgraph_result_find_fact(result_, name, &fact, sizeof fact); };
  ASSERT_EQ(warpgraph_run(graph_, "cc", nullptr, nullptr, result()), WARPGRAPH_OK);
  ASSERT_EQ(find("largest"), WARPGRAPH_OK);
  EXPECT_EQ(fact.type, WARPGRAPH_INT64);
  EXPECT_EQ(fact.integer, 4);
  EXPECT_EQ(fact.real, 4);
  EXPECT_EQ(fact.is_vertex, 0);
  EXPECT_STREQ(fact.unit, "");
  EXPECT_STREQ(fact.text, "");
  ASSERT_EQ(warpgraph_result_fact(result_, 0, &fact, sizeof fact), WARPGRAPH_OK);
  EXPECT_STREQ(fact.name, "components");
  EXPECT_EQ(fact.integer, 2);
  expect_error(warpgraph_result_fact(result_, 2, &fact, sizeof fact), WARPGRAPH_USAGE_ERROR, "no fact of this number");
  expect_error(find("smallest"), WARPGRAPH_USAGE_ERROR, "no fact \"smallest\"");
  ASSERT_EQ(warpgraph_run(graph_, "msf", "method=boruvka", nullptr, result()), WARPGRAPH_OK);
  ASSERT_EQ(find("weight"), WARPGRAPH_OK);
  EXPECT_EQ(fact.type, WARPGRAPH_DOUBLE);
  EXPECT_EQ(fact.real, 11);
  ASSERT_EQ(warpgraph_run(graph_, "betweenness", nullptr, nullptr, result()), WARPGRAPH_OK);
  ASSERT_EQ(find("most_central"), WARPGRAPH_OK);
  EXPECT_EQ(fact.is_vertex, 1);
  EXPECT_EQ(fact.integer, 1);
  ASSERT_EQ(warpgraph_run(graph_, "pagerank", nullptr, nullptr, result()), WARPGRAPH_OK);
  ASSERT_EQ(find("weights"), WARPGRAPH_OK);
  EXPECT_EQ(fact.type, WARPGRAPH_TEXT);
  EXPECT_STREQ(fact.text, "not used");
}

TEST_P(CInterfaceTest, RunsByNameLeaveOutFactsThatAreNotWanted) {
  options_.symmetrise = 1;
  ASSERT_EQ(create(), WARPGRAPH_OK);
  warpgraph_run_options options;
  ASSERT_EQ(warpgraph_run_options_init(&options, sizeof options), WARPGRAPH_OK);
  options.no_facts = 1;
  std::int64_t count = -1;
  ASSERT_EQ(warpgraph_run(graph_, "pagerank", nullptr, &options, result()), WARPGRAPH_OK);
  EXPECT_EQ(warpgraph_result_fact_count(result_, &count), WARPGRAPH_OK);
  EXPECT_EQ(count, 0);
  ASSERT_EQ(warpgraph_run(graph_, "triangles", nullptr, &options, result()), WARPGRAPH_OK);
  EXPECT_EQ(warpgraph_result_fact_count(result_, &count), WARPGRAPH_OK);
  EXPECT_EQ(count, 2) << "the run has found them itself";
}

TEST_P(CInterfaceTest, RunsByNameRefuseOptionsThatAreNone) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const auto by_name = [&](const char* name, const char* options) {
    return warpgraph_run(graph_, name, options, nullptr, result());
  };
  expect_error(by_name("bsf", nullptr), WARPGRAPH_USAGE_ERROR, "there is no algorithm \"bsf\"");
  expect_error(by_name(nullptr, nullptr), WARPGRAPH_USAGE_ERROR, "algorithm is NULL");
  expect_error(by_name("bfs", nullptr), WARPGRAPH_USAGE_ERROR, "bfs needs a source");
  expect_error(by_name("bfs", "source"), WARPGRAPH_USAGE_ERROR, "source cannot be \"true\"; it is the id of a vertex");
  expect_error(by_name("bfs", "sourc=0"), WARPGRAPH_USAGE_ERROR, "bfs has no option \"sourc\"");
  expect_error(by_name("bfs", "source=1,source=2"), WARPGRAPH_USAGE_ERROR, "source is given twice");
  expect_error(by_name("bfs", "source=77"), WARPGRAPH_INPUT_ERROR, "77");
  expect_error(by_name("hits", "damping=.5"), WARPGRAPH_USAGE_ERROR, "no option \"damping\"");
  expect_error(by_name("hits", "tolerance=-1"), WARPGRAPH_USAGE_ERROR, "a number from 0 on");
  expect_error(by_name("hits", "hubs,,tolerance=1"), WARPGRAPH_USAGE_ERROR, "a name is missing");
  expect_error(by_name("hits", "=1"), WARPGRAPH_USAGE_ERROR, "a name is missing");
}

TEST_P(CInterfaceTest, RunsByNameTakeOptionsOfTheEngine) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const auto run = [&](const char* options) { return warpgraph_run(graph_, "bfs", options, nullptr, result()); };
  ASSERT_EQ(run("source=0,plan=push,max-supersteps=1"), WARPGRAPH_OK);
  std::int32_t converged = 1;
  ASSERT_EQ(warpgraph_result_converged(result_, &converged), WARPGRAPH_OK);
  EXPECT_EQ(converged, 0);
  std::int64_t count = 0;
  ASSERT_EQ(warpgraph_result_superstep_count(result_, &count), WARPGRAPH_OK);
  ASSERT_EQ(count, 1);
  warpgraph_superstep step;
  ASSERT_EQ(warpgraph_result_copy_supersteps(result_, &step, sizeof step, 1), WARPGRAPH_OK);
  EXPECT_STREQ(warpgraph_plan_name(step.plan), "push");
  expect_error(run("source=0,plan=fast"), WARPGRAPH_USAGE_ERROR, "plan cannot be \"fast\"; it is one of pull-all, ");
  expect_error(run("source=0,hub=host"), WARPGRAPH_USAGE_ERROR, "hub is for several devices");
  expect_error(warpgraph_run(graph_, "cc", "plan=push", nullptr, result()), WARPGRAPH_USAGE_ERROR,
               "plan has no effect on cc");
}

TEST_P(CInterfaceTest, RunsAreFollowedAndEndedByTheirCaller) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  warpgraph_run_options options;
  ASSERT_EQ(warpgraph_run_options_init(&options, sizeof options), WARPGRAPH_OK);
  struct Told {
    std::uint64_t calls = 0;
    std::uint64_t stops_at = ~std::uint64_t{0};
  } told;
  options.progress_data = &told;
  options.on_progress = [](const warpgraph_progress* progress, void* data) {
    Told& mine = *static_cast<Told*>(data);
    EXPECT_EQ(progress->waits, mine.calls++);
    return std::int32_t{progress->waits != mine.stops_at};
  };
  const auto by_name = [&] { return warpgraph_run(graph_, "cc", nullptr, &options, result()); };
  const auto by_function = [&] { return warpgraph_bfs_levels(graph_, 0, &options, result()); };
  for (const bool is_named : {true, false}) {
    told = {};
    ASSERT_EQ(is_named ? by_name() : by_function(), WARPGRAPH_OK);
    EXPECT_GE(told.calls, 2u);
    told = {.stops_at = 1};
    expect_error(is_named ? by_name() : by_function(), WARPGRAPH_CANCELLED,
                 is_named ? "cc was cancelled after " : "bfs was cancelled after ");
    EXPECT_EQ(told.calls, 2u);
    EXPECT_EQ(result_, nullptr);
  }
  options.on_progress = nullptr;
  options.time_limit = 1e-9;
  expect_error(by_name(), WARPGRAPH_CANCELLED, "cc has taken ");
  expect_error(by_function(), WARPGRAPH_CANCELLED, "more than its time limit of 1e-09 s");
  ASSERT_EQ(warpgraph_run(graph_, "cc", "time-limit=100", &options, result()), WARPGRAPH_OK) << "the text comes first";
  expect_error(warpgraph_run(graph_, "cc", "time-limit=0", nullptr, result()), WARPGRAPH_USAGE_ERROR,
               "time-limit cannot be \"0\"; it is a number above 0");
  options.time_limit = -1;
  expect_error(by_name(), WARPGRAPH_USAGE_ERROR, "a time limit is at least 0 seconds");
}

TEST_P(CInterfaceTest, CommasInValuesAreEscapedOrPassedAsTheyAre) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "a,b.txt").string();
  const std::vector<float> values{6, 5, 4, 3, 2, 1};
  files::write_values<float>(path, values, {});
  std::string escaped = path;
  escaped.insert(escaped.rfind(','), "\\");
  const auto heat = [&](const std::vector<warpgraph_argument>& arguments) {
    return reals(warpgraph_run_arguments(graph_, "heat", arguments.data(), sizeof(warpgraph_argument), arguments.size(),
                                         nullptr, result()));
  };
  const warpgraph_argument iterations{"iterations", "2", nullptr, 0, 0};

  const auto expected = heat({iterations, {"initial", nullptr, values.data(), WARPGRAPH_FLOAT, values.size()}});

  ASSERT_EQ(expected.size(), values.size());
  EXPECT_NE(expected, heat({iterations}));
  EXPECT_EQ(expected, heat({iterations, {"initial", path.c_str(), nullptr, 0, 0}}));
  EXPECT_EQ(expected,
            reals(warpgraph_run(graph_, "heat", ("iterations=2,initial=" + escaped).c_str(), nullptr, result())));
  expect_error(warpgraph_run(graph_, "heat", ("initial=" + path).c_str(), nullptr, result()), WARPGRAPH_USAGE_ERROR,
               "heat has no option \"b.txt\"");
}

TEST_P(CInterfaceTest, ArgumentsOneByOneAreChecked) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const auto run = [&](const char* algorithm, const std::vector<warpgraph_argument>& arguments) {
    return warpgraph_run_arguments(graph_, algorithm, arguments.data(), sizeof(warpgraph_argument), arguments.size(),
                                   nullptr, result());
  };
  const std::int64_t sources[] = {1, 4};
  EXPECT_EQ(
      reals(run("pagerank", {{"sources", nullptr, sources, WARPGRAPH_INT64, 2}, {"double", nullptr, nullptr, 0, 0}})),
      reals(warpgraph_run(graph_, "pagerank", "sources=1\\,4,double", nullptr, result())));
  expect_error(run("pagerank", {{"sources", "1", sources, WARPGRAPH_INT64, 2}}), WARPGRAPH_USAGE_ERROR,
               "one has a text and an array");
  expect_error(run("pagerank", {{"sources", nullptr, sources, 77, 2}}), WARPGRAPH_USAGE_ERROR, "no such type");
  expect_error(run("pagerank", {{nullptr, "1", nullptr, 0, 0}}), WARPGRAPH_USAGE_ERROR, "the name of an argument");
  expect_error(run("hits", {{"tolerance", nullptr, sources, WARPGRAPH_INT64, 2}}), WARPGRAPH_USAGE_ERROR,
               "tolerance takes no array");
  expect_error(warpgraph_run_arguments(graph_, "cc", nullptr, sizeof(warpgraph_argument), 1, nullptr, result()),
               WARPGRAPH_USAGE_ERROR, "arguments is NULL");
  EXPECT_EQ(warpgraph_run_arguments(graph_, "cc", nullptr, sizeof(warpgraph_argument), 0, nullptr, result()),
            WARPGRAPH_OK);
}

TEST(CInterface, DescribesWhatItKnows) {
  const std::string text = warpgraph_describe();
  EXPECT_EQ(text, algorithms::describe_json());
  for (const auto& algorithm : algorithms::all_algorithms())
    EXPECT_NE(text.find("\"name\": \"" + algorithm.name + '"'), std::string::npos);
}

TEST_P(CInterfaceTest, MessagesOfRunsByNameSpellOptionsAsTheCallerDoes) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const auto message = [&](const char* name, const char* options) {
    EXPECT_EQ(warpgraph_run(graph_, name, options, nullptr, result()), WARPGRAPH_USAGE_ERROR);
    return std::string(warpgraph_last_error_message());
  };
  EXPECT_EQ(message("msf", "method=kruskal"), "method cannot be \"kruskal\"; it is one of filtered, boruvka");
  EXPECT_EQ(message("msf", "method=boruvka,light-edges=2"), "light-edges has no effect on the method boruvka");
  EXPECT_EQ(message("betweenness", "sources=1,samples=2"), "sources and samples exclude each other");
  EXPECT_EQ(message("hits", "--hubs"), "hits has no option \"--hubs\"; it has hubs, tolerance, iterations, double");
}

}  // namespace
}  // namespace warpgraph::test
