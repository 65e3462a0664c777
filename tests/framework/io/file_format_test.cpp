// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/file_format.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {
namespace {

TEST(FileFormat, NamesAreReadBack) {
  for (const files::FileFormatInfo& info : files::file_formats()) {
    EXPECT_EQ(files::parse_file_format(info.name), info.format);
    EXPECT_EQ(name_of(info.format), info.name);
  }
}

TEST(FileFormat, NamesAreDifferent) {
  std::set<std::string_view> names;
  for (const files::FileFormatInfo& info : files::file_formats()) names.insert(info.name);
  EXPECT_EQ(names.size(), files::file_formats().size());
}

TEST(FileFormat, RefusesAnUnknownNameAndListsTheOthers) {
  try {
    static_cast<void>(files::parse_file_format("xml"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown format 'xml', expected one of edges mtx metis dimacs dimacs-edge galois "
                 "sg wsg egr graphalytics");
  }
}

TEST(FileFormat, IsTakenFromTheExtensionInAnyCase) {
  EXPECT_EQ(files::file_format_of("a/b.c/graph.mtx"), files::FileFormat::kMatrixMarket);
  EXPECT_EQ(files::file_format_of("GRAPH.MTX"), files::FileFormat::kMatrixMarket);
  EXPECT_EQ(files::file_format_of("soc-x.txt"), files::FileFormat::kEdgeList);
  EXPECT_EQ(files::file_format_of("x.y.wsg"), files::FileFormat::kGapWeighted);
  EXPECT_EQ(files::file_format_of("x.gr"), files::FileFormat::kDimacs);
  EXPECT_EQ(files::file_format_of("test.mgraph"), files::FileFormat::kMetis);
  EXPECT_EQ(files::file_format_of("example-directed.e"), files::FileFormat::kEdgeList);
}

TEST(FileFormat, IsTakenFromTheExtensionBeforeThatOfTheCompression) {
  EXPECT_EQ(files::file_format_of("x.graph.gz"), files::FileFormat::kMetis);
  EXPECT_EQ(files::file_format_of("x.egr.zst"), files::FileFormat::kEcl);
  EXPECT_EQ(files::file_format_of("x.gz"), std::nullopt);
}

TEST(FileFormat, IsUnknownForOtherExtensions) {
  EXPECT_EQ(files::file_format_of("graph"), std::nullopt);
  EXPECT_EQ(files::file_format_of("graph.xyz"), std::nullopt);
  EXPECT_EQ(files::file_format_of("mtx"), std::nullopt);
  EXPECT_EQ(files::file_format_of("graph.el wel"), std::nullopt);
}

}  // namespace
}  // namespace warpgraph
