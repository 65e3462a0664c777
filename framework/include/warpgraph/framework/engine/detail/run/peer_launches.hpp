// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/core/backoff.hpp>
#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>
#include <warpgraph/framework/engine/detail/run/shard_part.hpp>

namespace warpgraph::detail {

// What the devices are to do together.
template <class P>
struct LaunchTask {
  std::optional<DirectionRule> search = {};  // a whole search
  NearFarOrder<P> order = {};                // whose limit moves; each device has a pile of its own
};

// Launches the loops of all devices (peer_loop.hpp), waits for them, and reads what they have done.
template <class P, class E>
class PeerLaunches {
 public:
  using Parts = std::vector<std::unique_ptr<ShardPart<P, E>>>;

  // take_stamps(count): ShardedGraph::take_stamps.
  PeerLaunches(Parts& parts, Exchange<Published<P>>& exchange, std::function<std::uint64_t(std::uint64_t)> take_epochs,
               const EngineOptions& options)
      : parts_(parts), exchange_(exchange), take_epochs_(std::move(take_epochs)), options_(options) {}

  // Of a frontier, up to which there are loops; 0 if these devices, or this run, have none: they tell what was updated
  // and no more, and nobody looks how long a superstep of theirs takes.
  [[nodiscard]] std::uint64_t max_edges() const {
    if (!PushableProgram<P> || !exchange_.has_peers() || options_.exchange.superstep_timeout.count() != 0) return 0;
    if (options_.exchange.refinement != Refinement::kUpdated || !runtime().supports_concurrent_kernels()) return 0;
    return std::min(options_.thresholds.peer_loop_edges, Exchange<Published<P>>::kMaxListed);
  }

  // Of the vertices of a device that wait for their priority, up to which a loop looks through them: whoever leaves has
  // to fit an inbox, and would mostly make a frontier for which there is no loop.
  [[nodiscard]] std::uint64_t max_split() const { return max_edges() / 2; }

  // Whether the launches do whole searches.
  [[nodiscard]] bool search() const {
    return SearchProgram<P> && max_edges() != 0 && parts_.front()->local_ids.are_ids();
  }

  // As many supersteps as go into one launch, at most `most`. Returns how many rounds of telling each other they took;
  // history(i) then says what they were.
  std::uint32_t operator()(const FrontierCounts& frontier, std::uint32_t max, LaunchTask<P>& task) {
    // Whatever may wait for a device comes before the first kernel that waits for the others.
    for (auto& each : parts_) {
      if (task.search)
        each->supersteps.prepare_peer_search(short_row_lanes(each->plan->outgoing));
      else
        each->supersteps.prepare_peer_loop();
      if (task.order.is_on) each->ensure_far();
      each->host->stops_loop = 0;
    }
    try {
      const auto lock = runtime().lock_concurrent_kernels();
      launch_all(frontier, std::min(max, PeerHistory::kMaxSteps), task);
      wait();
    } catch (...) {
      for (auto& each : parts_) std::atomic_ref(each->host->stops_loop).store(1);
      throw;
    }
    const std::uint64_t rounds = history(0).rounds;
    for (auto& each : parts_) each->supersteps.leave_peer_loop(rounds, history(0).is_mask != 0);
    exchange_.pass_rounds(rounds);
    is_first_ = false;
    if (task.order.is_on) task.order.limit = from_word<PriorityOf<P>>(history(0).limit);
    return static_cast<std::uint32_t>(rounds);
  }
  [[nodiscard]] const PeerHistory& history(std::size_t device) const { return parts_[device]->host->loop; }

 private:
  [[nodiscard]] Runtime& runtime() const { return parts_.front()->stream.device().runtime(); }

  void launch_all([[maybe_unused]] const FrontierCounts& frontier, std::uint32_t max,
                  [[maybe_unused]] const LaunchTask<P>& task) {
    [[maybe_unused]] const std::uint64_t epoch = take_epochs_(PeerHistory::kMaxSteps);
    if constexpr (PushableProgram<P>) {
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        ShardPart<P, E>& part = *parts_[i];
        const PeerLaunchArguments<P> with{peers_of(i),
                                          frontier.vertices,
                                          frontier.edges,
                                          max,
                                          max_edges(),
                                          epoch,
                                          View<PeerHistory>(&part.host->loop, 1),
                                          View<const std::uint64_t>(&part.host->stops_loop, 1)};
        const std::uint32_t lanes = short_row_lanes(part.plan->outgoing);
        if (task.search) {
          part.supersteps.launch_peer_search(with, *task.search, is_first_, lanes);
          continue;
        }
        NearFarOrder<P> order = task.order;
        if (order.is_on) order.far = part.state.own_words(part.far);
        part.supersteps.launch_peer_loop(with, order, lanes);
      }
    }
  }
  [[nodiscard]] Peers<typename P::VertexValue> peers_of(std::size_t i) {
    const VertexRange own = parts_[i]->state.own;
    auto peers = exchange_.peers_of(i, own);
    for (std::uint32_t p = 0; p < peers.count; ++p) {
      RunState<P>& other = parts_[peers.peer[p].device]->state;
      if (!parts_[i]->local_ids.are_ids()) continue;
      peers.peer[p].mask[0] = other.words(other.now().mask, own);
      peers.peer[p].mask[1] = other.words(other.next().mask, own);
    }
    return peers;
  }
  // Looks at all devices in turn: the others wait for one that is lost until they are told.
  void wait() {
    std::vector<ShardPart<P, E>*> running;
    for (auto& each : parts_) running.push_back(each.get());
    Backoff back_off;
    while (!running.empty()) {
      std::erase_if(running, [](ShardPart<P, E>* part) {
        if (!part->stream.is_idle()) return false;
        part->stream.synchronize();
        return true;
      });
      if (!running.empty()) back_off();
    }
  }

  Parts& parts_;
  Exchange<Published<P>>& exchange_;
  std::function<std::uint64_t(std::uint64_t)> take_epochs_;
  const EngineOptions& options_;
  bool is_first_ = true;  // launch of the run
};

}  // namespace warpgraph::detail
