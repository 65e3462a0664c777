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

}  // namespace
}  // namespace warpgraph::cli
