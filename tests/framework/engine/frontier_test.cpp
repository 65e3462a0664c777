// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/detail/frontier.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

// Writes down whose edge each place of a frontier is, and which one.
template <std::uint32_t kSteps>
struct ListEdges {
  detail::QueueView queue;
  std::uint64_t packed;
  View<VertexId> source;
  View<EdgeId> edge;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    using Share = detail::FrontierShare<kSteps>;
    const std::uint64_t begin = std::uint64_t{warp.global_index()} * Share::kEdges;
    const Share share(warp, queue, packed, begin);
    warp.phase([&](Lane lane) {
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        const std::uint64_t place = begin + k * Warp::kSize + lane;
        if (share.source[k][lane] == kNoVertex) continue;
        source[place] = share.source[k][lane];
        edge[place] = share.edge[k][lane];
      }
    });
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
    constexpr std::uint64_t kShare = detail::FrontierShare<kSteps>::kEdges;
    launch(stream(), Warps{(edge.size() + kShare - 1) / kShare},
           ListEdges<kSteps>{
               {vertices, offsets, bases}, detail::pack_counts(degrees.size(), edge.size()), found_source, found_edge});
    EXPECT_EQ(to_host(stream(), found_source), source);
    EXPECT_EQ(to_host(stream(), found_edge), edge);
  }
};

TEST_P(FrontierTest, SharesOfOneEdgeAVertexListAllEdges) {
  expect_all_edges<1>(std::vector<EdgeId>(1000, 1));
  expect_all_edges<4>(std::vector<EdgeId>(1000, 1));
}

TEST_P(FrontierTest, SharesOfUnevenVerticesListAllEdges) {
  for (const std::uint64_t most : {2u, 3u, 40u, 700u}) {
    std::vector<EdgeId> degrees;
    for (std::uint64_t i = 0; i < 300; ++i) degrees.push_back(1 + (i * 2654435761u >> 7) % most);
    expect_all_edges<1>(degrees);
    expect_all_edges<4>(degrees);
  }
}

TEST_P(FrontierTest, SharesOfOneVertexListAllEdges) {
  expect_all_edges<4>({1});
  expect_all_edges<4>({129});
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(FrontierTest);

}  // namespace
}  // namespace warpgraph::test
