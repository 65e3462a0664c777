// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/groups/group_rows.hpp>

#include <limits>
#include <string_view>
#include <utility>

#include <warpgraph/framework/sweep/count_up.hpp>
#include <warpgraph/framework/sweep/group_table.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/select.hpp>

namespace warpgraph::detail {

namespace {

struct RowDegrees {
  View<const EdgeId> row;
  View<const EdgeId> others;
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId of(std::uint64_t v) const {
    return row[v + 1] - row[v] + (others.empty() ? 0 : others[v + 1] - others[v]);
  }
};

struct IsBetween {
  RowDegrees degrees;
  EdgeId above;
  EdgeId max;
  View<std::uint8_t> flag;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId degree = degrees.of(v);
    flag[v] = degree > above && degree <= max ? 1 : 0;
  }
};

struct DegreesOfListed {
  RowDegrees degrees;
  View<const VertexId> listed;
  View<EdgeId> degree;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { degree[i] = degrees.of(listed[i]); }
};

// Rows with more edges than `above`, up to `max`. Waits for the stream.
Buffer<VertexId> list_rows(StreamRef stream, const RowDegrees& degrees, EdgeId above, EdgeId max) {
  const std::uint64_t rows = degrees.row.size() - 1;
  Buffer<std::uint8_t> flags(stream, rows, "engine long rows");
  Buffer<VertexId> all(stream, rows, "engine long rows");
  Buffer<VertexId> chosen(stream, rows, "engine long rows");
  Buffer<std::uint64_t> count(stream, 1, "engine long rows");
  kernel::for_each(stream, rows, IsBetween{degrees, above, max, flags});
  kernel::for_each(stream, rows, sweep::CountUp{all});
  primitives::select(stream, all, flags, chosen.view(), count);
  const std::uint64_t found = to_host(stream, count).front();
  Buffer<VertexId> list(stream, found, "engine long rows");
  copy(stream, list, chosen.view().subview(0, found));
  return list;
}

}  // namespace

GroupRows::GroupRows(StreamRef stream, View<const EdgeId> row, View<const EdgeId> others, std::uint64_t max_slots)
    : row_(row.data()), size_(row.size()) {
  if (row.size() < 2) return;
  const RowDegrees degrees{row, others};
  of_warps_ = list_rows(stream, degrees, kShort, kWarp);
  of_blocks_ = list_rows(stream, degrees, kWarp, kBlock);
  heavy_ = list_rows(stream, degrees, kBlock, std::numeric_limits<EdgeId>::max());
  if (heavy_.empty()) return;
  Buffer<EdgeId> degree(stream, heavy_.size(), "engine long rows");
  kernel::for_each(stream, heavy_.size(), DegreesOfListed{degrees, heavy_, degree});
  std::vector<std::uint64_t> place;
  std::uint64_t used = 0;
  for (const EdgeId each : to_host(stream, degree)) {
    const std::uint64_t slots = sweep::slots_for(each);
    if (batches_.empty() || used + slots > max_slots) {
      batches_.push_back({place.size(), 0});
      used = 0;
    }
    place.push_back(used);
    ++batches_.back().count;
    used += slots;
    arena_slots_ = used > arena_slots_ ? used : arena_slots_;
  }
  place_ = to_device(stream, place, "engine long rows");
}

}  // namespace warpgraph::detail
