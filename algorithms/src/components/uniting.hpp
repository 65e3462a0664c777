// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "held_edges.hpp"

// Union-find over the edges that one device has, and over those that others bring.
namespace warpgraph::algorithms::components {

template <class Edges>
struct UniteEdges {
  sweep::UnionFind trees;
  Edges edges;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(edges.planted.own.first + i);
    edges.visit(i, [&](VertexId u) { trees.unite(v, u); });
  }
};

// An edge without a direction.
struct alignas(8) VertexPair {
  VertexId a;
  VertexId b;
};
// A list whose length a device knows. There may be too little room for all of it.
struct ListedPairs {
  View<const VertexPair> pair;
  View<const std::uint64_t> total;  // empty: all of `pair` are in it

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t size() const {
    return total.empty() ? pair.size() : Min{}(total[0], std::uint64_t{pair.size()});
  }
};
struct UnitePairs {
  sweep::UnionFind trees;
  ListedPairs list;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t end = list.size();
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t stride = sweep::sweep_stride(warp);
      std::uint64_t i = sweep::first_in_sweep(warp, lane);
      VertexPair next = i < end ? list.pair[i] : VertexPair{};
      for (; i < end; i += stride) {
        const VertexPair each = next;
        if (i + stride < end) next = list.pair[i + stride];  // asked for ahead: it may lie on another device
        trees.unite(each.a, each.b);
      }
    });
  }
};

// f for the vertices of a list, whose length a device knows.
template <class F>
struct ForListed {
  F f;
  View<const VertexId> list;
  View<const std::uint32_t> count;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, count[0], [&](std::uint64_t i) { f(list[i]); });
    });
  }
};

// The edges from `first` on of all vertices outside of a tree, a warp a vertex.
struct UniteRest {
  sweep::UnionFind trees;
  AdjacencyView<NoValue> edges;  // rows of the vertices from 0 on
  EdgeId first;
  View<const VertexId> left_alone;  // the tree's root; empty: none

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const VertexId done = left_alone.empty() ? kNoVertex : left_alone[0];
    const std::uint64_t vertices = edges.row.size() - 1;
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<EdgeId> begin{};
    kernel::PerLane<EdgeId> end{};
    kernel::PerLane<bool> wanted;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t v = base + lane;
      wanted[lane] = false;
      if (v >= vertices || trees.parent_of(static_cast<VertexId>(v)) == done) return;
      begin[lane] = edges.row[v] + first;
      end[lane] = edges.row[v + 1];
      wanted[lane] = begin[lane] < end[lane];
    });
    const std::uint32_t left = warp.ballot(wanted);
    for (std::uint32_t i = 0; i < kernel::Warp::kSize && left >> i != 0; ++i) {
      if ((left >> i & 1) == 0) continue;
      const EdgeId from = warp.broadcast(begin, i);
      const EdgeId to = warp.broadcast(end, i);
      warp.phase([&](kernel::Lane lane) {
        for (EdgeId e = from + lane; e < to; e += kernel::Warp::kSize)
          trees.unite(static_cast<VertexId>(base + i), edges.column[e]);
      });
    }
  }
};

// The most frequent root in a sample of the vertices, which is very likely that of most of them. Each lane counts those
// that are its own: additions in shared memory, nearly all to one counter, take ten times as long.
struct FindLargest {
  static constexpr int kSample = 256;
  struct Shared {
    VertexId root[kSample];
  };
  View<const VertexId> parent;  // of flat trees
  View<VertexId> found;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kSample>& block, Shared& shared) const {
    const std::uint64_t sampled = Min{}(std::uint64_t{kSample}, std::uint64_t{parent.size()});
    block.phase([&](kernel::Lane lane) {
      if (lane < sampled) shared.root[lane] = parent[lane * (parent.size() / sampled)];
    });
    kernel::PerLane<std::uint64_t, kSample> best;
    block.phase([&](kernel::Lane lane) {
      best[lane] = 0;
      if (lane >= sampled) return;
      std::uint64_t count = 0;
      for (std::uint32_t i = 0; i < sampled; ++i) count += shared.root[i] == shared.root[lane] ? 1 : 0;
      best[lane] = count << 32 | shared.root[lane];
    });
    const std::uint64_t largest = block.reduce(best, Max{});
    block.elect([&] { found[0] = static_cast<VertexId>(largest); });
  }
};

// A bit for each vertex, a warp a word: whether it is in the tree.
struct MarkTree {
  View<const VertexId> parent;
  View<const VertexId> tree;
  View<std::uint32_t> bits;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t first = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<bool> is_in;
    warp.phase(
        [&](kernel::Lane lane) { is_in[lane] = first + lane < parent.size() && parent[first + lane] == tree[0]; });
    const std::uint32_t word = warp.ballot(is_in);
    warp.elect([&] { bits[warp.global_index()] = word; });
  }
};

// Flattens the vertices from `first` on, and tells their roots.
struct FlattenAndTell {
  sweep::UnionFind trees;
  VertexId first;
  View<VertexId> root;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    sweep::FlattenPaths{trees}(first + i);
    root[i] = trees.parent_of(static_cast<VertexId>(first + i));
  }
};

// The forest of all vertices on a device whose own vertices are the first ones. The steps are called in this order.
class Uniting {
 public:
  Uniting(StreamRef stream, const HeldEdges& edges)
      : stream_(stream), edges_(edges), parent_(stream, edges.vertices, "components") {}

  // Every own vertex its first tree. Those of others are to be put into parents() before the next step, or behind it if
  // that looks at own vertices only.
  void plant() {
    if (edges_.plants_chunks()) {
      leaving_ = Buffer<VertexId>(stream_, vertices(), "components leaving chunks");
      leaving_count_ = Buffer<std::uint32_t>(stream_, 1, "components leaving chunks");
      fill(stream_, leaving_count_, 0);
    }
    plant_trees(stream_, edges_, parent_.view().subview(0, edges_.own.size()), leaving_, leaving_count_);
  }

  [[nodiscard]] bool first_edges_are_own() const {
    return edges_.has_short_rows && edges_.undirected && !edges_.has_locality;
  }
  // The first edges of the own vertices. `others`: ranges that other devices have planted.
  void unite_first(const std::vector<VertexRange>& others = {}) {
    if (edges_.plants_chunks())
      flatten_chunks(others);
    else if (edges_.has_locality)
      shorten();
    with_first_edges(edges_, [&]<class Edges>(const Edges& edges) {
      kernel::for_each(stream_, edges_.own.size(), UniteEdges<Edges>{trees(), edges});
    });
  }
  void unite(const ListedPairs& list) {
    kernel::launch(stream_, sweep::sweep_warps(stream_, list.pair.size()), UnitePairs{trees(), list});
  }

  // After the first edges of all vertices: the root of the tree of most of them, which the device finds; empty where no
  // edges are left, or none can be left out.
  [[nodiscard]] View<const VertexId> find_largest() {
    if (edges_.has_short_rows) return {};
    flatten();
    if (!edges_.has_both_ends()) return {};
    largest_ = Buffer<VertexId>(stream_, 1, "components largest");
    kernel::launch(stream_, kernel::Blocks{1}, FindLargest{parent_, largest_});
    return largest_;
  }
  // A bit for each vertex: whether it is in the tree.
  [[nodiscard]] View<const std::uint32_t> mark(View<const VertexId> tree) {
    marks_ = Buffer<std::uint32_t>(stream_, (vertices() + kernel::Warp::kSize - 1) / kernel::Warp::kSize,
                                   "components marks");
    kernel::launch(stream_, kernel::Warps{marks_.size()}, MarkTree{parent_, tree, marks_});
    return marks_;
  }

  // What is left: a vertex of the largest tree keeps its edges to itself, because those at their other ends see them,
  // too.
  void unite_rest(View<const VertexId> largest) {
    if (edges_.has_short_rows) return;
    unite_rows(edges_.incoming, kFirstEdges, largest);
    if (!edges_.undirected && !largest.empty()) unite_rows(edges_.outgoing, 0, largest);
  }

  void flatten() { kernel::for_each(stream_, vertices(), sweep::FlattenPaths{trees()}); }
  // The same in parts, which are to be the own vertices and then those behind them: a vertex has a short path if the
  // lesser ones are flat. root[i] becomes the root of the vertex first + i.
  void flatten_own() { kernel::for_each(stream_, edges_.own.size(), sweep::FlattenPaths{trees()}); }
  void flatten(VertexId first, View<VertexId> root) {
    kernel::for_each(stream_, root.size(), FlattenAndTell{trees(), first, root});
  }

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] View<VertexId> parents() { return parent_; }
  [[nodiscard]] Buffer<VertexId> take() { return std::move(parent_); }

 private:
  [[nodiscard]] std::uint64_t vertices() const { return parent_.size(); }
  [[nodiscard]] sweep::UnionFind trees() { return {parent_}; }

  // Where neighbours lie near to each other, first neighbours make long paths.
  void shorten() {
    for (int i = 0; i < 2; ++i) kernel::for_each(stream_, vertices(), sweep::ShortenPaths<>{trees()});
    flatten();
  }
  // Chunks are a third or so of the work where many of the first neighbours are next to a vertex.
  void flatten_chunks(const std::vector<VertexRange>& others) {
    for (const VertexRange each : others)
      kernel::launch(stream_, kernel::Warps{(each.size() + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
                     CollectLeaving{parent_, each, leaving_, leaving_count_});
    const kernel::Warps warps = sweep::sweep_warps(stream_, vertices());
    // Every pass leaves a fifth of a path, which may lead through all chunks.
    for (int i = 0; i < 3; ++i)
      kernel::launch(stream_, warps, ForListed<sweep::ShortenPaths<>>{{trees()}, leaving_, leaving_count_});
    kernel::launch(stream_, warps, ForListed<sweep::FlattenPaths>{{trees()}, leaving_, leaving_count_});
    kernel::for_each(stream_, vertices(), sweep::ShortenPaths<1>{trees()});
    leaving_ = {};
  }
  void unite_rows(const AdjacencyView<NoValue>& rows, EdgeId first, View<const VertexId> largest) {
    const std::uint64_t count = rows.row.size() - 1;
    kernel::launch(stream_, kernel::Warps{(count + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
                   UniteRest{trees(), rows, first, largest});
  }

  StreamRef stream_;
  HeldEdges edges_;
  Buffer<VertexId> parent_;
  Buffer<VertexId> leaving_;
  Buffer<std::uint32_t> leaving_count_;
  Buffer<VertexId> largest_;
  Buffer<std::uint32_t> marks_;
};

}  // namespace warpgraph::algorithms::components
