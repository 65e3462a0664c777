// SPDX-License-Identifier: Apache-2.0
//
// Reads the seeds of the fuzz targets, so that what they once found stays found.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"
#include "fuzz/graphalytics_check.hpp"
#include "fuzz/reader_check.hpp"
#include "fuzz/values_check.hpp"
#include "fuzz/wg_check.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

using Corpus = std::pair<std::string, files::FileFormat>;

std::vector<std::filesystem::path> seeds_of(const std::string& reader) {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path folder = WARPGRAPH_FUZZ_CORPUS;
  for (const auto& entry : std::filesystem::directory_iterator(folder / reader)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class FuzzCorpus : public testing::TestWithParam<Corpus> {
 protected:
  static std::vector<std::filesystem::path> seeds() { return seeds_of(GetParam().first); }
};

TEST_P(FuzzCorpus, ReadersDoWhatTheyMust) {
  const auto files = seeds();
  EXPECT_FALSE(files.empty());
  for (const auto& file : files) {
    const std::string bytes = TemporaryFolder::content(file);
    EXPECT_EQ(fuzz::check_reader(bytes_of(bytes), GetParam().second), "") << file;
  }
}

TEST_P(FuzzCorpus, HasSeedsThatAreReadAndSeedsThatAreRefused) {
  std::size_t read = 0;
  for (const auto& file : seeds()) {
    const std::string bytes = TemporaryFolder::content(file);
    if (!describe_reading(bytes, as(GetParam().second)).starts_with("error")) ++read;
  }
  EXPECT_GT(read, 0u);
  EXPECT_LT(read, seeds().size());
}

INSTANTIATE_TEST_SUITE_P(
    Host, FuzzCorpus,
    testing::Values(Corpus("edge_list", files::FileFormat::kEdgeList),
                    Corpus("matrix_market", files::FileFormat::kMatrixMarket),
                    Corpus("metis", files::FileFormat::kMetis), Corpus("dimacs", files::FileFormat::kDimacs),
                    Corpus("dimacs_colouring", files::FileFormat::kDimacsColouring),
                    Corpus("galois", files::FileFormat::kGalois), Corpus("gap", files::FileFormat::kGap),
                    Corpus("gap_weighted", files::FileFormat::kGapWeighted), Corpus("ecl", files::FileFormat::kEcl),
                    Corpus("compressed", files::FileFormat::kEdgeList)),
    [](const auto& test) { return test.param.first; });

TEST(WgFuzzCorpus, ReaderDoesWhatItMust) {
  for (const auto& file : seeds_of("wg")) {
    const std::string bytes = TemporaryFolder::content(file);
    EXPECT_EQ(fuzz::check_wg(bytes_of(bytes)), "") << file;
    EXPECT_EQ(fuzz::check_wg(fuzz::with_checksums(bytes_of(bytes))), "") << file;
  }
}

TEST(WgFuzzCorpus, HasSeedsThatAreReadAndSeedsThatAreRefused) {
  const auto seeds = seeds_of("wg");
  const auto read = std::ranges::count_if(seeds, [](const auto& file) {
    return fuzz::open_wg(bytes_of(TemporaryFolder::content(file)), true).has_value();
  });
  EXPECT_GT(read, 0);
  EXPECT_LT(read, std::ssize(seeds));
}

TEST(GraphalyticsFuzzCorpus, ReadersDoWhatTheyMust) {
  std::size_t properties = 0;
  std::size_t vertices = 0;
  const auto files = seeds_of("graphalytics");
  for (const auto& file : files) {
    const std::string bytes = TemporaryFolder::content(file);
    EXPECT_EQ(fuzz::check_graphalytics(bytes_of(bytes)), "") << file;
    properties += fuzz::is_read(bytes_of(bytes), [](const auto& input) { (void)detail::read_properties(input); });
    vertices += fuzz::is_read(bytes_of(bytes), [](const auto& input) { (void)detail::read_vertex_list(input); });
  }
  EXPECT_GT(properties, 0u);
  EXPECT_GT(vertices, 0u);
  EXPECT_LT(properties + vertices, files.size());
}

TEST(ValuesFuzzCorpus, ReaderDoesWhatItMust) {
  for (const auto& file : seeds_of("values")) {
    const std::string bytes = TemporaryFolder::content(file);
    for (const auto format : {files::ValueFormat::kText, files::ValueFormat::kNpy, files::ValueFormat::kBinary}) {
      for (const fuzz::Names& names : {fuzz::kDenseNames, fuzz::kSparseNames}) {
        for (unsigned type = 0; type < 6; ++type) {
          EXPECT_EQ(fuzz::check_values_as(bytes_of(bytes), format, names, type), "") << file << ' ' << type;
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
