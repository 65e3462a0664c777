// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/connected_components.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/engine/graph_plan.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "forest.hpp"

namespace warpgraph {
namespace {

// Of every vertex, before the largest tree is left alone; the first of them when the trees are planted.
constexpr EdgeId kFirstEdges = 2;
// Where rows are no longer than this on average, there is too little left after the first edges to leave alone.
constexpr double kShortRows = 4;

// The edges from the first on, up to `count` of each vertex, but for those that planted it.
struct UniteFirst {
  Forest forest;
  AdjacencyView<NoValue> edges;
  EdgeId count;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId first = edges.row[v];
    const EdgeId end = edges.row[v + 1] - first < count ? edges.row[v + 1] : first + count;
    for (EdgeId e = first; e < end; ++e) {
      const VertexId u = edges.column[e];
      if (u > v || e != first) forest.unite(static_cast<VertexId>(v), u);
    }
  }
};

// All edges, where each is seen from both ends: the greater end brings it. Rows ascend, so lesser neighbours come
// first, and the very first one has planted the vertex.
struct UniteLesser {
  Forest forest;
  AdjacencyView<NoValue> edges;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId end = edges.row[v + 1];
    for (EdgeId e = edges.row[v] + 1; e < end; ++e) {
      const VertexId u = edges.column[e];
      if (u >= v) return;
      forest.unite(static_cast<VertexId>(v), u);
    }
  }
};

// f for the vertices of a list
template <class F>
struct ForListed {
  F f;
  View<const VertexId> list;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { f(list[i]); }
};

// The edges from `first` on of all vertices outside of the tree `done`, a warp a vertex.
struct UniteRest {
  Forest forest;
  AdjacencyView<NoValue> edges;
  EdgeId first;
  VertexId done;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t vertices = edges.row.size() - 1;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * Warp::kSize;
    PerLane<EdgeId> begin{};
    PerLane<EdgeId> end{};
    PerLane<bool> wanted;
    warp.phase([&](Lane lane) {
      const std::uint64_t v = base + lane;
      wanted[lane] = false;
      if (v >= vertices || forest.parent_of(static_cast<VertexId>(v)) == done) return;
      begin[lane] = edges.row[v] + first;
      end[lane] = edges.row[v + 1];
      wanted[lane] = begin[lane] < end[lane];
    });
    const std::uint32_t left = warp.ballot(wanted);
    for (std::uint32_t i = 0; i < Warp::kSize && left >> i != 0; ++i) {
      if ((left >> i & 1) == 0) continue;
      const EdgeId from = warp.broadcast(begin, i);
      const EdgeId to = warp.broadcast(end, i);
      warp.phase([&](Lane lane) {
        for (EdgeId e = from + lane; e < to; e += Warp::kSize)
          forest.unite(static_cast<VertexId>(base + i), edges.column[e]);
      });
    }
  }
};

struct Sample {
  View<const VertexId> parent;
  std::uint64_t stride;
  View<VertexId> found;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { found[i] = parent[i * stride]; }
};

// The root of most vertices, very likely.
VertexId largest_tree(StreamRef stream, const Buffer<VertexId>& parent) {
  constexpr std::uint64_t kSample = 1024;
  const std::uint64_t count = std::min<std::uint64_t>(kSample, parent.size());
  Buffer<VertexId> found(stream, count, "components sample");
  for_each(stream, count, Sample{parent, parent.size() / count, found});
  std::vector<VertexId> roots = to_host(stream, found);
  std::ranges::sort(roots);
  VertexId best = roots.front();
  std::ptrdiff_t most = 0;
  for (auto first = roots.begin(); first != roots.end();) {
    const auto last = std::upper_bound(first, roots.end(), *first);
    if (last - first > most) {
      most = last - first;
      best = *first;
    }
    first = last;
  }
  return best;
}

constexpr int kHops = 4;

void plant_trees(StreamRef stream, const Forest& forest, const AdjacencyView<NoValue>& edges) {
  for_each(stream, forest.parent.size(), PlantTrees{forest.parent, edges});
}

// Where neighbours lie near to each other, first neighbours make long paths.
void plant_flat_trees(StreamRef stream, const Forest& forest, const AdjacencyView<NoValue>& edges) {
  plant_trees(stream, forest, edges);
  const std::uint64_t vertices = forest.parent.size();
  for (int i = 0; i < 2; ++i) for_each(stream, vertices, Shorten{forest, kHops});
  for_each(stream, vertices, Flatten{forest});
}

// The same, with a third or so of the work where many of the first neighbours are next to a vertex.
void plant_flat_trees_in_chunks(StreamRef stream, const Forest& forest, const AdjacencyView<NoValue>& edges) {
  const std::uint64_t vertices = forest.parent.size();
  Buffer<VertexId> list(stream, vertices, "components leaving chunks");
  Buffer<std::uint32_t> count(stream, 1, "components leaving chunks");
  fill(stream, count, 0);
  const Blocks chunks{(vertices + PlantChunks::kVertices - 1) / PlantChunks::kVertices};
  launch(stream, chunks, PlantChunks{{forest.parent, edges}, list, count});
  const std::uint64_t leaving = to_host(stream, count).front();
  for (int i = 0; i < 2; ++i) for_each(stream, leaving, ForListed<Shorten>{{forest, kHops}, list});
  for_each(stream, leaving, ForListed<Flatten>{{forest}, list});
  for_each(stream, vertices, Shorten{forest, 1});
}

}  // namespace

Buffer<VertexId> connected_components(StreamRef stream, const AdjacencyView<NoValue>& incoming,
                                      const AdjacencyView<NoValue>& outgoing) {
  const std::uint64_t vertices = incoming.row.size() - 1;
  Buffer<VertexId> parent(stream, vertices, "components");
  if (vertices == 0) return parent;
  const Forest forest{parent};
  const bool has_short_rows = static_cast<double>(incoming.column.size()) < kShortRows * static_cast<double>(vertices);
  if (!is_local(stream, incoming.row, incoming.column))
    plant_trees(stream, forest, incoming);
  else if (has_short_rows)
    plant_flat_trees_in_chunks(stream, forest, incoming);
  else
    plant_flat_trees(stream, forest, incoming);

  const bool seen_from_both_ends = !outgoing.row.empty();
  const bool is_undirected = seen_from_both_ends && outgoing.row.data() == incoming.row.data();
  if (has_short_rows) {
    if (is_undirected)
      for_each(stream, vertices, UniteLesser{forest, incoming});
    else
      for_each(stream, vertices, UniteFirst{forest, incoming, ~EdgeId{0}});
    for_each(stream, vertices, Flatten{forest});
    return parent;
  }
  for_each(stream, vertices, UniteFirst{forest, incoming, kFirstEdges});
  for_each(stream, vertices, Flatten{forest});
  // A vertex of the largest tree may keep its edges to itself if those at their other ends see them, too.
  const VertexId done = seen_from_both_ends ? largest_tree(stream, parent) : kNoVertex;
  const Warps warps{(vertices + Warp::kSize - 1) / Warp::kSize};
  launch(stream, warps, UniteRest{forest, incoming, kFirstEdges, done});
  if (seen_from_both_ends && !is_undirected) launch(stream, warps, UniteRest{forest, outgoing, 0, done});
  for_each(stream, vertices, Flatten{forest});
  return parent;
}

}  // namespace warpgraph
