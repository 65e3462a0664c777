// SPDX-License-Identifier: Apache-2.0
#include "level_graph.hpp"

#include "compact.hpp"

namespace warpgraph::partitioning {
namespace {

struct IsLong {
  View<const EdgeId> row;
  View<std::uint8_t> flag;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { flag[v] = row[v + 1] - row[v] > kShortRow ? 1 : 0; }
};

}  // namespace

void find_long_rows(StreamRef stream, LevelGraph& level) {
  Buffer<std::uint8_t> flags(stream, level.vertices, "partition flags");
  for_each(stream, level.vertices, IsLong{level.row, flags});
  level.long_rows = flagged(stream, flags, "partition long rows");
}

}  // namespace warpgraph::partitioning
