// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace warpgraph::cli {
namespace {

TEST(Text, CountsAreGroupedByThousands) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(1048576), "1,048,576");
  EXPECT_EQ(format_count(~std::uint64_t{0}), "18,446,744,073,709,551,615");
}

TEST(Text, SecondsHaveAUnitThatFits) {
  EXPECT_EQ(format_seconds(0.0012), "1.2 ms");
  EXPECT_EQ(format_seconds(0.25), "250 ms");
  EXPECT_EQ(format_seconds(3.21), "3.2 s");
}

TEST(Text, SecondsKeepTwoDigitsWhereTheyAreFew) {
  EXPECT_EQ(format_seconds(0.00086), "0.86 ms");
  EXPECT_EQ(format_seconds(0.00004), "40 us");
  EXPECT_EQ(format_seconds(0.0000073), "7.3 us");
  EXPECT_EQ(format_seconds(0), "0 us");
}

TEST(Text, CountedKnowsOne) {
  EXPECT_EQ(counted(1, "edge", "edges"), "1 edge");
  EXPECT_EQ(counted(0, "edge", "edges"), "0 edges");
}

TEST(Text, ListsHaveNumbersWithCommasBetween) {
  using Ids = std::vector<std::uint64_t>;
  EXPECT_EQ(parse_list<std::uint64_t>("5,17,3"), (Ids{5, 17, 3}));
  EXPECT_EQ(parse_list<std::uint64_t>("5"), Ids{5});
  EXPECT_EQ(parse_list<double>("0.5,1e-3"), (std::vector<double>{0.5, 1e-3}));
  for (const char* text : {"", ",", "5,", ",5", "5,,3", " 5", "5 ", "-1", "+5", "x", "5,x", "18446744073709551616"})
    EXPECT_FALSE(parse_list<std::uint64_t>(text)) << text;
}

TEST(Text, BytesMayHaveAUnit) {
  EXPECT_EQ(parse_bytes("4096"), 4096u);
  EXPECT_EQ(parse_bytes("3K"), 3072u);
  EXPECT_EQ(parse_bytes("512M"), std::size_t{512} << 20);
  EXPECT_EQ(parse_bytes("8G"), std::size_t{8} << 30);
  EXPECT_EQ(parse_bytes("2T"), std::size_t{2} << 40);
  EXPECT_EQ(parse_bytes("8g"), std::size_t{8} << 30);
  for (const char* const wrong : {"", "M", "-1", "8GB", "1.5G", " 1", "99999999T", "99999999999999999999"})
    EXPECT_EQ(parse_bytes(wrong), std::nullopt) << wrong;
}

TEST(Text, PrintableKeepsWhatATerminalShows) {
  EXPECT_EQ(printable("g\xc3\xbcnter \xe2\x82\xac \xf0\x9f\x99\x82.txt"),
            "g\xc3\xbcnter \xe2\x82\xac \xf0\x9f\x99\x82.txt");
}

TEST(Text, PrintableEscapesWhatATerminalObeys) {
  EXPECT_EQ(printable("a\nb\tc\r"), "a\\nb\\tc\\r");
  EXPECT_EQ(printable("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // U+009B begins an escape sequence, as ESC [ does
}

TEST(Text, PrintableEscapesWhatIsNoUtf8) {
  EXPECT_EQ(printable("a\xff"), "a\\xff");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");           // cut off
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // longer than it need be
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair of UTF-16
}

TEST(Text, ShortenedCountsCharactersAndNotBytes) {
  EXPECT_EQ(shortened("\xc3\xbc\xc3\xbcx", 2), "\xc3\xbc\xc3\xbc");
  EXPECT_EQ(shortened("abc", 5), "abc");
}

TEST(Text, WrappedBreaksBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(wrapped("one extraordinary word", 8, 0), "one\nextraordinary\nword");
}

}  // namespace
}  // namespace warpgraph::cli
