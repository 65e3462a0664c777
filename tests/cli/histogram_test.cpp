// SPDX-License-Identifier: Apache-2.0
#include "histogram.hpp"

#include <sstream>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph::cli {
namespace {

TEST(Bar, IsAsLongAsItsShare) {
  EXPECT_EQ(bar(10, 10, 10, false), "##########");
  EXPECT_EQ(bar(5, 10, 10, false), "#####");
}

TEST(Bar, ShowsWhatIsThereAndNothingForNothing) {
  EXPECT_EQ(bar(1, 1000000, 10, false), "#");
  EXPECT_EQ(bar(1, 1000000, 10, true), "▏");
  EXPECT_EQ(bar(0, 10, 10, false), "");
}

TEST(Bar, HasEighthsInUnicode) {
  EXPECT_EQ(bar(8, 16, 1, true), "▌");
  EXPECT_EQ(bar(20, 16, 1, true), "█▎");
}

TEST(Histogram, HasALineForEachPowerOfTwo) {
  std::ostringstream out;
  Output output{out, out};
  const std::vector<std::uint64_t> counts{1, 0, 40, 2};
  print_histogram("degree", counts, output);
  EXPECT_EQ(out.str(),
            "degree  vertices\n"
            "     0         1  #\n"
            "     1         0\n"
            " 2 - 3        40  ########################################\n"
            " 4 - 7         2  ##\n");
}

TEST(Histogram, FitsTheTerminal) {
  std::ostringstream out;
  Output output{out, out};
  output.columns = 24;
  print_histogram("degree", std::vector<std::uint64_t>{40}, output);
  EXPECT_EQ(out.str(),
            "degree  vertices\n"
            "     0        40  ######\n");
}

TEST(Histogram, IsColouredOnlyWhenAsked) {
  std::ostringstream out;
  Output output{out, out};
  output.color = true;
  print_histogram("degree", std::vector<std::uint64_t>{1}, output);
  EXPECT_NE(out.str().find("\x1b["), std::string::npos);
}

}  // namespace
}  // namespace warpgraph::cli
