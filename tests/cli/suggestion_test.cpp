// SPDX-License-Identifier: Apache-2.0
#include "suggestion.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph::cli {
namespace {

TEST(EditDistance, CountsLettersPutInLeftOutReplacedAndSwapped) {
  EXPECT_EQ(edit_distance("convert", "convert"), 0u);
  EXPECT_EQ(edit_distance("convrt", "convert"), 1u);
  EXPECT_EQ(edit_distance("convvert", "convert"), 1u);
  EXPECT_EQ(edit_distance("comvert", "convert"), 1u);
  EXPECT_EQ(edit_distance("conevrt", "convert"), 1u);
  EXPECT_EQ(edit_distance("", "info"), 4u);
  EXPECT_EQ(edit_distance("info", ""), 4u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Suggestion, NamesTheNearestWord) {
  const std::vector<std::string> known{"info", "convert", "generate"};
  EXPECT_EQ(suggestion("genrate", known), "; did you mean generate?");
}

TEST(Suggestion, TakesABeginningForTheWord) {
  const std::vector<std::string> known{"--symmetrise", "--drop-self-loops"};
  EXPECT_EQ(suggestion("--drop", known), "; did you mean --drop-self-loops?");
}

TEST(Suggestion, IsSilentWhenNothingIsNear) {
  const std::vector<std::string> known{"info", "convert"};
  EXPECT_EQ(suggestion("frobnicate", known), "");
  EXPECT_EQ(suggestion("", known), "");
  EXPECT_EQ(suggestion("--height", std::vector<std::string>{"--weights"}), "");  // another word, not a slip
}

}  // namespace
}  // namespace warpgraph::cli
