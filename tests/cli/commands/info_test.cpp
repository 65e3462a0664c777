// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../call.hpp"

namespace warpgraph::test {
namespace {

class Info : public testing::Test {
 protected:
  CallFolder folder_;
};

// 10 -> 20 (5)   10 -> 20 (7)   20 -> 20 (1)   30 -> 10 (-2)   40 -> 50 (3)
constexpr const char* kSmall = "# a comment\n10 20 5\n10 20 7\n20 20 1\n30 10 -2\n40 50 3\n";

TEST_F(Info, TellsMachinesWhatIsInAFile) {
  const auto info = call({"info", folder_.write("g.el", kSmall), "--json"}).json();
  EXPECT_EQ(info["format"], "edges");
  EXPECT_EQ(info["vertices"], 5);
  EXPECT_EQ(info["edges"], 5);
  EXPECT_EQ(info["directed"], true);
  EXPECT_EQ(info["value_type"], "int32");
  EXPECT_EQ(info["value_range"], nlohmann::json({-2, 7}));
  EXPECT_EQ(info["self_loops"], 1);
  EXPECT_EQ(info["duplicate_edges"], 1);
  EXPECT_EQ(info["isolated_vertices"], 0);
  EXPECT_EQ(info["components"], 2);
  EXPECT_EQ(info["first_id"], 10);
  EXPECT_EQ(info["last_id"], 50);
  EXPECT_EQ(info["in_degree"]["max"], 3);
  EXPECT_EQ(info["in_degree"]["log2_histogram"], nlohmann::json({2, 2, 1}));
  EXPECT_EQ(info["memory"].size(), 4u);
  EXPECT_GE(info["load_seconds"], 0);
}

TEST_F(Info, TellsPeopleTheSame) {
  const CallResult result = call({"info", folder_.write("g.el", kSmall)});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  for (const std::string part : {"5, ids 10 to 50", "5 directed", "int32, -2 to 7", "in-degree", "out-degree", "2 - 3"})
    EXPECT_NE(result.out.find(part), std::string::npos) << part << '\n' << result.out;
}

TEST_F(Info, CountsUndirectedEdgesOnce) {
  const auto info = call({"info", folder_.write("g.el", "0 1\n1 2\n2 2\n"), "--direction", "once", "--json"}).json();
  EXPECT_EQ(info["edges"], 3);
  EXPECT_EQ(info["directed"], false);
  EXPECT_EQ(info["in_degree"], info["out_degree"]);
}

TEST_F(Info, ShowsVerticesWithoutEdges) {
  const auto info = call({"info", folder_.write("g.el", "0 9\n"), "--ids", "keep", "--json"}).json();
  EXPECT_EQ(info["vertices"], 10);
  EXPECT_EQ(info["isolated_vertices"], 8);
  EXPECT_EQ(info["components"], 9);
  EXPECT_EQ(info["value_range"], nullptr);
}

TEST_F(Info, CountsIdsAsTheFileDoes) {
  const auto info =
      call({"info", folder_.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 3\n"), "--json"})
          .json();
  EXPECT_EQ(info["first_id"], 1);
  EXPECT_EQ(info["last_id"], 3);
}

TEST_F(Info, ReadsWeightsAsAsked) {
  const std::string file = folder_.write("g.el", kSmall);
  EXPECT_EQ(call({"info", file, "--weights", "none", "--json"}).json()["value_type"], "none");
  EXPECT_EQ(call({"info", file, "--weights", "double", "--json"}).json()["value_type"], "double");
}

TEST_F(Info, NamesFileAndLineOfAnError) {
  const std::string file = folder_.write("g.el", "0 1\n1 x\n");
  const CallResult result = call({"info", file});
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(result.err.starts_with("warpgraph: " + file + ":2: ")) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST_F(Info, RefusesFilesThatAreNotThereOrNotFiles) {
  EXPECT_EQ(call({"info", folder_.file("missing.mtx")}).code, 3);
  EXPECT_EQ(call({"info", folder_.file("missing.wg")}).code, 3);
  for (const std::vector<std::string>& format : {std::vector<std::string>{}, {"--format", "edges"}}) {
    std::vector<std::string> arguments{"info", folder_.file("")};
    arguments.insert(arguments.end(), format.begin(), format.end());
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 3);
    EXPECT_EQ(result.err, "warpgraph: " + folder_.file("") + ": is a directory, expected a file\n");
  }
  EXPECT_EQ(call({"info", folder_.write("empty.el", "")}).code, 3);
  EXPECT_EQ(call({"info", folder_.write("no.wg", "this is not a graph")}).code, 3);
}

TEST_F(Info, CountsRepeatedUndirectedEdgesOnce) {
  const auto info = call({"info",
                          folder_.write("g.mtx",
                                        "%%MatrixMarket matrix coordinate pattern symmetric\n"
                                        "3 3 6\n2 1\n2 1\n3 2\n3 2\n3 3\n3 3\n"),
                          "--json"})
                        .json();
  EXPECT_EQ(info["edges"], 6);
  EXPECT_EQ(info["duplicate_edges"], 3);
}

TEST_F(Info, TakesNamesThatAreNoText) {
  const std::string file = folder_.write("a\xff\n\x1b[31m.el", "0 1\n");
  const std::string name = call({"info", file, "--json"}).json()["file"];
  EXPECT_TRUE(name.ends_with("a\xef\xbf\xbd\n\x1b[31m.el")) << name;
  const CallResult result = call({"info", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("a\\xff\\n\\x1b[31m.el (edges"), std::string::npos) << result.out;
}

TEST_F(Info, RefusesOptionsThatTheFormatAnswers) {
  const std::string file = folder_.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 3\n");
  EXPECT_NE(call({"info", file, "--direction", "once"}).err.find("--direction is for files that leave it open; mtx"),
            std::string::npos);
  EXPECT_EQ(call({"info", file, "--direction", "once"}).code, 2);
  EXPECT_EQ(call({"info", file, "--ids", "keep"}).code, 2);
}

TEST_F(Info, SaysThatOnlyTextIsCompressed) {
  const CallResult result = call({"info", "g.wg.gz"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "warpgraph: g.wg.gz: only text is compressed; leave out .gz\n");
}

TEST_F(Info, NeedsToKnowTheFormat) {
  const std::string file = folder_.write("graph", kSmall);
  EXPECT_EQ(call({"info", file}).code, 2);
  EXPECT_EQ(call({"info", file, "--format", "edges"}).code, 0);
  EXPECT_EQ(call({"info", file, "--format", "edge"}).code, 2);
}

TEST_F(Info, RemarksThatATextIsShorterThanItsCommentSays) {
  const std::string file = folder_.write("g.txt", "# Nodes: 3 Edges: 7\n0 1\n1 2\n");
  const CallResult result = call({"info", file});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err,
            "warpgraph: note: " + file + ":1: the comment speaks of 7 edges, and the file has 2; is it complete?\n");
  EXPECT_EQ(call({"info", file, "-q"}).err, "");
}

TEST_F(Info, LimitsHowFarACompressedFileGrows) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "0 1\n";
  ASSERT_EQ(call({"convert", folder_.write("g.txt", text), folder_.file("g.txt.gz")}).code, 0);
  const CallResult result = call({"info", folder_.file("g.txt.gz"), "--text-limit", "2K"});
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find("expected no more than 2.0 KiB of text in gzip"), std::string::npos) << result.err;
  EXPECT_EQ(call({"info", folder_.file("g.txt.gz"), "--text-limit", "1M"}).code, 0);
  EXPECT_EQ(call({"info", folder_.file("g.txt.gz"), "--text-limit", "much"}).code, 2);
}

TEST_F(Info, RefusesEdgesThatLackTheirReverse) {
  const std::string file = folder_.write("g.txt", "0 1\n0 2\n2 0\n");
  const CallResult result = call({"info", file, "--direction", "both"});
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find(file + ":1: expected every edge in both directions"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("0 -> 1"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace warpgraph::test
