// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/source_blocks.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

struct Rows {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  bool operator==(const Rows&) const = default;
};

// Rows of 0 to 6 edges in no order, and one of 300.
Rows some_rows(VertexId vertices) {
  Rows rows{{0}, {}};
  std::uint64_t state = 3;
  for (VertexId v = 0; v < vertices; ++v) {
    const std::uint64_t length = v == vertices / 3 ? 300 : v % 7;
    for (std::uint64_t i = 0; i < length; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      rows.column.push_back(static_cast<VertexId>((state >> 33) % vertices));
    }
    rows.row.push_back(rows.column.size());
  }
  return rows;
}

// What is left of the rows with the edges from [first, last).
Rows serially(const Rows& rows, VertexId first, VertexId last) {
  Rows left{{0}, {}};
  for (std::size_t v = 0; v + 1 < rows.row.size(); ++v) {
    for (EdgeId e = rows.row[v]; e < rows.row[v + 1]; ++e)
      if (rows.column[e] >= first && rows.column[e] < last) left.column.push_back(rows.column[e]);
    left.row.push_back(left.column.size());
  }
  return left;
}

class SourceBlocksTest : public MachineTest {};

TEST_P(SourceBlocksTest, HaveTheEdgesOfEachRangeInTheirOrder) {
  for (const VertexId vertices : {1u, 5u, 32u, 1000u}) {
    const Rows rows = some_rows(vertices);
    const auto row = to_device(stream(), rows.row, "row");
    const auto column = to_device(stream(), rows.column, "column");
    for (const std::uint32_t count : {1u, 2u, 3u, 7u}) {
      SCOPED_TRACE(testing::Message() << count << " blocks of " << vertices << " vertices");
      runtime().device().reset_peak_memory();
      const std::size_t before = runtime().device().memory().in_use;
      const rows::SourceBlocks blocks = rows::cut_by_source(stream(), row, column, vertices, count);
      EXPECT_LE(runtime().device().memory().peak - before,
                rows::source_blocks_bytes(vertices, rows.column.size(), count) + 4096);  // and what a scan takes
      ASSERT_EQ(blocks.size(), count);
      for (std::uint64_t b = 0; b < count; ++b) {
        const Rows expected = serially(rows, static_cast<VertexId>(b * vertices / count),
                                       static_cast<VertexId>((b + 1) * vertices / count));
        EXPECT_EQ((Rows{to_host(stream(), blocks[b].row), to_host(stream(), blocks[b].column)}), expected);
        EdgeId longest = 0;
        for (std::size_t v = 0; v < vertices; ++v) longest = std::max(longest, expected.row[v + 1] - expected.row[v]);
        EXPECT_EQ(blocks[b].lengths.longest, longest);
      }
    }
  }
}

TEST_P(SourceBlocksTest, SourcesAreEvenWhereNoRangeHasMuchMoreThanItsShare) {
  constexpr VertexId kVertices = 4000;
  std::vector<VertexId> even(40'000);
  std::vector<VertexId> low(even.size());
  for (std::size_t e = 0; e < even.size(); ++e) {
    even[e] = static_cast<VertexId>(e * 7 % kVertices);
    low[e] = e % 2 == 0 ? even[e] / 4 : even[e];
  }
  // Rows of one length, each in the order of its sources.
  constexpr std::uint64_t kLength = 16;
  constexpr VertexId kMany = 1 << 15;
  std::vector<VertexId> in_order(kMany * kLength);
  for (std::size_t e = 0; e < in_order.size(); ++e)
    in_order[e] = static_cast<VertexId>((e % kLength * (kMany / kLength) + e / kLength % 1000));
  EXPECT_TRUE(rows::has_even_sources(stream(), to_device(stream(), in_order, "column"), kMany, 4));

  const auto column = to_device(stream(), even, "column");
  const auto low_column = to_device(stream(), low, "column");
  EXPECT_TRUE(rows::has_even_sources(stream(), column, kVertices, 4));
  EXPECT_FALSE(rows::has_even_sources(stream(), low_column, kVertices, 4));
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(SourceBlocksTest);

TEST(EvenSources, NoRangeHasMuchMoreThanTheMean) {
  const auto even = [](const std::vector<std::size_t>& found) { return rows::are_even(found); };
  EXPECT_TRUE(even({33, 33, 34}));
  EXPECT_TRUE(even({140, 80, 80}));
  EXPECT_FALSE(even({141, 79, 80}));
  EXPECT_FALSE(even({97, 2, 1}));
  EXPECT_TRUE(even({0, 0}));
}

// Whether the sources are even in three ranges and in six.
std::vector<bool> evenness_of(const std::string& family, const generators::GeneratorArguments& arguments,
                              Relabel relabel) {
  ThreadPool threads(1);
  const auto graph =
      build_graph<NoValue>(threads, generators::generate(generators::parse_generator(family, arguments), threads),
                           {.symmetrise = true, .relabel = relabel});
  std::vector<bool> evenness;
  for (const std::size_t ranges : {3u, 6u}) {
    std::vector<std::size_t> found(ranges);
    for (const std::uint64_t u : graph.incoming().column.span()) ++found[u * ranges / graph.vertex_count()];
    evenness.push_back(rows::are_even(found));
  }
  return evenness;
}

TEST(EvenSources, AreThoseOfUniformGraphsInAnyOrderAndNotThoseOfHeavyVerticesThatLieTogether) {
  const generators::GeneratorArguments uniform{{"vertices", "4096"}};
  const generators::GeneratorArguments skewed{{"scale", "12"}};
  const std::vector<bool> yes{true, true};
  const std::vector<bool> no{false, false};
  EXPECT_EQ(evenness_of("urand", uniform, Relabel::kNone), yes);
  EXPECT_EQ(evenness_of("urand", uniform, Relabel::kDegree), yes);
  EXPECT_EQ(evenness_of("kron", skewed, Relabel::kNone), yes) << "permuted";
  EXPECT_EQ(evenness_of("kron", skewed, Relabel::kDegree), no);
  EXPECT_EQ(evenness_of("rmat", skewed, Relabel::kNone), no);
}

}  // namespace
}  // namespace warpgraph::test
