// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

#include "common/inverse_of.hpp"

// Vertices on their way into strongly connected components.
namespace warpgraph::algorithms::components {

// Vertices in a random order: a one-to-one map of numbers of 32 bits and the way back. Both factors are odd, and a
// number is its own inverse under a shift of 16 bits.
struct RandomOrder {
  static constexpr std::uint32_t kFirst = 0x7feb352du;
  static constexpr std::uint32_t kSecond = 0x846ca68bu;
  static constexpr std::uint32_t kFirstBack = inverse_of(kFirst);
  static constexpr std::uint32_t kSecondBack = inverse_of(kSecond);

  WARPGRAPH_DEVICE static constexpr std::uint32_t place(VertexId v) {
    std::uint32_t x = v ^ v >> 16;
    x *= kFirst;
    x ^= x >> 16;
    x *= kSecond;
    return x ^ x >> 16;
  }
  WARPGRAPH_DEVICE static constexpr VertexId vertex(std::uint32_t place) {
    std::uint32_t x = place ^ place >> 16;
    x *= kSecondBack;
    x ^= x >> 16;
    x *= kFirstBack;
    return x ^ x >> 16;
  }
};

struct Regions {
  static constexpr VertexId kGone = kNoVertex;
  static constexpr std::uint32_t kUncoloured = ~std::uint32_t{0};

  View<VertexId> label;        // a vertex of the component; kNoVertex while it is not known
  View<VertexId> region;       // no component has vertices of two; kGone of those that are known for longer
  View<std::uint32_t> left;    // edges from or to others of the region that have no label, while these are counted
  View<std::uint32_t> colour;  // the same memory, afterwards

  [[nodiscard]] WARPGRAPH_DEVICE bool has_label(VertexId v) const { return atomic::load(label[v]) != kNoVertex; }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_between(VertexId v, VertexId u) const {
    return u != v && region[u] == region[v] && region[v] != kGone;
  }
};

struct BeginRegions {
  Regions regions;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    regions.label[v] = kNoVertex;
    regions.region[v] = 0;
  }
};

// ---- Trimming

struct CountsInside {
  Regions regions;
  AdjacencyView<NoValue> edges;
  WARPGRAPH_DEVICE std::uint32_t operator()(VertexId v, EdgeId e) const {
    const VertexId u = edges.column[e];
    return regions.is_between(v, u) && !regions.has_label(u) ? 1 : 0;
  }
};

// Instead of a number of edges, for those whose edges are yet to be taken away.
inline constexpr std::uint32_t kIsSingle = ~std::uint32_t{0};
inline constexpr std::uint32_t kIsPaired = kIsSingle - 1;

// Vertices that no edge is left of.
struct TakeSingle {
  Regions regions;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (regions.left[v] != 0 || regions.region[v] == Regions::kGone || regions.has_label(static_cast<VertexId>(v)))
      return;
    regions.left[v] = kIsSingle;
    atomic::store(regions.label[v], static_cast<VertexId>(v));
  }
};

// Two vertices whose only edges lead from one to the other, on this side.
struct TakePairs {
  static constexpr EdgeId kMaxRow = 64;  // longer ones are not searched

  Regions regions;
  AdjacencyView<NoValue> edges;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    const VertexId u = only_other(v);
    if (u == kNoVertex || u < v || only_other(u) != v) return;
    atomic::store(regions.left[v], kIsPaired);
    atomic::store(regions.left[u], kIsPaired);
    atomic::store(regions.label[v], v);
    atomic::store(regions.label[u], v);
  }

 private:
  WARPGRAPH_DEVICE VertexId only_other(VertexId v) const {
    const EdgeId first = edges.row[v];
    const EdgeId end = edges.row[v + 1];
    if (regions.region[v] == Regions::kGone || atomic::load(regions.left[v]) != 1 || end - first > kMaxRow)
      return kNoVertex;
    for (EdgeId e = first; e < end; ++e) {
      const VertexId u = edges.column[e];
      // One that has a label by now is of a pair of its own, to which no other edge leads.
      if (regions.is_between(v, u) && !regions.has_label(u)) return u;
    }
    return kNoVertex;
  }
};

struct IsTrimmed {
  View<const std::uint32_t> left;
  std::uint32_t mark;
  WARPGRAPH_DEVICE bool operator()(std::uint64_t v) const { return left[v] == mark; }
};

// Along the edges of those that go: what they leave without edges goes, too.
struct TrimStep {
  Regions regions;
  WARPGRAPH_DEVICE bool reaches(VertexId v, VertexId w) const {
    if (!regions.is_between(v, w) || regions.has_label(w)) return false;
    if (atomic::fetch_add(regions.left[w], ~std::uint32_t{0}) != 1) return false;
    atomic::store(regions.label[w], w);
    return true;
  }
  WARPGRAPH_DEVICE static bool joins(VertexId, std::uint32_t) { return true; }
};

// ---- Colours

// Edges in times edges out, in the upper half; for the pivot among the vertices of a range.
struct FindPivot {
  Regions regions;
  VertexRange own;
  View<const EdgeId> in;
  View<const EdgeId> out;
  View<std::uint64_t> best;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    constexpr std::uint64_t kMaxDegree = 0xffff;
    kernel::PerLane<std::uint64_t> mine{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, own.last - own.first, [&](std::uint64_t i) {
        const std::uint64_t v = own.first + i;
        if (regions.region[v] == Regions::kGone) return;
        const std::uint64_t product = Min{}(in[v + 1] - in[v], kMaxDegree) * Min{}(out[v + 1] - out[v], kMaxDegree)
                                      << 32;
        mine[lane] = Max{}(mine[lane], product | v);
      });
    });
    const std::uint64_t all = warp.reduce(mine, Max{});
    warp.elect([&] { atomic::fetch_max(best[0], all); });
  }
};

// Every vertex its own colour; or the pivot alone, the first one.
struct BeginColours {
  Regions regions;
  View<std::uint32_t> round;
  VertexId pivot;  // or kNoVertex
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    round[v] = 0;
    regions.colour[v] = pivot == kNoVertex ? RandomOrder::place(static_cast<VertexId>(v))
                        : pivot == v       ? 0
                                           : Regions::kUncoloured;
  }
};
struct IsLeft {
  View<const VertexId> region;
  VertexId only;  // or kNoVertex
  WARPGRAPH_DEVICE bool operator()(std::uint64_t v) const {
    return only == kNoVertex ? region[v] != Regions::kGone : v == only;
  }
};
struct ColourStep {
  Regions regions;
  View<std::uint32_t> round_of;  // the last round for which a vertex was queued, from 1 on
  WARPGRAPH_DEVICE bool reaches(VertexId v, VertexId w) const {
    const std::uint32_t colour = atomic::load(regions.colour[v]);
    return colour < atomic::load(regions.colour[w]) && regions.is_between(v, w) &&
           atomic::fetch_min(regions.colour[w], colour) > colour;
  }
  WARPGRAPH_DEVICE bool joins(VertexId w, std::uint32_t round) const {
    return atomic::exchange(round_of[w], round + 1) != round + 1;
  }
};

// ---- Components: those of a colour that reach its origin

struct TakeOrigins {
  Regions regions;
  VertexId pivot;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const auto v = static_cast<VertexId>(i);
    if (regions.region[v] == Regions::kGone) return;
    if (pivot == kNoVertex ? regions.colour[v] == RandomOrder::place(v) : v == pivot) regions.label[v] = v;
  }
};
struct IsOrigin {
  Regions regions;
  WARPGRAPH_DEVICE bool operator()(std::uint64_t v) const {
    return regions.region[v] != Regions::kGone && regions.label[v] == v;
  }
};
struct BackStep {
  Regions regions;
  WARPGRAPH_DEVICE bool reaches(VertexId v, VertexId w) const {
    if (regions.colour[v] != regions.colour[w] || !regions.is_between(v, w)) return false;
    return atomic::compare_exchange(regions.label[w], kNoVertex, atomic::load(regions.label[v])) == kNoVertex;
  }
  WARPGRAPH_DEVICE static bool joins(VertexId, std::uint32_t) { return true; }
};

// What has a label is gone; colours are regions, if there are colours. Counts what is left of a range.
struct EndPhase {
  Regions regions;
  VertexRange own;
  bool has_colours;
  VertexId pivot;
  View<std::uint64_t> left;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> mine{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, regions.label.size(), [&](std::uint64_t v) {
        if (regions.region[v] == Regions::kGone) return;
        if (regions.label[v] != kNoVertex) {
          regions.region[v] = Regions::kGone;
          return;
        }
        if (v >= own.first && v < own.last) ++mine[lane];
        if (!has_colours) return;
        const std::uint32_t colour = regions.colour[v];
        regions.region[v] = pivot == kNoVertex ? RandomOrder::vertex(colour) : colour == 0 ? 1 : 0;
      });
    });
    const std::uint64_t all = warp.reduce(mine, Plus{});
    if (all != 0) warp.elect([&] { atomic::fetch_add(left[0], all); });
  }
};

}  // namespace warpgraph::algorithms::components
