// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/exchange/exchange.hpp>
#include <warpgraph/framework/engine/detail/run/peer_part.hpp>
#include <warpgraph/runtime/kernel/backoff.hpp>

namespace warpgraph::detail {

// What the devices are to do together.
template <class P>
struct LaunchTask {
  std::optional<DirectionRule> search = {};  // a whole search
  NearFarOrder<P> order = {};                // whose limit moves; each device has a far set of its own
};

// Launches many supersteps on all devices (peer_loop.hpp, peer_search.hpp), waits for them, and reads what they have
// done.
template <class P, class E>
class PeerLaunches {
 public:
  using Parts = std::vector<std::unique_ptr<PeerPart<P, E>>>;

  PeerLaunches(Parts& parts, Exchange& exchange, PeerLinks& links, const EngineOptions& options)
      : parts_(parts), exchange_(exchange), links_(links), options_(options) {}

  // The largest frontier, in edges, that a launch takes. 0 if these devices, or this run, have none: launches need peer
  // access, Refinement::kUpdated and no time limit.
  [[nodiscard]] std::uint64_t max_edges() const {
    if (!PushableProgram<P> || !exchange_.has_peers() || options_.exchange.superstep_timeout.count() != 0) return 0;
    if (options_.exchange.refinement != Refinement::kUpdated || !runtime().supports_concurrent_kernels()) return 0;
    return std::min(options_.thresholds.peer_loop_edges, Exchange::kMaxListed);
  }

  // The largest far set, on each device, that a launch splits. The host splits a larger one, because the vertices that
  // leave it might not fit an inbox, and would mostly make a frontier that no launch takes.
  [[nodiscard]] std::uint64_t max_split() const { return max_edges() / 2; }

  // Whether the launches do whole searches.
  [[nodiscard]] bool search() const {
    return SearchProgram<P> && max_edges() != 0 && parts_.front()->local_ids.are_ids();
  }

  // As many supersteps as go into one launch, up to `max`. Returns the number of rounds of messages that they took;
  // history(i) then says what they were. Moves the limit of task.order.
  std::uint32_t operator()(const Progress& frontier, std::uint32_t max, LaunchTask<P>& task) {
    // Whatever may wait for a device comes before the first kernel that waits for the others.
    for (auto& each : parts_) prepare(*each, task);
    try {
      const auto lock = runtime().lock_concurrent_kernels();
      launch_all(frontier, std::min(max, PeerHistory::kMaxSteps), task);
      wait();
    } catch (...) {
      for (auto& each : parts_) std::atomic_ref(each->host[0].stops_loop).store(1);
      throw;
    }
    const std::uint64_t rounds = history(0).rounds;
    for (auto& each : parts_) leave_launch(*each, history(0));
    exchange_.pass_rounds(rounds);
    is_first_ = false;
    if (task.order.is_on) task.order.limit = from_word<PriorityOf<P>>(history(0).limit);
    return static_cast<std::uint32_t>(rounds);
  }
  [[nodiscard]] const PeerHistory& history(std::size_t device) const { return parts_[device]->host[0].loop; }

 private:
  [[nodiscard]] Runtime& runtime() const { return parts_.front()->stream.device().runtime(); }
  [[nodiscard]] static PeerLoopPlan<P, E>& plan(PeerPart<P, E>& part) {
    return part.plans.template get<PeerLoopPlan<P, E>>();
  }
  [[nodiscard]] static View<std::uint32_t> far_words(PeerPart<P, E>& part) {
    return part.plans.template get<PeerPriorityPlan<P, E>>().far_words(part);
  }

  static void prepare(PeerPart<P, E>& part, const LaunchTask<P>& task) {
    if (task.search)
      plan(part).prepare_search(part);
    else
      plan(part).prepare_loop(part);
    if (task.order.is_on) (void)far_words(part);
    part.host[0].stops_loop = 0;
  }
  void launch_all([[maybe_unused]] const Progress& frontier, std::uint32_t max,
                  [[maybe_unused]] const LaunchTask<P>& task) {
    [[maybe_unused]] const std::uint64_t epoch = links_.take_epochs(PeerHistory::kMaxSteps);
    if constexpr (PushableProgram<P>) {
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        PeerPart<P, E>& part = *parts_[i];
        const PeerLaunchArguments<P> with{.others = peers_of(i),
                                          .vertices = frontier.vertices,
                                          .edges = frontier.edges,
                                          .max_supersteps = max,
                                          .max_edges = max_edges(),
                                          .epoch = epoch,
                                          .history = {&part.host[0].loop, 1},
                                          .is_stopped = {&part.host[0].stops_loop, 1}};
        if (task.search) {
          plan(part).launch_search(part, with, *task.search, is_first_);
          continue;
        }
        NearFarOrder<P> order = task.order;
        if (order.is_on) order.far = far_words(part);
        plan(part).launch_loop(part, with, order);
      }
    }
  }
  [[nodiscard]] Peers<typename P::VertexValue> peers_of(std::size_t i) {
    const VertexRange own = parts_[i]->own;
    auto peers = exchange_.peers_of<Published<P>>(i, own);
    for (std::uint32_t p = 0; p < peers.count; ++p) {
      Part<P, E>& other = *parts_[peers.peer[p].device];
      if (!parts_[i]->local_ids.are_ids()) continue;
      peers.peer[p].mask[0] = other.words(other.now().mask, own);
      peers.peer[p].mask[1] = other.words(other.next().mask, own);
    }
    return peers;
  }
  // Looks at each device again and again: the others wait for a lost one until they are stopped.
  void wait() {
    std::vector<PeerPart<P, E>*> running;
    for (auto& each : parts_) running.push_back(each.get());
    Backoff back_off;
    while (!running.empty()) {
      std::erase_if(running, [](PeerPart<P, E>* part) {
        if (!part->stream.is_idle()) return false;
        part->stream.synchronize();
        return true;
      });
      if (!running.empty()) back_off(Backoff::kForGpus);
    }
  }

  Parts& parts_;
  Exchange& exchange_;
  PeerLinks& links_;
  const EngineOptions& options_;
  bool is_first_ = true;  // launch of the run
};

}  // namespace warpgraph::detail
