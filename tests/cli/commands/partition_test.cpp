// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/values.hpp>

#include "../call.hpp"

namespace warpgraph::test {
namespace {

using Parts = std::vector<int>;

// 1 - 2 - 3    two triangles and a bridge: {1, 2, 4}, {3, 5, 6}
// | /     | \             .
// 4       5 - 6
constexpr const char* kBridge = "6 7\n2 4\n1 3 4\n2 5 6\n1 2\n3 6\n3 5\n";

Parts parts_in(const std::string& text) {
  std::istringstream lines(text);
  return {std::istream_iterator<int>(lines), {}};
}

class PartitionCommand : public testing::Test {
 protected:
  CallResult partition(const std::string& file, const std::vector<std::string>& options) const {
    std::vector<std::string> arguments{"partition", file, "--devices", "host"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return call(arguments);
  }
  // Expects that the call fails with this code and a line that has the text, and leaves no file.
  void expect_refused(const std::string& file, const std::vector<std::string>& options, int code,
                      const std::string& text) const {
    const auto before = folder_.names();
    const CallResult result = partition(file, options);
    EXPECT_EQ(result.code, code) << result.err;
    EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_EQ(folder_.names(), before);
  }

  CallFolder folder_;
  std::string bridge_ = folder_.write("g.graph", kBridge);
};

TEST_F(PartitionCommand, WritesALineForEveryVertexToAFileNamedAfterTheGraphAndTheParts) {
  const CallResult result = partition(bridge_, {"-k", "2"});

  ASSERT_EQ(result.code, 0) << result.err;
  const Parts parts = parts_in(folder_.read("g.graph.part.2"));
  ASSERT_EQ(parts.size(), 6u);
  EXPECT_EQ(std::ranges::count(parts, 0), 3);
  EXPECT_EQ(std::ranges::count(parts, 1), 3);
}

TEST_F(PartitionCommand, WritesThePartsAloneToStandardOutput) {
  testing::internal::CaptureStdout();
  const CallResult result = partition(bridge_, {"-k", "2", "-o", "-"});
  const std::string written = testing::internal::GetCapturedStdout();

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(parts_in(written).size(), 6u);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"g.graph"});
}

TEST_F(PartitionCommand, SumsUpInTheShapeOfGpmetis) {
  const std::string fixed = folder_.write("fixed", "0\n0\n1\n0\n1\n1\n");

  const CallResult result = partition(bridge_, {"-k", "2", "--fixed", fixed});

  ASSERT_EQ(result.code, 0) << result.err;
  for (const std::string line :
       {"#Vertices: 6, #Edges: 7, #Parts: 2\n", " - Edgecut: 1, communication volume: 2.\n",
        "     constraint #0:  1.000 out of 0.333\n", "     pid: 0, actual: 3, desired: 3, ratio: 1.00.\n",
        " - Each partition is contiguous.\n", "\n  Partitioning: \t\t "})
    EXPECT_NE(result.out.find(line), std::string::npos) << line << result.out;
  EXPECT_EQ(result.out.find("weight of the edges cut"), std::string::npos) << result.out;
}

TEST_F(PartitionCommand, SaysThatTheCutIsAWeightWhereEdgesHaveSome) {
  const std::string weighted = folder_.write("w.el", "0 1 7\n1 2 5\n");
  const CallResult result = partition(weighted, {"-k", "2", "--direction", "once"});
  EXPECT_NE(
      result.out.find(" - Edgecut: 5, communication volume: 2.\n   The edgecut is the weight of the edges cut.\n"),
      std::string::npos)
      << result.out;
}

TEST_F(PartitionCommand, SaysWhichPartsAreNotConnected) {
  const std::string fixed = folder_.write("fixed", "0\n1\n1\n1\n1\n0\n");

  const CallResult result = partition(bridge_, {"-k", "2", "--fixed", fixed, "--tolerance", "1"});

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find(" - There are 1 non-contiguous partitions.\n"
                            "   Total components after removing the cut edges: 3.\n"),
            std::string::npos)
      << result.out;
}

TEST_F(PartitionCommand, JsonHasTheEvaluatorsNumbers) {
  const std::string fixed = folder_.write("fixed", "0\n0\n1\n0\n1\n1\n");

  const CallResult result = partition(bridge_, {"-k", "2", "--fixed", fixed, "--json"});

  ASSERT_EQ(result.code, 0) << result.err;
  const auto facts = result.json();
  EXPECT_EQ(facts["cut"], 1);
  EXPECT_EQ(facts["volume"], 2);
  EXPECT_EQ(facts["pieces"], 2);
  EXPECT_EQ(facts["imbalance"], 0);
  EXPECT_EQ(facts["empty_parts"], 0);
  EXPECT_EQ(facts["boundary_vertices"], 2);
  EXPECT_EQ(facts["part_weights"], (std::vector<int>{3, 3}));
  EXPECT_EQ(facts["levels"][0]["vertices"], 6);
}

TEST_F(PartitionCommand, TakesTheWeightsOfVerticesAndEdgesFromTheFile) {
  // Two constraints; the edges of the square weigh 5 and 1 by turns.
  const std::string file = folder_.write("w.graph", "4 4 011 2\n2 1 2 5 4 1\n2 1 1 5 3 1\n3 1 2 1 4 5\n3 1 3 5 1 1\n");
  const std::string fixed = folder_.write("fixed", "0\n0\n1\n1\n");

  const CallResult result = partition(file, {"-k", "2", "--fixed", fixed, "--tolerance", "0.3,0.1", "--json"});

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["constraints"], 2);
  EXPECT_EQ(result.json()["cut"], 2);
  EXPECT_EQ(result.json()["part_weights"], (std::vector<int>{4, 2, 6, 2}));
}

TEST_F(PartitionCommand, MeasuresBalanceAgainstTheTargets) {
  const std::string targets = folder_.write("targets", "4\n2\n");  // two thirds and one
  const std::string fixed = folder_.write("fixed", "0\n0\n0\n0\n1\n1\n");

  const CallResult result = partition(bridge_, {"-k", "2", "--targets", targets, "--fixed", fixed, "--json"});

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NEAR(result.json()["imbalance"], 0, 1e-12);
}

TEST_F(PartitionCommand, FilesOfPartsAreInTheOrderOfTheIdsHoweverVerticesAreStored) {
  const std::string fixed = folder_.write("fixed", "0\n1\n2\n0\n1\n2\n");
  for (const std::string order : {"none", "random", "degree"}) {
    ASSERT_EQ(call({"convert", bridge_, folder_.file("g.wg"), "--relabel", order}).code, 0);
    const CallResult result = partition(folder_.file("g.wg"), {"-k", "3", "--fixed", fixed, "--tolerance", "1"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(parts_in(folder_.read("g.wg.part.3")), (Parts{0, 1, 2, 0, 1, 2})) << order;
  }
}

TEST_F(PartitionCommand, RefusesADirectedGraphUnlessItIsSymmetrised) {
  const std::string file = folder_.write("g.el", "0 1\n1 2\n2 3\n3 0\n");

  expect_refused(file, {"-k", "2", "--direction", "directed"}, 2,
                 "the graph is directed, expected an undirected one; say --direction both");

  const CallResult result = partition(file, {"-k", "2", "--direction", "directed", "--symmetrise", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["edges"], 4);
}

TEST_F(PartitionCommand, PartitionsAGraphWithoutEdges) {
  const std::string file = folder_.write("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n6 6 0\n");

  const CallResult result = partition(file, {"-k", "3", "--json"});

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["part_weights"], (std::vector<int>{2, 2, 2}));
}

TEST_F(PartitionCommand, OtherMethodsFindTheBridge) {
  for (const std::string method : {"gp-metis", "transactional"}) {
    const CallResult result = partition(bridge_, {"-k", "2", "--method", method, "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.json()["method"], method);
    EXPECT_EQ(result.json()["cut"], 1);
  }
}

TEST_F(PartitionCommand, TransactionsAreCountedWhereTheMethodHasThem) {
  const auto facts = partition(bridge_, {"-k", "2", "--method", "transactional", "--json"}).json();
  for (const std::string each : {"match", "move", "weight"})
    for (const std::string count : {"_commits", "_aborts", "_trials"}) EXPECT_TRUE(facts.contains(each + count));
  EXPECT_FALSE(partition(bridge_, {"-k", "2", "--json"}).json().contains("match_commits"));
}

TEST_F(PartitionCommand, ThePageNamesTheMethod) {
  const std::string page = folder_.file("page.html");
  ASSERT_EQ(partition(bridge_, {"-k", "2", "--method", "gp-metis", "--merge", "sort", "--report", page}).code, 0);
  EXPECT_NE(folder_.read("page.html").find("gp-metis"), std::string::npos);
}

TEST_F(PartitionCommand, RefusesOptionsThatAMethodDoesNotTake) {
  const std::string fixed = folder_.write("fixed", "0\n0\n1\n0\n1\n1\n");
  expect_refused(bridge_, {"-k", "2", "--method", "gp-metis", "--fixed", fixed}, 2, "takes no fixed vertices");
  expect_refused(bridge_, {"-k", "2", "--method", "transactional", "--preset", "fast"}, 2, "takes no presets");
  expect_refused(bridge_, {"-k", "2", "--merge", "sort"}, 2, "--merge has no effect with --method multilevel");
  expect_refused(bridge_, {"-k", "2", "--method", "magic"}, 2, "--method");
}

TEST_F(PartitionCommand, RefusesOptionsThatCannotBe) {
  expect_refused(bridge_, {"-k", "0"}, 2, "--parts cannot be \"0\"; it is a whole number from 1 to 4294967294");
  expect_refused(bridge_, {"-k", "many"}, 2, "and at most 1048576 more than there are vertices");
  expect_refused(bridge_, {"-k=-2"}, 2, "--parts");
  expect_refused(bridge_, {}, 2, "--parts is missing");
  expect_refused(bridge_, {"-k", "2", "--tolerance", "-0.1"}, 2, "--tolerance cannot be \"-0.1\"");
  expect_refused(bridge_, {"-k", "2", "--tolerance", "nan"}, 2, "--tolerance cannot be \"nan\"");
  expect_refused(bridge_, {"-k", "2", "--tolerance", "0.1,0.1"}, 2, "one for each constraint");
  expect_refused(bridge_, {"-k", "2", "--max-weight", "3,3,3"}, 2, "one for each part");
  expect_refused(bridge_, {"-k", "2", "--min-weight", "1.5"}, 2, "--min-weight cannot be \"1.5\"");
  expect_refused(bridge_, {"-k", "2", "--preset", "beauty"}, 2, "--preset");
  expect_refused("-", {"-k", "2", "--format", "metis"}, 2, "say --output");
  expect_refused(bridge_, {"-k", "2", "-o", bridge_}, 2, "--output");
}

TEST_F(PartitionCommand, RefusesWhatTheGraphCannotBeDividedInto) {
  expect_refused(bridge_, {"-k", "2147483648"}, 2, "--parts cannot be 2147483648 for a graph of 6 vertices");
  expect_refused(bridge_, {"-k", "2147483648", "--max-weight", "1"}, 2, "--parts cannot be 2147483648");
  expect_refused(bridge_, {"-k", "2", "--max-weight", "2"}, 2, "add up to 4, but the vertices weigh 6");
  expect_refused(bridge_, {"-k", "2", "--min-weight", "4"}, 2, "add up to 8, but the vertices weigh 6");
  expect_refused(bridge_, {"-k", "2", "--min-weight", "1,4"}, 2, "part 1 may weigh 3 at most, but its min_weight is 4");
}

TEST_F(PartitionCommand, SharesWhoseSumIsMoreThanANumberHolds) {
  const std::string targets = folder_.write("targets", "1e308\n1e308\n1e308\n");

  const CallResult result = partition(bridge_, {"-k", "3", "--targets", targets, "--json"});

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["part_weights"], (std::vector<int>{2, 2, 2}));
}

TEST_F(PartitionCommand, SaysThatPartsCannotBeConnected) {
  const std::string three = folder_.write("three.graph", "6 3\n2\n1\n4\n3\n6\n5\n");
  const std::string fixed = folder_.write("fixed", "0\n-1\n-1\n1\n-1\n0\n");

  const CallResult components = partition(three, {"-k", "2", "--connected", "--json"});
  const CallResult torn = partition(bridge_, {"-k", "2", "--fixed", fixed, "--connected"});
  const CallResult good = partition(bridge_, {"-k", "2", "--connected", "--json"});

  EXPECT_NE(components.err.find("in several components of the graph"), std::string::npos) << components.err;
  EXPECT_EQ(components.code, 0);
  EXPECT_EQ(components.json()["torn_parts"], 0);
  EXPECT_EQ(torn.code, 6);
  EXPECT_NE(torn.err.find("because of fixed vertices"), std::string::npos) << torn.err;
  EXPECT_EQ(good.err, "");
}

TEST_F(PartitionCommand, SaysWhatWasAskedFor) {
  const CallResult result = partition(bridge_, {"-k", "2", "--objective", "volume", "--connected"});

  EXPECT_NE(result.out.find("objtype=vol, contig=YES"), std::string::npos) << result.out;
}

TEST_F(PartitionCommand, MakesTheVolumeSmall) {
  const CallResult result = partition(bridge_, {"-k", "2", "--objective", "volume", "--json"});

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["objective"], "volume");
  EXPECT_EQ(result.json()["volume"], 2);
  expect_refused(bridge_, {"-k", "2", "--objective", "joy"}, 2, "--objective");
}

TEST_F(PartitionCommand, RefusesFilesOfPartsThatDoNotFit) {
  const auto refused = [&](const std::string& option, const std::string& text, const std::string& message) {
    const std::string file = folder_.write("bad", text);
    expect_refused(bridge_, {"-k", "2", option, file}, 3, message);
  };
  refused("--fixed", "0\n1\n2\n0\n1\n1\n", "bad:3: expected a part from 0 to 1, or -1 for a free vertex, found \"2\"");
  refused("--fixed", "0\n1\n1\n0\n1\n", "expected 6 lines, one for every vertex, found 5");
  refused("--fixed", "0\n1\n1\n0\n1\n1\n1\n", "expected 6 lines, one for every vertex, found 7");
  refused("--fixed", "0\n1 1\n1\n0\n1\n1\n", "bad:2: expected a part");
  refused("--from", "0\n1\n-1\n0\n1\n1\n", "bad:3: expected a part from 0 to 1, found \"-1\"");
  refused("--targets", "1\n0\n", "bad:2: expected a share above 0, found \"0\"");
  refused("--targets", "1\n1\n1\n", "expected 2 lines, one for every part, found 3");
  refused("--targets", "1 2\n1\n", "bad:1: expected one share");
}

TEST_F(PartitionCommand, RefusesWeightsThatItCannotAddUp) {
  const std::string heavy = folder_.write("heavy.graph", "2 1 010\n9223372036854775807 2\n9223372036854775807 1\n");
  expect_refused(heavy, {"-k", "2"}, 3, "heavy.graph");
  const std::string real = folder_.write("real.el", "0 1 0.5\n1 2 1.5\n");
  expect_refused(real, {"-k", "2", "--direction", "once"}, 3, "no whole numbers");
  const std::string no_edges =
      folder_.write("no_edges.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 0\n");
  EXPECT_EQ(partition(no_edges, {"-k", "2"}).code, 0) << "no edge, no weight that is not whole";
  const std::string negative = folder_.write("negative.el", "0 1 -5\n1 2 1\n");
  expect_refused(negative, {"-k", "2", "--direction", "once"}, 3, "negative");
}

TEST_F(PartitionCommand, SaysThatPartsWeighMoreThanTheyMay) {
  const std::string fixed = folder_.write("fixed", "0\n0\n0\n0\n0\n1\n");

  const CallResult heavy = partition(bridge_, {"-k", "2", "--fixed", fixed});
  const CallResult light = partition(bridge_, {"-k", "2", "--fixed", fixed, "--max-weight", "5", "--min-weight", "2"});
  const CallResult good = partition(bridge_, {"-k", "2"});

  EXPECT_EQ(heavy.code, 6);
  EXPECT_EQ(light.code, 6);
  EXPECT_NE(heavy.err.find("1 is too large"), std::string::npos) << heavy.err;
  EXPECT_NE(light.err.find("1 is too small"), std::string::npos) << light.err;
  EXPECT_EQ(good.err, "");
}

TEST_F(PartitionCommand, PartsMayBeAnArray) {
  const std::string array = folder_.file("parts.npy");
  ASSERT_EQ(partition(bridge_, {"-k", "2", "-o", array}).code, 0);
  ASSERT_EQ(partition(bridge_, {"-k", "2", "-o", folder_.file("parts.txt")}).code, 0);
  const std::vector<std::uint32_t> parts = files::read_values<std::uint32_t>(array, {.base = 1}, 6);
  std::string lines;
  for (const std::uint32_t part : parts) lines += std::to_string(part) + '\n';
  EXPECT_EQ(folder_.read("parts.txt"), lines);

  const CallResult fixed = partition(bridge_, {"-k", "2", "--fixed", array, "-o", folder_.file("fixed.txt")});
  EXPECT_EQ(fixed.code, 0) << fixed.err;
  EXPECT_EQ(folder_.read("fixed.txt"), lines);
  expect_refused(bridge_, {"-k", "1", "--fixed", array}, 3,
                 "expected a part from 0 to 0, or -1 for a free vertex for vertex");

  for (const std::string name : {"parts.bin", "parts.bin.gz"}) {
    ASSERT_EQ(partition(bridge_, {"-k", "2", "-o", folder_.file(name)}).code, 0) << name;
    const CallResult again = partition(bridge_, {"-k", "2", "--from", folder_.file(name), "-o", folder_.file("again")});
    EXPECT_EQ(again.code, 0) << name << ": " << again.err;
    EXPECT_EQ(folder_.read("again"), lines) << name;
  }
  expect_refused(bridge_, {"-k", "2", "-o", folder_.file("parts.txt.gz")}, 2, "this file is never compressed");
}

TEST_F(PartitionCommand, WritesAPageWithTheLevels) {
  const CallResult result = partition(bridge_, {"-k", "2", "--report", folder_.file("v.html")});

  ASSERT_EQ(result.code, 0) << result.err;
  const std::string page = folder_.read("v.html");
  for (const std::string text : {"<svg", "<title>pass 1: cut 1, imbalance 0.00 %</title>", "6 vertices, 7 edges",
                                 "imbalance", "<th>passes</th>", "seconds_by_phase</td><td>check ", "</html>"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST_F(PartitionCommand, DrawsThePartsWhereTheyLie) {
  const std::string mesh = folder_.file("m.wg");
  const std::string points = folder_.file("m.xy");
  ASSERT_EQ(call({"generate", "mesh", "--width", "20", "--height", "10", "-o", mesh, "--coordinates", points}).code, 0);
  const auto picture = [&] {
    const CallResult result = partition(mesh, {"-k", "4", "--coordinates", points, "--report", folder_.file("m.html")});
    EXPECT_EQ(result.code, 0) << result.err;
    const std::string page = folder_.read("m.html");
    const std::size_t begin = page.find("<h2>The parts</h2>");
    return begin == std::string::npos ? "" : page.substr(begin, page.find("</svg>", begin) - begin);
  };
  const std::string drawn = picture();
  EXPECT_NE(drawn.find("<svg viewBox=\"0 0 20 10\""), std::string::npos) << drawn;
  for (const char* const part : {"part 0<", "part 1<", "part 2<", "part 3<"})
    EXPECT_NE(drawn.find(part), std::string::npos) << part;

  // The same points as DIMACS has them.
  const std::string co = folder_.file("m.co");
  ASSERT_EQ(call({"generate", "mesh", "--width", "20", "--height", "10", "-o", mesh, "--coordinates", co}).code, 0);
  EXPECT_TRUE(folder_.read("m.co").starts_with("p aux sp co 200\nv 1 "));
  (void)folder_.write("m.xy", folder_.read("m.co"));
  EXPECT_EQ(picture(), drawn);
  EXPECT_EQ(call({"generate", "mesh", "-o", mesh, "--coordinates", "-", "--json"}).code, 2);
  EXPECT_EQ(call({"generate", "mesh", "-o", mesh, "--coordinates", folder_.file("points.gz")}).code, 2);
}

TEST_F(PartitionCommand, RefusesCoordinatesThatAreNone) {
  const auto refuse = [&](const std::string& text, const std::string& why) {
    expect_refused(
        bridge_, {"-k", "2", "--report", folder_.file("r.html"), "--coordinates", folder_.write("b.xy", text)}, 3, why);
  };
  refuse("p aux sp co 7\nv 1 0 0\n", "b.xy:1: has the coordinates of 7 vertices, and the graph has 6");
  refuse("c\np sp 6 9\nv 1 0 0\n", "b.xy:2: expected \"p aux sp co\" and the number of vertices, found \"p sp 6 9\"");
  refuse("p aux sp co 6 6\n", "b.xy:1: expected \"p aux sp co\"");
  refuse("0 0\n1 0\n2 nan\n0 1\n1 1\n2 1\n", "b.xy:3: expected two coordinates, found \"2 nan\"");
  refuse("0 0\n1 0\n2 0\n0 1e308\n1 -1e308\n2 1\n", "b.xy:4: expected two coordinates");
  refuse("0 0\n1 0\n", "expected 6 lines, one for every vertex, found 2");
  refuse("v 1 0 0\nv 3 1 0\n", "b.xy:2: expected the vertex 2, found \"3\"");
  expect_refused(bridge_, {"-k", "2", "--coordinates", folder_.write("b.xy", "")}, 2,
                 "--coordinates has no effect without --report");
}

TEST_F(PartitionCommand, SaysWhatMemoryItTakesAndWasToTakeAtMost) {
  const CallResult text = partition(bridge_, {"-k", "2"});
  const auto facts = partition(bridge_, {"-k", "2", "--json"}).json();

  for (const std::string line : {"\n  Max memory used:\t\t ", "\n  Max predicted:\t\t ", "\n  Graph:\t\t "})
    EXPECT_NE(text.out.find(line), std::string::npos) << line << text.out;
  EXPECT_EQ(facts["graph_bytes"], 7 * 8 + 14 * 4);  // where rows begin, and neighbours
  EXPECT_GT(facts["peak_bytes"], 0);
  EXPECT_GE(facts["predicted_bytes"], facts["peak_bytes"]);
}

TEST_F(PartitionCommand, TakesNoMoreMemoryThanItsLimit) {
  const std::string grid = folder_.file("grid.wg");
  ASSERT_EQ(call({"generate", "grid2d", "--width", "40", "--height", "40", "-o", grid}).code, 0);
  const auto facts = partition(grid, {"-k", "4", "--json"}).json();
  const auto need = facts["predicted_bytes"].get<std::uint64_t>();
  (void)partition(grid, {"-k", "4", "-o", folder_.file("one")});

  EXPECT_EQ(partition(grid, {"-k", "4", "--memory-limit", std::to_string(need)}).code, 0);
  expect_refused(grid, {"-k", "4", "--memory-limit", std::to_string(need - 1)}, 4, "not enough memory for a partition");
  expect_refused(grid, {"-k", "4", "--memory-limit", "0"}, 2, "--memory-limit cannot be \"0\"");

  const CallResult spread = call({"partition", grid, "-k", "4", "--devices", "host:2", "--memory-limit",
                                  std::to_string(need - 1), "-o", folder_.file("two"), "--json"});
  ASSERT_EQ(spread.code, 0) << spread.err;
  EXPECT_EQ(spread.json()["devices"], "host:0, host:1");
  EXPECT_EQ(folder_.read("two"), folder_.read("one"));
}

TEST_F(PartitionCommand, SaysThatOneOfSeveralDevicesDoesTheWork) {
  const CallResult result = call({"partition", bridge_, "-k", "2", "--devices", "host:2", "--json"});

  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["devices"], "host:0 (1 of 2)");
}

}  // namespace
}  // namespace warpgraph::test
