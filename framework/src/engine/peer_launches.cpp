// SPDX-License-Identifier: Apache-2.0
#include "peer_launches.hpp"

#include <algorithm>
#include <atomic>

#include <warpgraph/runtime/kernel/backoff.hpp>

namespace warpgraph::detail {

std::uint64_t PeerLaunches::max_edges() const {
  const bool is_pushable = parts_.front()->part.traits.is_pushable;
  if (!is_pushable || !exchange_.has_peers() || options_.exchange.superstep_timeout.count() != 0) return 0;
  if (options_.exchange.refinement != Refinement::kUpdated || !runtime().supports_concurrent_kernels()) return 0;
  return std::min(options_.thresholds.peer_loop_edges, Exchange::kMaxListed);
}

bool PeerLaunches::search() const {
  const PartOfPeers& first = *parts_.front();
  return first.part.traits.is_search && max_edges() != 0 && first.local_ids.are_ids();
}

std::uint32_t PeerLaunches::operator()(const Progress& frontier, std::uint32_t max, const LaunchTask& task) {
  // Whatever may wait for a device comes before the first kernel that waits for the others.
  for (const auto& each : parts_) {
    each->prepare_launch(task);
    each->host[0].stops_loop = 0;
  }
  try {
    const auto lock = runtime().lock_concurrent_kernels();
    const PeerLaunch with{.exchange = exchange_,
                          .all = parts_,
                          .frontier = frontier,
                          .max_supersteps = std::min(max, PeerHistory::kMaxSteps),
                          .max_edges = max_edges(),
                          .epoch = links_.take_epochs(PeerHistory::kMaxSteps),
                          .is_first = is_first_};
    for (const auto& each : parts_) each->launch_many(task, with);
    wait();
  } catch (...) {
    for (const auto& each : parts_) std::atomic_ref(each->host[0].stops_loop).store(1);
    throw;
  }
  for (const auto& each : parts_) leave_launch(each->part, history(0));
  exchange_.pass_rounds(history(0).rounds);
  is_first_ = false;
  if (task.in_order)
    for (const auto& each : parts_) each->set_limit(history(0).limit);
  return static_cast<std::uint32_t>(history(0).rounds);
}

// Looks at each device again and again: the others wait for a lost one until they are stopped.
void PeerLaunches::wait() {
  std::vector<StreamRef> running;
  for (const auto& each : parts_) running.push_back(each->part.stream);
  Backoff back_off;
  while (!running.empty()) {
    std::erase_if(running, [](StreamRef stream) {
      if (!stream.is_idle()) return false;
      stream.synchronize();
      return true;
    });
    if (!running.empty()) back_off(Backoff::kForGpus);
  }
}

}  // namespace warpgraph::detail
