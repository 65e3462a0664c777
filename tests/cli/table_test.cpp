// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace warpgraph::cli {
namespace {

TEST(Table, SetsColumnsOfNumbersToTheRight) {
  Table table({"name", "count"});
  table.add({"a", "5"});
  table.add({"long name", "1,000"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "name       count\n"
            "a              5\n"
            "long name  1,000\n");
}

TEST(Table, SetsColumnsOfWordsToTheLeftWithoutTrailingBlanks) {
  Table table({"count", "word"});
  table.add({"5", "a"});
  table.add({"12", "longer"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "count  word\n"
            "    5  a\n"
            "   12  longer\n");
}

TEST(Table, WritesParagraphsWhereLinesWouldBeTooLong) {
  Table table({"device", "memory", "links"});
  table.add({"cuda:0", "139 GiB", "cuda:1 direct, cuda:2 direct"});
  table.add({"cuda:1", "139 GiB", "cuda:0 direct"});
  std::ostringstream out;
  table.print(out, 30);
  EXPECT_EQ(out.str(),
            "cuda:0\n"
            "  memory  139 GiB\n"
            "  links   cuda:1 direct,\n"
            "          cuda:2 direct\n"
            "cuda:1\n"
            "  memory  139 GiB\n"
            "  links   cuda:0 direct\n");
}

TEST(Table, FactsOnATerminalWrapBelowTheirText) {
  std::ostringstream out;
  Output output{out, out};
  output.columns = 40;
  print_fact("plans", "push x 2, pull-first x 3, pull-all x 11", output);
  output.terminal = true;
  print_fact("plans", "push x 2, pull-first x 3, pull-all x 11", output);
  EXPECT_EQ(out.str(),
            "plans              push x 2, pull-first x 3, pull-all x 11\n"
            "plans              push x 2, pull-first\n"
            "                   x 3, pull-all x 11\n");
}

}  // namespace
}  // namespace warpgraph::cli
