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

#include <warpgraph/framework/engine/detail/backoff.hpp>
#include <warpgraph/framework/engine/detail/exchange.hpp>
#include <warpgraph/framework/engine/detail/shard_part.hpp>

namespace warpgraph::detail {

// What the devices are to do together.
template <class P>
struct SharedTask {
  std::optional<DirectionRule> search = {};  // a whole search
  SharedOrder<P> order = {};                 // whose limit moves; each device has a pile of its own
};

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

  // Of the vertices of a device that wait for their priority, up to which a loop looks through them: whoever leaves has
  // to fit an inbox, and would mostly make a frontier for which there is no loop.
  [[nodiscard]] std::uint64_t most_sifted() const { return most_edges() / 2; }

  // Whether the launches do whole searches.
  [[nodiscard]] bool search() const {
    return SearchProgram<P> && most_edges() != 0 && parts_.front()->places.are_ids();
  }

  // As many supersteps as go into one launch, at most `most`. Returns how many rounds of telling each other they took;
  // history(i) then says what they were.
  std::uint32_t operator()(const FrontierCounts& frontier, std::uint32_t most, SharedTask<P>& task) {
    // Whatever may wait for a device comes before the first kernel that waits for the others.
    for (auto& each : parts_) {
      if (task.search)
        each->supersteps.prepare_shared_search(short_row_lanes(each->plan->outgoing));
      else
        each->supersteps.prepare_shared_loop();
      if (task.order.is_on) each->need_pile();
      each->host->stops_loop = 0;
    }
    try {
      const auto lock = runtime().lock_side_by_side();
      launch_all(frontier, std::min(most, SharedHistory::kMostSteps), task);
      wait();
    } catch (...) {
      for (auto& each : parts_) std::atomic_ref(each->host->stops_loop).store(1);
      throw;
    }
    const std::uint64_t rounds = history(0).rounds;
    for (auto& each : parts_) each->supersteps.leave_shared_loop(rounds, history(0).is_mask != 0);
    exchange_.pass_rounds(rounds);
    is_first_ = false;
    if (task.order.is_on) task.order.limit = from_word<PriorityOf<P>>(history(0).limit);
    return static_cast<std::uint32_t>(rounds);
  }
  [[nodiscard]] const SharedHistory& history(std::size_t device) const { return parts_[device]->host->loop; }

 private:
  [[nodiscard]] Runtime& runtime() const { return parts_.front()->stream.device().runtime(); }

  void launch_all([[maybe_unused]] const FrontierCounts& frontier, std::uint32_t most,
                  [[maybe_unused]] const SharedTask<P>& task) {
    [[maybe_unused]] const std::uint64_t stamp = take_stamps_(SharedHistory::kMostSteps);
    if constexpr (PushableProgram<P>) {
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        ShardPart<P, E>& part = *parts_[i];
        const SharedLoopArguments<P> with{peers_of(i),
                                          frontier.vertices,
                                          frontier.edges,
                                          most,
                                          most_edges(),
                                          stamp,
                                          View<SharedHistory>(&part.host->loop, 1),
                                          View<const std::uint64_t>(&part.host->stops_loop, 1)};
        const std::uint32_t lanes = short_row_lanes(part.plan->outgoing);
        if (task.search) {
          part.supersteps.share_search(with, *task.search, is_first_, lanes);
          continue;
        }
        SharedOrder<P> order = task.order;
        if (order.is_on) order.pile = part.state.own_words(part.pile);
        part.supersteps.share_loop(with, order, lanes);
      }
    }
  }
  [[nodiscard]] Peers<typename P::VertexValue> peers_of(std::size_t i) {
    const VertexRange own = parts_[i]->state.own;
    auto peers = exchange_.peers_of(i, own);
    for (std::uint32_t p = 0; p < peers.count; ++p) {
      RunState<P>& other = parts_[peers.peer[p].device]->state;
      if (!parts_[i]->places.are_ids()) continue;
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
  std::function<std::uint64_t(std::uint64_t)> take_stamps_;
  const EngineOptions& options_;
  bool is_first_ = true;  // launch of the run
};

}  // namespace warpgraph::detail
