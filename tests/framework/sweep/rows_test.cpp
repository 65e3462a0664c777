// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/row_slice.hpp>
#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/framework/sweep/each_in_rows.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

// Adds to every vertex the number of its entries, slice by slice.
struct CountEntries {
  View<const EdgeId> row;
  EdgeId entries;
  View<std::uint64_t> count;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    rows::RowSlice slice(warp, row, entries);
    for (bool is_last = false; !is_last; slice.first += kernel::Warp::kSize) {
      kernel::PerLane<EdgeId> from;
      kernel::PerLane<EdgeId> to;
      warp.relaxed_phase([&](kernel::Lane lane) { slice.part(lane, from[lane], to[lane]); });
      is_last = warp.broadcast(to, kernel::Warp::kSize - 1) == slice.end;
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (from[lane] != to[lane]) atomic::fetch_add(count[slice.first + lane], to[lane] - from[lane]);
      });
    }
  }
};

struct CountVisits {
  View<std::uint32_t> visits;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, visits.size(), [&](std::uint64_t v) { atomic::fetch_add(visits[v], 1u); });
    });
  }
};

// The bits of all vertices, a word at a time.
struct SetAllBits {
  std::uint64_t vertices;
  View<std::uint32_t> mask;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    sweep::for_each_word(warp, vertices, [&](std::uint64_t base) {
      warp.elect([&] { atomic::fetch_add(mask[base / 32], sweep::bits_inside(base, vertices)); });
    });
  }
};

// The row of each entry, and how often it was met.
struct NameEntries {
  View<const EdgeId> row;
  EdgeId max_engaged;
  View<std::uint32_t> name;
  View<std::uint32_t> visits;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t rows = row.size() - 1;
    kernel::PerLane<EdgeId> first;
    kernel::PerLane<EdgeId> last;
    kernel::PerLane<std::uint32_t> mine;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t v = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      first[lane] = row[v < rows ? v : rows];
      last[lane] = row[v < rows ? v + 1 : rows];
      mine[lane] = static_cast<std::uint32_t>(v);
    });
    sweep::each_in_rows(
        warp, first, last, mine,
        [&](EdgeId e, std::uint32_t v) {
          name[e] = v;
          atomic::fetch_add(visits[e], 1u);
        },
        max_engaged);
  }
};

class RowsTest : public MachineTest {};

// 70 rows of 0 to 69 entries; the three warps have about 500, 1,500 and 400 of them.
TEST_P(RowsTest, EntriesKnowTheirRowsHoweverFewAWarpEngagesIn) {
  std::vector<EdgeId> row(71);
  std::vector<std::uint32_t> expected;
  for (std::uint32_t v = 0; v < 70; ++v) {
    row[v + 1] = row[v] + v;
    expected.insert(expected.end(), v, v);
  }
  const Buffer<EdgeId> rows = to_device(stream(), row, "rows");
  for (const EdgeId max_engaged : {sweep::kMaxEngaged, EdgeId{1000}, EdgeId{1}}) {
    Buffer<std::uint32_t> name(stream(), expected.size(), "names");
    Buffer<std::uint32_t> visits(stream(), expected.size(), "visits");
    fill(stream(), visits, 0);
    kernel::launch(stream(), kernel::Warps{3}, NameEntries{rows, max_engaged, name, visits});
    EXPECT_EQ(to_host(stream(), name), expected) << max_engaged;
    EXPECT_EQ(to_host(stream(), visits), std::vector<std::uint32_t>(expected.size(), 1)) << max_engaged;
  }
}

TEST_P(RowsTest, EqualSlicesHaveEveryEntryOnce) {
  std::vector<EdgeId> row{0};
  for (std::uint64_t v = 0; v < 3000; ++v) row.push_back(row.back() + (v % 997 == 3 ? 9000 : v * 2654435761u % 7));
  const Buffer<EdgeId> rows = to_device(stream(), row, "rows");
  Buffer<std::uint64_t> count(stream(), row.size() - 1, "counts");
  fill(stream(), count, 0);
  kernel::launch(stream(), kernel::Warps{rows::RowSlice::count(row.back())}, CountEntries{rows, row.back(), count});
  const std::vector<std::uint64_t> found = to_host(stream(), count);
  for (std::size_t v = 0; v < found.size(); ++v) ASSERT_EQ(found[v], row[v + 1] - row[v]) << v;
}

TEST_P(RowsTest, ASweepVisitsEveryVertexOnce) {
  for (const std::uint64_t vertices : {1u, 33u, 100000u}) {
    Buffer<std::uint32_t> visits(stream(), vertices, "visits");
    fill(stream(), visits, 0);
    kernel::launch(stream(), sweep::sweep_warps(stream(), vertices), CountVisits{visits});
    EXPECT_EQ(to_host(stream(), visits), std::vector<std::uint32_t>(vertices, 1));
  }
}

TEST_P(RowsTest, ASweepOverABitmaskVisitsEveryWordOnce) {
  for (const std::uint64_t vertices : {1u, 32u, 33u, 100000u}) {
    Buffer<std::uint32_t> mask(stream(), sweep::mask_words(vertices), "mask");
    fill(stream(), mask, 0);
    kernel::launch(stream(), sweep::sweep_warps(stream(), vertices), SetAllBits{vertices, mask});
    std::vector<std::uint32_t> expected(sweep::mask_words(vertices), 0xffffffffu);
    if (vertices % 32 != 0) expected.back() = (1u << vertices % 32) - 1;
    EXPECT_EQ(to_host(stream(), mask), expected) << vertices;
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(RowsTest);

}  // namespace
}  // namespace warpgraph::test
