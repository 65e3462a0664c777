// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>
#include <warpgraph/framework/engine/detail/program_part/peer_part_calls.hpp>

#include "../moving_borders/borders.hpp"
#include "devices.hpp"
#include "other_ranks.hpp"
#include "peer_launches.hpp"

namespace warpgraph::detail {

// A run on several devices, driven by one thread of the host: all compute a superstep, the host reads how much has
// changed, and by that they exchange what each reads of the others. Every vertex is evaluated where it is owned, from
// copies of its neighbours' values, so a plan's kernels are those of one device.
class PeerDevices final : public Devices {
 public:
  PeerDevices(ShardedRunInput graph, const PeerProgram& program, const EngineOptions& options);
  // Other devices may still be writing to memory that is given back with the run.
  ~PeerDevices() override;

  // The flag that all ranks obey, for one that says that this rank's run is to end.
  [[nodiscard]] const std::atomic<bool>* cancelled(const std::atomic<bool>* here) { return others_.agree_on(here); }
  [[nodiscard]] const RunFacts& facts() const override { return facts_; }
  [[nodiscard]] AllowedPlans allowed(const RunFacts& facts) const override { return parts_.front()->allowed(facts); }

  Progress initialise(bool searches) override;
  // initialise() has read them (OneDevice).
  bool count_first(Progress&) override { return false; }
  // The sum goes to all copies of the program, which do the same with it.
  bool ask_program(std::uint32_t superstep) override;
  void check_promises() override;
  bool targets_are_settled() override;
  bool all_go_on(bool mine) override { return others_.min(static_cast<int>(mine)) != 0; }
  [[nodiscard]] bool pulls_unsettled() override;

  void begin_superstep(std::uint32_t superstep) override;
  std::uint64_t count_unsettled() override;
  void queue(Plan plan) override;
  Progress end_superstep(Plan plan, RunReport& report) override;
  // If more vertices wait than a launch splits, the host splits once.
  Progress launch_supersteps(Plan plan, const Progress& now, PlanPolicy& policy, RunReport& report) override;

  // What the devices did not allow.
  [[nodiscard]] std::string advice() const { return launches_.advice(); }

  // When the run is over. take(part): for each.
  template <class Take>
  void take_values(Take&& take) {
    wait();
    for (auto& each : parts_) take(*each);
  }

 private:
  using Side = Exchange::Side;
  using Which = Frontier& (DevicePart::*)();

  void measure(const ShardedRunInput& graph);
  // The lengths of rows of all devices, from those of this rank's.
  [[nodiscard]] rows::RowLengths of_all(rows::RowLengths here);
  [[nodiscard]] std::vector<VertexRange> held_ranges() const;
  // To the last superstep, which takes as long as on the device that takes longest.
  void add_round(std::uint32_t round, const std::vector<OtherRanks::Rounds>& all, bool is_search, RunReport& report);

  void queue_counts(PeerPartCalls& each, Plan plan);
  void count_channels(PeerPartCalls& each, Frontier& frontier);
  [[nodiscard]] std::vector<Side> sides(Which which);
  // As they were read back last.
  [[nodiscard]] std::vector<std::vector<ChannelCounts>> channel_counts() const;

  // The progress of all devices, as it was read back last, from which all of them start.
  Progress take_counts(Which which);

  // For programs that publish anew: what neighbours see in the superstep, updated or not.
  void publish();
  // On a grid: brings what a superstep has done with proxies to their owners.
  void reduce_rows(Plan plan);

  void wait();
  void send(std::vector<results::LinkTraffic>& links);
  void mark_time(PeerPartCalls& each, std::optional<Event>& event);
  // Returns that of the device that takes longest.
  double read_times(results::PeerSuperstep& superstep);

  // False if no vertex waits on any device; otherwise the limit has moved.
  bool move_limit();
  // False if no vertex waits.
  bool split_far();
  // After a launch that has left no near vertex.
  Progress split_far_on_host(RunReport& report);

  int exceptions_ = std::uncaught_exceptions();
  peers::PeerLinks::Use links_;
  const EngineOptions& options_;
  std::span<const StreamRef> streams_;
  RunFacts facts_;
  OtherRanks others_;
  Exchange exchange_;
  std::vector<std::unique_ptr<PeerPartCalls>> parts_;
  std::optional<RowSums> sums_;                // of ranks that are a grid
  std::vector<results::LinkTraffic> traffic_;  // of the superstep, before send()
  PeerLaunches launches_;
  std::optional<Borders> borders_;
  rows::RowLengths lengths_;  // of incoming rows of the whole graph, about
  std::uint32_t superstep_ = 0;
  bool is_far_empty_ = false;  // for good: the far sets were split without a limit
};

}  // namespace warpgraph::detail
