// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/c_interface_case.hpp"
#include "algorithms/oracle/graphs.hpp"

// How graphs come from arrays and files, and which ones are refused.
namespace warpgraph::test {
namespace {

TEST_P(CInterfaceTest, GeneratesGraphsByTheNamesOfTheCommandLine) {
  ASSERT_EQ(warpgraph_graph_generate(runtime_, "grid2d", "width=5,height=4,weights=uniform,weight-type=float", nullptr,
                                     &graph_),
            WARPGRAPH_OK)
      << warpgraph_last_error_message();
  std::int64_t count = 0;
  EXPECT_EQ(warpgraph_graph_vertex_count(graph_, &count), WARPGRAPH_OK);
  EXPECT_EQ(count, 20);
  EXPECT_EQ(warpgraph_graph_edge_count(graph_, &count), WARPGRAPH_OK);
  EXPECT_EQ(count, 2 * (4 * 4 + 5 * 3));
  std::int32_t type = 0;
  EXPECT_EQ(warpgraph_graph_weight_type(graph_, &type), WARPGRAPH_OK);
  EXPECT_EQ(type, WARPGRAPH_FLOAT);
  const Numbers levels = numbers(warpgraph_bfs_levels(graph_, 0, nullptr, result()));
  EXPECT_EQ(levels.back(), 4 + 3);
}

TEST_P(CInterfaceTest, RefusesGeneratorsAndParametersThatThereAreNot) {
  warpgraph_graph* graph = nullptr;
  const auto generate = [&](const char* name, const char* parameters) {
    return warpgraph_graph_generate(runtime_, name, parameters, &options_, &graph);
  };
  expect_error(generate("grid", nullptr), WARPGRAPH_USAGE_ERROR, "grid2d");
  expect_error(generate("grid2d", "depth=3"), WARPGRAPH_USAGE_ERROR, "depth");
  expect_error(generate("grid2d", "width=0"), WARPGRAPH_USAGE_ERROR, "width");
  expect_error(generate("grid2d", "width=3,width=4"), WARPGRAPH_USAGE_ERROR, "given twice");
  expect_error(generate(nullptr, nullptr), WARPGRAPH_USAGE_ERROR, "generator");
  options_.direction = WARPGRAPH_DIRECTED;
  expect_error(generate("grid2d", nullptr), WARPGRAPH_USAGE_ERROR, "direction");
  EXPECT_EQ(graph, nullptr);
}

TEST_P(CInterfaceTest, TakesIndicesAndWeightsOfAllTypes) {
  const Numbers distances{0, 5, 8, 6, -1, -1};
  const auto sssp = [&] { return warpgraph_sssp(graph_, 0, nullptr, result()); };
  ASSERT_EQ((create<std::int32_t, std::int32_t>(WARPGRAPH_INT32, WARPGRAPH_INT32)), WARPGRAPH_OK);
  EXPECT_EQ(numbers(sssp()), distances);
  ASSERT_EQ((create<std::int64_t, std::int64_t>(WARPGRAPH_INT64, WARPGRAPH_INT64)), WARPGRAPH_OK);
  EXPECT_EQ(numbers(sssp()), distances);

  const double far = std::numeric_limits<double>::infinity();
  const std::vector<double> real_distances{0, 5, 8, 6, far, far};
  ASSERT_EQ((create<std::int64_t, float>(WARPGRAPH_INT64, WARPGRAPH_FLOAT)), WARPGRAPH_OK);
  EXPECT_EQ(reals(sssp()), real_distances);
  ASSERT_EQ((create<std::int32_t, double>(WARPGRAPH_INT32, WARPGRAPH_DOUBLE)), WARPGRAPH_OK);
  EXPECT_EQ(reals(sssp()), real_distances);
  std::int32_t type = 0;
  EXPECT_EQ(warpgraph_result_type(result_, &type), WARPGRAPH_OK);
  EXPECT_EQ(type, WARPGRAPH_DOUBLE);
  EXPECT_EQ(warpgraph_graph_weight_type(graph_, &type), WARPGRAPH_OK);
  EXPECT_EQ(type, WARPGRAPH_DOUBLE);

  ASSERT_EQ((create<std::int32_t, double>(WARPGRAPH_INT32, WARPGRAPH_NONE)), WARPGRAPH_OK);
  EXPECT_EQ(numbers(sssp()), (Numbers{0, 1, 3, 2, -1, -1}));
}

TEST_P(CInterfaceTest, CountsVerticesFromWhereTheCallerDoes) {
  options_.first_vertex = 1;
  ASSERT_EQ(create(), WARPGRAPH_OK);
  EXPECT_EQ(vertices(), (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbers(warpgraph_bfs_parents(graph_, 1, nullptr, result())), (Numbers{1, 1, 4, 2, -1, -1}));
  expect_error(warpgraph_bfs_levels(graph_, 0, nullptr, result()), WARPGRAPH_INPUT_ERROR, "no vertex 0");
}

TEST_P(CInterfaceTest, TakesRowsThatCountFromAnyNumber) {
  for (const std::int64_t first : {0, 1}) {
    const std::vector<std::int64_t> offset{first, first + 1, first + 2, first + 2, first + 3, first + 4, first + 4};
    std::vector<std::int64_t> target{1 + first, 3 + first, 2 + first, 5 + first};
    const std::vector<double> length{5, 1, 2, 3};
    options_.first_vertex = static_cast<std::uint64_t>(first);
    warpgraph_graph_destroy(graph_);
    ASSERT_EQ(warpgraph_graph_create_csr(runtime_, 6, WARPGRAPH_INT64, offset.data(), target.data(), WARPGRAPH_DOUBLE,
                                         length.data(), &options_, &graph_),
              WARPGRAPH_OK);
    const std::vector<double> distance = reals(warpgraph_sssp(graph_, options_.first_vertex, nullptr, result()));
    EXPECT_EQ(std::vector<double>(distance.begin(), distance.begin() + 4), (std::vector<double>{0, 5, 8, 6}));
  }
}

TEST_P(CInterfaceTest, BuildsAsTheOptionsSay) {
  options_.symmetrise = 1;
  options_.device = device_count() - 1;
  ASSERT_EQ(create(), WARPGRAPH_OK);
  std::int64_t edges = 0;
  std::int32_t is_undirected = 0;
  EXPECT_EQ(warpgraph_graph_edge_count(graph_, &edges), WARPGRAPH_OK);
  EXPECT_EQ(warpgraph_graph_is_undirected(graph_, &is_undirected), WARPGRAPH_OK);
  EXPECT_EQ(edges, 8);
  EXPECT_EQ(is_undirected, 1);

  const std::int32_t ends[] = {0, 0, 1};
  const std::int32_t others[] = {1, 1, 1};
  const std::int32_t lengths[] = {7, 4, 0};
  warpgraph_graph_options_init(&options_, sizeof options_);
  options_.drop_self_loops = 1;
  options_.duplicates = WARPGRAPH_KEEP_MIN;
  options_.direction = WARPGRAPH_UNDIRECTED_ONCE;
  warpgraph_graph_destroy(graph_);
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 2, 3, WARPGRAPH_INT32, ends, others, WARPGRAPH_INT32, lengths,
                                       &options_, &graph_),
            WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_sssp(graph_, 1, nullptr, result())), (Numbers{4, 0}));
}

TEST_P(CInterfaceTest, TakesGraphsWithoutVerticesOrEdges) {
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 0, 0, WARPGRAPH_INT32, nullptr, nullptr, WARPGRAPH_NONE, nullptr,
                                       nullptr, &graph_),
            WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_connected_components(graph_, nullptr, result())), Numbers());
  EXPECT_EQ(vertices(), std::vector<std::uint64_t>());
  warpgraph_graph_destroy(graph_);
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 2, 0, WARPGRAPH_INT32, nullptr, nullptr, WARPGRAPH_NONE, nullptr,
                                       nullptr, &graph_),
            WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_bfs_levels(graph_, 1, nullptr, result())), (Numbers{-1, 0}));
}

TEST_P(CInterfaceTest, ReadsFilesWithTheirOwnIds) {
  const std::string text = folder_.file("g.el", "10 20 5\n20 40 1\n40 30 2\n7 9 3\n").string();
  ASSERT_EQ(warpgraph_graph_read(runtime_, text.c_str(), nullptr, nullptr, &graph_), WARPGRAPH_OK);
  EXPECT_EQ(vertices(), (std::vector<std::uint64_t>{7, 9, 10, 20, 30, 40}));
  EXPECT_EQ(numbers(warpgraph_sssp(graph_, 10, nullptr, result())), (Numbers{-1, -1, 0, 5, 8, 6}));

  options_.weights = WARPGRAPH_NONE;
  warpgraph_graph_destroy(graph_);
  ASSERT_EQ(warpgraph_graph_read(runtime_, text.c_str(), "edges", &options_, &graph_), WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_sssp(graph_, 10, nullptr, result())), (Numbers{-1, -1, 0, 1, 3, 2}));
}

// 0 - 1 - 2, stored as 2, 0, 1: after one superstep 1 has heard of 2, and 0 of 1, which is behind it.
TEST_P(CInterfaceTest, LabelsOfAnUnfinishedRunAreVertices) {
  ThreadPool threads(1);
  const std::string file = (folder_.path() / "g.wg").string();
  files::write_wg(file, build_graph(threads, oracle::list_of(3, oracle::path(3), Direction::kDirected),
                                    {.symmetrise = true, .relabel = Relabel::kGiven, .permutation = {1, 2, 0}}));
  ASSERT_EQ(warpgraph_graph_read(runtime_, file.c_str(), nullptr, nullptr, &graph_), WARPGRAPH_OK)
      << warpgraph_last_error_message();
  warpgraph_run_options run;
  ASSERT_EQ(warpgraph_run_options_init(&run, sizeof run), WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_component_labels(graph_, &run, result())), (Numbers{0, 0, 0}));
  run.max_supersteps = 1;
  EXPECT_EQ(numbers(warpgraph_component_labels(graph_, &run, result())), (Numbers{0, 2, 2}));
}

TEST_P(CInterfaceTest, ReadsOwnFilesWithAndWithoutOutgoingEdges) {
  ThreadPool threads(1);
  for (const bool outgoing : {false, true}) {
    const auto list = oracle::list_of(3, oracle::path(3), Direction::kDirected);
    const std::string file = (folder_.path() / "g.wg").string();
    files::write_wg(file, build_graph(threads, EdgeList(list), {.outgoing = outgoing}));
    for (const std::int32_t type : {WARPGRAPH_NONE, WARPGRAPH_INT64}) {
      options_.weights = type;
      warpgraph_graph_destroy(graph_);
      ASSERT_EQ(warpgraph_graph_read(runtime_, file.c_str(), nullptr, &options_, &graph_), WARPGRAPH_OK);
      EXPECT_EQ(numbers(warpgraph_sssp(graph_, 0, nullptr, result())), (Numbers{0, 1, 2}));
      std::int32_t found = -1;
      EXPECT_EQ(warpgraph_graph_weight_type(graph_, &found), WARPGRAPH_OK);
      EXPECT_EQ(found, type);
    }
  }
  const std::string whole = TemporaryFolder::content(folder_.path() / "g.wg");
  const std::string cut = folder_.file("cut.wg", whole.substr(0, whole.size() / 2)).string();
  warpgraph_graph_destroy(graph_);
  expect_error(warpgraph_graph_read(runtime_, cut.c_str(), nullptr, nullptr, &graph_), WARPGRAPH_INPUT_ERROR, "cut.wg");
  EXPECT_EQ(graph_, nullptr);
}

TEST_P(CInterfaceTest, SaysWhatIsWrongWithAFile) {
  const std::string broken = folder_.file("broken.el", "1 2\n3\n").string();
  const auto read = [&](const char* path, const char* format) {
    return warpgraph_graph_read(runtime_, path, format, nullptr, &graph_);
  };
  expect_error(read(broken.c_str(), nullptr), WARPGRAPH_INPUT_ERROR, "broken.el:2");
  expect_error(read((folder_.path() / "absent.el").c_str(), nullptr), WARPGRAPH_INPUT_ERROR, "absent.el");
  expect_error(read(broken.c_str(), "pictures"), WARPGRAPH_INPUT_ERROR, "pictures");
  expect_error(read(broken.c_str(), "wg"), WARPGRAPH_INPUT_ERROR, "broken.el");
  expect_error(read(nullptr, nullptr), WARPGRAPH_USAGE_ERROR, "path is NULL");
}

TEST_P(CInterfaceTest, RefusesRowsThatDescend) {
  const std::int32_t offset[] = {0, 2, 1};
  const std::int32_t target[] = {0, 1};
  expect_error(warpgraph_graph_create_csr(runtime_, 2, WARPGRAPH_INT32, offset, target, WARPGRAPH_NONE, nullptr,
                                          nullptr, &graph_),
               WARPGRAPH_INPUT_ERROR, "offset[2]");
  EXPECT_EQ(graph_, nullptr);
}

TEST_P(CInterfaceTest, RefusesArraysThatCannotBe) {
  const std::int64_t ends[] = {0, 1, 2};
  const auto make = [&](std::int64_t vertices, std::int64_t edges, warpgraph_type index, const void* source,
                        const void* target, warpgraph_type weight) {
    return warpgraph_graph_create_coo(runtime_, vertices, edges, index, source, target, weight, nullptr, nullptr,
                                      &graph_);
  };
  const auto i64 = WARPGRAPH_INT64;
  const auto none = WARPGRAPH_NONE;
  expect_error(make(-1, 3, i64, ends, ends, none), WARPGRAPH_USAGE_ERROR, "vertex_count is negative");
  expect_error(make(std::int64_t{1} << 33, 3, i64, ends, ends, none), WARPGRAPH_USAGE_ERROR, "2^32");
  expect_error(make(3, -1, i64, ends, ends, none), WARPGRAPH_USAGE_ERROR, "edge_count is negative");
  expect_error(make(3, 3, WARPGRAPH_FLOAT, ends, ends, none), WARPGRAPH_USAGE_ERROR, "int32 nor int64");
  expect_error(make(3, 3, i64, nullptr, ends, none), WARPGRAPH_USAGE_ERROR, "source is NULL");
  expect_error(make(3, 3, i64, ends, nullptr, none), WARPGRAPH_USAGE_ERROR, "target is NULL");
  expect_error(make(3, 3, i64, ends, ends, WARPGRAPH_INT32), WARPGRAPH_USAGE_ERROR, "weights is NULL");
  expect_error(make(3, 3, i64, ends, ends, static_cast<warpgraph_type>(5)), WARPGRAPH_USAGE_ERROR, "weight type 5");
  expect_error(make(2, 3, i64, ends, ends, none), WARPGRAPH_INPUT_ERROR, "source[2] is 2");
  EXPECT_EQ(graph_, nullptr);
  const std::int64_t negative[] = {0, -1, 1};
  expect_error(make(3, 3, i64, ends, negative, none), WARPGRAPH_INPUT_ERROR, "target[1] is -1");
}

TEST_P(CInterfaceTest, RefusesCountsThatNoMemoryHas) {
  const std::int64_t ends[] = {0, 1, 2};
  for (const std::int64_t edges : {std::int64_t{1} << 60, std::int64_t{1} << 61, INT64_MAX})
    expect_error(warpgraph_graph_create_coo(runtime_, 3, edges, WARPGRAPH_INT64, ends, ends, WARPGRAPH_NONE, nullptr,
                                            nullptr, &graph_),
                 WARPGRAPH_USAGE_ERROR, "edge_count is " + std::to_string(edges) + ", more than memory has addresses");
  const auto from_rows = [&](std::int64_t first, std::int64_t last) {
    const std::int64_t offset[] = {first, last};
    return warpgraph_graph_create_csr(runtime_, 1, WARPGRAPH_INT64, offset, ends, WARPGRAPH_NONE, nullptr, nullptr,
                                      &graph_);
  };
  expect_error(from_rows(0, INT64_MAX), WARPGRAPH_INPUT_ERROR, "more edges than memory has addresses");
  expect_error(from_rows(INT64_MIN, INT64_MAX), WARPGRAPH_INPUT_ERROR,
               "offset[1] is 9223372036854775807 and offset[0] is -9223372036854775808");
  EXPECT_EQ(graph_, nullptr);
}

// 1 -> 2 is listed, and 2 -> 1 is not.
TEST_P(CInterfaceTest, RefusesBothDirectionsOfWhichOneIsMissing) {
  const std::int64_t source[] = {0, 1, 1};
  const std::int64_t target[] = {1, 0, 2};
  const std::int64_t offset[] = {0, 1, 3, 3};
  const std::int64_t rows[] = {1, 0, 2};
  options_.direction = WARPGRAPH_UNDIRECTED_BOTH;
  options_.first_vertex = 0;
  const char* const message = "1 -> 2 is there once, and 2 -> 1 not at all";
  expect_error(warpgraph_graph_create_coo(runtime_, 3, 3, WARPGRAPH_INT64, source, target, WARPGRAPH_NONE, nullptr,
                                          &options_, &graph_),
               WARPGRAPH_INPUT_ERROR, message);
  expect_error(warpgraph_graph_create_csr(runtime_, 3, WARPGRAPH_INT64, offset, rows, WARPGRAPH_NONE, nullptr,
                                          &options_, &graph_),
               WARPGRAPH_INPUT_ERROR, message);
  EXPECT_EQ(graph_, nullptr);
  const float lengths[] = {3, 4};
  expect_error(warpgraph_graph_create_coo(runtime_, 3, 2, WARPGRAPH_INT64, source, target, WARPGRAPH_FLOAT, lengths,
                                          &options_, &graph_),
               WARPGRAPH_INPUT_ERROR, "0 -> 1 has the weight 3.0, and 1 -> 0 has 4.0");
}

TEST_P(CInterfaceTest, RefusesVerticesWithoutANumber) {
  options_.first_vertex = ~std::uint64_t{0} - 2;
  expect_error(create(), WARPGRAPH_USAGE_ERROR, "first_vertex");
}

TEST_P(CInterfaceTest, RefusesSumsOfDuplicatesThatDoNotFit) {
  const std::int32_t ends[] = {0, 0, 1, 1};
  const std::int32_t weights[] = {INT32_MAX, INT32_MAX};
  options_.duplicates = WARPGRAPH_KEEP_SUM;
  expect_error(warpgraph_graph_create_coo(runtime_, 2, 2, WARPGRAPH_INT32, ends, ends + 2, WARPGRAPH_INT32, weights,
                                          &options_, &graph_),
               WARPGRAPH_INPUT_ERROR, "from 0 to 1 add up to more than int32 holds");
}

}  // namespace
}  // namespace warpgraph::test
