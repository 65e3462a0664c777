// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/block.hpp>
#include <warpgraph/runtime/kernel/operators.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "uniting.hpp"

// What a device has for the forest on the first one: a tree for each of its vertices, and edges, as lists.
namespace warpgraph::algorithms::components {

// Appends edges to a list in any order, and plants their vertices where `parent` is not empty. The counter says how
// many there are even if there is less room.
template <class Edges>
struct AppendEdges {
  static constexpr int kThreads = 256;
  Edges edges;
  std::uint64_t vertices;
  View<VertexId> parent;
  View<VertexPair> pair;
  View<std::uint64_t> count;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block) const {
    const std::uint64_t base = std::uint64_t{block.index()} * kThreads;
    kernel::PerLane<std::uint64_t, kThreads> mine{};
    block.phase([&](kernel::Lane lane) {
      const std::uint64_t i = base + lane;
      mine[lane] = 0;
      if (i >= vertices) return;
      if (!parent.empty()) parent[i] = edges.planted.parent(i);
      edges.visit(i, [&](VertexId) { ++mine[lane]; });
    });
    const auto places = block.exclusive_scan(mine, Plus{});
    if (places.total == 0) return;
    kernel::PerLane<std::uint64_t, kThreads> first{};
    block.phase([&](kernel::Lane lane) {
      if (lane == 0) first[lane] = atomic::fetch_add(count[0], places.total);
    });
    const std::uint64_t begin = block.broadcast(first, 0);
    block.phase([&](kernel::Lane lane) {
      if (mine[lane] == 0) return;
      const auto v = static_cast<VertexId>(edges.planted.own.first + base + lane);
      std::uint64_t place = begin + places.before[lane];
      edges.visit(base + lane, [&](VertexId u) {
        if (place < pair.size()) pair[place] = {v, u};
        ++place;
      });
    });
  }
};

// The places of edges in a list that has the order of the vertices: how many edges each has, and 0 behind the last.
template <class Edges>
struct CountEdges {
  Edges edges;
  View<std::uint64_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    std::uint64_t mine = 0;
    if (i + 1 < count.size()) edges.visit(i, [&](VertexId) { ++mine; });
    count[i] = mine;
  }
};

// Those with the places from `first` on, as many as there is room for.
template <class Edges>
struct ListEdges {
  Edges edges;
  View<const std::uint64_t> place;
  std::uint64_t first;
  View<VertexPair> pair;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (place[i + 1] <= first || place[i] >= first + pair.size()) return;
    std::uint64_t in_list = place[i] - first;  // huge before it
    edges.visit(i, [&](VertexId u) {
      if (in_list < pair.size()) pair[in_list] = {static_cast<VertexId>(edges.planted.own.first + i), u};
      ++in_list;
    });
  }
};

// All edges but the first `skip` of each vertex outside of the largest tree.
struct RestOfRows {
  AdjacencyView<NoValue> edges;
  VertexId first_vertex;
  EdgeId skip;
  View<const std::uint32_t> in_largest;  // empty: there is none

  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t count(std::uint64_t i) const {
    const std::uint64_t v = first_vertex + i;
    if (!in_largest.empty() && (in_largest[v / 32] >> v % 32 & 1) != 0) return 0;
    const EdgeId length = edges.row[i + 1] - edges.row[i];
    return length < skip ? 0 : length - skip;
  }
  // The e-th of these.
  [[nodiscard]] WARPGRAPH_DEVICE VertexPair edge(std::uint64_t i, std::uint64_t e) const {
    return {static_cast<VertexId>(first_vertex + i), edges.column[edges.row[i] + skip + e]};
  }
};
// As AppendEdges, a warp a vertex.
struct AppendRest {
  RestOfRows rest;
  View<VertexPair> pair;
  View<std::uint64_t> count;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<std::uint64_t> mine{};
    warp.phase([&](kernel::Lane lane) {
      mine[lane] = base + lane + 1 < rest.edges.row.size() ? rest.count(base + lane) : std::uint64_t{0};
    });
    const auto places = warp.exclusive_scan(mine, Plus{});
    if (places.total == 0) return;
    kernel::PerLane<std::uint64_t> first{};
    warp.phase([&](kernel::Lane lane) {
      if (lane == 0) first[lane] = atomic::fetch_add(count[0], places.total);
    });
    const std::uint64_t begin = warp.broadcast(first, 0);
    for (std::uint32_t k = 0; k < kernel::Warp::kSize; ++k) {
      const std::uint64_t edges = warp.broadcast(mine, k);
      const std::uint64_t place = begin + warp.broadcast(places.before, k);
      warp.phase([&](kernel::Lane lane) {
        for (std::uint64_t e = lane; e < edges && place + e < pair.size(); e += kernel::Warp::kSize)
          pair[place + e] = rest.edge(base + k, e);
      });
    }
  }
};
struct CountRest {
  RestOfRows rest;
  View<std::uint64_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    count[i] = i + 1 < count.size() ? rest.count(i) : std::uint64_t{0};
  }
};
// As ListEdges, a warp a vertex.
struct ListRest {
  RestOfRows rest;
  View<const std::uint64_t> place;
  std::uint64_t first;
  View<VertexPair> pair;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<bool> wanted;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t i = base + lane;
      wanted[lane] =
          i + 1 < place.size() && place[i] < place[i + 1] && place[i + 1] > first && place[i] < first + pair.size();
    });
    const std::uint32_t left = warp.ballot(wanted);
    for (std::uint32_t k = 0; k < kernel::Warp::kSize && left >> k != 0; ++k) {
      if ((left >> k & 1) == 0) continue;
      const std::uint64_t i = base + k;
      warp.phase([&](kernel::Lane lane) {
        for (std::uint64_t e = lane; e < place[i + 1] - place[i]; e += kernel::Warp::kSize) {
          const std::uint64_t in_list = place[i] + e - first;
          if (in_list >= pair.size()) continue;
          pair[in_list] = rest.edge(i, e);
        }
      });
    }
  }
};

class OtherPart {
 public:
  enum class Edges { kFirst, kRest, kRestOutgoing };

  // A list, or what takes its place where there is too little room for it.
  static MemoryPlan memory(VertexId vertices, VertexId own, bool has_outgoing) {
    const std::size_t places = std::size_t{has_outgoing ? vertices : own} + 1;
    MemoryPlan plan;
    plan.add("components edges", std::max(support::array_bytes(vertices, sizeof(VertexPair)),
                                          support::array_bytes(places, sizeof(std::uint64_t)) +
                                              support::array_bytes(part_of(vertices), sizeof(VertexPair))));
    return plan.add_array<std::uint32_t>("components marks", vertices / 32 + 1);
  }

  // `room`: pairs in a list, at most.
  OtherPart(StreamRef stream, const HeldEdges& edges, std::uint64_t room)
      : stream_(stream), edges_(edges), room_(room), total_(stream, 1, "components edges") {}

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] VertexRange own() const { return edges_.own; }
  [[nodiscard]] bool has_outgoing() const { return !edges_.outgoing.row.empty(); }

  // Memory of its own for the parents of the own vertices.
  [[nodiscard]] View<VertexId> planted() {
    planted_ = Buffer<VertexId>(stream_, edges_.own.size(), "components planted");
    return planted_;
  }
  // Plants the own vertices, `parent` being wherever.
  void plant(View<VertexId> parent) { plant_trees(stream_, edges_, parent, {}, {}); }
  void forget_planted() { planted_ = {}; }
  // A list of their first edges.
  void list_first() { make_list(Edges::kFirst, {}); }
  // Both at once, where vertices are not planted in chunks.
  void plant_and_list_first(View<VertexId> parent) { make_list(Edges::kFirst, parent); }

  // Which vertices are in the largest tree, a bit each, wherever.
  void mark(View<const std::uint32_t> in_largest) { in_largest_ = in_largest; }
  // Memory of its own for these bits.
  [[nodiscard]] View<std::uint32_t> marks() {
    marks_ = Buffer<std::uint32_t>(stream_, (edges_.vertices + 31) / 32, "components marks");
    mark(marks_);
    return marks_;
  }

  // A list of what is left.
  void list_rest(Edges which) { make_list(which, {}); }
  [[nodiscard]] ListedPairs listed() const { return {pairs_, total_}; }
  // Gives back all memory.
  void forget() {
    marks_ = {};
    place_ = {};
    pairs_ = {};
  }

  // Where there is too little room for that list: the pairs from `first` on, in an order of their own, as many as
  // there is room for. Overwrites the list before.
  [[nodiscard]] View<const VertexPair> list_from(std::uint64_t first) {
    if (first == 0) {
      pairs_ = {};
      pairs_ = Buffer<VertexPair>(stream_, part_of(room_), "components edges");
      find_places();
    }
    const std::uint64_t rows = place_.size() - 1;
    if (which_ == Edges::kFirst)
      with_first_edges(edges_, [&]<class First>(const First& edges) {
        kernel::for_each(stream_, rows, ListEdges<First>{edges, place_, first, pairs_});
      });
    else
      kernel::launch(stream_, kernel::Warps{(rows + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
                     ListRest{rest(), place_, first, pairs_});
    return pairs_;
  }

 private:
  static std::uint64_t part_of(std::uint64_t room) { return room / 4 + 1; }
  [[nodiscard]] std::uint64_t rows() const {
    return which_ == Edges::kRestOutgoing ? edges_.vertices : edges_.own.size();
  }
  void make_list(Edges which, View<VertexId> parent) {
    which_ = which;
    place_ = {};
    if (pairs_.size() < room_) pairs_ = {};
    if (pairs_.empty()) pairs_ = Buffer<VertexPair>(stream_, room_, "components edges");
    fill(stream_, total_, 0);
    if (which != Edges::kFirst)
      return kernel::launch(stream_, kernel::Warps{(rows() + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
                            AppendRest{rest(), pairs_, total_});
    with_first_edges(edges_, [&]<class First>(const First& first) {
      using Append = AppendEdges<First>;
      kernel::launch(stream_, kernel::Blocks{(rows() + Append::kThreads - 1) / Append::kThreads},
                     Append{first, rows(), parent, pairs_, total_});
    });
  }
  void find_places() {
    place_ = Buffer<std::uint64_t>(stream_, rows() + 1, "components places");
    if (which_ == Edges::kFirst)
      with_first_edges(edges_, [&]<class First>(const First& first) {
        kernel::for_each(stream_, rows() + 1, CountEdges<First>{first, place_});
      });
    else
      kernel::for_each(stream_, rows() + 1, CountRest{rest(), place_});
    primitives::exclusive_scan(stream_, place_, place_.view());
  }
  [[nodiscard]] RestOfRows rest() const {
    if (which_ == Edges::kRestOutgoing) return {edges_.outgoing, 0, 0, in_largest_};
    return {edges_.incoming, edges_.own.first, kFirstEdges, in_largest_};
  }

  StreamRef stream_;
  HeldEdges edges_;
  std::uint64_t room_;
  Buffer<VertexId> planted_;
  Edges which_ = Edges::kFirst;
  View<const std::uint32_t> in_largest_;
  Buffer<std::uint32_t> marks_;
  Buffer<std::uint64_t> total_;
  Buffer<std::uint64_t> place_;
  Buffer<VertexPair> pairs_;
};

}  // namespace warpgraph::algorithms::components
