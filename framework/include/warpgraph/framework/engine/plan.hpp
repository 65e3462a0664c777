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

// When the engine changes its plan. The defaults are for one H200.
struct PlanThresholds {
  // First-hit programs stop pushing when the frontier has more than 1 / alpha of the edges of the vertices that were
  // not updated yet, and push again when it has less than 1 / beta of the vertices (Beamer 2012).
  double alpha = 14;
  double beta = 24;
  // Others push while the frontier has less than this fraction of all edges. On the way back to pushing, half of it.
  double push_fraction = 0.25;
  // Programs with a priority, on skewed graphs: from this fraction of all edges on, the engine counts the edges of the
  // vertices that are not settled, and pulls along them if they are at most unsettled_factor times the frontier's.
  double unsettled_fraction = 0.05;
  double unsettled_factor = 2.2;
  // Programs that cannot push pull only what is active while the frontier has less than this fraction of all edges.
  double active_fraction = 0.1;
  // Pull-all gathers and applies in one kernel on graphs with locality where a row has at most this number of lanes,
  // which is 4 or less. 0: never.
  std::uint32_t fused_lanes = 4;
  // Pull-all of programs that evaluate every vertex in every superstep, whose edges have no value: where what
  // neighbours see takes more than twice this number of bytes, the edges are gathered along in blocks, each
  // from this number of bytes. The blocks are a second copy of the edges, which stays with the graph. 0, and in
  // deterministic runs: never.
  std::uint64_t block_bytes = 24u << 20;
  // Frontiers of at least this number of edges mark the next frontier in a bitmask when they are pushed; smaller ones
  // put it into a queue.
  std::uint64_t marking_edges = 1u << 21;
  // A push-loop of one device goes on while frontiers have at most this number of edges. Searches and launches in the
  // order of a distance go on whatever their size. 0: no push-loops and no searches in one launch.
  std::uint64_t loop_edges = 1u << 19;
  // The same of launches of several devices, in any order; no more than 2^23 count.
  std::uint64_t peer_loop_edges = 1u << 23;
  // Searches of several devices tell each other vertices from frontiers of at most this number of edges, else bitmasks.
  // Searches of one device put what they find into a queue up to a quarter of that.
  std::uint64_t peer_list_edges = 1u << 16;
  // Blocks on each multiprocessor of launches of many supersteps, but for searches over long rows, which take all that
  // fit: fewer meet at a barrier sooner, more hide more latency. 0: all that fit.
  unsigned loop_blocks = 4;
  unsigned one_lane_blocks = 1;  // the same where one lane takes each row
  // Where all rows are short, blocks of such a launch on one device go on by themselves with what they find, for up to
  // this number of rounds before they meet at a barrier: 64 at most, fewer while frontiers grow, and a quarter where a
  // vertex has several lanes. Searches with uniform updates do, and launches in the order of a distance. In these, each
  // of several devices does so too, if few of its vertices have edges to others. 0: none.
  std::uint32_t rounds_ahead = 32;
  std::uint64_t ahead_edges = 500000;  // from frontiers of at most this number of edges
};

}  // namespace warpgraph
