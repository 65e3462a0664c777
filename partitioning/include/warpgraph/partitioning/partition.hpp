// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/plugin_options.hpp>
#include <warpgraph/runtime/stream.hpp>

// Partitions the vertices of a graph into parts of about equal weight so that few edges run between parts.
//
// The method is multilevel. The graph is made smaller by putting clusters of vertices together until few are left; the
// small graph is partitioned by many attempts; and on the way back to the whole graph each level's partition is
// refined by moving vertices (Gilbert, Madduri, Boman and Rajamanickam, "Jet: Multilevel graph partitioning on graphics
// processing units", SISC 2024). Other libraries can add methods (method.hpp).
namespace warpgraph::partitioning {

// An undirected graph on the host: each edge stands in the rows of both ends, with the same weight. Self-loops count
// for nothing; the weights of repeated edges add up.
struct PartitionInput {
  std::span<const EdgeId> row;  // vertices + 1
  std::span<const VertexId> column;
  std::span<const std::int64_t> edge_weight = {};    // of each entry of column; empty: 1 each; at least 0
  std::span<const std::int64_t> vertex_weight = {};  // [vertex * constraints + constraint]; empty: 1 each; at least 0
  std::uint32_t constraints = 1;
  std::span<const std::int64_t> vertex_size = {};  // what a vertex sends to each part beside it; empty: 1; at least 0
};

// What is made small: the weight of the edges between parts, or the communication volume, which is over all vertices
// the number of other parts among its neighbours, times its size. The volume is refined on the whole graph only, after
// a partition of a small cut, and on the host.
enum class PartitionObjective { kCut, kVolume };
enum class PartitionPreset { kFast, kDefault, kStrong };

// In PartitionOptions::fixed: a vertex that may be in any part.
inline constexpr std::uint32_t kFreePart = ~0u;

// There may be more parts than vertices by this number.
inline constexpr std::uint32_t kMaxEmptyParts = 1u << 20;

struct PartitionOptions {
  std::uint32_t parts = 2;
  std::vector<double> tolerance = {0.03};  // of each constraint, or one for all
  std::vector<double> targets = {};        // share of each part [part * constraints + constraint], which sum to 1 per
                                           // constraint; empty: equal shares
  std::vector<std::int64_t> min_weight = {};  // of each part, of the first constraint; empty: none
  std::vector<std::int64_t> max_weight = {};  // of each part, of the first constraint; empty: from the tolerance
  std::vector<std::uint32_t> fixed = {};      // the part of each vertex, kFreePart where it is free
  std::vector<std::uint32_t> start = {};      // a partition from which few vertices shall move
  // Every part is connected; in a graph of several components at least within each of them. Fixed vertices can make
  // that impossible, and limits may be missed for it (Partition::missed), though not on a graph of 10 vertices in 4
  // parts where that can be helped. The run takes about twice as long.
  bool connected = false;
  PartitionObjective objective = PartitionObjective::kCut;
  PartitionPreset preset = PartitionPreset::kDefault;
  // "multilevel", or the name of a method that a library has added (method.hpp), which may refuse some of the other
  // options and have options of its own: those, by name, are `method_options`.
  std::string method = "multilevel";
  std::map<std::string, std::string> method_options = {};
  std::uint64_t seed = 1;
  // With several devices, multilevel spreads a level over them while it has more entries than this for each of them,
  // or does not fit the first one; the others are the first one's. The result does not depend on it.
  std::uint64_t spread_entries = std::uint64_t{1} << 24;
  bool trace = false;  // whether multilevel tells of every pass (PartitionLevel::trace)
};

// A round of refinement: vertices move where they gain, or away from parts that are too heavy.
struct PartitionPass {
  std::int64_t cut = 0;  // after it
  double imbalance = 0;
  bool rebalances = false;
};

// What the last cycle of a run did on a level. With many parts the smallest levels have groups of parts. The second
// level of a skewed graph may be what is left without its heavy vertices, and its cut does not count their edges.
struct PartitionLevel {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;      // each once
  std::int64_t cut_before = 0;  // of refinement on this level
  std::int64_t cut_after = 0;
  double imbalance = 0;      // after refinement
  std::uint32_t passes = 0;  // of refinement
  double seconds = 0;        // of refinement
  std::vector<PartitionPass> trace = {};
};

// Where the time went, in seconds.
struct PartitionTimes {
  double check = 0;    // of the options and the sizes of arrays, on the host
  double upload = 0;   // of the graph, and the check of its edges
  double coarsen = 0;  // all levels
  double initial = 0;  // bisections: of the coarsest level, and of groups of parts on those above it
  double refine = 0;   // all levels, with projection
  double finish = 0;   // download, and all that the host does with the whole partition
};

// Parts that are not what the options ask for, because no such partition was found or there is none.
struct PartitionMisses {
  std::uint32_t too_heavy = 0;  // above their largest weight, by any constraint
  std::uint32_t too_light = 0;  // below their least weight
  std::uint32_t torn = 0;       // of several pieces in a component of the graph, though parts shall be connected

  [[nodiscard]] bool any() const { return too_heavy + too_light + torn > 0; }
};

struct Partition {
  std::vector<std::uint32_t> part;  // of each vertex
  std::int64_t cut = 0;             // weight of the edges between parts, each once
  double imbalance = 0;             // the largest weight / (share * total) - 1 of all parts and constraints
  // What parts may weigh at most, [part * constraints + constraint]: their shares with the tolerance, and always the
  // shares rounded up. A partition that keeps to all of them need not exist.
  std::vector<std::int64_t> max_weight;
  PartitionMisses missed;
  std::vector<PartitionLevel> levels;  // finest first
  PartitionTimes times;
  plugins::PluginReport facts;  // what a method that was added tells beside that
  int devices = 1;              // that took part: the first ones
  double seconds = 0;           // all of it
};

// What partition() allocates on its device, or on each of several, at most; for most graphs it is less, which depends
// on how they coarsen. An upper bound by measuring, not by proof. Several devices share the edges, and each has what is
// known of all vertices. Starts nothing.
[[nodiscard]] MemoryPlan partition_memory(const PartitionInput& graph, const PartitionOptions& options,
                                          int devices = 1);

// Partitions on the device of `stream`, and waits for it. Every part has a vertex, unless there are more parts than
// vertices, or fixed vertices leave none for it. The result of multilevel depends on the graph and the options alone:
// not on threads, their order or the device. That of a method that was added may differ from run to run.
//
// The parts keep to their limits where all vertices weigh the same, some partition does and parts need not be
// connected, or where there are at most 12 vertices and parts. Otherwise a partition within the limits may be missed:
// to pack weights is hard in general.
//
// Throws UsageError for a method that is not there, options that do not fit together or that no partition can keep to,
// InputError for arrays that are no undirected graph and for weights whose sums reach 2^61 (edges count at both ends),
// and OutOfMemory before the run if the device lacks room for partition_memory.
[[nodiscard]] Partition partition(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options = {});

// The same partition on all devices of a runtime. A graph that is small and fits the first one is partitioned there,
// and so are all graphs by the methods other than multilevel. Waits for the devices.
[[nodiscard]] Partition partition(Runtime& runtime, const PartitionInput& graph, const PartitionOptions& options = {});

}  // namespace warpgraph::partitioning
