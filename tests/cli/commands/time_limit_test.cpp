// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <warpgraph/algorithms/catalogue.hpp>

#include "run_case.hpp"

namespace warpgraph::test {
namespace {

using TimeLimits = Run;

TEST_F(TimeLimits, EndsEveryAlgorithmAtItsTimeLimit) {
  for (const auto& algorithm : algorithms::all_algorithms()) {
    std::vector<std::string> arguments{"run", algorithm.name, graph_, "--devices", "host"};
    if (algorithm.takes != algorithms::GraphKind::kLists) arguments.emplace_back("--symmetrise");
    if (algorithm.has_source) arguments.insert(arguments.end(), {"--source", "10"});
    if (algorithm.name == "partition") arguments.insert(arguments.end(), {"--parts", "2"});
    arguments.insert(arguments.end(), {"--time-limit", "1e-9"});
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 7) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.find("warpgraph: " + algorithm.name + " has taken "), 0u) << result.err;
    EXPECT_NE(result.err.find(", more than its time limit of 1e-09 s"), std::string::npos) << result.err;
    arguments.back() = "1000";
    EXPECT_EQ(call(arguments).code, 0) << algorithm.name;
  }
}

TEST_F(TimeLimits, TimeLimitsAreNumbersAboveZero) {
  for (const char* const wrong : {"0", "-1", "nan", "soon"}) {
    const CallResult result = call({"run", "cc", graph_, "--devices", "host", "--time-limit", wrong});
    EXPECT_EQ(result.code, 2) << wrong;
    EXPECT_NE(result.err.find("--time-limit"), std::string::npos) << result.err;
  }
}

TEST_F(TimeLimits, OtherCommandsThatComputeHaveATimeLimitToo) {
  const std::string tree = folder_file("tree.el", "0 1\n1 2\n");
  const std::string metis = folder_file("g.graph", "3 2\n2\n1 3\n2\n");
  const std::vector<std::vector<std::string>> all{{"partition", metis, "-k", "2", "-o", folder_.file("p")},
                                                  {"rank", "--generate", "random:100", "--verify"},
                                                  {"tree", tree, "--direction", "once"}};
  for (std::vector<std::string> arguments : all) {
    arguments.insert(arguments.end(), {"--devices", "host", "--time-limit", "1e-9"});
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 7) << result.err;
    EXPECT_EQ(result.err.find("warpgraph: " + arguments.front() + " has taken "), 0u) << result.err;
    arguments.back() = "1000";
    EXPECT_EQ(call(arguments).code, 0) << arguments.front();
  }
}

}  // namespace
}  // namespace warpgraph::test
