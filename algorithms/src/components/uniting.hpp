// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/parallel/union_find.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "plant_trees.hpp"

// Union-find over the edges that one device has.
namespace warpgraph::components {

// So many edges of every vertex count before the largest tree is left alone; the first when the trees are planted.
inline constexpr EdgeId kFirstEdges = 2;
// Where rows are no longer than this on average, there is too little left after the first edges to leave alone.
inline constexpr double kShortRows = 4;
// Among so many edges of a short row, one is the nearest to the vertex: it is the likeliest to be in its chunk.
inline constexpr EdgeId kNear = 2;

// The edges from the first on, up to `count` of each vertex, but for those that planted it.
struct UniteFirst {
  UnionFind trees;
  FirstTree planted;
  EdgeId count;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const AdjacencyView<NoValue>& edges = planted.edges;
    const EdgeId first = edges.row[v];
    const EdgeId end = edges.row[v + 1] - first < count ? edges.row[v + 1] : first + count;
    const EdgeId done = planted.edge(v);
    for (EdgeId e = first; e < end; ++e)
      if (e != done) trees.unite(static_cast<VertexId>(v), edges.column[e]);
  }
};

// All edges, where each is seen from both ends and one brings it. Rows ascend, so in each device's range the neighbours
// that a vertex brings come first.
struct UniteBrought {
  UnionFind trees;
  FirstTree planted;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId end = planted.edges.row[v + 1];
    const EdgeId done = planted.edge(v);
    for (EdgeId e = planted.edges.row[v]; e < end;) {
      const VertexId u = planted.edges.column[e];
      if (!planted.ends.brings(v, u)) {
        e = skip_to(planted.ends.behind(u), e + 1, end);
        continue;
      }
      if (e != done) trees.unite(static_cast<VertexId>(v), u);
      ++e;
    }
  }

 private:
  // The first of the edges [first, last) that leads to `vertex` or beyond.
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId skip_to(std::uint64_t vertex, EdgeId first, EdgeId last) const {
    if (planted.ends.first.empty()) return last;
    while (first < last) {
      const EdgeId middle = first + (last - first) / 2;
      if (planted.edges.column[middle] < vertex)
        first = middle + 1;
      else
        last = middle;
    }
    return first;
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
  UnionFind trees;
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
      if (v >= vertices || trees.parent_of(static_cast<VertexId>(v)) == done) return;
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
          trees.unite(static_cast<VertexId>(base + i), edges.column[e]);
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

// The most frequent but kNoVertex, which is very likely the root of most vertices; kNoVertex if there is no other.
inline VertexId most_frequent(std::vector<VertexId> roots) {
  std::ranges::sort(roots);
  VertexId best = kNoVertex;
  std::ptrdiff_t max = 0;
  for (auto first = roots.begin(); first != roots.end() && *first != kNoVertex;) {
    const auto last = std::upper_bound(first, roots.end(), *first);
    if (last - first > max) {
      max = last - first;
      best = *first;
    }
    first = last;
  }
  return best;
}

inline constexpr std::uint64_t kSample = 1024;

// What a device has of a graph's edges.
struct HeldEdges {
  AdjacencyView<NoValue> incoming;   // a row for each vertex, empty for those of other devices
  AdjacencyView<NoValue> outgoing;   // from all vertices to those with rows; empty: not there
  VertexId rows = 0;                 // that may have edges
  bool undirected = false;           // every edge is a second time at its other end, on this device or on another
  std::vector<VertexId> first = {};  // of each device's range, and the number of vertices; empty on one device

  // Whether it is on this one.
  [[nodiscard]] bool has_both_ends() const { return undirected && outgoing.row.data() == incoming.row.data(); }
};

// The forest of the edges that one device has, in steps: none waits for what the same step of another device has
// queued.
class Uniting {
 public:
  // `has_locality`: of the incoming edges.
  Uniting(StreamRef stream, const HeldEdges& edges, bool has_locality)
      : stream_(stream),
        edges_(edges),
        has_short_rows_(static_cast<double>(edges.incoming.column.size()) <
                        kShortRows * static_cast<double>(edges.rows)),
        has_locality_(has_locality),
        parent_(stream, edges.incoming.row.size() - 1, "components") {
    if (has_short_rows_ && edges_.undirected && !edges_.first.empty())
      first_ = to_device(stream, edges_.first, "components ranges");
  }

  // Every vertex its first tree.
  void plant() {
    if (has_locality_ && has_short_rows_) return plant_chunks();
    for_each(stream_, vertices(), PlantTrees{parent_, planted()});
    if (!has_locality_) return;
    // Where neighbours lie near to each other, first neighbours make long paths.
    for (int i = 0; i < 2; ++i) for_each(stream_, vertices(), ShortenPaths<>{trees()});
    for_each(stream_, vertices(), FlattenPaths{trees()});
  }

  // The first edges of all vertices; where rows are short, all edges. Waits for chunks if there are any.
  void unite_first() {
    if (!leaving_.empty()) flatten_chunks();
    if (has_short_rows_ && edges_.undirected) return for_each(stream_, vertices(), UniteBrought{trees(), planted()});
    const EdgeId max = has_short_rows_ ? ~EdgeId{0} : kFirstEdges;
    for_each(stream_, vertices(), UniteFirst{trees(), planted(), max});
    if (has_short_rows_) return;
    for_each(stream_, vertices(), FlattenPaths{trees()});
    if (!edges_.undirected && edges_.outgoing.row.empty()) return;
    const std::uint64_t count = std::min(kSample, vertices());
    sample_ = Buffer<VertexId>(stream_, count, "components sample");
    for_each(stream_, count, Sample{parent_, vertices() / count, sample_});
  }

  // The roots of some vertices, on all devices the same ones. None where no edges are left, or none can be left out.
  // Waits for the stream if there are any.
  [[nodiscard]] std::vector<VertexId> sample() const {
    return sample_.empty() ? std::vector<VertexId>() : to_host(stream_, sample_);
  }

  // What is left: a vertex of the tree `done` may keep its edges to itself if those at their other ends see them, too.
  // `done_on_all`: these are in trees of other devices that share a vertex with this one.
  void unite_rest(VertexId done, bool done_on_all) {
    if (has_short_rows_) return;
    const bool looks_from_others = !edges_.has_both_ends() && !done_on_all;
    if (looks_from_others && edges_.outgoing.row.empty()) done = kNoVertex;
    const Warps warps{(vertices() + Warp::kSize - 1) / Warp::kSize};
    launch(stream_, warps, UniteRest{trees(), edges_.incoming, kFirstEdges, done});
    if (looks_from_others && done != kNoVertex) launch(stream_, warps, UniteRest{trees(), edges_.outgoing, 0, done});
  }

  void flatten() { for_each(stream_, vertices(), FlattenPaths{trees()}); }

  [[nodiscard]] View<VertexId> parents() { return parent_; }
  [[nodiscard]] Buffer<VertexId> take() { return std::move(parent_); }

 private:
  [[nodiscard]] std::uint64_t vertices() const { return parent_.size(); }
  [[nodiscard]] UnionFind trees() { return {parent_}; }
  [[nodiscard]] FirstTree planted() const {
    return {edges_.incoming, has_locality_ && has_short_rows_ ? kNear : EdgeId{1}, {first_}};
  }

  // Planted and flattened inside of chunks: a third or so of the work where many of the first neighbours are next to a
  // vertex.
  void plant_chunks() {
    leaving_ = Buffer<VertexId>(stream_, vertices(), "components leaving chunks");
    leaving_count_ = Buffer<std::uint32_t>(stream_, 1, "components leaving chunks");
    fill(stream_, leaving_count_, 0);
    const Blocks chunks{(vertices() + PlantChunks::kVertices - 1) / PlantChunks::kVertices};
    launch(stream_, chunks, PlantChunks{{parent_, planted()}, leaving_, leaving_count_});
  }
  void flatten_chunks() {
    const std::uint64_t leaving = to_host(stream_, leaving_count_).front();
    // Every pass leaves a fifth of a path, which may lead through all chunks.
    for (int i = 0; i < 3; ++i) for_each(stream_, leaving, ForListed<ShortenPaths<>>{{trees()}, leaving_});
    for_each(stream_, leaving, ForListed<FlattenPaths>{{trees()}, leaving_});
    for_each(stream_, vertices(), ShortenPaths<1>{trees()});
    leaving_ = {};
  }

  StreamRef stream_;
  HeldEdges edges_;
  bool has_short_rows_;
  bool has_locality_;
  Buffer<VertexId> first_;
  Buffer<VertexId> parent_;
  Buffer<VertexId> leaving_;
  Buffer<std::uint32_t> leaving_count_;
  Buffer<VertexId> sample_;
};

}  // namespace warpgraph::components
