// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../call.hpp"

// `warpgraph run` on the host, with a small graph.
namespace warpgraph::test {

// Two paths, the second of two vertices, with ids that are not their places: 10 -> 20 -> 40 -> 30, and 7 -> 9.
inline constexpr const char* kPaths = "10 20 5\n20 40 1\n40 30 2\n7 9 3\n";

class Run : public testing::Test {
 protected:
  std::string folder_file(const std::string& name, const std::string& content) { return folder_.write(name, content); }
  // Calls `warpgraph run` on the host and returns the values that it writes.
  std::string values(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "run");
    for (const char* const more : {"--devices", "host", "-o"}) arguments.emplace_back(more);
    arguments.push_back(folder_.file("values.txt"));
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return folder_.read("values.txt");
  }
  static nlohmann::json facts(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "run");
    for (const char* const more : {"--devices", "host", "--json"}) arguments.emplace_back(more);
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.json();
  }

  // Options that name them.
  static std::vector<std::vector<std::string>> on_one_and_two() {
    return {{"--devices", "host"}, {"--devices", "host:2", "--all-devices"}};
  }

  CallFolder folder_;
  std::string graph_ = folder_file("g.el", kPaths);
};

}  // namespace warpgraph::test
