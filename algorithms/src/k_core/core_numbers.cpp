// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/k_core.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/framework/peers/peer_rounds.hpp>
#include <warpgraph/framework/peers/step_run.hpp>
#include <warpgraph/runtime/error.hpp>

#include "common/expect_undirected.hpp"
#include "common/refuse_engine_options.hpp"
#include "common/value_types.hpp"
#include "peel_part.hpp"

namespace warpgraph::algorithms {
namespace {

using namespace k_core;  // NOLINT(google-build-using-namespace): its parts

// The loop of the host. A device that is alone takes all rounds in one launch. Several take many rounds a launch, or,
// where they cannot or the host has to look at each, a round of the host at a time, in which they send each other which
// of their vertices go.
class PeelRun {
 public:
  PeelRun(const peers::PeerGraph& peers, const EngineOptions& engine, RunReport& report)
      : peers_(peers),
        engine_(engine),
        report_(report),
        arrays_(peers),
        steps_(peers, arrays_, engine, report),
        wait_(peers) {
    for (const peers::PeerGraph::Part& each : peers.parts) parts_.push_back(std::make_unique<PeelPart>(peers, each));
    if (peers::PeerRounds::are_possible(peers, engine)) launches_.emplace(peers);
  }

  std::vector<Buffer<std::int32_t>> operator()() {
    for (left_ = begin(); left_ != 0 && (launches_ ? launch_rounds() : take_rounds());) continue;
    std::vector<Buffer<std::int32_t>> cores;
    for (const auto& each : parts_) cores.push_back(each->take_degrees());
    return cores;
  }

 private:
  // Returns how many vertices are left.
  std::uint64_t begin() {
    if (peers_.is_whole) {
      parts_.front()->launch_alone();
      return 0;
    }
    for (const auto& each : parts_) each->begin_sums();
    std::uint64_t left = 0;
    for (const auto& each : parts_) left += each->end_sums();
    for (const auto& each : parts_) launches_ ? each->prepare_launches() : each->prepare_rounds(parts_.size() == 1);
    return left;
  }

  // ---- Rounds of the host

  // Those of a value of k. Returns whether there may be more.
  bool take_rounds() {
    if (!steps_.begin()) return false;
    for (const auto& each : parts_) each->collect(k_, round_);
    peers_.synchronize();
    std::int32_t least = max_neighbours();
    for (const auto& each : parts_) least = std::min(least, each->know_collected(round_));
    if (count_listed() == 0) {
      k_ = least;
      return true;
    }
    while (take_away() && steps_.begin()) continue;
    ++k_;
    return true;
  }
  // A round. Returns whether there is another one for this k.
  bool take_away() {
    SuperstepStatistics step{0, Plan::kPush, count_listed(), 0, 0, 0};
    left_ -= step.active_vertices;
    std::vector<std::uint64_t> received(parts_.size(), 0);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const View<const VertexId> list = parts_[i]->list(round_);
      for (std::size_t j = 0; j < parts_.size(); ++j) {
        if (i == j) continue;
        arrays_.put(static_cast<int>(i), list, static_cast<int>(j),
                    parts_[j]->inbox(0).subview(received[j], list.size()));
        received[j] += list.size();
      }
    }
    arrays_.send();
    for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i]->take_away(k_, round_, received[i]);
    steps_.wait();
    round_ += 2;
    std::vector<results::DeviceActivity> devices;
    for (const auto& each : parts_) {
      devices.push_back({{}, each->walked(round_ - 1), each->listed(round_), 0, 0});
      step.active_edges += devices.back().edges;
      step.updated_vertices += devices.back().updated;
    }
    steps_.end(step, left_ == 0, std::move(devices));
    return step.updated_vertices != 0;
  }
  [[nodiscard]] std::uint64_t count_listed() const {
    std::uint64_t sum = 0;
    for (const auto& each : parts_) sum += each->listed(round_);
    return sum;
  }

  // ---- Launches of many rounds

  // A launch of all devices. Returns whether there may be more.
  bool launch_rounds() {
    const std::uint64_t rest = engine_.max_supersteps - report_.supersteps.size();
    if (rest == 0) {
      report_.end = RunEnd::kSuperstepLimit;
      return false;
    }
    const auto max = static_cast<std::uint32_t>(std::min<std::uint64_t>(PeelHistory::kMaxRounds, rest));
    (*launches_)(max, [&](int device, const peers::PeerNotes& notes) { launch(device, notes, max); });
    const PeelHistory& of_first = parts_.front()->history();
    for (std::uint64_t r = 0; r < of_first.rounds; ++r) add_round(r);
    left_ = of_first.left;
    return true;
  }
  void launch(int device, const peers::PeerNotes& notes, std::uint32_t max_rounds) {
    PeelTogether kernel = {};
    kernel.self = static_cast<std::uint32_t>(device);
    const VertexRange own = peers_.part(device).own;
    std::uint32_t p = 0;
    for (int i = 0; i < peers_.devices(); ++i) {
      kernel.first[i] = peers_.part(i).own.first;
      if (i == device) continue;
      for (const int parity : {0, 1}) kernel.outbox[parity][p] = part(i).inbox(parity).subview(own.first, own.size());
      ++p;
    }
    part(device).launch_rounds(kernel, notes, max_rounds);
  }
  [[nodiscard]] PeelPart& part(int device) { return *parts_[static_cast<std::size_t>(device)]; }

  void add_round(std::uint64_t round) {
    constexpr double kMicrosecond = 1000;
    SuperstepStatistics step;
    step.superstep = static_cast<std::uint32_t>(report_.supersteps.size());
    step.plan = Plan::kPushLoop;
    results::PeerSuperstep all;
    for (int i = 0; i < peers_.devices(); ++i) {
      const PeelRound& mine = part(i).history().round[round];
      step.active_vertices += mine.gone;
      step.active_edges += mine.walked;
      results::DeviceActivity& device = all.devices.emplace_back();
      device = {peers_.part(i).own, mine.walked, mine.gone, 0, 0};
      for (int to = 0; to < peers_.devices(); ++to)
        if (to != i && mine.sent != 0)
          all.links.push_back(
              {i, to, results::MessageForm::kPairs, mine.sent * sizeof(VertexId), mine.gone * sizeof(VertexId)});
      if (!engine_.time_supersteps) continue;
      device.compute_microseconds = mine.computed / kMicrosecond;
      device.exchange_microseconds = mine.waited / kMicrosecond;
      step.microseconds = std::max(step.microseconds, (mine.computed + mine.waited) / kMicrosecond);
    }
    step.updated_vertices = step.active_vertices;
    report_.supersteps.push_back(step);
    report_.per_device.push_back(std::move(all));
  }

  const peers::PeerGraph& peers_;
  const EngineOptions& engine_;
  RunReport& report_;
  std::uint64_t left_ = 0;  // vertices
  std::int32_t k_ = 1;
  std::uint64_t round_ = 0;
  std::vector<std::unique_ptr<PeelPart>> parts_;
  std::optional<peers::PeerRounds> launches_;
  peers::PeerArrays arrays_;
  peers::StepRun steps_;
  peers::WaitForPeers wait_;
};

struct ToUnsigned {
  View<const std::int32_t> from;
  View<std::uint32_t> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { to[v] = static_cast<std::uint32_t>(from[v]); }
};

template <class Graph>
void check(const Graph& graph, const CoreNumbersOptions& options) {
  refuse_plan(options.engine, "core_numbers");
  expect_undirected(graph, "core numbers");
  expects(sweep::fits_frontier_queue(graph.vertex_count(), graph.edge_count()), "core_numbers: the graph is too large");
}

Buffer<std::uint32_t> to_unsigned(StreamRef stream, const Buffer<std::int32_t>& cores) {
  Buffer<std::uint32_t> result(stream, cores.size(), "cores");
  kernel::for_each(stream, cores.size(), ToUnsigned{cores, result});
  return result;
}

}  // namespace

MemoryPlan core_numbers_memory(const shards::RunSize& size) { return PeelPart::memory(size); }

template <EdgeValueType EdgeValue>
Result<std::uint32_t> core_numbers(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                   const CoreNumbersOptions& options) {
  check(graph, options);
  refuse_supersteps(options.engine, "core_numbers", "all rounds on one device are one launch");
  Result<std::uint32_t> result;
  if (graph.vertex_count() == 0) return result;
  stream.device().require(core_numbers_memory(shards::run_size(graph)), "core numbers");
  const peers::PeerGraph peers = peers::peer_graph(stream, graph);
  result.values = to_unsigned(stream, PeelRun(peers, options.engine, result)().front());
  return result;
}

template <EdgeValueType EdgeValue>
ShardedResult<std::uint32_t> core_numbers(const ShardedGraph<EdgeValue>& graph, const CoreNumbersOptions& options) {
  check(graph, options);
  ShardedResult<std::uint32_t> result;
  if (graph.vertex_count() == 0) return result;
  expects(graph.has_outgoing(), "core_numbers: the graph was spread without outgoing edges");
  peers::require_on_peers(graph, "core numbers", core_numbers_memory);
  const peers::PeerGraph peers = peers::peer_graph(graph, options.engine.exchange);
  result.own = peers.own();
  const std::vector<Buffer<std::int32_t>> cores = PeelRun(peers, options.engine, result)();
  for (std::size_t i = 0; i < cores.size(); ++i) result.values.push_back(to_unsigned(peers.parts[i].stream, cores[i]));
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                               \
  template Result<std::uint32_t> core_numbers<E>(StreamRef, const DeviceGraph<E>&, const CoreNumbersOptions&); \
  template ShardedResult<std::uint32_t> core_numbers<E>(const ShardedGraph<E>&, const CoreNumbersOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
