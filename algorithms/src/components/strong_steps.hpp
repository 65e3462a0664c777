// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>

#include "strong_letters.hpp"
#include "strong_regions.hpp"

// The steps of strongly connected components that only several devices take.
namespace warpgraph::algorithms::components {

// ---- Of the own vertices only

template <class F>
struct OfRange {
  F f;
  VertexId first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { f(first + i); }
};

// Counts edges to vertices of the range.
template <class Counts>
struct CountsInto {
  Counts counts;
  VertexRange own;
  WARPGRAPH_DEVICE std::uint32_t operator()(VertexId v, EdgeId e) const {
    const VertexId u = counts.edges.column[e];
    return u >= own.first && u < own.last ? counts(v, e) : 0;
  }
};

// A step that changes vertices of a range only, and marks them.
template <class Step>
struct MarkingStep {
  Step step;
  VertexRange range;
  View<std::uint32_t> changed;
  WARPGRAPH_DEVICE bool reaches(VertexId v, VertexId w) const {
    if (w < range.first || w >= range.last || !step.reaches(v, w)) return false;
    sweep::claim_bit(changed, w);
    return true;
  }
  WARPGRAPH_DEVICE bool joins(VertexId w, std::uint32_t round) const { return step.joins(w, round); }
};

// Marks what is wanted of the vertices from `first` on, a word of the mask each time.
template <class IsWanted>
struct MarkWanted {
  IsWanted is_wanted;
  VertexRange range;
  View<std::uint32_t> changed;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t size = range.last - range.first;
    sweep::for_each_word(warp, size, [&](std::uint64_t base) {
      kernel::PerLane<bool> is_marked;
      warp.phase([&](kernel::Lane lane) {
        is_marked[lane] = base + lane < size && is_wanted(static_cast<VertexId>(range.first + base + lane));
      });
      const std::uint32_t word = warp.ballot(is_marked);
      if (word != 0) warp.elect([&] { changed[(range.first + base) / kernel::Warp::kSize] |= word; });
    });
  }
};
// Ghosts from which edges lead to own vertices that are left.
struct IsGhostWithEdges {
  Regions regions;
  VertexRange own;
  WARPGRAPH_DEVICE bool operator()(VertexId v) const {
    return (v < own.first || v >= own.last) && regions.left[v] != 0 && !regions.has_label(v);
  }
};
// The vertices of others that own vertices have as their labels.
struct MarkForeignLabels {
  View<const VertexId> label;
  VertexRange own;
  View<std::uint32_t> changed;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId origin = label[v];
    if (origin < own.first || origin >= own.last) sweep::claim_bit(changed, origin);
  }
};

// ---- What a device makes of what it is told: whether a search goes on from there

struct HearGone {
  View<VertexId> label;
  WARPGRAPH_DEVICE bool operator()(VertexId v, std::uint32_t) const {
    label[v] = v;
    return true;
  }
};
struct HearEdges {
  View<std::uint32_t> left;
  WARPGRAPH_DEVICE void operator()(VertexId v, std::uint32_t) const { ++left[v]; }
};
// All edges that one other device has of an own vertex count as one.
struct HearNoEdges {
  Regions regions;
  View<std::uint32_t> changed;
  WARPGRAPH_DEVICE bool operator()(VertexId v, std::uint32_t) const {
    if (--regions.left[v] != 0) return false;
    regions.label[v] = v;
    sweep::claim_bit(changed, v);
    return true;
  }
};
struct HearColour {
  View<std::uint32_t> colour;
  WARPGRAPH_DEVICE bool operator()(VertexId v, std::uint32_t value) const {
    if (value >= colour[v]) return false;
    colour[v] = value;
    return true;
  }
};
struct HearReached {
  Regions regions;
  VertexId pivot;
  View<std::uint32_t> changed;
  WARPGRAPH_DEVICE bool operator()(VertexId v, std::uint32_t) const {
    if (regions.label[v] != kNoVertex) return false;
    regions.label[v] = pivot == kNoVertex ? RandomOrder::vertex(regions.colour[v]) : pivot;
    sweep::claim_bit(changed, v);
    return true;
  }
};
struct HearLowest {
  View<VertexId> lowest;
  WARPGRAPH_DEVICE void operator()(VertexId v, std::uint32_t value) const { lowest[v] = Min{}(lowest[v], value); }
};
struct AnswerLowest {
  LetterView letter;
  View<const VertexId> lowest;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = letter.vertex_at(i);
    if (v != kNoVertex) letter.value[i] = lowest[v];
  }
};

}  // namespace warpgraph::algorithms::components
