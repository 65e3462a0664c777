// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include <warpgraph/framework/engine/detail/choices/plan_policy.hpp>
#include <warpgraph/framework/engine/detail/part/device_part.hpp>
#include <warpgraph/framework/engine/detail/steps/loop_history.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/framework/run/result.hpp>

// What the host's side of a run asks of a device's part that differs by program. The host's side itself is compiled
// once (src/engine). What is not said to wait is queued in the part's stream.
namespace warpgraph::detail {

class PartCalls {
 public:
  explicit PartCalls(DevicePart& of) : part(of) {}
  virtual ~PartCalls() = default;
  PartCalls(const PartCalls&) = delete;
  PartCalls& operator=(const PartCalls&) = delete;

  [[nodiscard]] virtual AllowedPlans allowed(const RunFacts& facts) const = 0;
  virtual void initialise() = 0;
  // What neighbours see of the own vertices, as the program's members are now. Nothing where that stays
  // (PublishesAnew).
  virtual void publish() = 0;
  // One superstep.
  virtual void queue(Plan plan) = 0;
  // Brings the edges of the vertices that may still change into the readback (Plan::kPullUnsettled).
  virtual void count_unsettled() = 0;
  virtual void queue_read_back() = 0;
  // The program's aggregate, as it was read back last; empty if it has none.
  [[nodiscard]] virtual std::span<std::byte> aggregate() = 0;
  // Adds that of another part of the run.
  virtual void add_aggregate(std::span<const std::byte> other) = 0;
  // Whether the program goes on, if this is the aggregate of all parts.
  [[nodiscard]] virtual bool ask_program(std::span<const std::byte> sum, std::uint32_t superstep) = 0;
  // The readback gets what says whether the run's targets are settled (EngineOptions::until).
  virtual void find_targets() = 0;
  // As it was read back last.
  [[nodiscard]] virtual std::span<std::byte> targets() = 0;
  // Adds that of another part of the run.
  virtual void add_targets(std::span<const std::byte> other) = 0;
  // Whether that of all parts says so.
  [[nodiscard]] virtual bool are_settled(std::span<const std::byte> all) const = 0;
  // Waits for the stream. Throws UsageError if a promise is false.
  virtual void check_promises() = 0;

  DevicePart& part;
};

// The only part of a run on one device.
class OnePartCalls : public PartCalls {
 public:
  using PartCalls::PartCalls;

  // Up to `max` supersteps in one launch; waits for it. `passed`: supersteps before it. `step`: of Plan::kPriority.
  virtual LaunchHistory launch_supersteps(Plan plan, std::uint32_t max, std::uint32_t passed, double step) = 0;
  // The same of a whole search.
  virtual const LoopHistory& search(const Progress& frontier, std::uint32_t max, const DirectionRule& rule) = 0;
  // The mean value of the edges; waits for the stream if no run has found it.
  [[nodiscard]] virtual double mean_value() = 0;
};

// Waits for the stream.
[[nodiscard]] RunReport run_on_one(OnePartCalls& part, const EngineOptions& options,
                                   const std::atomic<bool>* cancelled);

}  // namespace warpgraph::detail
