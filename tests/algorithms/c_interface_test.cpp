// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/c_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/c_interface_case.hpp"

// What all calls have in common: runtimes, handles, sizes and messages.

// c_interface_test.c: how many of its checks fail.
extern "C" int check_c_interface(const char* devices);

namespace warpgraph::test {
namespace {

TEST(CInterface, KnowsItsVersion) {
  EXPECT_EQ(warpgraph_abi_version(), WARPGRAPH_ABI_VERSION);
  EXPECT_EQ(std::count(warpgraph_version(), warpgraph_version() + std::strlen(warpgraph_version()), '.'), 2);
}

// For the tests in c_interface/ as well.
INSTANTIATE_TEST_SUITE_P(Host, CInterfaceTest, testing::Values("host:2"));
INSTANTIATE_TEST_SUITE_P(Cuda, CInterfaceTest, testing::Values("cuda:0"));

TEST_P(CInterfaceTest, WorksFromC) { EXPECT_EQ(check_c_interface(GetParam().c_str()), 0); }

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
