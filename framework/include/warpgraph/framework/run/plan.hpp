// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpgraph {

// How a superstep is computed.
enum class Plan : std::uint8_t {
  kPullAll,        // every vertex reads all its incoming neighbours
  kPullActive,     // vertices that an updated neighbour activated do; needs outgoing edges
  kPullFirst,      // vertices that were not updated yet look for a neighbour that just was (kFirstHitSuffices)
  kPullUnsettled,  // vertices later than the earliest that was updated read their incoming neighbours
                   // (PrioritisedProgram)
  kPush,           // updated vertices reduce into their outgoing neighbours' values (PushableProgram)
  kPushLoop,       // the same, many supersteps in one launch: for small frontiers
  kPriority,       // the same, in the order of a distance (PrioritisedProgram), many supersteps in one launch
};
inline constexpr int kPlanCount = static_cast<int>(Plan::kPriority) + 1;

// How pull-all spreads the edges over lanes. Measured on an H200; which one wins depends on the lengths of the rows.
enum class GatherShape : std::uint8_t {
  kThread,    // a lane a vertex: short rows of about one length
  kVirtual2,  // 2, 4, ... lanes a vertex: rows of about as many edges, and few longer ones
  kVirtual4,
  kVirtual8,
  kVirtual16,
  kVirtual32,
  kSegments,    // warp segmentation (Khorasani 2016, chapter 2): a warp walks the edges of 32 vertices together
  kEqualSplit,  // a warp takes 256 consecutive edges, wherever rows begin and end: heavy vertices cost what their edges
                // cost
};
inline constexpr int kGatherShapeCount = static_cast<int>(GatherShape::kEqualSplit) + 1;

std::string_view to_string(Plan plan);          // "pull-all"
std::string_view to_string(GatherShape shape);  // "virtual-8"
std::optional<Plan> parse_plan(std::string_view text);
std::optional<GatherShape> parse_gather_shape(std::string_view text);

}  // namespace warpgraph
