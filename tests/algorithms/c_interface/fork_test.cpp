// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "algorithms/c_interface_case.hpp"
#include "support/child_process.hpp"

// Handles in a process that fork() makes. ThreadSanitizer does not follow a fork of a process with threads.
#if !defined(__SANITIZE_THREAD__)
namespace warpgraph::test {
namespace {

TEST_P(CInterfaceTest, AForkedProcessDestroysHandlesAndMayNotUseThem) {
  ASSERT_EQ(create(), WARPGRAPH_OK);
  ASSERT_EQ(warpgraph_bfs_levels(graph_, 0, nullptr, result()), WARPGRAPH_OK);
  EXPECT_TRUE(in_child_process([&] {
    warpgraph_result* mine = nullptr;
    return warpgraph_bfs_levels(graph_, 0, nullptr, &mine) == WARPGRAPH_USAGE_ERROR &&
           std::string(warpgraph_last_error_message()).find("which fork() made") != std::string::npos;
  }));
  EXPECT_TRUE(in_child_process([&] {
    warpgraph_graph_destroy(graph_);
    warpgraph_result_destroy(result_);
    warpgraph_runtime_destroy(runtime_);
    return true;
  }));
  EXPECT_TRUE(in_child_process([&] {
    warpgraph_runtime* own = nullptr;
    const bool is_made = warpgraph_runtime_create("host", &own) == WARPGRAPH_OK;
    warpgraph_runtime_destroy(own);
    return is_made;
  }));
  EXPECT_EQ(warpgraph_bfs_levels(graph_, 0, nullptr, result()), WARPGRAPH_OK);
}

}  // namespace
}  // namespace warpgraph::test
#endif
