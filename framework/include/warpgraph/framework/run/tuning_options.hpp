// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <warpgraph/framework/run/plan.hpp>

// What the engine chooses well by itself: measurements set it, and programs that know better. Results are the same for
// any choice, but for the rounding of sums of floats and the times of runs.
namespace warpgraph {

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

struct TuningOptions {
  PlanThresholds thresholds = {};
  // Pull-all's shape; without it rows::choose_shape's. Virtual devices have two shapes in builds without checks, and
  // take one of these for any other: thread for those of some lanes a vertex, segments for equal-split.
  std::optional<GatherShape> shape = {};
  // Plan::kPriority: how far above the nearest that wait the limit of what is near moves. Small steps push in a better
  // order, large ones push more at once. 0: the program's kPriorityStep or rows::distance_step(), times the mean edge
  // value.
  double priority_step = 0;
};

}  // namespace warpgraph
