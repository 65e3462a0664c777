// SPDX-License-Identifier: Apache-2.0
#include "file_names.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "call.hpp"

namespace warpgraph::cli {
namespace {

class FileNames : public testing::Test {
 protected:
  // The message of the refusal; empty if there is none.
  static std::string refusal(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    try {
      expect_distinct(inputs, outputs);
      return "";
    } catch (const UsageError& error) {
      return error.what();
    }
  }

  test::CallFolder folder_;
  std::string graph_ = folder_.write("g.txt", "0 1\n");
};

TEST_F(FileNames, OfDifferentFilesAreTaken) {
  const std::string other = folder_.write("h.txt", "0 1\n");
  EXPECT_EQ(refusal({{"FILE", graph_}}, {{"--output", other}, {"--report", folder_.file("r.html")}}), "");
}

TEST_F(FileNames, OfAnInputAreNoOutput) {
  EXPECT_EQ(refusal({{"FILE", graph_}}, {{"--output", graph_}}),
            "--output would overwrite FILE: " + graph_ + " is the same file");
}

TEST_F(FileNames, AreFollowedThroughLinks) {
  std::filesystem::create_symlink(graph_, folder_.file("soft.txt"));
  std::filesystem::create_hard_link(graph_, folder_.file("hard.txt"));
  EXPECT_NE(refusal({{"FILE", graph_}}, {{"--output", folder_.file("soft.txt")}}), "");
  EXPECT_NE(refusal({{"FILE", graph_}}, {{"--output", folder_.file("hard.txt")}}), "");
  EXPECT_NE(refusal({{"FILE", graph_}},
                    {{"--output",
                      folder_.file("../" + std::filesystem::path(folder_.file("")).parent_path().filename().string() +
                                   "/g.txt")}}),
            "");
}

TEST_F(FileNames, OfAGraphOfThreeFilesAreAllItsFiles) {
  const std::string graph = folder_.write("p.properties",
                                          "graph.p.vertex-file = a.v\ngraph.p.edge-file = a.e\n"
                                          "graph.p.directed = true\n");
  const std::string vertices = folder_.write("a.v", "1\n");
  const std::string edges = folder_.write("a.e", "1 1\n");
  EXPECT_EQ(refusal({{"FILE", graph}}, {{"--output", edges}}),
            "--output would overwrite a file of FILE: " + edges + " is the same file");
  EXPECT_EQ(refusal({{"FILE", graph}}, {{"--output", folder_.file("p.v")}}), "");
  EXPECT_EQ(refusal({{"FILE", edges}}, {{"--output", folder_.file("a.properties")}}),
            "a file of --output would overwrite FILE: " + edges + " is the same file");
  EXPECT_EQ(refusal({}, {{"--output", folder_.file("n.properties")}, {"--report", folder_.file("n.v")}}),
            "--report and a file of --output are the same file: " + folder_.file("n.v"));
  EXPECT_EQ(refusal({{"--vertices", vertices}}, {{"--output", vertices}}),
            "--output would overwrite --vertices: " + vertices + " is the same file");
}

TEST_F(FileNames, OfTwoOutputsDifferBeforeTheyExist) {
  const std::string one = folder_.file("new.txt");
  EXPECT_EQ(refusal({}, {{"--output", one}, {"--report", folder_.file("./new.txt")}}),
            "--output and --report are the same file: " + folder_.file("./new.txt"));
  EXPECT_EQ(refusal({}, {{"--output", one}, {"--report", folder_.file("newer.txt")}}), "");
  std::filesystem::create_symlink("new.txt", folder_.file("link.txt"));
  EXPECT_NE(refusal({}, {{"--output", one}, {"--report", folder_.file("link.txt")}}), "");
}

TEST_F(FileNames, MayBeThoseOfDevicesTwice) {
  EXPECT_EQ(refusal({{"FILE", "/dev/null"}}, {{"--output", "/dev/null"}, {"--report", "/dev/null"}}), "");
}

TEST_F(FileNames, OfStandardStreamsAreTakenOnce) {
  EXPECT_EQ(refusal({{"INPUT", "-"}, {"--permutation", "-"}}, {}),
            "INPUT and --permutation cannot both be standard input");
  EXPECT_EQ(refusal({}, {{"--output", "-"}, {"--report", "-"}}),
            "--output and --report are the same file: standard output");
}

TEST_F(FileNames, AreNotEmpty) {
  EXPECT_EQ(refusal({{"FILE", ""}}, {}), "FILE: the name of the file is empty");
  EXPECT_EQ(refusal({}, {{"--output", ""}}), "--output: the name of the file is empty");
}

}  // namespace
}  // namespace warpgraph::cli
