// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/grid_part.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/ranks/generate_part.hpp>

#include "parts.hpp"

namespace warpgraph::test {
namespace {

generators::GeneratorSpec kron() {
  generators::GeneratorSpec spec{.family = generators::Rmat{.scale = 10}, .seed = 3};
  spec.weights = {.kind = generators::WeightKind::kUniform, .type = ValueType::kFloat};
  return spec;
}

// On as many ranks as the grid has.
std::vector<ranks::GraphPart<float>> parts_on(ranks::RankGrid grid, const generators::GeneratorSpec& spec) {
  std::vector<ranks::GraphPart<float>> parts;
  for (ranks::AnyGraphPart& each : parts_of(static_cast<int>(grid.ranks()), [&](Ranks&ranks, ThreadPool&threads) {
         return ranks::on_grid(ranks, threads, ranks::generate_part(ranks, threads, spec), grid);
       }))
    parts.push_back(std::get<ranks::GraphPart<float>>(std::move(each)));
  return parts;
}

using Edge = std::pair<VertexId, float>;
std::vector<Edge> row_of(const Adjacency<float>& in, VertexId row) {
  std::vector<Edge> edges;
  for (EdgeId e = in.row[row]; e < in.row[row + 1]; ++e) edges.emplace_back(in.column[e], in.value[e]);
  return edges;
}

class GridPart : public ::testing::TestWithParam<ranks::RankGrid> {};
INSTANTIATE_TEST_SUITE_P(Host, GridPart,
                         ::testing::Values(ranks::RankGrid{1, 3}, ranks::RankGrid{2, 2}, ranks::RankGrid{2, 3},
                                           ranks::RankGrid{3, 2}, ranks::RankGrid{4, 4}),
                         [](const auto& grid) {
                           return std::to_string(grid.param.rows) + "x" + std::to_string(grid.param.columns);
                         });

TEST_P(GridPart, TheEdgesOfARowsRanksAreThoseOfTheGraphAndKeepTheirOrderInEach) {
  ThreadPool threads(2);
  const AnyGraph any = build_graph(threads, generators::generate(kron(), threads), {});
  const auto& graph = std::get<Graph<float>>(any);
  const ranks::RankGrid grid = GetParam();
  const auto parts = parts_on(grid, kron());
  for (std::size_t first = 0; first < parts.size(); first += grid.columns) {
    const VertexRange rows = parts[first].grid->rows;
    for (VertexId v = rows.first; v < rows.last; ++v) {
      const std::vector<Edge> whole = row_of(graph.incoming(), v);
      std::size_t found = 0;
      for (std::size_t c = 0; c < grid.columns; ++c) {
        const std::vector<Edge> some = row_of(parts[first + c].incoming, v - rows.first);
        found += some.size();
        auto at = whole.begin();
        for (const Edge& each : some) {
          at = std::find(at, whole.end(), each);
          ASSERT_NE(at++, whole.end()) << "vertex " << v << " from column " << c;
        }
      }
      EXPECT_EQ(found, whole.size()) << "vertex " << v;
    }
  }
}

TEST_P(GridPart, EdgesBeginInTheColumnOfTheirRank) {
  const ranks::RankGrid grid = GetParam();
  const auto parts = parts_on(grid, kron());
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    for (const VertexId u : parts[rank].incoming.column) {
      const auto owner = std::ranges::find_if(parts, [&](const ranks::GraphPart<float>& each) {
        return each.own.contains({u, u + 1});
      });
      EXPECT_EQ(grid.column_of(static_cast<std::size_t>(owner - parts.begin())), grid.column_of(rank));
    }
  }
}

TEST_P(GridPart, OwnVerticesAndTheLengthsOfTheirRowsStay) {
  const ranks::RankGrid grid = GetParam();
  const auto before = parts_of(static_cast<int>(grid.ranks()), [](Ranks& ranks, ThreadPool& threads) {
    return ranks::generate_part(ranks, threads, kron());
  });
  const auto parts = parts_on(grid, kron());
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    const auto& part = std::get<ranks::GraphPart<float>>(before[rank]);
    EXPECT_EQ(parts[rank].own, part.own);
    const std::span<const EdgeId> row = part.incoming.row.span();
    EXPECT_TRUE(std::ranges::equal(parts[rank].grid->own_row.span(), row));
    EXPECT_EQ(parts[rank].grid->shape, grid);
    EXPECT_EQ(parts[rank].grid->rows.first, parts[rank / grid.columns * grid.columns].own.first);
    EXPECT_EQ(parts[rank].grid->rows.last, parts[rank / grid.columns * grid.columns + grid.columns - 1].own.last);
  }
}

TEST(PartOnAGrid, AGridOfAnotherNumberOfRanksIsAnErrorOnAll) {
  const auto errors = errors_of(3, [](Ranks& ranks, ThreadPool& threads) {
    static_cast<void>(ranks::on_grid(ranks, threads, ranks::generate_part(ranks, threads, kron()), {2, 2}));
  });
  for (const std::string& error : errors) EXPECT_EQ(error, "UsageError");
}

TEST(PartOnAGrid, WithOneColumnThePartStaysAsItIs) {
  const auto before =
      parts_of(3, [](Ranks& ranks, ThreadPool& threads) { return ranks::generate_part(ranks, threads, kron()); });
  const auto after = parts_of(3, [](Ranks& ranks, ThreadPool& threads) {
    return ranks::on_grid(ranks, threads, ranks::generate_part(ranks, threads, kron()), {3, 1});
  });
  EXPECT_EQ(rows_of(after), rows_of(before));
  for (const ranks::AnyGraphPart& each : after) EXPECT_FALSE(std::get<ranks::GraphPart<float>>(each).grid);
}

TEST(PartOnAGrid, APartOfAGridIsNotSplitAgain) {
  const auto errors = errors_of(2, [](Ranks& ranks, ThreadPool& threads) {
    ranks::AnyGraphPart part = ranks::on_grid(ranks, threads, ranks::generate_part(ranks, threads, kron()), {1, 2});
    static_cast<void>(ranks::on_grid(ranks, threads, std::move(part), {1, 2}));
  });
  for (const std::string& error : errors) EXPECT_EQ(error, "UsageError");
}

}  // namespace
}  // namespace warpgraph::test
