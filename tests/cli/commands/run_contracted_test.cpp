// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "run_case.hpp"

// `warpgraph run bfs|sssp --contract`.
namespace warpgraph::test {
namespace {

//  10 - 20 - 40 - 30    50 - 60
//   |              |
//   +------ 7 -----+
constexpr const char* kCycle = "10 20 5\n20 40 1\n40 30 2\n30 7 1\n7 10 1\n50 60 4\n";

class RunContracted : public Run {
 protected:
  std::string cycle_ = folder_file("cycle.el", kCycle);

  std::string refusal(std::vector<std::string> arguments, int code = 2) const {
    arguments.insert(arguments.begin(), {"run", "bfs", cycle_, "--contract"});
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, code) << result.out;
    EXPECT_EQ(result.out, "");
    return result.err;
  }
};

TEST_F(RunContracted, GivesTheSameValues) {
  for (const std::string algorithm : {"bfs", "sssp"}) {
    const std::vector<std::string> run{algorithm, cycle_, "--symmetrise", "--source", "20", "--verify"};
    std::vector<std::string> contracted = run;
    contracted.emplace_back("--contract");
    EXPECT_EQ(values(contracted), values(run));
  }
  EXPECT_EQ(values({"sssp", cycle_, "--symmetrise", "--source", "20", "--contract"}),
            "7 4\n10 5\n20 0\n30 3\n40 1\n50 -1\n60 -1\n");
}

TEST_F(RunContracted, VerifiesLengthsOfFloats) {
  const std::string file = folder_file("floats.el", "1 2 0.1\n2 3 0.2\n3 4 0.3\n4 1 0.7\n4 5 0.4\n");
  for (const char* const type : {"float", "double"})
    EXPECT_EQ(facts({"sssp", file, "--symmetrise", "--weights", type, "--contract", "--verify"})["verified"],
              "all values");
}

TEST_F(RunContracted, SaysWhatIsLeftAndHowLongItTook) {
  const auto result = facts({"sssp", cycle_, "--symmetrise", "--source", "20", "--contract"});
  EXPECT_EQ(result["vertices_left"], 2);  // the source, and one of 50 and 60
  EXPECT_EQ(result["edges_left"], 0);
  EXPECT_GT(result["contraction_seconds"].get<double>(), 0);
  EXPECT_FALSE(facts({"sssp", cycle_, "--symmetrise"}).contains("vertices_left"));
  const CallResult shown =
      call({"run", "bfs", cycle_, "--symmetrise", "--source", "20", "--contract", "--devices", "host"});
  EXPECT_NE(shown.out.find("\nvertices left      2\n"), std::string::npos) << shown.out;
}

TEST_F(RunContracted, KeepsAllSourcesOfOneContraction) {
  const auto result = facts({"sssp", cycle_, "--symmetrise", "--sources", "20,30,60,20", "--contract", "--verify"});
  EXPECT_EQ(result["runs"], 4);
  EXPECT_EQ(result["vertices_left"], 3);
  EXPECT_EQ(result["edges_left"], 1);
  EXPECT_EQ(result["verified"], "the values of all runs");
  EXPECT_EQ(facts({"bfs", cycle_, "--symmetrise", "--sources", "random:5", "--contract", "--verify"})["runs"], 5);
}

TEST_F(RunContracted, NamesAnUnknownSource) {
  EXPECT_NE(refusal({"--symmetrise", "--sources", "20,21"}, 3).find("has no vertex 21, which --sources names"),
            std::string::npos);
}

TEST_F(RunContracted, IsForUndirectedGraphs) {
  const std::string message = refusal({"--devices", "host"});
  EXPECT_NE(message.find("the graph is directed, expected an undirected one; say"), std::string::npos) << message;
  EXPECT_NE(message.find("--symmetrise to add the reverse"), std::string::npos) << message;
}

TEST_F(RunContracted, IsForOneDevice) {
  const std::string message = refusal({"--symmetrise", "--devices", "host:2", "--all-devices"});
  EXPECT_NE(message.find("--all-devices is for several devices, and bfs with these options is for one"),
            std::string::npos)
      << message;
  const CallResult run = call({"run", "bfs", cycle_, "--symmetrise", "--contract", "--devices", "host:2", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.json()["devices"], "1 of 2: bfs with these options is for one");
}

TEST_F(RunContracted, HasNoParents) {
  const std::string message = refusal({"--symmetrise", "--parents"});
  EXPECT_NE(message.find("--contract has no parents"), std::string::npos) << message;
}

TEST_F(RunContracted, HasNoLimitOfSupersteps) {
  const std::string message = refusal({"--symmetrise", "--max-supersteps", "2"});
  EXPECT_NE(message.find("leave out --max-supersteps"), std::string::npos) << message;
}

}  // namespace
}  // namespace warpgraph::test
