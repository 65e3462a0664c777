// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/level_tasks.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

// Level after level, the sum of the neighbours' numbers of each vertex of the level.
struct AddUpLevels {
  rows::LevelSums<std::uint64_t> sums;
  std::uint32_t levels;
  View<std::uint64_t> found;

  struct Neighbour {
    View<const VertexId> column;
    WARPGRAPH_DEVICE std::uint64_t operator()(EdgeId e) const { return column[e]; }
  };
  struct Note {
    View<std::uint64_t> found;
    std::uint64_t level;
    WARPGRAPH_DEVICE void operator()(VertexId v, std::uint64_t sum) const { found[v] += (level + 1) << 32 | sum; }
  };
  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    for (std::uint32_t level = 0; level < levels; ++level)
      sums.add_up(grid, sums.find(level), Neighbour{sums.edges.column}, Note{found, level});
  }
};

class LevelTasksTest : public MachineTest {
 protected:
  static constexpr std::uint32_t kLevels = 3;

  // Vertex v has `length[v]` edges, to the vertices from v on. found[v]: its level + 1, and the sum of these.
  void expect_sums(const std::vector<EdgeId>& length, const std::vector<std::uint32_t>& level) {
    std::vector<EdgeId> row{0};
    std::vector<VertexId> column;
    std::vector<std::uint64_t> expected;
    for (std::size_t v = 0; v < length.size(); ++v) {
      std::uint64_t sum = 0;
      for (EdgeId k = 0; k < length[v]; ++k) {
        column.push_back(static_cast<VertexId>((v + k) % length.size()));
        sum += column.back();
      }
      row.push_back(column.size());
      expected.push_back(level[v] == kNoVertex ? 0 : std::uint64_t{level[v] + 1} << 32 | sum);
    }
    const Buffer<EdgeId> rows = to_device(stream(), row, "rows");
    const Buffer<VertexId> columns = to_device(stream(), column, "columns");
    const Buffer<std::uint32_t> levels = to_device(stream(), level, "levels");
    rows::LevelTasks tasks(stream(), {rows, columns, {}});
    for (int run = 0; run < 2; ++run) {  // tasks are sorted for one source after the other
      tasks.sort(stream(), levels, kLevels);
      Buffer<std::uint64_t> partial(stream(), tasks.piece_count(), "partial");
      Buffer<std::uint64_t> found(stream(), length.size(), "found");
      fill(stream(), found, 0);
      kernel::launch(stream(), kernel::WholeDevice{}, AddUpLevels{tasks.sums(partial.view()), kLevels + 1, found});
      EXPECT_EQ(to_host(stream(), found), expected);
    }
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(LevelTasksTest);

TEST_P(LevelTasksTest, EachVertexOfALevelGetsTheSumOverItsRow) {
  std::vector<EdgeId> length;
  std::vector<std::uint32_t> level;
  for (std::uint32_t v = 0; v < 300; ++v) {
    length.push_back(v % 5);
    level.push_back(v % kLevels);
  }
  expect_sums(length, level);
}

// Rows in several pieces, on one level with short rows and on one without.
TEST_P(LevelTasksTest, SumsOfLongRowsArePutTogether) {
  std::vector<EdgeId> length(40, 2);
  std::vector<std::uint32_t> level(40, 0);
  length[7] = 20'000;
  length[8] = 20'001;
  level[8] = 2;
  length[9] = 4'000;
  expect_sums(length, level);
}

TEST_P(LevelTasksTest, VerticesWithoutALevelAreLeftOut) {
  expect_sums({3, 10'000, 2, 0}, {0, kNoVertex, 1, kNoVertex});
}

TEST_P(LevelTasksTest, LevelsMayBeEmpty) { expect_sums({1, 2}, {2, 2}); }

}  // namespace
}  // namespace warpgraph::test
