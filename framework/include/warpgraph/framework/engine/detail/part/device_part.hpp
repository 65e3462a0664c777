// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/core/array_layout.hpp>
#include <warpgraph/framework/engine/detail/steps/loop_history.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>

namespace warpgraph::detail {

// The vertices that a superstep starts from, as a bitmask, as a queue, or both; and what the host knows of them.
struct Frontier {
  View<std::uint32_t> mask;
  sweep::QueueView queue;              // with memory when some plan needs it
  View<sweep::FrontierCounts> counts;  // one
  bool has_mask = false;
  bool has_queue = false;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;

  void set_counts(const sweep::FrontierCounts& found) {
    vertices = found.vertices + sweep::packed_vertices(found.packed);
    edges = found.edges + sweep::packed_edges(found.packed);
  }
};

// What comes back to the host after a superstep, of every program.
struct ReadbackCounts {
  sweep::FrontierCounts counts[2];  // of both frontiers
  sweep::FrontierCounts unsettled;  // of pull-unsettled
  std::uint64_t active_edges;
};

// What a launch of many supersteps has done: the frontier that each superstep started from, and how many vertices wait
// for their priority.
struct LaunchHistory {
  std::vector<sweep::FrontierCounts> steps;
  std::uint64_t waiting = 0;
};

// What of a device's part of a run does not depend on the program: the frontiers, and which vertices the part has. Its
// functions are compiled once.
struct DevicePart {
  // After so many supersteps of one launch the host looks whether the run was cancelled.
  static constexpr std::uint32_t kMaxLoopSupersteps = 4096;

  // Has values of `locals` vertices, the first of which is `first`. Of these the device holds a range, and evaluates it
  // or may come to. Without frontiers until make_frontiers().
  DevicePart(StreamRef on, const ProgramTraits& program, const EngineOptions& run_options, VertexId locals,
             VertexId first, VertexRange range);
  DevicePart(const DevicePart&) = delete;
  DevicePart& operator=(const DevicePart&) = delete;

  // Their bitmasks, and that of the settled vertices.
  void make_frontiers();
  // Other ranks find these in place of those that were made. Before the first frontier.
  void use_masks(const View<std::uint32_t> (&mask)[2]) {
    for (int i = 0; i < 2; ++i) frontiers[i].mask = mask[i];
  }
  [[nodiscard]] Frontier& now() { return frontiers[parity]; }
  [[nodiscard]] Frontier& next() { return frontiers[1 - parity]; }
  void swap() { parity = 1 - parity; }
  // As they were read back last.
  [[nodiscard]] const sweep::FrontierCounts& counts_of(const Frontier& frontier) const {
    return found->counts[&frontier - frontiers];
  }

  // With nothing in it yet. `marks`: the superstep sets bits of the mask one by one, as the exchange between devices
  // does after every superstep.
  Frontier& reset_next(bool marks = false);
  // What an array over local ids, or a bitmask, has of a range of the vertices that the device holds.
  template <class T>
  [[nodiscard]] View<T> part_of(Buffer<T>& all, VertexRange range) const {
    return all.empty() ? View<T>() : all.view().subview(range.first - first_vertex, range.size());
  }
  [[nodiscard]] View<std::uint32_t> words(View<std::uint32_t> mask, VertexRange range) const {
    return mask.subview((range.first - first_vertex) / 32, mask_words(range.size()));
  }
  [[nodiscard]] View<std::uint32_t> own_words(View<std::uint32_t> mask) const { return words(mask, own); }

  // The vertices that a superstep gathers for, or pushes to.
  [[nodiscard]] VertexRange range_of_rows() const { return has_grid ? held : own; }
  [[nodiscard]] VertexId rows() const { return graph.vertex_count; }  // the vertices that are evaluated
  [[nodiscard]] kernel::Warps sweep() const { return sweep::sweep_warps(stream, rows()); }
  [[nodiscard]] std::uint32_t lanes();
  // Graphs with short rows have small frontiers; fewer blocks then make the barrier cheaper.
  [[nodiscard]] kernel::WholeDevice loop_blocks(std::uint32_t lanes) const {
    const PlanThresholds& thresholds = options.tuning.thresholds;
    const std::uint64_t each = lanes == 1 ? thresholds.one_lane_blocks : thresholds.loop_blocks;
    return {static_cast<unsigned>(std::min<std::uint64_t>(each * multiprocessors(), ~0u))};
  }
  [[nodiscard]] unsigned multiprocessors() const;

  // Measured when a plan needs it, unless it is known.
  [[nodiscard]] const rows::RowFacts& row_facts();

  // The number of edges that leave each vertex, for a graph without outgoing ones.
  [[nodiscard]] View<const std::uint32_t> count_degrees();
  // As a queue, or as a bitmask too.
  void enqueue(Frontier& frontier);
  void mark(Frontier& frontier);
  // now() as a bitmask, also if the run keeps a queue, whose vertices then have their bits in `made`. Without the
  // vertices that push nothing.
  [[nodiscard]] View<const std::uint32_t> mask_of_now(Buffer<std::uint32_t>& made);

  void ensure_queues();
  void ensure_history();
  // Room for the frontiers of so many supersteps of a launch, zero.
  View<sweep::FrontierCounts> clear_history(std::uint64_t supersteps);
  // The frontiers of the first supersteps. Blocks that go ahead count theirs packed alone.
  [[nodiscard]] std::vector<sweep::FrontierCounts> read_history(std::uint64_t supersteps);

  template <class T>
  void clear(View<T> what) {
    static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
    const View<std::uint64_t> all(reinterpret_cast<std::uint64_t*>(what.data()),
                                  what.size_bytes() / sizeof(std::uint64_t), what.space());
    fill(stream, all, 0);
  }

  StreamRef stream;
  const EngineOptions& options;
  const ProgramTraits traits;
  GraphView<NoValue> graph;                 // that of the kernels
  VertexId vertices;                        // that there are values of: all, or those that are held or read (LocalIds)
  VertexId first_vertex;                    // the one whose local id is 0
  VertexRange held;                         // begins at a multiple of 32, as does
  VertexRange own;                          // the range that is evaluated
  bool has_peers = false;                   // the run is on several devices
  bool has_grid = false;                    // on a grid of ranks: it has edges of what others evaluate
  bool keeps_levels = false;                // as RunFacts has it
  const GraphFacts* graph_facts = nullptr;  // of the graph, or of what the device holds of it
  const rows::RowFacts* known_rows = nullptr;
  ReadbackCounts* found = nullptr;  // of the part's readback

  Buffer<std::byte> masks;
  Buffer<std::byte> queues;
  View<sweep::FrontierCounts> counts;  // of both frontiers
  Frontier frontiers[2];
  int parity = 0;
  View<std::uint32_t> settled;            // of first-hit programs
  Buffer<std::uint32_t> out_degrees;      // counted
  Buffer<sweep::FrontierCounts> history;  // of launches of many supersteps
};

// now() becomes the frontier that a launch of a search, or of several devices, has left.
void leave_launch(DevicePart& part, const LoopHistory& history);

}  // namespace warpgraph::detail
