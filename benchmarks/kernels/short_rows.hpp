// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/view.hpp>

#include "rounds.hpp"

// A graph of short rows whose neighbours lie close together: each vertex of a lattice has up to 12 neighbours, of which
// three in five are there by chance. Rows ascend, and every edge is in both.
namespace warpgraph::benchmarks {

struct ShortRowsView {
  View<const std::uint32_t> row;
  View<const std::uint32_t> column;
  View<const std::uint32_t> lower_last;  // where the row's neighbours with lower numbers end

  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t vertices() const {
    return static_cast<std::uint32_t>(lower_last.size());
  }
};

class ShortRows {
 public:
  ShortRows(StreamRef stream, std::uint32_t width_bits) {
    const std::int64_t width = std::int64_t{1} << width_bits;
    const std::int64_t n = width * width;
    const std::array<std::int64_t, 6> away{1, 2, width - 1, width, width + 1, 2 * width};
    std::vector<std::uint32_t> row{0};
    std::vector<std::uint32_t> column;
    std::vector<std::uint32_t> lower_last;
    const auto add = [&](std::int64_t low, std::int64_t end, std::size_t which) {
      const bool is_there =
          low >= 0 && low + away[which] < n && mix(static_cast<std::uint64_t>(low) * away.size() + which) % 5 < 3;
      if (is_there) column.push_back(static_cast<std::uint32_t>(end));
    };
    for (std::int64_t v = 0; v < n; ++v) {
      for (std::size_t i = away.size(); i-- > 0;) add(v - away[i], v - away[i], i);
      lower_last.push_back(static_cast<std::uint32_t>(column.size()));
      for (std::size_t i = 0; i < away.size(); ++i) add(v, v + away[i], i);
      row.push_back(static_cast<std::uint32_t>(column.size()));
    }
    row_ = to_device(stream, row, "rows");
    column_ = to_device(stream, column, "columns");
    lower_last_ = to_device(stream, lower_last, "lower neighbours");
  }

  [[nodiscard]] ShortRowsView view() const { return {row_, column_, lower_last_}; }

 private:
  Buffer<std::uint32_t> row_;
  Buffer<std::uint32_t> column_;
  Buffer<std::uint32_t> lower_last_;
};

}  // namespace warpgraph::benchmarks
