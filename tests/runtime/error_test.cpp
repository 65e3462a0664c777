// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/runtime/detail/located_error.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>

namespace warpgraph::test {
namespace {

TEST(InputError, NamesFileAndLine) {
  const InputError error("web.txt", 7, "expected two vertices");
  EXPECT_STREQ(error.what(), "web.txt:7: expected two vertices");
  EXPECT_EQ(error.file(), "web.txt");
  EXPECT_EQ(error.line(), 7u);
}
TEST(InputError, NeedsNoLine) {
  EXPECT_STREQ(InputError("web.bin", 0, "no such file").what(), "web.bin: no such file");
}
TEST(InputError, NeedsNoFile) {
  EXPECT_STREQ(InputError("bad option").what(), "bad option");
  EXPECT_EQ(InputError("bad option").line(), 0u);
}

TEST(OutOfMemory, NamesDevicePurposeNeedAndFree) {
  const OutOfMemory error("cuda:1", "column", 3u << 20, 1536);
  EXPECT_STREQ(error.what(), "cuda:1: not enough memory for column: needs 3.0 MiB, free are 1.5 KiB");
  EXPECT_EQ(error.asked(), 3u << 20);
  EXPECT_EQ(error.free(), 1536u);
}

TEST(OutOfMemory, CountsBytesWhereTheUnitsHideWhatIsMissing) {
  EXPECT_STREQ(OutOfMemory("host:0", "row", (10u << 20) + 1, 10u << 20).what(),
               "host:0: not enough memory for row: needs 10485761 B, free are 10485760 B");
}

TEST(Expects, PassesWhatIsTrue) { EXPECT_NO_THROW(expects(true, "never said")); }
TEST(Expects, ThrowsWithThePlaceOfTheCall) {
  try {
    expects(false, "sizes must agree");
    FAIL() << "no error";
  } catch (const UsageError& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with("sizes must agree (error_test.cpp:")) << message;
  }
}
TEST(Expects, KeepsTheMessageApartFromThePlace) {
  try {
    expects(false, "sizes must agree");
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_STREQ(support::message_of(error), "sizes must agree");
  }
}
TEST(Expects, LeavesThePlaceToTheErrorThatItBecomes) {
  try {
    expects(false, "sizes must agree");
  } catch (const UsageError& error) {
    try {
      detail::throw_as<DeviceError>("host:0, run: ", error);
    } catch (const DeviceError& failed) {
      EXPECT_STREQ(support::message_of(failed), "host:0, run: sizes must agree");
      EXPECT_NE(std::string(failed.what()).find("error_test.cpp:"), std::string::npos) << failed.what();
      return;
    }
  }
  FAIL() << "no error";
}
TEST(Errors, WithoutAPlaceStayAsTheyAre) {
  EXPECT_STREQ(support::message_of(DeviceError("cuda:0: lost")), "cuda:0: lost");
  EXPECT_THROW(detail::throw_as<DeviceError>("cuda:0: ", UsageError("lost")), DeviceError);
}

TEST(FormatBytes, PicksTheUnit) {
  EXPECT_EQ(support::format_bytes(0), "0 B");
  EXPECT_EQ(support::format_bytes(1023), "1023 B");
  EXPECT_EQ(support::format_bytes(1024), "1.0 KiB");
  EXPECT_EQ(support::format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(support::format_bytes(std::size_t{141} << 30), "141.0 GiB");
  EXPECT_EQ(support::format_bytes(std::size_t{3} << 40), "3.0 TiB");
  EXPECT_EQ(support::format_bytes(std::numeric_limits<std::size_t>::max()), "16777216.0 TiB");
}

}  // namespace
}  // namespace warpgraph::test
