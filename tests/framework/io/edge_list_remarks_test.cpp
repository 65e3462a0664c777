// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"

// What readers of text remark on, though it is no error.
namespace warpgraph::test {
namespace {

std::string remarks_on(std::string_view text) {
  std::string remarks;
  files::ReadOptions options = as(files::FileFormat::kEdgeList);
  options.remark = [&](const std::string& remark) { remarks += remark; };
  static_cast<void>(files::read_edge_list(bytes_of(text), "file", options));
  return remarks;
}

TEST(EdgeListRemarks, SayThatThereAreFewerEdgesThanTheCommentSays) {
  EXPECT_EQ(remarks_on("\n# Nodes: 3 Edges: 5\n0 1\n1 2\n"),
            "file:2: the comment speaks of 5 edges, and the file has 2; is it complete?");
  EXPECT_EQ(remarks_on("# Nodes: 3 Edges: 5\n"),
            "file:1: the comment speaks of 5 edges, and the file has 0; is it complete?");
}

TEST(EdgeListRemarks, NameANumberInACommentThatCannotBeUsed) {
  const auto remark = [](std::string_view number, std::string_view key, std::string_view largest) {
    return "file:2: the comment has '" + std::string(number) + "' behind \"" + std::string(key) +
           "\", expected a whole number up to " + std::string(largest) + "; it is not used";
  };
  const std::string wide = "99999999999999999999";
  EXPECT_EQ(remarks_on("# x\n# Nodes: " + wide + "\n0 1\n"), remark(wide, "nodes:", "4294967295"));
  EXPECT_EQ(remarks_on("# x\n# Nodes: 4294967296\n0 1\n"), remark("4294967296", "nodes:", "4294967295"));
  EXPECT_EQ(remarks_on("# x\n# Nodes: -5\n0 1\n"), remark("-5", "nodes:", "4294967295"));
  EXPECT_EQ(remarks_on("# x\n# Edges: -1\n0 1\n"), remark("-1", "edges:", "18446744073709551615"));
  EXPECT_EQ(remarks_on("# x\n# First id: " + wide + "\n0 1\n"), remark(wide, "first id:", "18446744073709551615"));
}

TEST(EdgeListRemarks, NameANumberInACommentThatIsNoWholeOne) {
  for (const std::string number : {"3.5", "3.0", "1e1", "3E+0", "1,000", "3_000", "10k", "+3", ".5", "0x10"})
    EXPECT_EQ(remarks_on("# Nodes: " + number + " Edges: 1\n0 1\n"),
              "file:1: the comment has '" + number +
                  "' behind \"nodes:\", expected a whole number up to 4294967295; it is not used");
  for (const std::string number : {"3", "3.", "3,", "3;", "(three)", "3)", "3%"})
    EXPECT_EQ(remarks_on("# Nodes: " + number + " Edges: 1\n0 1\n"), "") << number;
}

TEST(EdgeListRemarks, NameALineOfNamesOfColumns) {
  EXPECT_EQ(remarks_on("# of mine\n\nfrom,to\n0,1\n"), "file:3: names of columns: source from, target to");
  EXPECT_EQ(remarks_on("row,a,b\r\n0,1,5\r\n"), "file:1: names of columns: source row, target a, weight b");
}

TEST(EdgeListRemarks, AreNoneWhereTheCommentCountsLinesOrDirections) {
  EXPECT_EQ(remarks_on("# Edges: 2\n0 1\n1 2\n"), "");
  EXPECT_EQ(remarks_on("# Edges: 1\n0 1\n1 0\n"), "");
  EXPECT_EQ(remarks_on("# Edges: 4\n0 1\n1 2\n"), "");
  EXPECT_EQ(remarks_on("# Edges: 3\n0 1\n1 1\n"), "");
  EXPECT_EQ(remarks_on("# Edges: see the paper\n0 1\n"), "");
}

TEST(EdgeListRemarks, NameTheFirstIntegerThatIsRounded) {
  const std::string end = " is rounded, because weights of the file are real numbers";
  EXPECT_EQ(remarks_on("0 1 0.5\n1 2 9007199254740992\n2 3 9007199254740993\n3 4 9007199254740995\n"),
            "file:3: the weight 9007199254740993" + end);
  EXPECT_EQ(remarks_on("0 1 -9223372036854775807\n1 2 1e3\n"), "file:1: the weight -9223372036854775807" + end);
  EXPECT_EQ(remarks_on("0 18446744073709551615 9007199254740993\n1 2 0.5\n"),
            "file:1: the weight 9007199254740993" + end)
      << "ids that take more than one pass";
}

TEST(EdgeListRemarks, AreNoneWhereNoIntegerIsRounded) {
  EXPECT_EQ(remarks_on("0 1 9007199254740993\n1 2 3\n"), "") << "int64 holds them";
  EXPECT_EQ(remarks_on("0 1 0.5\n1 2 9007199254740992\n2 3 18014398509481984\n3 4 9.007199254740993e15\n"), "");
  EXPECT_EQ(remarks_on("0 1 0.5\n1 2 0018014398509481984\n2 3 1e300\n"), "");
}

}  // namespace
}  // namespace warpgraph::test
