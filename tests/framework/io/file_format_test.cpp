// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/file_format.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {
namespace {

TEST(FileFormat, NamesAreReadBack) {
  for (const FileFormatInfo& info : file_formats()) {
    EXPECT_EQ(parse_file_format(info.name), info.format);
    EXPECT_EQ(name_of(info.format), info.name);
  }
}

TEST(FileFormat, NamesAreDifferent) {
  std::set<std::string_view> names;
  for (const FileFormatInfo& info : file_formats()) names.insert(info.name);
  EXPECT_EQ(names.size(), file_formats().size());
}

TEST(FileFormat, RefusesAnUnknownNameAndListsTheOthers) {
  try {
    static_cast<void>(parse_file_format("xml"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown format 'xml', expected one of edges mtx metis dimacs dimacs-edge galois "
                 "sg wsg egr");
  }
}

TEST(FileFormat, IsTakenFromTheExtensionInAnyCase) {
  EXPECT_EQ(file_format_of("a/b.c/graph.mtx"), FileFormat::kMatrixMarket);
  EXPECT_EQ(file_format_of("GRAPH.MTX"), FileFormat::kMatrixMarket);
  EXPECT_EQ(file_format_of("soc-x.txt"), FileFormat::kEdgeList);
  EXPECT_EQ(file_format_of("x.y.wsg"), FileFormat::kGapWeighted);
  EXPECT_EQ(file_format_of("x.gr"), FileFormat::kDimacs);
  EXPECT_EQ(file_format_of("test.mgraph"), FileFormat::kMetis);
  EXPECT_EQ(file_format_of("example-directed.e"), FileFormat::kEdgeList);
}

TEST(FileFormat, IsTakenFromTheExtensionBeforeThatOfTheCompression) {
  EXPECT_EQ(file_format_of("x.graph.gz"), FileFormat::kMetis);
  EXPECT_EQ(file_format_of("x.egr.zst"), FileFormat::kEcl);
  EXPECT_EQ(file_format_of("x.gz"), std::nullopt);
}

TEST(FileFormat, IsUnknownForOtherExtensions) {
  EXPECT_EQ(file_format_of("graph"), std::nullopt);
  EXPECT_EQ(file_format_of("graph.xyz"), std::nullopt);
  EXPECT_EQ(file_format_of("mtx"), std::nullopt);
  EXPECT_EQ(file_format_of("graph.el wel"), std::nullopt);
}

}  // namespace
}  // namespace warpgraph
