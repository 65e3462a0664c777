// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/write_values.hpp>

#include <algorithm>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "parts.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

using std::filesystem::path;

// Borders between ranks; the second and the fifth rank have nothing.
VertexId border(int r, int ranks, VertexId vertices) {
  const int steps = r - (r > 1 ? 1 : 0) - (r > 4 ? 1 : 0);
  const int all = ranks - (ranks > 1 ? 1 : 0) - (ranks > 4 ? 1 : 0);
  return static_cast<VertexId>(std::uint64_t{vertices} * static_cast<unsigned>(steps) / static_cast<unsigned>(all));
}

template <class Value>
ranks::OwnValues<Value> own_of(const Ranks& ranks, const std::vector<Value>& values,
                               const std::vector<std::uint64_t>& ids) {
  const auto count = static_cast<VertexId>(values.size());
  const VertexId first = border(ranks.rank(), ranks.size(), count);
  const VertexId last = border(ranks.rank() + 1, ranks.size(), count);
  return {first, std::span(values).subspan(first, last - first),
          ids.empty() ? std::span<const std::uint64_t>() : std::span(ids).subspan(first, last - first)};
}

class WriteValuesOfRanks : public ::testing::TestWithParam<int> {
 protected:
  template <class Value>
  void expect_bytes_of_one(const std::vector<Value>& values, const std::vector<std::uint64_t>& ids) {
    for (const char* const name : {"v.txt", "v.csv", "v.tsv", "v.npy", "v.bin"}) {
      SCOPED_TRACE(name);
      files::write_values<Value>(folder_.path() / name, std::span<const Value>(values), IdMap{.original = ids});
      const std::string expected = TemporaryFolder::content(folder_.path() / name);
      const path together = folder_.path() / ("of_ranks_" + std::string(name));
      on_ranks(GetParam(), [&](Ranks& ranks) { files::write_values(ranks, together, own_of(ranks, values, ids)); });
      EXPECT_EQ(TemporaryFolder::content(together), expected);
    }
  }

  TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Host, WriteValuesOfRanks, ::testing::ValuesIn(kRankCounts),
                         [](const auto& param) { return "ranks" + std::to_string(param.param); });

template <class Value>
std::vector<Value> some_values(std::size_t size) {
  std::mt19937 random(1);
  std::vector<Value> values(size);
  for (Value& value : values) value = static_cast<Value>(random() % 100000) / 3;
  return values;
}

TEST_P(WriteValuesOfRanks, BytesAreThoseOfOneRank) {
  for (const std::size_t size : {0u, 1u, 5u, 1000u, 100000u}) {
    expect_bytes_of_one(some_values<float>(size), {});
    expect_bytes_of_one(some_values<std::int64_t>(size), {});
  }
}

TEST_P(WriteValuesOfRanks, NamedVerticesAreInIncreasingOrder) {
  std::vector<std::uint64_t> ids(3000);
  for (std::size_t v = 0; v < ids.size(); ++v) ids[v] = 5'000'000'000 + 7 * v;
  expect_bytes_of_one(some_values<double>(ids.size()), ids);
  std::ranges::shuffle(ids, std::mt19937(3));
  expect_bytes_of_one(some_values<double>(ids.size()), ids);
}

TEST_P(WriteValuesOfRanks, TheFileOfBeforeStaysIfItCannotBeWritten) {
  std::filesystem::create_directory(folder_.path() / "v.txt");
  const std::vector<float> values(10, 1);
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool&) {
    files::write_values(ranks, folder_.path() / "v.txt", own_of(ranks, values, {}));
  });
  for (const std::string& error : errors) EXPECT_EQ(error, errors.front());
  EXPECT_TRUE(errors.front().starts_with("InputError ")) << errors.front();
}

TEST_P(WriteValuesOfRanks, NothingIsLeftBesideTheFile) {
  const std::vector<float> values(1000, 1);
  on_ranks(GetParam(), [&](Ranks& ranks) {
    files::write_values(ranks, folder_.path() / "v.txt", own_of(ranks, values, {}));
    files::write_values(ranks, folder_.path() / "v.txt", own_of(ranks, values, {}));
  });
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1);
}

TEST_P(WriteValuesOfRanks, WhatIsNoRegularFileIsWrittenByRankZero) {
  const std::vector<float> values(1000, 1);
  EXPECT_NO_THROW(
      on_ranks(GetParam(), [&](Ranks& ranks) { files::write_values(ranks, "/dev/null", own_of(ranks, values, {})); }));
}

}  // namespace
}  // namespace warpgraph::test
