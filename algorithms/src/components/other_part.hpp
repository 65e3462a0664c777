// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "uniting.hpp"

// What a device has for the forest on the first one: a tree for each of its vertices, and edges, as lists.
namespace warpgraph::components {

// How many edges each vertex has for the list; 0 behind the last.
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

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * Warp::kSize;
    PerLane<bool> wanted;
    warp.phase([&](Lane lane) {
      const std::uint64_t i = base + lane;
      wanted[lane] =
          i + 1 < place.size() && place[i] < place[i + 1] && place[i + 1] > first && place[i] < first + pair.size();
    });
    const std::uint32_t left = warp.ballot(wanted);
    for (std::uint32_t k = 0; k < Warp::kSize && left >> k != 0; ++k) {
      if ((left >> k & 1) == 0) continue;
      const std::uint64_t i = base + k;
      warp.phase([&](Lane lane) {
        for (std::uint64_t e = lane; e < place[i + 1] - place[i]; e += Warp::kSize) {
          const std::uint64_t in_list = place[i] + e - first;
          if (in_list >= pair.size()) continue;
          pair[in_list] = {static_cast<VertexId>(rest.first_vertex + i),
                           rest.edges.column[rest.edges.row[i] + rest.skip + e]};
        }
      });
    }
  }
};

class OtherPart {
 public:
  enum class Edges { kFirst, kRest, kRestOutgoing };

  // Pairs in a list, at most.
  static std::uint64_t room(VertexId vertices) { return vertices; }
  static MemoryPlan memory(VertexId vertices, VertexId own, bool has_outgoing) {
    MemoryPlan plan;
    plan.add_array<VertexId>("components planted", own);
    plan.add_array<std::uint64_t>("components places", std::size_t{has_outgoing ? vertices : own} + 1);
    plan.add_array<VertexPair>("components edges", room(vertices));
    return plan.add_array<std::uint32_t>("components marks", vertices / 32 + 1);
  }

  OtherPart(StreamRef stream, const HeldEdges& edges) : stream_(stream), edges_(edges) {}

  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] VertexRange own() const { return edges_.own; }
  [[nodiscard]] bool has_outgoing() const { return !edges_.outgoing.row.empty(); }

  // `parent`: of the own vertices, wherever.
  void plant(View<VertexId> parent) { plant_trees(stream_, edges_, parent, {}, {}); }
  // The same in memory of its own.
  [[nodiscard]] View<const VertexId> plant() {
    planted_ = Buffer<VertexId>(stream_, edges_.own.size(), "components planted");
    plant(planted_.view());
    return planted_;
  }

  // Which vertices are in the largest tree, a bit each, wherever.
  void mark(View<const std::uint32_t> in_largest) { in_largest_ = in_largest; }
  // Memory of its own for these bits.
  [[nodiscard]] View<std::uint32_t> marks() {
    marks_ = Buffer<std::uint32_t>(stream_, (edges_.vertices + 31) / 32, "components marks");
    mark(marks_);
    return marks_;
  }

  // What list() lists.
  void count(Edges which) {
    which_ = which;
    const std::uint64_t rows = which == Edges::kRestOutgoing ? edges_.vertices : edges_.own.size();
    place_ = Buffer<std::uint64_t>(stream_, rows + 1, "components places");
    if (which == Edges::kFirst)
      with_first_edges(edges_, [&]<class First>(const First& first) {
        for_each(stream_, rows + 1, CountEdges<First>{first, place_});
      });
    else
      for_each(stream_, rows + 1, CountRest{rest(), place_});
    exclusive_scan(stream_, place_, place_.view());
  }
  // How many pairs all lists have together.
  [[nodiscard]] View<const std::uint64_t> total() { return place_.view().subview(place_.size() - 1, 1); }
  // The pairs from `first` on, as far as there is room for them. Overwrites the list before.
  [[nodiscard]] View<const VertexPair> list(std::uint64_t first) {
    if (pairs_.empty()) pairs_ = Buffer<VertexPair>(stream_, room(edges_.vertices), "components edges");
    const View<VertexPair> pairs = pairs_;
    const std::uint64_t rows = place_.size() - 1;
    if (which_ == Edges::kFirst)
      with_first_edges(edges_, [&]<class First>(const First& edges) {
        for_each(stream_, rows, ListEdges<First>{edges, place_, first, pairs});
      });
    else
      launch(stream_, Warps{(rows + Warp::kSize - 1) / Warp::kSize}, ListRest{rest(), place_, first, pairs});
    return pairs;
  }

 private:
  [[nodiscard]] RestOfRows rest() const {
    if (which_ == Edges::kRestOutgoing) return {edges_.outgoing, 0, 0, in_largest_};
    return {edges_.incoming, edges_.own.first, kFirstEdges, in_largest_};
  }

  StreamRef stream_;
  HeldEdges edges_;
  Buffer<VertexId> planted_;
  Edges which_ = Edges::kFirst;
  View<const std::uint32_t> in_largest_;
  Buffer<std::uint32_t> marks_;
  Buffer<std::uint64_t> place_;
  Buffer<VertexPair> pairs_;
};

}  // namespace warpgraph::components
