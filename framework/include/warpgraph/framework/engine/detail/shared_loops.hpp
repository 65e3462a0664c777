// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange.hpp>
#include <warpgraph/framework/engine/detail/shard_part.hpp>

namespace warpgraph::detail {

// Launches the loops of all devices (shared_loop.hpp), waits for them, and reads what they have done.
template <class P, class E>
class SharedLoops {
 public:
  using Parts = std::vector<std::unique_ptr<ShardPart<P, E>>>;

  // take_stamps(count): ShardedGraph::take_stamps.
  SharedLoops(Parts& parts, Exchange<Published<P>>& exchange, std::function<std::uint64_t(std::uint64_t)> take_stamps,
              const EngineOptions& options)
      : parts_(parts), exchange_(exchange), take_stamps_(std::move(take_stamps)), options_(options) {}

  // Of a frontier, up to which there are loops; 0 if these devices, or this run, have none: they tell what was updated
  // and no more, and nobody looks how long a superstep of theirs takes.
  [[nodiscard]] std::uint64_t most_edges() const {
    if (!PushableProgram<P> || !exchange_.has_peers() || options_.exchange.patience.count() != 0) return 0;
    if (options_.exchange.refinement != Refinement::kUpdated || !runtime().runs_side_by_side()) return 0;
    return std::min(options_.thresholds.shared_loop_edges, Exchange<Published<P>>::kMostListed);
  }

  // As many supersteps as go into one launch, at most `most`. Returns how many; history(i) then says what they were.
  std::uint32_t operator()(const FrontierCounts& frontier, std::uint32_t most) {
    // Whatever may wait for a device comes before the first kernel that waits for the others.
    for (auto& each : parts_) {
      each->supersteps.prepare_shared_loop();
      each->host->stops_loop = 0;
    }
    try {
      const auto lock = runtime().lock_side_by_side();
      launch_all(frontier, std::min(most, SharedHistory::kMostSteps));
      wait();
    } catch (...) {
      for (auto& each : parts_) std::atomic_ref(each->host->stops_loop).store(1);
      throw;
    }
    const std::uint64_t supersteps = history(0).supersteps;
    for (auto& each : parts_) each->supersteps.leave_shared_loop(supersteps);
    exchange_.pass_rounds(supersteps);
    return static_cast<std::uint32_t>(supersteps);
  }
  [[nodiscard]] const SharedHistory& history(std::size_t device) const { return parts_[device]->host->loop; }

 private:
  [[nodiscard]] Runtime& runtime() const { return parts_.front()->stream.device().runtime(); }

  void launch_all([[maybe_unused]] const FrontierCounts& frontier, std::uint32_t most) {
    [[maybe_unused]] const std::uint64_t stamp = take_stamps_(most);
    if constexpr (PushableProgram<P>) {
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        ShardPart<P, E>& part = *parts_[i];
        part.supersteps.share_loop(
            {exchange_.peers_of(i, part.state.own), frontier.vertices, frontier.edges, most, most_edges(), stamp,
             View<SharedHistory>(&part.host->loop, 1), View<const std::uint64_t>(&part.host->stops_loop, 1)},
            short_row_lanes(part.plan->outgoing));
      }
    }
  }
  // Looks at all devices in turn: the others wait for one that is lost until they are told.
  void wait() {
    std::vector<ShardPart<P, E>*> running;
    for (auto& each : parts_) running.push_back(each.get());
    while (!running.empty()) {
      std::erase_if(running, [](ShardPart<P, E>* part) {
        if (!part->stream.is_idle()) return false;
        part->stream.synchronize();
        return true;
      });
      std::this_thread::yield();
    }
  }

  Parts& parts_;
  Exchange<Published<P>>& exchange_;
  std::function<std::uint64_t(std::uint64_t)> take_stamps_;
  const EngineOptions& options_;
};

}  // namespace warpgraph::detail
