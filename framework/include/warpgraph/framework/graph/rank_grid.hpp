// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgraph::ranks {

// Ranks as a grid, row by row: a rank has the edges from the vertices that the ranks of its column own to those that
// the ranks of its row own. With one column each rank has all edges into its own vertices.
struct RankGrid {
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;

  [[nodiscard]] std::uint64_t ranks() const { return rows * columns; }
  [[nodiscard]] std::uint64_t row_of(std::uint64_t rank) const { return rank / columns; }
  [[nodiscard]] std::uint64_t column_of(std::uint64_t rank) const { return rank % columns; }
  bool operator==(const RankGrid&) const = default;
};

}  // namespace warpgraph::ranks
