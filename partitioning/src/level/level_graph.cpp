// SPDX-License-Identifier: Apache-2.0
#include "level_graph.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include "../peers/peer.hpp"
#include "compact.hpp"
#include "for_each_row.hpp"

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

constexpr std::uint64_t kSums = 1024;  // so that few rows add to the same one

// Each entry (v, u) with v < u adds a draw, and its opposite takes it away.
struct SumRow {
  LevelView level;
  View<std::uint64_t> sums;  // and one more, which is not 0 if a row is none

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t) const { return true; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const EdgeId first = level.row[v];
    const EdgeId last = level.row[v + 1];
    if (first > last || last > level.column.size()) {
      team.once([&] { atomic::store(sums[kSums], std::uint64_t{1}); });
      return;
    }
    const auto sum = team.reduce(first, last, std::uint64_t{0}, Plus{}, [&](EdgeId edge) -> std::uint64_t {
      const VertexId u = level.column[edge];
      if (u >= level.row.size() - 1) atomic::store(sums[kSums], std::uint64_t{1});
      if (u == v) return 0;
      const std::uint64_t seed =
          level.edge_weight.empty() ? 1 : draw(1, static_cast<std::uint64_t>(level.edge_weight[edge]));
      const std::uint64_t mark = draw_pair(seed, static_cast<std::uint32_t>(v), u);
      return v < u ? mark : ~mark + 1;
    });
    team.once([&] { atomic::fetch_add(sums[v % kSums], sum); });
  }
};

}  // namespace

bool is_undirected(StreamRef stream, const LevelGraph& level) {
  Buffer<std::uint64_t> sums(stream, kSums + 1, "partition counts");
  fill(stream, sums, 0);
  for_each_row(stream, level, SumRow{level.view(), sums});
  const std::vector<std::uint64_t> found = to_host(stream, sums);
  const std::uint64_t mine = std::accumulate(found.begin(), found.end(), std::uint64_t{0});
  return sum_of_peers(level, found.back()) == 0 && sum_of_peers(level, mine) == 0;
}

void find_long_rows(StreamRef stream, LevelGraph& level) {
  Buffer<std::uint8_t> flags(stream, level.vertices, "partition flags");
  kernel::for_each(stream, level.vertices, IsBetween{level.row, kShortRow, kLongRow, flags});
  level.long_rows = flagged(stream, flags, "partition long rows");
  kernel::for_each(stream, level.vertices, IsBetween{level.row, kLongRow, ~EdgeId{0}, flags});
  level.heavy_rows = flagged(stream, flags, "partition long rows");
}

}  // namespace warpgraph::partitioning
