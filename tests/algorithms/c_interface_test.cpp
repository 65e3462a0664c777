// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/c_interface.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/oracle/graphs.hpp"
#include "support/machines.hpp"
#include "support/temporary_folder.hpp"

// c_interface_test.c: how many of its checks fail.
extern "C" int check_c_interface(const char* devices);

namespace warpgraph::test {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(CInterface, KnowsItsVersion) {
  EXPECT_EQ(warpgraph_abi_version(), WARPGRAPH_ABI_VERSION);
  EXPECT_EQ(std::count(warpgraph_version(), warpgraph_version() + std::strlen(warpgraph_version()), '.'), 2);
}

void expect_error(warpgraph_status status, warpgraph_status expected, const std::string& part) {
  EXPECT_EQ(status, expected) << part;
  EXPECT_NE(std::string(warpgraph_last_error_message()).find(part), std::string::npos)
      << warpgraph_last_error_message() << " lacks " << part;
}

// On the devices that the parameter names.
class CInterfaceTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam().starts_with("cuda") && !has_cuda_devices(1)) GTEST_SKIP() << "no CUDA device";
    ASSERT_EQ(warpgraph_runtime_create(GetParam().c_str(), &runtime_), WARPGRAPH_OK);
    warpgraph_graph_options_init(&options_, sizeof options_);
  }
  ~CInterfaceTest() override {
    warpgraph_result_destroy(result_);
    warpgraph_graph_destroy(graph_);
    warpgraph_runtime_destroy(runtime_);
  }

  // 0 -> 1 -> 3 -> 2 and 4 -> 5, of lengths 5, 1, 2, 3
  template <class Index, class Weight>
  warpgraph_status create(warpgraph_type index, warpgraph_type weight) {
    warpgraph_graph_destroy(graph_);
    const auto first = static_cast<Index>(options_.first_vertex);
    std::vector<Index> source{0, 1, 3, 4};
    std::vector<Index> target{1, 3, 2, 5};
    for (Index& v : source) v = static_cast<Index>(v + first);
    for (Index& v : target) v = static_cast<Index>(v + first);
    const std::vector<Weight> length{5, 1, 2, 3};
    return warpgraph_graph_create_coo(runtime_, 6, 4, index, source.data(), target.data(), weight, length.data(),
                                      &options_, &graph_);
  }
  warpgraph_status create() { return create<std::int32_t, std::int32_t>(WARPGRAPH_INT32, WARPGRAPH_INT32); }

  [[nodiscard]] std::int32_t device_count() const {
    std::int32_t devices = 0;
    EXPECT_EQ(warpgraph_runtime_device_count(runtime_, &devices), WARPGRAPH_OK);
    return devices;
  }

  warpgraph_result** result() {
    warpgraph_result_destroy(result_);
    result_ = nullptr;
    return &result_;
  }
  // Of the result that the call has left.
  Numbers numbers(warpgraph_status status) {
    EXPECT_EQ(status, WARPGRAPH_OK) << warpgraph_last_error_message();
    std::int64_t size = 0;
    EXPECT_EQ(warpgraph_result_size(result_, &size), WARPGRAPH_OK);
    Numbers values(static_cast<std::size_t>(size));
    EXPECT_EQ(warpgraph_result_copy_int64(result_, values.data(), values.size()), WARPGRAPH_OK);
    return values;
  }
  std::vector<double> reals(warpgraph_status status) {
    EXPECT_EQ(status, WARPGRAPH_OK) << warpgraph_last_error_message();
    std::int64_t size = 0;
    EXPECT_EQ(warpgraph_result_size(result_, &size), WARPGRAPH_OK);
    std::vector<double> values(static_cast<std::size_t>(size));
    EXPECT_EQ(warpgraph_result_copy_double(result_, values.data(), values.size()), WARPGRAPH_OK);
    return values;
  }
  std::vector<std::uint64_t> vertices() {
    std::int64_t count = 0;
    EXPECT_EQ(warpgraph_graph_vertex_count(graph_, &count), WARPGRAPH_OK);
    std::vector<std::uint64_t> names(static_cast<std::size_t>(count));
    EXPECT_EQ(warpgraph_graph_copy_vertices(graph_, names.data(), names.size()), WARPGRAPH_OK);
    return names;
  }

  warpgraph_runtime* runtime_ = nullptr;
  warpgraph_graph* graph_ = nullptr;
  warpgraph_result* result_ = nullptr;
  warpgraph_graph_options options_;
  TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Host, CInterfaceTest, testing::Values("host:2"));
INSTANTIATE_TEST_SUITE_P(Cuda, CInterfaceTest, testing::Values("cuda:0"));

TEST_P(CInterfaceTest, WorksFromC) { EXPECT_EQ(check_c_interface(GetParam().c_str()), 0); }

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

TEST_P(CInterfaceTest, RefusesRowsThatDescend) {
  const std::int32_t offset[] = {0, 2, 1};
  const std::int32_t target[] = {0, 1};
  expect_error(warpgraph_graph_create_csr(runtime_, 2, WARPGRAPH_INT32, offset, target, WARPGRAPH_NONE, nullptr,
                                          nullptr, &graph_),
               WARPGRAPH_INPUT_ERROR, "offset[2]");
  EXPECT_EQ(graph_, nullptr);
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
  const std::uint64_t nobody[] = {11};
  options.vertices = nobody;
  options.values = values;
  expect_error(warpgraph_neural_network(graph_, &options, result()), WARPGRAPH_INPUT_ERROR, "no vertex 11");
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

TEST_P(CInterfaceTest, ReadsOwnFilesWithAndWithoutOutgoingEdges) {
  ThreadPool threads(1);
  for (const bool outgoing : {false, true}) {
    const auto list = oracle::list_of(3, oracle::path(3), Direction::kDirected);
    const std::string file = (folder_.path() / "g.wg").string();
    write_wg(file, build_graph(threads, EdgeList(list), {.outgoing = outgoing}));
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

TEST_P(CInterfaceTest, RefusesDevicesThatAreNotThere) {
  warpgraph_runtime* none = runtime_;
  expect_error(warpgraph_runtime_create("abacus", &none), WARPGRAPH_INPUT_ERROR, "abacus");
  EXPECT_EQ(none, nullptr);
  expect_error(warpgraph_runtime_create(nullptr, &none), WARPGRAPH_USAGE_ERROR, "devices is NULL");
  expect_error(warpgraph_runtime_create("host", nullptr), WARPGRAPH_USAGE_ERROR, "NULL");
  EXPECT_EQ(device_count(), GetParam() == "host:2" ? 2 : 1);
  options_.device = device_count();
  expect_error(create(), WARPGRAPH_USAGE_ERROR, "no such device");
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

TEST_P(CInterfaceTest, RefusesNegativeLengths) {
  const std::int32_t ends[] = {0, 1};
  const std::int32_t length = -1;
  ASSERT_EQ(warpgraph_graph_create_coo(runtime_, 2, 1, WARPGRAPH_INT32, ends, ends + 1, WARPGRAPH_INT32, &length,
                                       nullptr, &graph_),
            WARPGRAPH_OK);
  expect_error(warpgraph_sssp(graph_, 0, nullptr, result()), WARPGRAPH_INPUT_ERROR, "negative length");
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

TEST_P(CInterfaceTest, RefusesAToleranceThatIsNoNumber) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  warpgraph_pagerank_options options;
  warpgraph_pagerank_options_init(&options, sizeof options);
  options.tolerance = std::nan("");
  expect_error(warpgraph_pagerank(graph_, &options, result()), WARPGRAPH_USAGE_ERROR, "tolerance");
}

TEST_P(CInterfaceTest, LabelsComponentsByTheirLowestVertices) {
  const std::string file = folder_.file("labels.el", "15 13\n13 11\n10 12\n").string();
  ASSERT_EQ(warpgraph_graph_read(runtime_, file.c_str(), nullptr, nullptr, &graph_), WARPGRAPH_OK);
  EXPECT_EQ(numbers(warpgraph_connected_components(graph_, nullptr, result())), (Numbers{10, 11, 10, 11, 11}));
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

// By the names and options of the command line.
TEST_P(CInterfaceTest, RunsWhateverAlgorithmHasTheName) {
  options_.symmetrise = 1;
  ASSERT_EQ(create(), WARPGRAPH_OK);
  for (const Algorithm& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm.name);
    const char* const options = algorithm.has_source ? "source=0" : nullptr;
    std::int64_t size = 0;
    EXPECT_EQ(warpgraph_run(graph_, algorithm.name.c_str(), options, nullptr, result()), WARPGRAPH_OK)
        << warpgraph_last_error_message();
    EXPECT_EQ(warpgraph_result_size(result_, &size), WARPGRAPH_OK);
    EXPECT_EQ(size, 6);
  }
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
  EXPECT_EQ(reals(by_name("pagerank", "damping=.5,start-over-at=1,start-over-at=4,double")),
            reals(warpgraph_pagerank_double(graph_, &personal, result())));
}

TEST_P(CInterfaceTest, RunsByNameRefuseOptionsThatAreNone) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  const auto by_name = [&](const char* name, const char* options) {
    return warpgraph_run(graph_, name, options, nullptr, result());
  };
  expect_error(by_name("bsf", nullptr), WARPGRAPH_USAGE_ERROR, "there is no algorithm \"bsf\"");
  expect_error(by_name(nullptr, nullptr), WARPGRAPH_USAGE_ERROR, "algorithm is NULL");
  expect_error(by_name("bfs", nullptr), WARPGRAPH_USAGE_ERROR, "bfs needs a source");
  expect_error(by_name("bfs", "source"), WARPGRAPH_USAGE_ERROR, "source is one vertex");
  expect_error(by_name("bfs", "source=1,source=2"), WARPGRAPH_USAGE_ERROR, "source is one vertex");
  expect_error(by_name("bfs", "source=77"), WARPGRAPH_INPUT_ERROR, "77");
  expect_error(by_name("hits", "damping=.5"), WARPGRAPH_USAGE_ERROR, "no option \"damping\"");
  expect_error(by_name("hits", "tolerance=-1"), WARPGRAPH_USAGE_ERROR, "a number from 0 on");
  expect_error(by_name("hits", "hubs,,tolerance=1"), WARPGRAPH_USAGE_ERROR, "a name is missing");
  expect_error(by_name("hits", "=1"), WARPGRAPH_USAGE_ERROR, "a name is missing");
}

TEST_P(CInterfaceTest, RefusesHandlesThatAreNull) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  std::int64_t count = 0;
  std::int32_t fact = 0;
  std::uint64_t name = 0;
  double value = 0;
  warpgraph_superstep step;
  const std::vector<std::function<warpgraph_status()>> calls{
      [&] { return warpgraph_runtime_device_count(nullptr, &fact); },
      [&] { return warpgraph_runtime_device_count(runtime_, nullptr); },
      [&] { return warpgraph_graph_read(nullptr, "g.el", nullptr, nullptr, &graph_); },
      [&] { return warpgraph_graph_read(runtime_, "g.el", nullptr, nullptr, nullptr); },
      [&] { return warpgraph_graph_options_init(nullptr, sizeof options_); },
      [&] { return warpgraph_graph_vertex_count(nullptr, &count); },
      [&] { return warpgraph_graph_edge_count(nullptr, &count); },
      [&] { return warpgraph_graph_is_undirected(nullptr, &fact); },
      [&] { return warpgraph_graph_weight_type(nullptr, &fact); },
      [&] { return warpgraph_graph_copy_vertices(nullptr, &name, 1); },
      [&] { return warpgraph_bfs_levels(nullptr, 0, nullptr, result()); },
      [&] { return warpgraph_bfs_parents(nullptr, 0, nullptr, result()); },
      [&] { return warpgraph_sssp(nullptr, 0, nullptr, result()); },
      [&] { return warpgraph_widest_path(nullptr, 0, nullptr, result()); },
      [&] { return warpgraph_connected_components(nullptr, nullptr, result()); },
      [&] { return warpgraph_component_labels(nullptr, nullptr, result()); },
      [&] { return warpgraph_pagerank(nullptr, nullptr, result()); },
      [&] { return warpgraph_run(nullptr, "cc", nullptr, nullptr, result()); },
      [&] { return warpgraph_result_type(nullptr, &fact); },
      [&] { return warpgraph_result_size(nullptr, &count); },
      [&] { return warpgraph_result_copy_int64(nullptr, &count, 1); },
      [&] { return warpgraph_result_copy_double(nullptr, &value, 1); },
      [&] { return warpgraph_result_converged(nullptr, &fact); },
      [&] { return warpgraph_result_superstep_count(nullptr, &count); },
      [&] { return warpgraph_result_copy_supersteps(nullptr, &step, sizeof step, 1); },
  };
  warpgraph_graph* const kept = graph_;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    SCOPED_TRACE(i);
    expect_error(calls[i](), WARPGRAPH_USAGE_ERROR, "is NULL");
  }
  graph_ = kept;
  expect_error(warpgraph_graph_vertex_count(graph_, nullptr), WARPGRAPH_USAGE_ERROR, "count is NULL");
  expect_error(warpgraph_bfs_levels(graph_, 0, nullptr, nullptr), WARPGRAPH_USAGE_ERROR, "NULL");
  warpgraph_runtime_destroy(nullptr);
  warpgraph_graph_destroy(nullptr);
  warpgraph_result_destroy(nullptr);
}

TEST_P(CInterfaceTest, DoesNotWriteBeyondTheCapacity) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  ASSERT_EQ(warpgraph_bfs_levels(graph_, 0, nullptr, result()), WARPGRAPH_OK);
  std::int64_t values[6];
  std::uint64_t names[6];
  float reals[6];
  warpgraph_superstep step;
  expect_error(warpgraph_result_copy_int64(result_, values, 5), WARPGRAPH_USAGE_ERROR, "capacity");
  expect_error(warpgraph_result_copy_int64(result_, nullptr, 6), WARPGRAPH_USAGE_ERROR, "values is NULL");
  expect_error(warpgraph_result_copy_float(result_, reals, 6), WARPGRAPH_USAGE_ERROR, "another type");
  expect_error(warpgraph_graph_copy_vertices(graph_, names, 5), WARPGRAPH_USAGE_ERROR, "capacity");
  expect_error(warpgraph_result_copy_supersteps(result_, &step, sizeof step, 0), WARPGRAPH_USAGE_ERROR, "capacity");
  expect_error(warpgraph_result_copy_supersteps(result_, &step, 8, 99), WARPGRAPH_USAGE_ERROR, "step_size");
}

TEST_P(CInterfaceTest, KnowsCallersWhoseOptionsAreShorterOrLonger) {
  struct Longer {
    warpgraph_graph_options known;
    std::int64_t unknown;
  } longer;
  longer.unknown = 7;
  ASSERT_EQ(warpgraph_graph_options_init(&longer.known, sizeof longer), WARPGRAPH_OK);
  EXPECT_EQ(longer.unknown, 0);
  EXPECT_EQ(longer.known.weights, -1);

  options_.size = offsetof(warpgraph_graph_options, drop_self_loops);
  options_.symmetrise = 1;
  options_.duplicates = 99;  // not there, to this caller
  ASSERT_EQ(create(), WARPGRAPH_OK);
  std::int64_t edges = 0;
  EXPECT_EQ(warpgraph_graph_edge_count(graph_, &edges), WARPGRAPH_OK);
  EXPECT_EQ(edges, 8);

  options_.size = 0;
  expect_error(create(), WARPGRAPH_USAGE_ERROR, "_init");
  expect_error(warpgraph_graph_options_init(&options_, 4), WARPGRAPH_USAGE_ERROR, "size");
}

TEST_P(CInterfaceTest, RefusesOptionsThatAreNone) {
  for (std::int32_t warpgraph_graph_options::*const member :
       {&warpgraph_graph_options::duplicates, &warpgraph_graph_options::direction}) {
    warpgraph_graph_options_init(&options_, sizeof options_);
    options_.*member = 9;
    expect_error(create(), WARPGRAPH_USAGE_ERROR, "options: there is no such");
  }
}

TEST_P(CInterfaceTest, DestroysHandlesInAnyOrder) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  warpgraph_runtime_destroy(runtime_);
  runtime_ = nullptr;
  ASSERT_EQ(warpgraph_bfs_levels(graph_, 0, nullptr, result()), WARPGRAPH_OK);
  warpgraph_graph_destroy(graph_);
  graph_ = nullptr;
  std::int64_t values[6];
  EXPECT_EQ(warpgraph_result_copy_int64(result_, values, 6), WARPGRAPH_OK);
}

TEST_P(CInterfaceTest, KeepsTheMessagesOfThreadsApart) {
  warpgraph_runtime* none = nullptr;
  expect_error(warpgraph_runtime_create("abacus", &none), WARPGRAPH_INPUT_ERROR, "abacus");
  std::thread([&] {
    EXPECT_STREQ(warpgraph_last_error_message(), "");
    expect_error(warpgraph_runtime_create("quipu", &none), WARPGRAPH_INPUT_ERROR, "quipu");
  }).join();
  EXPECT_NE(std::string(warpgraph_last_error_message()).find("abacus"), std::string::npos);
}

TEST(CInterface, NamesPlans) {
  EXPECT_STREQ(warpgraph_plan_name(0), "pull-all");
  EXPECT_EQ(warpgraph_plan_name(-1), nullptr);
  EXPECT_EQ(warpgraph_plan_name(99), nullptr);
}

}  // namespace
}  // namespace warpgraph::test
