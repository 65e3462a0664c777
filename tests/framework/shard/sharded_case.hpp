// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/engine/engine_case.hpp"

// Programs on several devices, against the serial definition: graphs x numbers of devices x hubs x what travels x
// borders that move x plans.
namespace warpgraph::test {

struct ShardedParam {
  MachineParam machine;
  int devices;
};

inline std::ostream& operator<<(std::ostream& out, const ShardedParam& param) {
  return out << param.machine << ", " << param.devices << " of them";
}

inline const Graph<std::int32_t>& rmat_graph() {
  static const Graph<std::int32_t> graph = small_graph("rmat", {{"scale", "10"}});
  return graph;
}

// On all devices, with about as many edges on each.
inline ShardedGraph<std::int32_t> spread_evenly(Runtime& runtime, const Graph<std::int32_t>& graph) {
  return shard_graph(runtime, graph, shards::place_by_edges(graph.incoming().row.span(), {runtime.device_count()}));
}

class ShardedCase : public testing::TestWithParam<ShardedParam> {
 protected:
  void SetUp() override {
    const MachineParam& machine = GetParam().machine;
    const std::string devices = on_gpus_here(machine.devices);
    if (devices.empty()) GTEST_SKIP() << "no CUDA device";
    runtime_ = std::make_unique<Runtime>(devices, machine.options);
  }
  [[nodiscard]] Runtime& runtime() const { return *runtime_; }

  [[nodiscard]] std::vector<HubKind> hubs() const {
    std::vector<HubKind> kinds{HubKind::kHost, HubKind::kPeer};
    const auto devices = static_cast<std::size_t>(runtime().device_count());
    if (runtime().device().kind() == DeviceKind::kGpu && has_cuda_devices(devices) && is_built_with_nccl())
      kinds.push_back(HubKind::kNccl);
    return kinds;
  }
  // Asked once: it takes a communicator, which takes longer to make than many runs.
  [[nodiscard]] bool is_built_with_nccl() const {
    static const bool is_built = [this] {
      const Stream stream(runtime().device(), "test");
      const StreamRef streams[] = {stream};
      try {
        (void)hubs::make_hub(HubKind::kNccl, streams, 1);
        return true;
      } catch (const UsageError&) {
        return false;
      }
    }();
    return is_built;
  }

  template <class E>
  [[nodiscard]] ShardedGraph<E> spread(const Graph<E>& graph, double overlap, Copies copies = Copies::kAll) const {
    static constexpr EdgeId kNoRows[] = {0};
    const auto row = graph.vertex_count() == 0 ? std::span<const EdgeId>(kNoRows) : graph.incoming().row.span();
    return shard_graph(runtime(), graph, shards::place_by_edges(row, {GetParam().devices, {}, overlap}),
                       {.copies = copies});
  }

  // How a run may differ and its result may not.
  struct Way {
    double overlap = 0;
    Copies copies = Copies::kAll;
    HubKind hub = HubKind::kPeer;
    Refinement refinement = Refinement::kUpdated;
    std::optional<Plan> plan = {};
    bool moves_borders = true;
  };
  // Every plan with what travels by itself, every hub with everything that may travel, and borders that move.
  template <class P>
  [[nodiscard]] std::vector<Way> ways() const {
    std::vector<Way> all;
    for (const Plan plan : plans<P>(/*moves_borders=*/false)) all.push_back({.plan = plan});
    for (const HubKind hub : hubs())
      for (const Refinement refinement : {Refinement::kUpdated, Refinement::kMarked, Refinement::kAll})
        all.push_back({.hub = hub, .refinement = refinement});
    for (const Plan plan : plans<P>(/*moves_borders=*/true))
      all.push_back({.overlap = 0.4, .hub = HubKind::kHost, .plan = plan});
    all.push_back({.overlap = 0.4, .refinement = Refinement::kMarked});
    all.push_back({.overlap = 100});
    all.push_back({.overlap = 0.4, .hub = HubKind::kHost, .moves_borders = false});
    // Values of what is read only: the plans and all that may travel, in turn.
    constexpr Refinement kRefinements[] = {Refinement::kUpdated, Refinement::kMarked, Refinement::kAll};
    std::size_t step = 0;
    for (const Plan plan : plans<P>(/*moves_borders=*/false)) {
      all.push_back({.copies = Copies::kRead,
                     .hub = step % 2 == 0 ? HubKind::kHost : HubKind::kPeer,
                     .refinement = kRefinements[step % 3],
                     .plan = plan});
      ++step;
    }
    all.push_back({.overlap = 0.4, .copies = Copies::kRead});
    return all;
  }

  // check(values, result) for all of them. A build with a sanitizer takes every second one, and on the next graph the
  // others.
  template <class P, class Check>
  void for_all_ways(const P& program, const NamedGraph& on, std::uint32_t max_supersteps, Check&& check) {
    std::optional<ShardedGraph<std::int32_t>> graph;
    Way last;
    auto turn = graphs_++ + static_cast<std::size_t>(GetParam().devices);
    for (const Way& way : ways<P>()) {
      if (kSanitized && turn++ % 2 == 1) continue;
      if (max_supersteps != kNoLimit && way.plan && takes_an_order(*way.plan)) continue;
      if (!graph || way.overlap != last.overlap || way.copies != last.copies)
        graph.emplace(spread(on.graph, way.overlap, way.copies));
      last = way;
      EngineOptions options;
      options.plan = way.plan;
      options.max_supersteps = max_supersteps;
      options.exchange.hub = way.hub;
      options.exchange.refinement = way.refinement;
      options.exchange.moves_borders = way.moves_borders;
      if (way.plan == Plan::kPriority) options.tuning.priority_step = 3;
      SCOPED_TRACE(on.name + ", overlap " + std::to_string(way.overlap) + ", copies of " +
                   std::string(to_string(way.copies)) + ", hub " + std::string(to_string(way.hub)) + ", " +
                   std::string(to_string(way.refinement)) + ", " +
                   (way.plan ? std::string(to_string(*way.plan)) : "automatic"));
      try {
        const auto result = warpgraph::run(*graph, program, options);
        check(result.to_host(graph->streams()), result);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
      if (HasFailure()) return;
    }
  }

  // On all small graphs, or on one of them.
  template <class P>
  void expect_right_in_all_ways(const P& program, std::uint32_t max_supersteps = kNoLimit, std::string_view only = "") {
    for (const NamedGraph& each : small_graphs()) {
      if (!only.empty() && each.name != only) continue;
      const auto expected = run_serially(each.graph, program, max_supersteps);
      for_all_ways(program, each, max_supersteps,
                   [&](const auto& values, const auto&) { EXPECT_EQ(values, expected); });
      if (HasFailure()) return;
    }
  }

 private:
  template <class P>
  static std::vector<Plan> plans(bool moves_borders) {
    constexpr bool kFirst = detail::first_hit_suffices<P>();
    std::vector<Plan> plans{kFirst ? Plan::kPullFirst : Plan::kPullAll};
    if (!kFirst && !detail::evaluates_all<P>()) plans.push_back(Plan::kPullActive);
    if (PushableProgram<P> && !moves_borders) plans.push_back(Plan::kPush);
    if (PrioritisedProgram<P> && !moves_borders) plans.push_back(Plan::kPriority);
    if (PrioritisedProgram<P> && !moves_borders) plans.push_back(Plan::kPullUnsettled);
    return plans;
  }

  std::unique_ptr<Runtime> runtime_;
  std::size_t graphs_ = 0;
};

inline std::vector<ShardedParam> sharded_machines() {
  std::vector<ShardedParam> params;
  const auto add = [&](const std::string& name, HostExecution execution, std::uint64_t seed, int devices,
                       unsigned threads) {
    const std::string text = std::to_string(devices);
    params.push_back({host_machine(name + "_" + text, execution, seed, "host:" + text, threads), devices});
  };
  add("threads", HostExecution::kThreads, 0, 3, 1);
  if (kOnlyThreads) return params;
  add("shuffled", HostExecution::kShuffled, 3, 4, 1);
  if (kSanitized) return params;
  add("shuffled", HostExecution::kShuffled, 1, 1, 1);
  add("shuffled", HostExecution::kShuffled, 2, 2, 1);
  add("inline", HostExecution::kInline, 4, 7, 1);
  return params;
}
// Virtual devices whose streams are late, each piece of work by as much as the seed says.
inline std::vector<ShardedParam> late_machines() {
  std::vector<ShardedParam> params;
  for (const int devices : kSanitized ? std::vector{3} : std::vector{2, 4}) {
    const std::string text = std::to_string(devices);
    const auto seed = static_cast<std::uint64_t>(devices);
    params.push_back({host_machine("late_" + text, HostExecution::kThreads, seed, "host:" + text, 1), devices});
    params.back().machine.options.host.faults.longest_delay = std::chrono::microseconds(60);
  }
  return params;
}
// What a runtime of several virtual devices is made with where one kind of it is enough.
inline RuntimeOptions threaded() { return host_machine("threads", HostExecution::kThreads, 0, "host", 1).options; }
inline std::vector<ShardedParam> sharded_gpus() {
  std::vector<ShardedParam> params;
  for (const int devices : {2, 4}) {
    std::string list = "cuda:0";
    for (int i = 1; i < devices; ++i) list += "," + std::to_string(i);
    params.push_back({{"cuda_" + std::to_string(devices), list, {}}, devices});
  }
  return params;
}
inline std::string sharded_name(const testing::TestParamInfo<ShardedParam>& info) { return info.param.machine.name; }

#define WARPGRAPH_INSTANTIATE_ON_SEVERAL(Suite)                                                   \
  INSTANTIATE_TEST_SUITE_P(Host, Suite, testing::ValuesIn(::warpgraph::test::sharded_machines()), \
                           ::warpgraph::test::sharded_name);                                      \
  INSTANTIATE_TEST_SUITE_P(MultiGpu, Suite, testing::ValuesIn(::warpgraph::test::sharded_gpus()), \
                           ::warpgraph::test::sharded_name)

}  // namespace warpgraph::test
