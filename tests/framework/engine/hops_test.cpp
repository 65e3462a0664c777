// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/host_run.hpp>

#include "framework/engine/engine_case.hpp"

// Runs that end after k supersteps, as a reader of the guide would write them: a superstep is one edge, by every plan,
// on one device and on several.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// Which of 64 sources a limit of supersteps lets reach a vertex, a bit each.
struct Hops {
  using VertexValue = std::uint64_t;
  using EdgeValue = NoValue;
  using Reduction = Or;
  VertexId every;

  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v % every == 0 && v / every < 64; }
  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const {
    return active_initially(v) ? std::uint64_t{1} << (v / every) : 0;
  }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue sources, NoValue) const { return sources; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue sources) const { return sources != old; }
};

// The nearest of many sources, in the order of the distance if there is no limit.
struct alignas(8) Depot {
  float distance;
  VertexId source;
  friend bool operator==(const Depot&, const Depot&) = default;
};
struct Depots {
  using VertexValue = Depot;
  using EdgeValue = float;
  static constexpr bool kIdempotentReduce = true;
  VertexId every;

  static WARPGRAPH_DEVICE bool is_less(Depot a, Depot b) {
    return a.distance != b.distance ? a.distance < b.distance : a.source < b.source;
  }
  WARPGRAPH_DEVICE Depot identity() const { return {Min::identity<float>(), kNoVertex}; }
  WARPGRAPH_DEVICE Depot reduce(Depot a, Depot b) const { return is_less(b, a) ? b : a; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v % every == 0; }
  WARPGRAPH_DEVICE Depot initial(VertexId v) const { return active_initially(v) ? Depot{0, v} : identity(); }
  WARPGRAPH_DEVICE Depot visit(Depot from, float length) const { return {from.distance + length, from.source}; }
  WARPGRAPH_DEVICE bool updated(Depot old, Depot now) const { return is_less(now, old); }
  WARPGRAPH_DEVICE float priority(Depot value) const { return value.distance; }
};

std::vector<std::uint64_t> search_from_each(const Graph<std::int32_t>& graph, VertexId every, std::uint32_t hops) {
  std::vector<std::uint64_t> found(graph.vertex_count());
  for (VertexId i = 0; i < 64; ++i) {
    std::vector<VertexId> level{i * every};
    found[level.front()] |= std::uint64_t{1} << i;
    for (std::uint32_t hop = 0; hop < hops; ++hop) {
      std::vector<VertexId> next;
      for (const VertexId u : level)
        for (const VertexId v : graph.outgoing().neighbours(u)) {
          if ((found[v] >> i & 1) == 0) next.push_back(v);
          found[v] |= std::uint64_t{1} << i;
        }
      level = std::move(next);
    }
  }
  return found;
}

// Bellman and Ford's rounds, each of which reads what the one before it left.
template <class Value, class Along>
std::vector<Value> relax(const Graph<std::int32_t>& graph, std::vector<Value> value, std::uint32_t rounds,
                         const Along& least) {
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::vector<Value> before = value;
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
      for (EdgeId e = graph.incoming().row[v]; e < graph.incoming().row[v + 1]; ++e)
        value[v] = least(value[v], before[graph.incoming().column[e]], graph.incoming().value[e]);
  }
  return value;
}

std::vector<std::uint32_t> distances_within(const Graph<std::int32_t>& graph, VertexId source, std::uint32_t edges) {
  constexpr std::uint32_t kFar = programs::Distances<std::uint32_t>::unreachable();
  std::vector<std::uint32_t> value(graph.vertex_count(), kFar);
  value[source] = 0;
  return relax(graph, std::move(value), edges, [](std::uint32_t old, std::uint32_t from, std::int32_t length) {
    return from == kFar ? old : std::min(old, from + static_cast<std::uint32_t>(length));
  });
}

std::vector<Depot> depots_within(const Graph<std::int32_t>& graph, VertexId every, std::uint32_t edges) {
  std::vector<Depot> value;
  for (VertexId v = 0; v < graph.vertex_count(); ++v) value.push_back(Depots{every}.initial(v));
  return relax(graph, std::move(value), edges, [](Depot old, Depot from, std::int32_t length) {
    const Depot now{from.distance + static_cast<float>(length), from.source};
    return Depots::is_less(now, old) ? now : old;
  });
}

constexpr std::optional<Plan> kPlans[] = {{}, Plan::kPullAll, Plan::kPullActive, Plan::kPush, Plan::kPushLoop};

// expected(k): after k supersteps. The limit ends the run, or else what is called after each superstep.
template <class P, class Expected>
void expect_levels(const Graph<std::int32_t>& graph, const P& program, const Expected& expected) {
  for (const int devices : {1, 2, 3, 7}) {
    RuntimeOptions machine;
    machine.host.lane_order_seed = static_cast<std::uint64_t>(devices);
    Runtime runtime("host:7", machine);
    for (const std::uint32_t k : {1u, 2u, 4u}) {
      const auto right = expected(k);
      bool is_limit = (static_cast<unsigned>(devices) + std::countr_zero(k)) % 2 == 0;
      for (const std::optional<Plan> plan : kPlans) {
        SCOPED_TRACE(std::to_string(devices) + " devices, " + std::to_string(k) + " supersteps, " +
                     (plan ? std::string(to_string(*plan)) : "any plan"));
        EngineOptions options;
        options.plan = plan;
        if (is_limit)
          options.max_supersteps = k;
        else
          options.after_superstep = [k](const SuperstepStatistics& step) { return step.superstep + 1 != k; };
        is_limit = !is_limit;
        const auto result = warpgraph::run(on(runtime, graph, {.devices = devices}), program, options);
        EXPECT_EQ(result.values, right);
        EXPECT_FALSE(result.advice.starts_with("declare")) << result.advice;
      }
    }
  }
}

const Graph<std::int32_t>& kronecker() {
  static const auto graph = small_graph("kron", {{"scale", kSanitized ? "9" : "11"}});
  return graph;
}
const Graph<std::int32_t>& roads() {
  static const auto graph = small_graph("road", {{"width", "24"}, {"height", "20"}});
  return graph;
}

TEST(LevelByLevel, SourcesWithinKHopsAreThoseThatSearchesFind) {
  for (const auto* const graph : {&kronecker(), &roads()}) {
    const VertexId every = graph->vertex_count() / 64;
    expect_levels(*graph, Hops{every}, [&](std::uint32_t k) { return search_from_each(*graph, every, k); });
  }
}

TEST(LevelByLevel, DistancesWithinKEdgesAreBellmanAndFords) {
  for (const auto* const graph : {&kronecker(), &roads()})
    expect_levels(*graph, Distances{3}, [&](std::uint32_t k) { return distances_within(*graph, 3, k); });
}

TEST(LevelByLevel, NearestSourcesWithinKEdgesAreBellmanAndFords) {
  for (const auto* const graph : {&kronecker(), &roads()})
    expect_levels(*graph, Depots{50}, [&](std::uint32_t k) { return depots_within(*graph, 50, k); });
}

TEST(LevelByLevel, ARunThatIsWatchedToItsEndIsExact) {
  for (const int devices : {1, 3}) {
    Runtime runtime("host:3");
    EngineOptions options;
    options.after_superstep = [](const SuperstepStatistics&) { return true; };
    const auto result = warpgraph::run(on(runtime, roads(), {.devices = devices}), Distances{3}, options);
    EXPECT_EQ(result.values, run_serially(roads(), Distances{3}));
    EXPECT_TRUE(result.converged());
  }
}

// Levels are exact in any case, so a limit takes nothing from a search.
TEST(LevelByLevel, ProgramsWhoseFirstHitSufficesKeepTheirLaunchesOfManySupersteps) {
  Runtime runtime("host");
  EngineOptions options;
  options.max_supersteps = 6;
  const auto result = warpgraph::run(on(runtime, roads(), {.devices = 1}), Levels{3}, options);
  EXPECT_EQ(result.values, run_serially(roads(), Levels{3}, 6));
  EXPECT_TRUE(std::ranges::any_of(result.supersteps, [](const auto& each) { return each.plan == Plan::kPushLoop; }));
}

std::string refusal(const EngineOptions& options, int devices) {
  Runtime runtime("host:2");
  try {
    (void)warpgraph::run(on(runtime, roads(), {.devices = devices}), Distances{3}, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(LevelByLevel, AnOrderIsRefusedByTheNameOfWhatRulesItOut) {
  EngineOptions limited;
  limited.max_supersteps = 7;
  EngineOptions watched;
  watched.after_superstep = [](const SuperstepStatistics&) { return true; };
  for (EngineOptions options : {limited, watched})
    for (const Plan plan : {Plan::kPriority, Plan::kPullUnsettled})
      for (const int devices : {1, 2}) {
        options.plan = plan;
        EXPECT_EQ(refusal(options, devices), "max_supersteps or after_superstep rules out the plan " +
                                                 std::string(to_string(plan)) +
                                                 "; possible are: pull-all, pull-active, push");
      }
}

}  // namespace
}  // namespace warpgraph::test
