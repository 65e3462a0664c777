// SPDX-License-Identifier: Apache-2.0
//
// Values, ids and options at the borders of their types.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "run_case.hpp"

namespace warpgraph::test {
namespace {

using RunAtBorders = Run;

TEST_F(RunAtBorders, SaysWhichDistanceDoesNotFit) {
  const std::string file = folder_file("far.el", "1 2 2147483647\n2 7 2147483647\n7 5 2147483647\n5 9 1\n");
  const CallResult narrow = call({"run", "sssp", file, "--source", "1", "--devices", "host", "-o", "-", "--verify"});
  EXPECT_EQ(narrow.code, 3);
  EXPECT_EQ(narrow.out, "");
  EXPECT_TRUE(narrow.err.starts_with("warpgraph: " + file + ": ")) << narrow.err;
  EXPECT_NE(narrow.err.find("vertex 5 does not fit into 32 bits"), std::string::npos) << narrow.err;
  EXPECT_NE(narrow.err.find("--weights int64"), std::string::npos) << narrow.err;
  EXPECT_EQ(values({"sssp", file, "--source", "1", "--weights", "int64", "--verify"}),
            "1 0\n2 2147483647\n5 6442450941\n7 4294967294\n9 6442450942\n");
}

TEST_F(RunAtBorders, LabelsAreTheLowestIdsWhateverTheOrderOfTheVertices) {
  const std::string file = folder_file("labels.el", "13 11\n11 15\n10 12\n12 14\n15 13\n");
  const std::string graph = folder_.file("labels.wg");
  for (const char* const order : {"random", "degree", "bfs"}) {
    const CallResult converted =
        call({"convert", file, graph, "--symmetrise", "--relabel", order, "--devices", "host"});
    ASSERT_EQ(converted.code, 0) << converted.err;
    for (const char* const algorithm : {"cc", "cc-labels"}) {
      for (const char* const devices : {"host", "host:3"}) {
        const CallResult result =
            call({"run", algorithm, graph, "--devices", devices, "-o", folder_.file("labels.txt"), "--verify"});
        EXPECT_EQ(result.code, 0) << result.err;
        EXPECT_EQ(folder_.read("labels.txt"), "10 10\n11 11\n12 10\n13 11\n14 10\n15 11\n")
            << algorithm << order << devices;
      }
    }
  }
}

// 1 - 2 - 3, stored as 3, 1, 2: after one superstep 2 has heard of 3, and 1 of 2, which is behind it.
TEST_F(RunAtBorders, LabelsOfAnUnfinishedRunAreVertices) {
  const std::string file = folder_file("path.el", "1 2\n2 3\n");
  const std::string order = folder_file("order.txt", "1 1\n2 2\n3 0\n");
  const std::string graph = folder_.file("path.wg");
  const CallResult converted =
      call({"convert", file, graph, "--symmetrise", "--relabel", "given", "--permutation", order, "--devices", "host"});
  ASSERT_EQ(converted.code, 0) << converted.err;
  EXPECT_EQ(values({"cc-labels", graph, "--max-supersteps", "1"}), "1 1\n2 3\n3 3\n");
  EXPECT_EQ(values({"cc-labels", graph}), "1 1\n2 1\n3 1\n");
}

TEST_F(RunAtBorders, WritesIdsThatNeedAllBitsAsTheyAre) {
  const std::string file = folder_file("high.el", "9223372036854775808 9223372036854775809\n7 18446744073709551615\n");
  const std::string labels =
      "7 7\n9223372036854775808 9223372036854775808\n9223372036854775809 9223372036854775808\n"
      "18446744073709551615 7\n";
  EXPECT_EQ(values({"cc", file, "--verify"}), labels);
  EXPECT_EQ(values({"cc-labels", file, "--symmetrise", "--verify"}), labels);
  EXPECT_EQ(facts({"cc", file})["components"], 2);
}

TEST_F(RunAtBorders, WritesNoParentAsItIsBesideIdsThatNeedAllBits) {
  const std::string file = folder_file("high.el", "9223372036854775808 9223372036854775809\n7 8\n");
  const std::vector<std::string> arguments{"bfs", file, "--parents", "--source", "9223372036854775808", "--verify"};
  EXPECT_EQ(values(arguments),
            "7 18446744073709551615\n8 18446744073709551615\n9223372036854775808 9223372036854775808\n"
            "9223372036854775809 9223372036854775808\n");
  EXPECT_EQ(facts(arguments)["reached"], 2);
  const std::string last = folder_file("last.el", "7 18446744073709551615\n8 9\n");
  const CallResult confused = call({"run", "bfs", last, "--parents", "--source", "7", "--devices", "host"});
  EXPECT_EQ(confused.code, 3);
  EXPECT_NE(confused.err.find("cannot be told from no vertex"), std::string::npos) << confused.err;
}

TEST_F(RunAtBorders, TakesTheGreatestId) {
  const std::string file = folder_file("last.txt", "18446744073709551614 18446744073709551615\n");
  const std::string graph = folder_.file("last.wg");
  const CallResult converted = call({"convert", file, graph});
  ASSERT_EQ(converted.code, 0) << converted.err;
  EXPECT_EQ(values({"cc", graph}),
            "18446744073709551614 18446744073709551614\n18446744073709551615 18446744073709551614\n");
}

// The sum of two conductances would be infinite, the other is 0 as a float: both would make potentials wrong in
// silence.
TEST_F(RunAtBorders, RefusesConductancesThatSumsOfFloatsDoNotHold) {
  for (const char* const weight : {"2e38", "7e-46"}) {
    const std::string line = std::string(" ") + weight + "\n";
    const std::string file = folder_file("c.txt", "0 1" + line + "1 2" + line + "2 0" + line);
    const CallResult circuit =
        call({"run", "circuit", file, "--symmetrise", "--fix", "0=1", "--fix", "2=0", "--devices", "host"});
    EXPECT_EQ(circuit.code, 3) << weight << circuit.err;
    const CallResult heat = call({"run", "heat", file, "--symmetrise", "--hot", "0=1", "--devices", "host"});
    EXPECT_EQ(heat.code, 3) << weight << heat.err;
  }
}

TEST_F(RunAtBorders, SaysWhichConductanceIsWrongAndWhy) {
  const auto message = [&](const std::string& algorithm, const std::string& weight, const std::string& devices) {
    const std::string file = folder_file("c.txt", "1 2 1\n4 7 " + weight + "\n");
    std::vector<std::string> arguments{"run", algorithm, file, "--devices", devices};
    if (devices != "host") arguments.emplace_back("--all-devices");
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 3);
    const std::string begin = "warpgraph: " + file + ": ";
    EXPECT_TRUE(result.err.starts_with(begin)) << result.err;
    return result.err.substr(std::min(begin.size(), result.err.size()));
  };
  const std::string must = ": it must be 0 or 1.2e-38 to 3.4e38 over the number of edges\n";
  for (const char* const devices : {"host", "host:2"}) {
    EXPECT_EQ(message("heat", "1e-300", devices),
              "heat: the conductivity of an edge into vertex 7 is too small for a float" + must);
    EXPECT_EQ(message("circuit", "1e300", devices),
              "circuit: the conductance of an edge into vertex 7 is too large for a float" + must);
    EXPECT_EQ(message("circuit", "-1", devices),
              "circuit: the conductance of an edge into vertex 7 is negative" + must);
    EXPECT_EQ(message("neural-network", "1e300", devices),
              "neural network: the weight of an edge into vertex 7 is too large for a float: it must be 0 or "
              "up to 3.4e38 over the number of edges\n");
  }
}

TEST_F(RunAtBorders, RefusesIdsThatDoNotStayBelowTheGreatest) {
  const std::string file = folder_file("first.txt", "# Nodes: 3\n# First id: 18446744073709551615\n");
  const CallResult result = call({"run", "cc", file, "--devices", "host"});
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find("expected ids below 2^64"), std::string::npos) << result.err;
}

TEST_F(RunAtBorders, RefusesSumsOfDuplicatesThatDoNotFit) {
  const std::string file = folder_file("sum.txt", "10 11 2147483647\n10 11 2147483647\n11 12 5\n");
  const std::vector<std::string> arguments{"sssp", file, "--source", "10", "--duplicates", "sum"};
  const CallResult narrow = call({"run", "sssp", file, "--source", "10", "--duplicates", "sum", "--devices", "host"});
  EXPECT_EQ(narrow.code, 3);
  EXPECT_NE(narrow.err.find("from 10 to 11 add up to more than int32 holds"), std::string::npos) << narrow.err;
  auto wide = arguments;
  wide.insert(wide.end(), {"--weights", "int64"});
  EXPECT_EQ(values(wide), "10 0\n11 4294967294\n12 4294967299\n");
}

TEST_F(RunAtBorders, RefusesTolerancesAndRatesThatAreNone) {
  for (const char* const algorithm : {"pagerank", "hits", "circuit", "heat", "neural-network"}) {
    for (const char* const wrong : {"nan", "-1"}) {
      const CallResult result =
          call({"run", algorithm, graph_, "--devices", "host", std::string("--tolerance=") + wrong});
      EXPECT_EQ(result.code, 2) << algorithm << ' ' << wrong << result.err;
    }
  }
  for (const char* const wrong : {"nan", "-1", "inf"})
    EXPECT_EQ(call({"run", "heat", graph_, "--devices", "host", std::string("--rate=") + wrong}).code, 2) << wrong;
}

TEST_F(RunAtBorders, NamesTheVertexWhoseValueNoFloatHolds) {
  for (const auto& [algorithm, option] : std::vector<std::pair<std::string, std::string>>{
           {"circuit", "--fix"}, {"heat", "--hot"}, {"neural-network", "--input"}}) {
    for (const char* const value : {"nan", "inf", "-inf", "1e39", "1e-46", "-1e999"}) {
      const std::string text = std::string("10=") + value;
      const CallResult result = call({"run", algorithm, graph_, option, text, "--devices", "host"});
      EXPECT_EQ(result.code, 2);
      EXPECT_EQ(result.err, "warpgraph: " + option + " cannot be \"" + text +
                                "\"; a value is 0, or from 1.4e-45 to 3.4e+38 in size\n");
    }
    EXPECT_EQ(call({"run", algorithm, graph_, option, "10=1e-45", "--devices", "host"}).code, 0);
  }
}

// Their sums would be infinite, and no numbers where two of these meet.
TEST_F(RunAtBorders, RefusesValuesWhoseSumsFloatsDoNotHold) {
  const std::string file = folder_file("v.txt", "10 90 2\n20 90 2\n30 90 -2\n40 90 -2\n");
  const std::string network = folder_file("n.txt", "10 90 3e38\n20 90 3e38\n30 90 -3e38\n40 90 -3e38\n");
  const std::string positive = folder_file("p.txt", "10 90 1\n20 90 1\n");
  const auto code = [&](const std::string& algorithm, const std::string& graph, const std::string& option,
                        const std::string& value) {
    std::vector<std::string> arguments{"run", algorithm, graph, "--weights", "float", "--devices", "host", "--verify"};
    for (const char* const vertex : {"10=", "20="}) arguments.insert(arguments.end(), {option, vertex + value});
    const CallResult result = call(arguments);
    if (result.code != 0) {
      EXPECT_NE(result.err.find("of an edge into vertex 90 is too large for a float"), std::string::npos) << result.err;
    }
    return result.code;
  };
  EXPECT_EQ(code("circuit", positive, "--fix", "3.4e38"), 3);
  EXPECT_EQ(code("heat", positive, "--hot", "3.4e38"), 3);
  EXPECT_EQ(code("neural-network", file, "--input", "3.4e38"), 3);
  EXPECT_EQ(code("neural-network", network, "--input", "1"), 3);
  EXPECT_EQ(code("circuit", positive, "--fix", "1e37"), 0);
  EXPECT_EQ(code("heat", positive, "--hot", "1e37"), 0);
  EXPECT_EQ(code("neural-network", file, "--input", "1e37"), 0);
}

TEST_F(RunAtBorders, NamesTheFileWhoseWeightsDoNotFit) {
  const std::string graph = folder_.file("half.wg");
  for (const auto& [weight, type, fit] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"0.5", "int32", "an integer of 32 bits"},
           {"-1e+300", "int64", "an integer of 64 bits"},
           {"1e+300", "float", "a finite number of 32 bits"}}) {
    ASSERT_EQ(call({"convert", folder_file("half.txt", "1 2 " + weight + "\n"), graph}).code, 0);
    const CallResult result = call({"run", "bfs", graph, "--weights", type, "--devices", "host"});
    EXPECT_EQ(result.code, 3);
    EXPECT_EQ(result.err, "warpgraph: " + graph + ": edge value " + weight + " does not fit, expected " + fit + "\n");
  }
}

TEST_F(RunAtBorders, NamesTheVertexThatBeginsWithNoNumber) {
  const std::string start = folder_file("start.txt", "7 0\n9 0\n10 nan\n20 0\n30 0\n40 0\n");
  const CallResult result = call({"run", "heat", graph_, "--initial", start, "--devices", "host"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, "warpgraph: " + start + ": the initial value of vertex 10 is infinite or no number\n");
}

TEST_F(RunAtBorders, RefusesVerticesThatAreNamedTwiceInASet) {
  for (const auto& devices : on_one_and_two()) {
    const auto refusal = [&](std::vector<std::string> arguments) {
      arguments.insert(arguments.begin(), "run");
      arguments.insert(arguments.end(), devices.begin(), devices.end());
      const CallResult result = call(arguments);
      EXPECT_EQ(result.code, 2) << result.err;
      return result.err;
    };
    EXPECT_EQ(refusal({"betweenness", graph_, "--sources", "20", "--sources", "7", "--source", "20"}),
              "warpgraph: betweenness: the source 20 is given twice\n");
    EXPECT_EQ(refusal({"pagerank", graph_, "--sources", "7,7"}), "warpgraph: pagerank: the source 7 is given twice\n");
  }
}

// 0 would be what the option is without being given.
TEST_F(RunAtBorders, TakesNoZeroForTheDefault) {
  const auto refusal = [&](const std::string& algorithm, const std::string& option, const std::string& value) {
    const CallResult result = call({"run", algorithm, graph_, "--devices", "host", option, value});
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  for (const char* const zero : {"0", "0.0", "-0"})
    EXPECT_EQ(refusal("heat", "--rate", zero),
              std::string("warpgraph: --rate cannot be \"") + zero + "\"; it is a number above 0\n");
  EXPECT_EQ(refusal("betweenness", "--samples", "0"),
            "warpgraph: --samples cannot be \"0\"; it is a whole number from 1 on\n");
}

TEST_F(RunAtBorders, SaysWhichWholeNumbersAnOptionTakes) {
  const auto refusal = [&](const std::string& algorithm, const std::string& option, const std::string& value) {
    const CallResult result = call({"run", algorithm, graph_, "--devices", "host", option, value});
    EXPECT_EQ(result.code, 2);
    return result.err;
  };
  EXPECT_EQ(refusal("pagerank", "--iterations", "4294967296"),
            "warpgraph: --iterations cannot be \"4294967296\"; it is a whole number from 0 to 4294967295\n");
  for (const char* const wrong : {"18446744073709551616", "-1", "ten"})
    EXPECT_EQ(refusal("bfs", "--source", wrong), std::string("warpgraph: --source cannot be \"") + wrong +
                                                     "\"; it is the id of a vertex, a whole number from 0 on\n");
  EXPECT_EQ(refusal("pagerank", "--damping", "half"),
            "warpgraph: --damping cannot be \"half\"; it is a number from 0 to below 1\n");
}

TEST_F(RunAtBorders, TellsThatASimulationOfZerosStaysSo) {
  const auto remarks = [&](const std::string& algorithm, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", algorithm, graph_, "--symmetrise", "--devices", "host"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments).err;
  };
  EXPECT_EQ(remarks("circuit", {}),
            "warpgraph: note: circuit: neither --fix nor --initial is given, so all values stay 0\n");
  EXPECT_EQ(remarks("heat", {}), "warpgraph: note: heat: neither --hot nor --initial is given, so all values stay 0\n");
  EXPECT_EQ(remarks("circuit", {"--fix", "10=1"}), "");
  EXPECT_EQ(remarks("bfs", {}), "");
}

TEST_F(RunAtBorders, SaysAlikeOfAllAlgorithmsThatTheGraphIsDirected) {
  const std::string why =
      ": the graph is directed, expected an undirected one; say --direction both if the file lists every edge at both "
      "ends, --direction once if it lists every edge at one end, --symmetrise to add the reverse of edges that lead "
      "one "
      "way\n";
  for (const auto& [algorithm, name] : std::vector<std::pair<std::string, std::string>>{
           {"cc-labels", "components by labels"}, {"kcore", "core numbers"}, {"triangles", "triangles"}}) {
    for (const auto& devices : on_one_and_two()) {
      std::vector<std::string> arguments{"run", algorithm, graph_};
      arguments.insert(arguments.end(), devices.begin(), devices.end());
      const CallResult result = call(arguments);
      EXPECT_EQ(result.code, 2) << algorithm;
      EXPECT_EQ(result.err, "warpgraph: " + name + why);
    }
  }
  for (const char* const method : {"filtered", "boruvka", "transactional", "prim"})
    EXPECT_EQ(call({"msf", graph_, "--method", method, "--devices", "host"}).err, "warpgraph: spanning forest" + why);
}

TEST_F(RunAtBorders, TakesADirectedGraphWithoutEdgesForAnUndirectedOne) {
  const std::string file = folder_file("none.txt", "# Nodes: 3 Edges: 0\n");
  for (const auto& devices : on_one_and_two()) {
    for (const char* const algorithm : {"cc-labels", "kcore", "triangles"}) {
      std::vector<std::string> arguments{"run", algorithm, file, "--verify"};
      arguments.insert(arguments.end(), devices.begin(), devices.end());
      const CallResult result = call(arguments);
      EXPECT_EQ(result.code, 0) << algorithm << ": " << result.err;
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
