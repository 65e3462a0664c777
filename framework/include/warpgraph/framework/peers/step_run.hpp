// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/stream.hpp>

// A run whose steps the caller queues by hand, and which is timed, reported, stopped and cancelled as a run of the
// engine is:
//
//   StepRun run(stream, options, result);
//   while (run.begin()) {
//     launch(stream, ...);                 // the step
//     run.wait();                          // the host reads what the step has counted
//     run.end({.updated_vertices = ...}, is_converged);
//   }
//
// The options that apply are max_supersteps, time_supersteps, after_superstep and the time limit of `exchange`. All
// devices are those of one process: ranks would have to agree on when a run is over.
namespace warpgraph::peers {

class StepRun {
 public:
  // On one device. `report` gets the supersteps and says how the run ended; it must stay until the run is over.
  // `cancelled`: ends the run between two steps once it is true (RunningProgram hands one to its work).
  StepRun(StreamRef stream, const EngineOptions& options, RunReport& report,
          const std::atomic<bool>* cancelled = nullptr);
  // On the devices of a sharded graph, which send each other `arrays`. Both must stay until the run is over. A whole
  // graph (PeerGraph::is_whole) is one device.
  StepRun(const PeerGraph& peers, PeerArrays& arrays, const EngineOptions& options, RunReport& report,
          const std::atomic<bool>* cancelled = nullptr);
  StepRun(const StepRun&) = delete;
  StepRun& operator=(const StepRun&) = delete;

  // Whether there is one more step, which begins here; a step that was begun before and not ended is left out. False
  // after the last one: the run has converged, was stopped or cancelled, or has had EngineOptions::max_supersteps.
  [[nodiscard]] bool begin();
  // What a device does after this counts as exchange.
  void mark_computed();
  // Ends the step's time and waits for all devices. Throws DeviceError that names the devices that are late
  // (ExchangeOptions::superstep_timeout).
  void wait();
  // The same, but for the first device only unless steps are timed: for steps after which all devices know the same.
  void wait_for_first();
  // Reports the step; its number and its times are filled in. Waits if the caller has not, but only for runs that are
  // timed or watched (after_superstep). `devices`: the edges and updates of each of several devices; the rest is filled
  // in.
  void end(SuperstepStatistics step, bool is_converged, std::vector<results::DeviceActivity> devices = {});

  // A run without supersteps: its one step. On the devices of a sharded graph it is waited for, and the report has one
  // entry for all of it: each device's vertices and edges, its times if they are asked for, and what was sent.
  void begin_whole();
  void end_whole();

 private:
  struct Marks {
    std::optional<Event> begin;
    std::optional<Event> computed;
    std::optional<Event> end;
  };

  void begin_marks();
  void mark(std::optional<Event> Marks::*which);
  void wait_for(std::size_t devices);
  void add_times(std::vector<results::DeviceActivity>& devices) const;
  [[nodiscard]] double microseconds() const;

  std::vector<StreamRef> streams_;
  const PeerGraph* peers_ = nullptr;
  PeerArrays* arrays_ = nullptr;
  const EngineOptions& options_;
  RunReport& report_;
  const std::atomic<bool>* cancelled_;
  std::vector<Marks> marks_;
  std::uint32_t step_ = 0;
  bool has_waited_ = false;
  bool is_over_ = false;
};

}  // namespace warpgraph::peers
