// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// The numbers that were found by measuring, with their units. All are for an H200 under CUDA 13; the program behind
// each one is named, and docs/benchmarks.md says how to run it. The thresholds between plans are PlanThresholds
// (run/tuning_options.hpp), which every run can change.
namespace warpgraph::tuning {

// --- rows (framework_engine_benchmark, ways pull-all/*) -------------------------------------------------------------

// Rows are skewed if the longest has more edges than kSkewFactor times the mean, and kSkewEdges.
inline constexpr double kSkewFactor = 8;
inline constexpr double kSkewEdges = 32;
// Edges. From this length on a row is heavy: a warp walks it in some 15 us. Pull-active gives it to a block. On skewed
// graphs with heavy rows pull-all splits the edges equally; on R-MAT graphs of 8 to 12 edges a vertex without them,
// finding the rows of equal slices costs more than uneven rows do.
inline constexpr std::uint64_t kHeavyEdges = 4096;
// Edges a row. Up to these, a lane takes a whole row.
inline constexpr std::uint64_t kLongestForThread = 16;
inline constexpr double kMeanForThread = 8;
// Edges a row, on average, up to which pull-all gives a row 2, 4, 8 or 16 lanes; beyond, 32: about four edges a lane.
// At 15 a row half as many lanes are 15 % faster where neighbours lie close together, twice as many 3 % where they do
// not.
inline constexpr double kMeanForLanes[] = {8, 20, 40, 80};
// Edges of a vertex and block, on average, below which more blocks of sources cost more than they save (pull-all of
// PageRank; urand24 and kron24 have 5 and 10).
inline constexpr std::uint64_t kEdgesPerRowOfBlock = 4;
// Pull-all in one kernel (PullFused): lanes a row, of which more gain nothing; and edges a row where edges have values,
// because longer rows do not fit the first cache and take up to twice as long.
inline constexpr std::uint32_t kWidestFused = 4;
inline constexpr double kShortFused = 4;

// --- pushing (framework_engine_benchmark: bfs, sssp, sswp) ----------------------------------------------------------

// Edges a row, on average, up to which pushing along short rows gives a vertex 1, 4 or 8 lanes.
inline constexpr double kMeanForPushLanes[] = {4, 16, 32};
// Edges a row, on average, from which on programs with a priority pull on skewed graphs: paths are short there.
inline constexpr double kMeanForUnsettled = 20;
// Up to this number of bytes of all values they push on such graphs, too. Shortest paths on Kronecker graphs: 8 MiB
// take 1.7 instead of 2.1 ms, 16 MiB 3.0 instead of 3.7, 32 MiB as long.
inline constexpr std::uint64_t kValueBytesForPriority = 24u << 20;
// Mean edge values by which the limit of near and far moves: best within 15 % on R-MAT, uniform, geometric and road
// graphs. The last two are divided by the mean length of the rows, and kMeanOfRoads is that of roads, in edges.
inline constexpr double kStepSkewed = 0.4;
inline constexpr double kStepSkewedLong = 0.2;  // from kMeanForUnsettled on
inline constexpr double kStepRoads = 128;
inline constexpr double kStepOthers = 32;
inline constexpr double kMeanOfRoads = 4;
// Vertices of 32, up to which one lane puts them into a queue alone (Enqueue).
inline constexpr std::uint32_t kThin = 8;

// --- launches (runtime_launch_benchmark) ----------------------------------------------------------------------------

// Warps of a sweep on each multiprocessor: as many as it holds.
inline constexpr std::uint64_t kWarpsPerMultiprocessor = 64;

// --- several devices (framework_devices_benchmark) ------------------------------------------------------------------

// Bytes of a message up to which kernels write it into a peer's inbox. A copy of its own is a call more, but moves
// whole lines where packing writes a few words here and there.
inline constexpr std::size_t kMaxWritten = std::size_t{1} << 20;
// Edges for each device from which on several pay: a superstep that the host queues costs some 80 us more on two
// devices than on one, and 160 on four, in which a GPU gathers along ten or twenty million edges.
inline constexpr std::uint64_t kUsefulEdges = std::uint64_t{1} << 26;

}  // namespace warpgraph::tuning
