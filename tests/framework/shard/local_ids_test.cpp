// SPDX-License-Identifier: Apache-2.0
//
// Local ids: where a device that keeps only the values it reads has the value of a vertex.
#include <set>
#include <string>
#include <vector>

#include <warpgraph/runtime/copy.hpp>

#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

const Graph<std::int32_t>& lattice() {
  static const Graph<std::int32_t> graph = small_graph("grid2d", {{"width", "40"}, {"height", "50"}});
  return graph;
}

Placement in_parts(const Graph<std::int32_t>& graph, int devices, double overlap) {
  return shards::place_by_edges(graph.incoming().row.span(), {devices, {}, overlap});
}

// Each vertex that the device holds or reads has one local id, and no other vertex has one.
void expect_local_ids(const Graph<std::int32_t>& graph, const ShardedGraph<std::int32_t>& shards, int device) {
  const shards::Shard<std::int32_t>& shard = shards.shard(device);
  const StreamRef stream = shards.stream(device);
  const std::vector<VertexId> id = to_host(stream, shard.local_ids.id);
  const std::vector<std::uint32_t> read = to_host(stream, shard.local_ids.read);
  const std::vector<VertexId> before = to_host(stream, shard.local_ids.before);
  shards::LocalIds local_ids = shard.local_ids.view();
  local_ids.read = {read.data(), read.size()};
  local_ids.before = {before.data(), before.size()};
  const auto row = graph.incoming().row.span();
  const auto column = graph.incoming().column.span();

  std::set<VertexId> wanted;
  for (VertexId v = shard.held.first; v < shard.held.last; ++v) wanted.insert(v);
  for (EdgeId e = row[shard.held.first]; e < row[shard.held.last]; ++e) wanted.insert(column[e]);
  std::set<VertexId> found;
  for (VertexId local = 0; local < id.size(); ++local) {
    if (id[local] == kNoVertex) continue;
    EXPECT_TRUE(found.insert(id[local]).second) << "vertex " << id[local] << " has two local ids";
    EXPECT_TRUE(local_ids.has(id[local]));
    EXPECT_EQ(local_ids.of(id[local]), local);
  }
  EXPECT_EQ(found, wanted);
  for (VertexId v = 0; v < graph.vertex_count(); ++v) EXPECT_EQ(local_ids.has(v), wanted.contains(v)) << v;

  const std::vector<VertexId> named = to_host(stream, shard.incoming.column);
  for (std::size_t e = 0; e < named.size(); ++e) EXPECT_EQ(id[named[e]], column[row[shard.held.first] + e]);
}

TEST(LocalIds, AreThoseOfWhatADeviceHoldsAndReads) {
  Runtime runtime("host:3", threaded());
  for (const NamedGraph& each : small_graphs()) {
    if (each.graph.vertex_count() == 0) continue;
    for (const double overlap : {0.0, 0.5}) {
      SCOPED_TRACE(each.name + ", overlap " + std::to_string(overlap));
      const Placement placement = in_parts(each.graph, 3, overlap);
      const auto shards = shard_graph(runtime, each.graph, placement, {.copies = Copies::kRead});
      const auto counts =
          shards::count_local_ids(each.graph.incoming().row.span(), each.graph.incoming().column.span(), placement);
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(shards.shard(i).local_ids.count, counts[static_cast<std::size_t>(i)]);
        expect_local_ids(each.graph, shards, i);
      }
      if (HasFailure()) return;
    }
  }
}

TEST(LocalIds, OfALatticeAreFew) {
  Runtime runtime("host:4", threaded());
  const auto shards = shard_graph(runtime, lattice(), in_parts(lattice(), 4, 0), {.copies = Copies::kRead});
  EXPECT_EQ(shards.copies(), Copies::kRead);
  for (int i = 0; i < 4; ++i) {
    const shards::Shard<std::int32_t>& shard = shards.shard(i);
    EXPECT_LE(shard.local_ids.count, shard.held.size() + 32 + 2 * 40 + 40);  // a line of the lattice on each side
  }
}

}  // namespace
}  // namespace warpgraph::test
