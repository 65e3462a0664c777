// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange.hpp>
#include <warpgraph/framework/engine/detail/shard_part.hpp>

namespace warpgraph::detail {

// Launches the loops of all devices (shared_loop.hpp), waits for them, and reads what they have done.
template <class P, class E>
class SharedLoops {
 public:
  using Parts = std::vector<std::unique_ptr<ShardPart<P, E>>>;

  SharedLoops(Parts& parts, Exchange<Published<P>>& exchange, const EngineOptions& options)
      : parts_(parts), exchange_(exchange), options_(options) {}

  // Of a frontier, up to which there are loops; 0 if these devices, or this run, have none. A superstep must not take
  // too long with each of its own.
  [[nodiscard]] std::uint64_t most_edges() const {
    if (!PushableProgram<P> || !exchange_.has_peers() || options_.exchange.patience.count() != 0) return 0;
    if (!runtime().runs_side_by_side()) return 0;
    return std::min(options_.thresholds.shared_loop_edges, Exchange<Published<P>>::kMostListed);
  }

  // As many supersteps as go into one launch, at most `most`. Returns them for each device; afterwards left() is the
  // frontier of all.
  std::vector<std::vector<SharedStep>> operator()(const FrontierCounts& frontier, std::uint32_t most) {
    prepare();
    try {
      const auto lock = runtime().lock_side_by_side();
      launch_all(frontier, std::min(most, RunState<P>::kMostLoopSupersteps));
      wait();
    } catch (...) {
      for (auto& each : parts_) std::atomic_ref(each->host->stops_loop).store(1);
      throw;
    }
    return read_back();
  }
  [[nodiscard]] FrontierCounts left() const {
    const SharedLoopState& found = parts_.front()->host->loop;
    return {found.vertices, found.edges, 0};
  }

 private:
  [[nodiscard]] Runtime& runtime() const { return parts_.front()->stream.device().runtime(); }

  // Whatever may wait for a device comes before the first kernel that waits for the others.
  void prepare() {
    const bool is_first = parts_.front()->loop.empty();
    if (is_first) exchange_.make_notes();
    for (auto& each : parts_) {
      if (is_first) {
        each->loop = Buffer<SharedLoopState>(each->stream, 1, "engine counts");
        each->steps = Buffer<SharedStep>(each->stream, RunState<P>::kMostLoopSupersteps, "engine counts");
      }
      each->supersteps.prepare_shared_loop();
      each->host->stops_loop = 0;
    }
    if (is_first)
      for (auto& each : parts_) each->stream.synchronize();
  }

  void launch_all(const FrontierCounts& frontier, std::uint32_t most) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ShardPart<P, E>& part = *parts_[i];
      if constexpr (PushableProgram<P>) {
        part.supersteps.share_loop({exchange_.peers_of(i, part.state.own), frontier.vertices, frontier.edges, part.loop,
                                    part.steps.view().subview(0, most),
                                    View<const std::uint64_t>(&part.host->stops_loop, 1), most_edges(), stamp_},
                                   short_row_lanes(part.plan->outgoing));
      }
      copy(part.stream, View<SharedLoopState>(&part.host->loop, 1), part.loop);
    }
    stamp_ += most;
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

  std::vector<std::vector<SharedStep>> read_back() {
    const std::uint64_t supersteps = parts_.front()->host->loop.supersteps;
    std::vector<std::vector<SharedStep>> steps(parts_.size(), std::vector<SharedStep>(supersteps));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      ShardPart<P, E>& part = *parts_[i];
      copy(part.stream, view_of(steps[i]), part.steps.view().subview(0, supersteps));
      part.supersteps.leave_shared_loop(supersteps);
    }
    for (auto& each : parts_) each->stream.synchronize();
    exchange_.pass_rounds(supersteps);
    return steps;
  }

  Parts& parts_;
  Exchange<Published<P>>& exchange_;
  const EngineOptions& options_;
  std::uint64_t stamp_ = 1;
};

}  // namespace warpgraph::detail
