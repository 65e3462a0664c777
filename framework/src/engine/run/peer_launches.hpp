// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>
#include <warpgraph/framework/engine/detail/program_part/peer_part_calls.hpp>

#include "other_ranks.hpp"

namespace warpgraph::detail {

// Launches many supersteps on all devices (peer_loop.hpp, search.hpp), waits for them, and reads what they have
// done.
class PeerLaunches {
 public:
  using Parts = std::vector<std::unique_ptr<PeerPartCalls>>;

  PeerLaunches(const Parts& parts, OtherRanks& others, Exchange& exchange, peers::PeerLinks& links,
               const EngineOptions& options)
      : parts_(parts), others_(others), exchange_(exchange), links_(links), options_(options) {}

  // The largest frontier, in edges, that a launch takes. 0 if these devices, or this run, have none: launches need peer
  // access, Refinement::kUpdated and, without other ranks, no time limit.
  [[nodiscard]] std::uint64_t max_edges() const;

  // The largest far set, on each device, that a launch splits. The host splits a larger one, because the vertices that
  // leave it might not fit an inbox, and would mostly make a frontier that no launch takes.
  [[nodiscard]] std::uint64_t max_split() const { return max_edges() / 2; }

  // Whether the launches do whole searches.
  [[nodiscard]] bool search() const;

  // Says that kernels of these devices did not run at the same time, if nothing else keeps the run from launches. For
  // RunReport::advice.
  [[nodiscard]] std::string advice() const;

  // As many supersteps as go into one launch, up to `max`, from the one of number `first` on. Returns the number of
  // rounds of messages that they took; history(i) then says what they were. For a task in_order, all parts take the
  // limit that the launch has left.
  std::uint32_t launch_all(const Progress& frontier, std::uint32_t first, std::uint32_t max, const LaunchTask& task);
  [[nodiscard]] const LoopHistory& history(std::size_t device) const { return parts_[device]->host[0].loop; }

 private:
  [[nodiscard]] Runtime& runtime() const { return parts_.front()->part.stream.device().runtime(); }
  [[nodiscard]] bool allows_launches() const;
  // Asked once: one run has one answer.
  [[nodiscard]] bool kernels_meet() const;
  // The bitmasks of this frontier and of the next, by the number of the device among those of all ranks.
  [[nodiscard]] std::vector<Exchange::Masks> masks() const;
  void drop_idle(std::vector<StreamRef>& running) const;

  const Parts& parts_;
  OtherRanks& others_;
  Exchange& exchange_;
  peers::PeerLinks& links_;
  const EngineOptions& options_;
  mutable std::optional<bool> kernels_meet_;
  bool is_first_ = true;  // launch of the run
};

}  // namespace warpgraph::detail
