// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/option.hpp>

#include <string>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::option {
namespace {

using Kind = Option::Kind;

std::string refusal_of(const Option& option, std::string_view text) {
  try {
    static_cast<void>(read(option, text));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(OptionTest, TextsMeanValuesOfTheKind) {
  EXPECT_EQ(read({.name = "fast", .kind = Kind::kSwitch}, "yes"), Value(true));
  EXPECT_EQ(read({.name = "rounds", .kind = Kind::kWhole}, "2^4"), Value(std::uint64_t{16}));
  EXPECT_EQ(read({.name = "share", .kind = Kind::kReal}, "-2.5e3"), Value(-2500.0));
  EXPECT_EQ(read({.name = "source", .kind = Kind::kVertex}, "17"), Value(std::uint64_t{17}));
  EXPECT_EQ(read({.name = "mode", .kind = Kind::kName, .choices = {"low", "loud"}}, "loud"), Value("loud"));
  for (const Kind kind : {Kind::kText, Kind::kVertices, Kind::kVertexValues, Kind::kArray, Kind::kFile})
    EXPECT_EQ(read({.name = "any", .kind = kind}, "5,17"), Value("5,17"));
}

TEST(OptionTest, RefusalsSayWhatTheOptionAccepts) {
  EXPECT_EQ(refusal_of({.name = "rounds", .kind = Kind::kWhole, .whole = {1, 1024}}, "0"),
            "--rounds cannot be \"0\"; it is a whole number from 1 to 1024");
  EXPECT_EQ(refusal_of({.name = "share", .kind = Kind::kReal, .real = {0, 1}}, "1.5"),
            "--share cannot be \"1.5\"; it is a number from 0 to 1");
  EXPECT_EQ(refusal_of({.name = "share", .kind = Kind::kReal}, "nan"),
            "--share cannot be \"nan\"; it is a finite number");
  EXPECT_EQ(refusal_of({.name = "mode", .kind = Kind::kName, .choices = {"low", "loud"}}, "soft"),
            "--mode cannot be \"soft\"; it is one of low, loud");
  EXPECT_EQ(refusal_of({.name = "fast", .kind = Kind::kSwitch}, "perhaps"),
            "--fast cannot be \"perhaps\"; it is true or false");
  EXPECT_EQ(refusal_of({.name = "source", .kind = Kind::kVertex}, "2^4"),
            "--source cannot be \"2^4\"; it is the id of a vertex, a whole number from 0 on");
}

TEST(OptionTest, ValuesHaveANameInHelp) {
  EXPECT_EQ(shown_value_name({.name = "a", .kind = Kind::kWhole, .value_name = "K"}), "K");
  EXPECT_EQ(shown_value_name({.name = "a", .kind = Kind::kWhole}), "N");
  EXPECT_EQ(shown_value_name({.name = "a", .kind = Kind::kSwitch}), "");
}

}  // namespace
}  // namespace warpgraph::option
