// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../call.hpp"

namespace warpgraph::test {
namespace {

// The lines of an edge list, sorted, without remarks: graphs are equal when these are.
std::vector<std::string> edges_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  std::ranges::sort(lines);
  return lines;
}

class Convert : public testing::Test {
 protected:
  // Converts to an edge list and returns its lines.
  std::vector<std::string> edges_of(const std::string& file, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments{"convert", file, folder_.file("edges.el")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return edges_in(folder_.read("edges.el"));
  }

  CallFolder folder_;
};

using Lines = std::vector<std::string>;

constexpr const char* kSparse = "10 2000000000000 5\n10 30 7\n30 30 1\n10 30 4\n";

TEST_F(Convert, ToOurOwnFormatAndBackKeepsEdgesAndIds) {
  const std::string input = folder_.write("g.el", kSparse);
  EXPECT_EQ(call({"convert", input, folder_.file("g.wg")}).code, 0);
  EXPECT_EQ(edges_of(folder_.file("g.wg")), edges_in(kSparse));
}

TEST_F(Convert, KeepsTheUsersIdsWhenVerticesAreRelabelled) {
  const std::string input = folder_.write("g.el", kSparse);
  for (const std::string order : {"degree", "bfs", "random"}) {
    EXPECT_EQ(call({"convert", input, folder_.file("g.wg"), "--relabel", order}).code, 0);
    EXPECT_EQ(edges_of(folder_.file("g.wg")), edges_in(kSparse)) << order;
  }
}

TEST_F(Convert, ToTextAndBackKeepsVerticesWithoutEdgesWhenTheyAreRelabelled) {
  const std::string input = folder_.write("g.txt", "# Nodes: 5 Edges: 2\n# First id: 1\n1 2\n2 4\n");
  for (const std::string order : {"degree", "bfs", "random"}) {
    const CallResult result = call({"convert", input, folder_.file("h.txt"), "--relabel", order});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err.find("left out"), std::string::npos) << result.err;
    const auto info = call({"info", folder_.file("h.txt"), "--json"}).json();
    EXPECT_EQ(info["vertices"], 5) << order;
    EXPECT_EQ(info["first_id"], 1) << order;
    EXPECT_EQ(edges_in(folder_.read("h.txt")), (Lines{"1 2", "2 4"})) << order;
  }
}

TEST_F(Convert, RefusesASeedWithoutARandomOrder) {
  const std::string input = folder_.write("g.el", kSparse);
  for (const std::string order : {"none", "degree", "bfs"}) {
    const CallResult result = call({"convert", input, folder_.file("g.wg"), "--relabel", order, "--seed", "3"});
    EXPECT_EQ(result.code, 2) << order;
    EXPECT_EQ(result.err, "warpgraph: --seed has no effect without --relabel random\n");
  }
  EXPECT_EQ(call({"convert", input, folder_.file("g.wg"), "--relabel", "random", "--seed", "3"}).code, 0);
}

TEST_F(Convert, StoresVerticesInAGivenOrder) {
  const std::string input = folder_.write("g.el", kSparse);
  const std::string order = folder_.write("order.txt", "30 0\n10 2\n2000000000000 1\n");
  for (const std::string& from : {input, folder_.file("g.wg")}) {
    const std::string target = folder_.file("h.mtx");
    const CallResult result = call({"convert", from, target, "--relabel", "given", "--permutation", order});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(edges_in(folder_.read("h.mtx")),
              (Lines{"%%MatrixMarket matrix coordinate integer general", "1 1 1", "3 1 4", "3 1 7", "3 2 5", "3 3 4"}));
    ASSERT_EQ(call({"convert", input, folder_.file("g.wg")}).code, 0);
  }
}

TEST_F(Convert, SaysWhichLineOfAPermutationIsWrong) {
  const std::string input = folder_.write("g.el", kSparse);
  const std::string order = folder_.write("order.txt", "30 0\n10 2\n20 1\n");
  const CallResult result =
      call({"convert", input, folder_.file("g.wg"), "--relabel", "given", "--permutation", order});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, "warpgraph: " + order + ":3: expected the id of a vertex of the graph, found '20'\n");
}

TEST_F(Convert, NeedsAPermutationIfItIsToBeGiven) {
  const std::string input = folder_.write("g.el", kSparse);
  const std::string target = folder_.file("g.wg");
  EXPECT_EQ(call({"convert", input, target, "--relabel", "given"}).code, 2);
  EXPECT_EQ(call({"convert", input, target, "--permutation", "order.txt"}).code, 2);
  EXPECT_EQ(call({"convert", "-", target, "--from", "edges", "--relabel", "given", "--permutation", "-"}).code, 2);
}

TEST_F(Convert, ThroughEveryFormatKeepsTheGraph) {
  const std::string source = folder_.file("source.wg");
  ASSERT_EQ(call({"generate", "rmat", "--scale", "5", "--edge-factor", "2", "--weights", "uniform", "--symmetrise",
                  "--drop-self-loops", "--duplicates", "min", "-o", source})
                .code,
            0);
  const auto expected = call({"info", source, "--json"}).json();
  for (const std::string format : {"mtx", "metis", "dimacs", "galois", "wsg", "egr", "wg"}) {
    const std::string file = folder_.file("g." + format);
    const CallResult there = call({"convert", source, file, "--to", format});
    ASSERT_EQ(there.code, 0) << format << ": " << there.err;
    const CallResult back =
        call({"convert", file, folder_.file("back.wg"), "--from", format, "--duplicates", "min", "--symmetrise"});
    ASSERT_EQ(back.code, 0) << format << ": " << back.err;
    const auto info = call({"info", folder_.file("back.wg"), "--json"}).json();
    for (const char* const key : {"vertices", "edges", "directed", "value_range", "components", "in_degree"})
      EXPECT_EQ(info[key], expected[key]) << format << " " << key;
  }
}

TEST_F(Convert, Symmetrises) {
  const std::string source = folder_.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  ASSERT_EQ(call({"convert", source, folder_.file("g.el"), "--symmetrise"}).code, 0);
  EXPECT_EQ(edges_of(folder_.file("g.el")), (Lines{"1 2", "2 1"}));
}

TEST_F(Convert, DropsSelfLoops) {
  EXPECT_EQ(edges_of(folder_.write("g.el", "0 0\n0 1\n"), {"--drop-self-loops"}), Lines{"0 1"});
}

TEST_F(Convert, NamesTheOptionWhereAFormatHoldsNoLoopsOrParallelEdges) {
  const auto error = [&](const std::string& edges) {
    return call({"convert", folder_.write("g.el", edges), folder_.file("g.graph"), "--direction", "once",
                 "--duplicates", "keep"})
        .err;
  };
  EXPECT_EQ(error("0 0\n0 1\n"),
            "warpgraph: " + folder_.file("g.graph") +
                ": METIS files hold no self-loops, vertex 0 has one; say --drop-self-loops to leave "
                "them out\n");
  EXPECT_NE(error("0 1\n0 1\n").find("--duplicates first, min or sum"), std::string::npos);
}

TEST_F(Convert, MergesDuplicates) {
  const std::string input = folder_.write("g.el", "0 1 5\n0 1 2\n0 1 9\n");
  EXPECT_EQ(edges_of(input, {"--duplicates", "first"}), Lines{"0 1 5"});
  EXPECT_EQ(edges_of(input, {"--duplicates", "min"}), Lines{"0 1 2"});
  EXPECT_EQ(edges_of(input, {"--duplicates", "sum"}), Lines{"0 1 16"});
  EXPECT_EQ(edges_of(input, {"--duplicates", "keep"}).size(), 3u);
}

TEST_F(Convert, ReadsWeightsAsAskedFromEveryFormat) {
  const std::string input = folder_.write("g.el", "0 1 5\n");
  call({"convert", input, folder_.file("g.wg")});
  EXPECT_EQ(edges_of(input, {"--weights", "none"}), Lines{"0 1"});
  EXPECT_EQ(edges_of(folder_.file("g.wg"), {"--weights", "none"}), Lines{"0 1"});
}

TEST_F(Convert, KeepsOutgoingEdges) {
  const std::string input = folder_.write("g.el", "0 1\n");
  call({"convert", input, folder_.file("g.wg"), "--outgoing"});
  call({"convert", folder_.file("g.wg"), folder_.file("h.wg"), "--drop-self-loops"});
  EXPECT_EQ(call({"info", folder_.file("h.wg"), "--json"}).json()["has_outgoing"], true);
}

TEST_F(Convert, CompressesByExtension) {
  const std::string input = folder_.write("g.el", "0 1\n1 2\n");
  ASSERT_EQ(call({"convert", input, folder_.file("g.el.gz")}).code, 0);
  EXPECT_TRUE(folder_.read("g.el.gz").starts_with("\x1f\x8b"));
  EXPECT_EQ(edges_of(folder_.file("g.el.gz")), (Lines{"0 1", "1 2"}));
}

TEST_F(Convert, ReportsToMachines) {
  const auto report = call({"convert", folder_.write("g.el", "0 1 .5\n"), folder_.file("g.wg"), "--json"}).json();
  EXPECT_EQ(report["vertices"], 2);
  EXPECT_EQ(report["edges"], 1);
  EXPECT_EQ(report["value_type"], "double");
}

TEST_F(Convert, LeavesNothingBehindWhenTheInputIsBad) {
  const std::string input = folder_.write("g.el", "0 1\noops\n");
  const CallResult result = call({"convert", input, folder_.file("g.wg")});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err.substr(0, input.size() + 15), "warpgraph: " + input + ":2: ");
  EXPECT_EQ(folder_.names(), Lines{"g.el"});
}

TEST_F(Convert, KeepsAnOldFileWhenTheInputIsBad) {
  folder_.write("g.wg", "precious");
  call({"convert", folder_.write("g.el", "oops\n"), folder_.file("g.wg")});
  EXPECT_EQ(folder_.read("g.wg"), "precious");
}

TEST_F(Convert, WritesAFileAnew) {
  const std::string file = folder_.write("g.el", "0 1\n0 1\n");
  EXPECT_EQ(call({"convert", file, file, "--duplicates", "first"}).code, 0);
  EXPECT_EQ(edges_in(folder_.read("g.el")), Lines{"0 1"});
}

TEST_F(Convert, DoesNotOverwriteThePermutation) {
  const std::string input = folder_.write("g.el", kSparse);
  const std::string order = folder_.write("order.txt", "30 0\n10 2\n2000000000000 1\n");
  const CallResult result = call({"convert", input, order, "--relabel", "given", "--permutation", order});
  EXPECT_EQ(result.code, 2) << result.err;
  EXPECT_EQ(folder_.read("order.txt"), "30 0\n10 2\n2000000000000 1\n");
}

TEST_F(Convert, ReportsNamesThatAreNoText) {
  const auto report = call({"convert", folder_.write("g.el", "0 1\n"), folder_.file("a\xff.wg"), "--json"}).json();
  EXPECT_TRUE(report["file"].get<std::string>().ends_with("a\xef\xbf\xbd.wg"));
}

TEST_F(Convert, SaysWhichDirectionOfAnEdgeDiffersAndWhatToDo) {
  const std::string input = folder_.write("g.txt", "5 7 1\n7 5 2\n");
  const CallResult result = call({"convert", input, folder_.file("g.wg"), "--direction", "both"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, "warpgraph: " + input +
                            ":1: expected every edge in both directions, with one weight: 5 -> 7 has the weight 1, and "
                            "7 -> 5 has 2; say --direction once if each edge is listed at one end, or directed if "
                            "edges lead one way\n");
}

TEST_F(Convert, TellsOfReversesThatAreThereBeforeTheyAreAdded) {
  const std::string both = folder_.write("both.el", "7 8\n10 20\n8 8\n20 10\n");
  const std::string once = folder_.write("once.el", "7 8\n7 8\n10 20\n8 8\n");
  const auto remarks = [&](const std::string& input, const std::vector<std::string>& more) {
    std::vector<std::string> convert{"convert", input, folder_.file("out.wg")};
    convert.insert(convert.end(), more.begin(), more.end());
    const CallResult result = call(convert);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  const std::string edges = "--symmetrise: there are edges both ways already, such as 10 -> 20 and 20 -> 10, and each ";
  EXPECT_NE(remarks(both, {"--symmetrise"})
                .find(edges + "is there twice now; --duplicates first keeps one; --direction both reads"),
            std::string::npos);
  EXPECT_NE(remarks(both, {"--symmetrise", "--duplicates", "sum"}).find(edges + "adds its value twice;"),
            std::string::npos);
  EXPECT_EQ(remarks(both, {"--symmetrise", "--duplicates", "first"}).find("both ways"), std::string::npos);
  EXPECT_EQ(remarks(once, {"--symmetrise"}).find("both ways"), std::string::npos);
  ASSERT_EQ(call({"convert", both, folder_.file("both.wg")}).code, 0);
  EXPECT_NE(remarks(folder_.file("both.wg"), {"--symmetrise"}).find(edges), std::string::npos);
}

TEST_F(Convert, AdvisesOnlyOptionsThatTheCommandHas) {
  const CallResult result = call({"generate", "rmat", "--scale", "4", "-o", folder_.file("g.graph")});
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find("METIS files hold undirected graphs, this one is directed; --symmetrise to add"),
            std::string::npos)
      << result.err;
}

TEST_F(Convert, AdvisesTheTypeThatHoldsTheSumOfDuplicates) {
  const std::string input = folder_.write("g.txt", "0 1 2147483647\n0 1 2147483647\n");
  const std::vector<std::string> convert{"convert", input, folder_.file("g.wg"), "--duplicates", "sum"};
  EXPECT_NE(call(convert).err.find("(--weights int64)"), std::string::npos);
  std::vector<std::string> advised = convert;
  advised.insert(advised.end(), {"--weights", "int64"});
  EXPECT_EQ(call(advised).code, 0);
}

TEST_F(Convert, RefusesAFolderThatIsNotThere) {
  EXPECT_EQ(call({"convert", folder_.write("g.el", "0 1\n"), folder_.file("no/g.wg")}).code, 3);
}

TEST_F(Convert, RefusesWhatAFormatCannotHold) {
  EXPECT_EQ(call({"convert", folder_.write("g.el", "0 1\n"), folder_.file("g.graph")}).code, 3);
}

TEST_F(Convert, RefusesReadOptionsThatOurOwnFormatAnswers) {
  call({"convert", folder_.write("g.el", "0 1\n"), folder_.file("g.wg")});
  EXPECT_EQ(call({"convert", folder_.file("g.wg"), folder_.file("h.wg"), "--direction", "once"}).code, 2);
}

TEST_F(Convert, NeedsTwoFilesOfKnownFormats) {
  EXPECT_EQ(call({"convert"}).code, 2);
  EXPECT_EQ(call({"convert", "g.el"}).code, 2);
  EXPECT_EQ(call({"convert", "g.el", "g.unknown"}).code, 2);
  EXPECT_EQ(call({"convert", "-", "g.wg"}).code, 2);
}

TEST_F(Convert, RemarksThatVerticesWithoutEdgesAreLeftOut) {
  const std::string input = folder_.write("g.txt", "# Nodes: 5 Edges: 1\n0 1\n");
  const std::string target = folder_.file("g.el");
  const CallResult result = call({"convert", input, target});
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(result.err.starts_with("warpgraph: note: " + target +
                                     ": 3 vertices without edges left out, for which this kind of edge list has no "
                                     "place\n"))
      << result.err;
  EXPECT_EQ(call({"convert", input, target, "-q"}).err, "");
  EXPECT_EQ(call({"convert", input, folder_.file("h.txt")}).err.find("left out"), std::string::npos);
}

TEST_F(Convert, RemarksThatIdsAreLost) {
  const std::string line =
      ": vertices are numbers in the order of the graph, since the format has no place for their ids";
  const std::string sparse = folder_.write("sparse.txt", "7 10\n10 13\n");
  const std::string path =
      folder_.write("path.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 2\n4 3\n");
  const std::string by_degree = folder_.file("by_degree.wg");
  ASSERT_EQ(call({"convert", path, by_degree, "--relabel", "degree", "-q"}).code, 0);

  EXPECT_NE(call({"convert", sparse, folder_.file("sparse.mtx")}).err.find(line), std::string::npos);
  EXPECT_NE(call({"convert", by_degree, folder_.file("a.mtx")}).err.find(line), std::string::npos);
  EXPECT_EQ(call({"convert", by_degree, folder_.file("a.txt")}).err.find(line), std::string::npos);
  EXPECT_EQ(call({"convert", path, folder_.file("a.graph")}).err.find(line), std::string::npos);
}

TEST_F(Convert, SaysHowWeightsAreLeftOut) {
  const std::string weighted = folder_.write("g.el", "0 1 5\n");
  const CallResult result = call({"convert", weighted, folder_.file("g.sg")});
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find(".wsg files do; say --weights none to leave them out"), std::string::npos) << result.err;
  EXPECT_EQ(call({"convert", weighted, folder_.file("g.sg"), "--weights", "none"}).code, 0);
  const std::string attributes = folder_.write("networkx.edgelist", "0 28 {}\n");
  const std::string error = call({"convert", attributes, folder_.file("g.sg")}).err;
  EXPECT_NE(error.find("found '{}'; say --weights none to leave them out"), std::string::npos) << error;
  EXPECT_EQ(call({"convert", attributes, folder_.file("g.sg"), "--weights", "none"}).code, 0);
}

TEST_F(Convert, SaysThatAMeshIsNoGraph) {
  const CallResult result = call({"convert", folder_.write("metis.mesh", "1\n1 2 3\n"), folder_.file("g.wg")});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("m2gmetis of METIS makes its graph"), std::string::npos) << result.err;
}

TEST_F(Convert, ReadsBackEveryFileThatItWrites) {
  const std::string input = folder_.write("g.txt", "# Nodes: 1 Edges: 0\n");
  EXPECT_EQ(call({"convert", input, folder_.file("g.el")}).code, 3);
  EXPECT_EQ(folder_.names(), Lines{"g.txt"});
}

TEST_F(Convert, RemarksThatGaloisFilesDoNotSayThatTheyHoldReals) {
  const std::string given = folder_.write("real.el", "0 1 0.5\n1 2 4\n");
  const std::string target = folder_.file("real.vgr");
  const CallResult converted = call({"convert", given, target});
  EXPECT_EQ(converted.code, 0) << converted.err;
  EXPECT_NE(converted.err.find("--weights double"), std::string::npos) << converted.err;
  EXPECT_EQ(edges_of(target, {"--weights", "double"}), (Lines{"0 1 0.5", "1 2 4.0"}));
}

}  // namespace
}  // namespace warpgraph::test
