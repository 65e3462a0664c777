// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

// Writes down whose edge each place of a frontier is, and which one.
template <std::uint32_t kSteps>
struct ListEdges {
  sweep::QueueView queue;
  std::uint64_t packed;
  View<VertexId> source;
  View<EdgeId> edge;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    using Slice = sweep::FrontierSlice<kSteps>;
    const std::uint64_t begin = std::uint64_t{warp.global_index()} * Slice::kEdges;
    const Slice slice(warp, queue, packed, begin);
    warp.phase([&](kernel::Lane lane) {
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        const std::uint64_t place = begin + k * kernel::Warp::kSize + lane;
        if (slice.source[k][lane] == kNoVertex) continue;
        source[place] = slice.source[k][lane];
        edge[place] = slice.edge[k][lane];
      }
    });
  }
};

// How often each edge is in a slice, whatever the number of warps.
template <std::uint32_t kSteps>
struct CountEdges {
  sweep::QueueView queue;
  std::uint64_t packed;
  View<std::uint32_t> visits;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    sweep::for_each_slice<kSteps>(warp, queue, packed, [&](const sweep::FrontierSlice<kSteps>& slice) {
      warp.phase([&](kernel::Lane lane) {
        for (std::uint32_t k = 0; k < kSteps; ++k)
          if (slice.source[k][lane] != kNoVertex) atomic::fetch_add(visits[slice.edge[k][lane]], 1u);
      });
    });
  }
};

// Puts vertices 0 ... into a queue, three for each lane; those without edges are left out.
struct PutThree {
  View<const EdgeId> row;
  sweep::QueueView queue;
  View<sweep::FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const auto for_each_of = [&](kernel::Lane lane, auto&& body) {
      for (std::uint64_t v = 3 * sweep::first_in_sweep(warp, lane); v < 3 * sweep::first_in_sweep(warp, lane) + 3;
           ++v) {
        if (v + 1 >= row.size()) return;
        const sweep::RowRange edges(row, v);
        if (edges.degree != 0) body(static_cast<VertexId>(v), edges.first, edges.degree);
      }
    };
    kernel::PerLane<std::uint64_t> wanted{};
    warp.phase([&](kernel::Lane lane) {
      for_each_of(lane, [&](VertexId, EdgeId, EdgeId degree) { wanted[lane] += sweep::pack_counts(1, degree); });
    });
    sweep::put_all(warp, wanted, queue, counts[0].packed, for_each_of);
  }
};

class FrontierTest : public MachineTest {
 protected:
  // A queue of vertices 7, 14, ..., whose edges begin at 1000, 2000, ...
  template <std::uint32_t kSteps>
  void expect_all_edges(const std::vector<EdgeId>& degrees) {
    std::vector<VertexId> vertex;
    std::vector<EdgeId> offset;
    std::vector<EdgeId> base;
    std::vector<VertexId> source;
    std::vector<EdgeId> edge;
    for (std::size_t i = 0; i < degrees.size(); ++i) {
      vertex.push_back(static_cast<VertexId>(7 * (i + 1)));
      offset.push_back(source.size());
      base.push_back(1000 * (i + 1) - source.size());
      for (EdgeId e = 0; e < degrees[i]; ++e) {
        source.push_back(vertex.back());
        edge.push_back(1000 * (i + 1) + e);
      }
    }
    Buffer<VertexId> vertices = to_device(stream(), vertex, "vertices");
    Buffer<EdgeId> offsets = to_device(stream(), offset, "offsets");
    Buffer<EdgeId> bases = to_device(stream(), base, "bases");
    Buffer<VertexId> found_source(stream(), source.size(), "sources");
    Buffer<EdgeId> found_edge(stream(), edge.size(), "edges");
    constexpr std::uint64_t kSlice = sweep::FrontierSlice<kSteps>::kEdges;
    kernel::launch(
        stream(), kernel::Warps{(edge.size() + kSlice - 1) / kSlice},
        ListEdges<kSteps>{
            {vertices, offsets, bases}, sweep::pack_counts(degrees.size(), edge.size()), found_source, found_edge});
    EXPECT_EQ(to_host(stream(), found_source), source);
    EXPECT_EQ(to_host(stream(), found_edge), edge);
  }
};

TEST_P(FrontierTest, SharesOfOneEdgeAVertexListAllEdges) {
  expect_all_edges<1>(std::vector<EdgeId>(1000, 1));
  expect_all_edges<4>(std::vector<EdgeId>(1000, 1));
}

TEST_P(FrontierTest, SharesOfUnevenVerticesListAllEdges) {
  for (const std::uint64_t max : {2u, 3u, 40u, 700u}) {
    std::vector<EdgeId> degrees;
    for (std::uint64_t i = 0; i < 300; ++i) degrees.push_back(1 + (i * 2654435761u >> 7) % max);
    expect_all_edges<1>(degrees);
    expect_all_edges<4>(degrees);
  }
}

TEST_P(FrontierTest, SharesOfOneVertexListAllEdges) {
  expect_all_edges<4>({1});
  expect_all_edges<4>({129});
}

TEST_P(FrontierTest, FewWarpsTakeTheSlicesOfAPutQueueOnceEach) {
  std::vector<EdgeId> row{0};
  for (std::uint64_t v = 0; v < 1000; ++v) row.push_back(row.back() + (v * 2654435761u >> 7) % 5);
  const Buffer<EdgeId> rows = to_device(stream(), row, "rows");
  sweep::FrontierQueue queue(stream(), 1000, "queue");
  Buffer<sweep::FrontierCounts> counts = to_device(stream(), std::vector<sweep::FrontierCounts>(1), "counts");
  kernel::launch(stream(), sweep::warps_for(1000, 3 * kernel::Warp::kSize), PutThree{rows, queue.view(), counts});
  const std::uint64_t packed = to_host(stream(), counts).front().packed;
  EXPECT_EQ(sweep::packed_edges(packed), row.back());
  for (const std::uint64_t warps : {1u, 3u, 100u}) {
    Buffer<std::uint32_t> visits(stream(), row.back(), "visits");
    fill(stream(), visits, 0);
    kernel::launch(stream(), kernel::Warps{warps}, CountEdges<1>{queue.view(), packed, visits});
    kernel::launch(stream(), kernel::Warps{warps}, CountEdges<4>{queue.view(), packed, visits});
    EXPECT_EQ(to_host(stream(), visits), std::vector<std::uint32_t>(row.back(), 2)) << warps;
  }
}

// The queue of a bitmask: every vertex of it that has edges, once, with the edges of all before it counted.
TEST_P(FrontierTest, ABitmaskOfAnyDensityIsEnqueued) {
  constexpr std::uint64_t kVertices = 5 * sweep::Enqueue<sweep::InMask>::kTile / 2 + 5;
  std::vector<EdgeId> row{0};
  for (std::uint64_t v = 0; v < kVertices; ++v) row.push_back(row.back() + v * 2654435761u % 5);
  const Buffer<EdgeId> rows = to_device(stream(), row, "rows");
  const auto is_in = [](std::uint64_t v, std::uint64_t density) {  // the last: thin and full tiles by turns
    return density == 6 ? v / 1024 % 2 == 0 || v % 64 == 3 : (v * 2654435761u >> 5) % 32 < density;
  };
  for (const std::uint64_t density : {0u, 1u, 4u, 32u, 6u}) {
    SCOPED_TRACE("density " + std::to_string(density));
    std::vector<std::uint32_t> mask((kVertices + 31) / 32, 0);
    std::vector<VertexId> expected;
    for (std::uint64_t v = 0; v < kVertices; ++v) {
      if (!is_in(v, density)) continue;
      mask[v / 32] |= std::uint32_t{1} << v % 32;
      if (row[v + 1] != row[v]) expected.push_back(static_cast<VertexId>(v));
    }
    const Buffer<std::uint32_t> masks = to_device(stream(), mask, "mask");
    Buffer<VertexId> vertices(stream(), kVertices, "vertices");
    Buffer<EdgeId> offsets(stream(), kVertices, "offsets");
    Buffer<EdgeId> bases(stream(), kVertices, "bases");
    Buffer<sweep::FrontierCounts> counts = to_device(stream(), std::vector<sweep::FrontierCounts>{{0, 0, 0}}, "counts");
    using Enqueue = sweep::Enqueue<sweep::InMask>;
    kernel::launch(stream(), kernel::Warps{(kVertices + Enqueue::kTile - 1) / Enqueue::kTile},
                   Enqueue{rows, kVertices, {masks}, {vertices, offsets, bases}, counts});
    const std::uint64_t packed = to_host(stream(), counts)[0].packed;
    std::vector<VertexId> found = to_host(stream(), vertices);
    const std::vector<EdgeId> offset = to_host(stream(), offsets);
    const std::vector<EdgeId> base = to_host(stream(), bases);
    ASSERT_EQ(sweep::packed_vertices(packed), expected.size());
    found.resize(expected.size());
    EdgeId edges = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(offset[i], edges) << i;
      ASSERT_EQ(base[i] + offset[i], row[found[i]]) << i;
      edges += row[found[i] + 1] - row[found[i]];
    }
    EXPECT_EQ(sweep::packed_edges(packed), edges);
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(FrontierTest);

}  // namespace
}  // namespace warpgraph::test
