// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/c_interface.h>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/machines.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {

// A runtime with the devices that the parameter names, a graph and a result.
class CInterfaceTest : public testing::TestWithParam<std::string> {
 protected:
  using Numbers = std::vector<std::int64_t>;

  static void expect_error(warpgraph_status status, warpgraph_status expected, const std::string& part) {
    EXPECT_EQ(status, expected) << part;
    EXPECT_NE(std::string(warpgraph_last_error_message()).find(part), std::string::npos)
        << warpgraph_last_error_message() << " lacks " << part;
  }

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
  // The numbers of the result that the call has left.
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

}  // namespace warpgraph::test
