// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/framework/run/tuning_options.hpp>
#include <warpgraph/runtime/hub.hpp>

namespace warpgraph {

// One superstep, as it comes back with every result.
struct SuperstepStatistics {
  std::uint32_t superstep = 0;
  Plan plan = Plan::kPullAll;
  // Updated in the superstep before: what this one starts from. By Plan::kPriority also what it went on with before all
  // blocks met (PlanThresholds::rounds_ahead).
  std::uint64_t active_vertices = 0;
  std::uint64_t active_edges = 0;  // their outgoing edges; 0 if the graph has incoming ones only
  std::uint64_t updated_vertices = 0;
  // On the device's clock, if asked for. On one device, supersteps of a launch by push-loop or priority get equal parts
  // of its time; those of a search have their own.
  double microseconds = 0;
};

// Which values travel between devices after a superstep (Khorasani 2016, section 2.3).
enum class Refinement : std::uint8_t {
  kAll,      // of all vertices of the sender
  kMarked,   // of those that the receiver reads, marked when the graph was spread (offline)
  kUpdated,  // of those that it reads and that were updated (online)
};
std::string_view to_string(Refinement refinement);  // "all", "marked", "updated"
std::optional<Refinement> parse_refinement(std::string_view text);

// How several devices exchange values.
struct ExchangeOptions {
  std::optional<HubKind> hub = {};  // without it the best that the devices have
  Refinement refinement = Refinement::kUpdated;
  // Whether borders move, superstep by superstep, to where devices have the same number of active edges (permissive
  // partitioning); on graphs whose placement leaves room for it (PlaceOptions::overlap). Such runs pull only.
  bool moves_borders = false;
  // How long a superstep may take; then the run throws DeviceError that names the devices that are late. 0: for ever.
  // The run waits for these devices before it throws, because they may still write to its memory. For a device that
  // never gets ready that is for ever, so on_late gets the error's message before.
  std::chrono::milliseconds superstep_timeout{0};
  // Called with that message. The run's memory, graph and streams cannot be given back while a device is stuck: a
  // caller that does not want to wait ends the process here. Without it the message goes to stderr.
  std::function<void(std::string_view)> on_late = {};
};

// On several ranks, options that decide what ranks tell each other are the same on all of them, or the run throws
// DifferentCalls (ranks.hpp). Each rank has its own time_supersteps, after_superstep, superstep_timeout and on_late of
// the exchange, and of the tuning its own shape, and thresholds of what a device does by itself (blocks, lanes, and how
// far blocks go ahead).
struct EngineOptions {
  // With a limit a superstep reads nothing of its own updates: after k supersteps a value depends on what is at most k
  // edges away. Programs that can be pushed are pushed superstep by superstep then, in no order of a priority, unless
  // their first hit suffices.
  std::uint32_t max_supersteps = 0xffffffffu;
  // Sums of floats come out the same bit for bit from run to run, and early exits take no part in the result. Costs
  // the early exit of first-hit programs.
  bool deterministic = false;
  bool time_supersteps = false;
  // The plan of every superstep in which it is possible; RunReport::advice says so if others had another. Throws
  // UsageError if the program, the graph or another option rules it out. Push-loop becomes push where no launch has
  // many supersteps.
  std::optional<Plan> plan = {};
  // Called on the host after each superstep; false stops the run. Supersteps are those of a run with a limit, and no
  // launch has two of them. Some ranks may have one, and others none: false on one rank stops the run on all, and what
  // it throws on one rank ends the run on all.
  std::function<bool(const SuperstepStatistics&)> after_superstep = {};
  // The run ends when these vertices of the graph have their last values (RunEnd::kTargetsSettled), whatever others
  // may still get: a path from one vertex to another needs no more. For programs that say when a vertex is done: one
  // with kFirstHitSuffices is when it was updated, one with a priority that can be pushed is when no vertex that has
  // yet to tell its neighbours of an update has a smaller one; others throw UsageError, as vertices do that the graph
  // has not. The host looks after each superstep, and after launches of a quarter as many supersteps as the run has
  // had, of 4 at least and 64 at most. Empty: the run goes on until no vertex is updated. On ranks the vertices are
  // those that find gives each rank: where ids have 64 bits, kNoVertex on the ranks that do not know one.
  std::vector<VertexId> until = {};
  ExchangeOptions exchange = {};  // of runs on several devices
  TuningOptions tuning = {};
};

}  // namespace warpgraph
