// SPDX-License-Identifier: Apache-2.0
#include "peer_launches.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <span>
#include <string>
#include <utility>

#include <warpgraph/framework/peers/launch_together.hpp>
#include <warpgraph/framework/run/detail/superstep_timeout.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::detail {

namespace {

std::vector<StreamRef> streams(std::span<const std::unique_ptr<PeerPartCalls>> parts) {
  std::vector<StreamRef> all;
  for (const auto& each : parts) all.push_back(each->part.stream);
  return all;
}

// The other ranks, while a launch that waits for theirs is under way. They may be null.
class Watch {
 public:
  Watch(Ranks* ranks, const ExchangeOptions& options, std::uint32_t superstep)
      : ranks_(ranks), options_(options), superstep_(superstep) {}

  // Throws if some rank has failed. If no device here has ended a round within the time limit, asks all ranks for an
  // answer, which names one that gives none. If all answer, they are only slow: the launch goes on for up to four
  // limits, but gives up at once with a superstep_timeout.
  void look(std::span<const std::unique_ptr<PeerPartCalls>> parts) {
    constexpr std::chrono::milliseconds kPause{1};
    constexpr int kLimits = 4;
    const auto now = Clock::now();
    if (ranks_ == nullptr || now - last_look_ < kPause) return;
    const std::chrono::milliseconds limit = ranks_->time_limit();
    waited_ += std::min<Clock::duration>(now - last_look_, limit / 8);  // this process may have been stopped itself
    last_look_ = now;
    ranks_->look_around();
    std::uint64_t rounds = 0;
    for (const auto& each : parts) rounds += std::atomic_ref(each->host[0].loop.rounds).load(std::memory_order_relaxed);
    if (rounds != rounds_) {
      rounds_ = rounds;
      waited_ = {};
      has_asked_ = false;
    }
    if (limit.count() == 0 || waited_ <= limit) return;
    if (!has_asked_) ranks_->expect_answers();
    has_asked_ = true;
    if (options_.superstep_timeout.count() != 0)
      give_up(streams(parts), options_, superstep_ + rounds_of(parts), ranks_);
    if (waited_ > kLimits * limit)
      throw ranks::RoundError("a launch of many supersteps waits for other ranks for more than " +
                              std::to_string((kLimits * limit).count()) + " ms");
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::uint32_t rounds_of(std::span<const std::unique_ptr<PeerPartCalls>> parts) const {
    return static_cast<std::uint32_t>(rounds_ / parts.size());
  }

  Ranks* ranks_;
  const ExchangeOptions& options_;
  std::uint32_t superstep_;  // the first of the launch
  Clock::time_point last_look_ = Clock::now();
  Clock::duration waited_{};
  std::uint64_t rounds_ = 0;
  bool has_asked_ = false;
};

}  // namespace

bool PeerLaunches::allows_launches() const {
  const bool is_pushable = parts_.front()->part.traits.is_pushable;
  if (!is_pushable || !exchange_.has_peers()) return false;
  if (options_.exchange.superstep_timeout.count() != 0 && !others_.layout().has_others()) return false;
  return options_.exchange.refinement == Refinement::kUpdated;
}

bool PeerLaunches::kernels_meet() const {
  if (!kernels_meet_) kernels_meet_ = runtime().supports_concurrent_kernels();
  return *kernels_meet_;
}

std::uint64_t PeerLaunches::max_edges() const {
  if (!allows_launches() || !kernels_meet()) return 0;
  return std::min(options_.tuning.thresholds.peer_loop_edges, Exchange::kMaxListed);
}

std::string PeerLaunches::advice() const {
  const RuntimeOptions& options = runtime().options();
  const bool is_tried = options.concurrent_kernels && (runtime().device().kind() == DeviceKind::kGpu ||
                                                       options.host.execution == HostExecution::kThreads);
  if (!is_tried || !allows_launches() || kernels_meet()) return {};
  return "kernels of these devices did not run at the same time when that was last tried, so that the host launched "
         "every superstep: another process may keep a GPU busy";
}

bool PeerLaunches::search() const {
  const PeerPartCalls& first = *parts_.front();
  return first.part.traits.is_search && max_edges() != 0 && first.local_ids.are_ids();
}

std::uint32_t PeerLaunches::launch_all(const Progress& frontier, std::uint32_t first, std::uint32_t max,
                                       const LaunchTask& task) {
  // Whatever may wait for a device comes before the first kernel that waits for the others.
  for (const auto& each : parts_) {
    each->prepare_launch(task);
    each->host[0].stops_loop = 0;
    each->host[0].loop.rounds = 0;
  }
  const std::vector<Exchange::Masks> masks = this->masks();
  const PeerLaunch with{.exchange = exchange_,
                        .first_device = static_cast<std::size_t>(others_.number(0)),
                        .masks = masks,
                        .frontier = frontier,
                        .max_supersteps = std::min(max, LoopHistory::kMaxSteps),
                        .max_edges = max_edges(),
                        .epoch = links_.take_epochs(LoopHistory::kMaxSteps),
                        .is_first = is_first_};
  Watch watch(others_.ranks(), options_.exchange, first);
  peers::launch_together(
      streams(parts_),
      [&] {
        for (const auto& each : parts_) each->queue_launch(task, with);
      },
      [&] {
        for (const auto& each : parts_) std::atomic_ref(each->host[0].stops_loop).store(1);
      },
      [&](std::vector<StreamRef>& running) {
        drop_idle(running);
        if (!running.empty()) watch.look(parts_);
      });
  for (const auto& each : parts_) leave_launch(each->part, history(0));
  exchange_.pass_rounds(history(0).rounds);
  is_first_ = false;
  if (task.in_order)
    for (const auto& each : parts_) each->set_limit(history(0).limit);
  return static_cast<std::uint32_t>(history(0).rounds);
}

std::vector<Exchange::Masks> PeerLaunches::masks() const {
  std::vector<Exchange::Masks> all;
  for (std::size_t device = 0; device < others_.layout().held.size(); ++device) {
    Exchange::Masks masks = exchange_.masks(device);
    if (parts_.front()->part.parity == 1) std::swap(masks.mask[0], masks.mask[1]);  // of all devices alike
    if (others_.layout().is_here(device)) {
      DevicePart& part = parts_[device - static_cast<std::size_t>(others_.number(0))]->part;
      masks = {{part.now().mask, part.next().mask}};
    }
    all.push_back(masks);
  }
  return all;
}

// A kernel may have failed because a rank that has ended took its memory.
void PeerLaunches::drop_idle(std::vector<StreamRef>& running) const {
  try {
    peers::drop_idle(running);
  } catch (const DeviceError& error) {
    if (!others_.layout().has_others()) throw;
    throw ranks::RoundError(error.what());
  }
}

}  // namespace warpgraph::detail
