// SPDX-License-Identifier: Apache-2.0
#include "level_graph.hpp"

#include <cstdint>

#include "compact.hpp"

namespace warpgraph::partitioning {
namespace {

// Rows with more edges than `above`, up to `max`.
struct IsBetween {
  View<const EdgeId> row;
  EdgeId above;
  EdgeId max;
  View<std::uint8_t> flag;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId degree = row[v + 1] - row[v];
    flag[v] = degree > above && degree <= max ? 1 : 0;
  }
};

}  // namespace

void find_long_rows(StreamRef stream, LevelGraph& level) {
  Buffer<std::uint8_t> flags(stream, level.vertices, "partition flags");
  for_each(stream, level.vertices, IsBetween{level.row, kShortRow, kLongRow, flags});
  level.long_rows = flagged(stream, flags, "partition long rows");
  for_each(stream, level.vertices, IsBetween{level.row, kLongRow, ~EdgeId{0}, flags});
  level.heavy_rows = flagged(stream, flags, "partition long rows");
}

}  // namespace warpgraph::partitioning
