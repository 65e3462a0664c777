// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/host_run.hpp>
#include <warpgraph/framework/generate/counter_random.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/machines.hpp"
#include "support/refusal.hpp"
#include "support/sanitizers.hpp"
#include "support/thread_ranks.hpp"

// Neighbourhood programs on one device, several and ranks, against what docs/guide/neighbourhood-programs.md says.
namespace warpgraph::test {
namespace {

using Edge = std::int32_t;

// The commonest of the neighbours' labels, in whatever direction; the smallest of those that are equally common.
struct CommonLabels {
  using VertexValue = VertexId;
  using EdgeValue = NoValue;
  static constexpr bool kBothDirections = true;

  WARPGRAPH_DEVICE VertexId initial(VertexId v) const { return v; }
  WARPGRAPH_DEVICE VertexId key(VertexId label, NoValue) const { return label; }
  WARPGRAPH_DEVICE Group<VertexId> choose(Group<VertexId> best, VertexId label, std::int64_t count) const {
    return count > best.sum || (count == best.sum && label < best.key) ? Group<VertexId>{label, count} : best;
  }
  WARPGRAPH_DEVICE VertexId apply(VertexId, Group<VertexId> chosen) const { return chosen.key; }
  WARPGRAPH_DEVICE bool updated(VertexId old, VertexId label) const { return old != label; }
};

// Names of 64 bits, weights of edges, values that are published, ties by a draw, and keys that know both ends.
struct HeavyNames {
  using VertexValue = std::uint64_t;
  using EdgeValue = Edge;

  WARPGRAPH_DEVICE static std::uint64_t draw(std::uint64_t of) { return generators::CounterRandom::mix(of); }
  WARPGRAPH_DEVICE std::uint64_t initial(VertexId v) const { return draw(v % 17); }
  WARPGRAPH_DEVICE static std::uint64_t publish(std::uint64_t name, VertexId v) { return v % 11 == 3 ? 5 : name; }
  WARPGRAPH_DEVICE std::uint64_t key(std::uint64_t name, Edge, VertexId from, VertexId to) const {
    return (from + to) % 7 == 0 ? ~std::uint64_t{0} : name;
  }
  WARPGRAPH_DEVICE std::int64_t weight(std::uint64_t, Edge value) const { return value; }
  WARPGRAPH_DEVICE Group<std::uint64_t> choose(const Group<std::uint64_t>& best, std::uint64_t name, std::int64_t sum,
                                               VertexId v) const {
    const auto rank = [&](std::uint64_t each) { return draw(each ^ v); };
    return sum > best.sum || (sum == best.sum && rank(name) > rank(best.key)) ? Group<std::uint64_t>{name, sum} : best;
  }
  WARPGRAPH_DEVICE std::uint64_t apply(std::uint64_t old, const Group<std::uint64_t>& chosen, const Vertex& v) const {
    return v.in_degree % 5 == 1 ? old : chosen.key + static_cast<std::uint64_t>(chosen.sum % 3);
  }
  WARPGRAPH_DEVICE bool updated(std::uint64_t old, std::uint64_t name) const { return old != name; }
};

template <class Value>
struct Expected {
  std::vector<Value> values;
  std::vector<std::uint64_t> updated;  // for each superstep
};

// Serially, by the words of the guide.
template <class P>
Expected<typename P::VertexValue> interpret(const Graph<Edge>& graph, const P& program, std::uint32_t max_supersteps) {
  using Value = typename P::VertexValue;
  const VertexId n = graph.vertex_count();
  const auto vertex = [&](VertexId v) {
    return Vertex{v, graph.in_degree(v), graph.has_outgoing() ? graph.out_degree(v) : 0};
  };
  Expected<Value> result;
  for (VertexId v = 0; v < n; ++v) result.values.push_back(program.initial(v));
  for (std::uint32_t superstep = 0; superstep < max_supersteps && n != 0; ++superstep) {
    std::vector<Value> next = result.values;
    std::uint64_t updated = 0;
    for (VertexId v = 0; v < n; ++v) {
      std::map<detail::KeyOf<P>, std::int64_t> sums;
      const auto hear = [&](const Adjacency<Edge>& edges, bool is_second) {
        for (EdgeId e = edges.row[v]; e < edges.row[v + 1]; ++e) {
          const VertexId u = edges.column[e];
          if (is_second && u == v) continue;
          auto shown = result.values[u];
          if constexpr (requires { program.publish(shown, u); }) shown = program.publish(shown, u);
          typename P::EdgeValue value{};
          if constexpr (std::is_same_v<typename P::EdgeValue, Edge>) value = edges.value[e];
          const auto key = detail::key(program, shown, value, u, v);
          if (key != static_cast<detail::KeyOf<P>>(~detail::KeyOf<P>{0}))
            sums[key] += detail::weight(program, shown, value, u, v);
        }
      };
      hear(graph.incoming(), false);
      if (detail::reads_both_directions<P>() && !graph.is_undirected()) hear(graph.outgoing(), true);
      if (sums.empty()) continue;
      detail::GroupOf<P> best{sums.begin()->first, sums.begin()->second};
      for (const auto& [key, sum] : sums) {
        if (key == best.key) continue;
        if constexpr (detail::ChoosesForVertex<P>)
          best = program.choose(best, key, sum, v);
        else
          best = program.choose(best, key, sum);
      }
      Value value{};
      if constexpr (detail::AppliesGroupToVertex<P>)
        value = program.apply(result.values[v], best, vertex(v));
      else
        value = program.apply(result.values[v], best);
      if (!program.updated(result.values[v], value)) continue;
      next[v] = value;
      ++updated;
    }
    result.values = std::move(next);
    result.updated.push_back(updated);
    if (updated == 0) break;
  }
  return result;
}

struct Named {
  std::string name;
  Graph<Edge> graph;
};

Graph<Edge> generated(std::string_view family, generators::GeneratorArguments arguments, const BuildOptions& options) {
  ThreadPool threads(1);
  arguments["weights"] = "uniform";
  return build_graph<Edge>(threads, generators::generate(generators::parse_generator(family, arguments), threads),
                           options);
}

// Vertices with as many neighbours as the kernels' borders have, and one more, and loops and opposite edges.
Graph<Edge> hubs(bool undirected) {
  constexpr EdgeId kDegrees[] = {1,
                                 15,
                                 16,
                                 17,
                                 detail::GroupRows::kShort,
                                 detail::GroupRows::kShort + 1,
                                 detail::GroupRows::kWarp,
                                 detail::GroupRows::kWarp + 1,
                                 detail::GroupRows::kBlock,
                                 detail::GroupRows::kBlock + 1,
                                 5000};
  EdgeList list;
  list.vertex_count = 5100;
  std::vector<Edge> values;
  const auto add = [&](VertexId from, VertexId to) {
    list.source.push_back(from);
    list.target.push_back(to);
    values.push_back(static_cast<Edge>(values.size() % 9 + 1));
  };
  VertexId hub = 0;
  for (const EdgeId degree : kDegrees) {
    for (VertexId i = 0; i < degree; ++i) add(50 + (i * 7 + hub) % 5050, hub);
    ++hub;
  }
  for (VertexId v = 20; v < 40; ++v) add(v, v);
  for (VertexId v = 60; v < 90; ++v) add(v % 11, v);
  list.values = std::move(values);
  ThreadPool threads(1);
  return build_graph<Edge>(threads, std::move(list), {.symmetrise = undirected, .outgoing = true});
}

const std::vector<Named>& graphs() {
  static const std::vector<Named> all = [] {
    std::vector<Named> made;
    EdgeList none;
    none.vertex_count = 70;
    none.values = std::vector<Edge>();
    ThreadPool threads(1);
    made.push_back({"hubs", hubs(false)});
    made.push_back({"undirected hubs", hubs(true)});
    made.push_back({"edgeless", build_graph<Edge>(threads, std::move(none), {.outgoing = true})});
    made.push_back({"rmat", generated("rmat", {{"scale", "9"}}, {.outgoing = true})});
    made.push_back({"kron", generated("kron", {{"scale", "9"}}, {.symmetrise = true, .relabel = Relabel::kRandom})});
    made.push_back({"grid", generated("grid2d", {{"width", "17"}, {"height", "12"}}, {.symmetrise = true})});
    made.push_back({"no vertices", Graph<Edge>()});
    return made;
  }();
  return all;
}

template <class Call>
void expect_refused(const Call& call, const std::string& why) {
  const std::string message = refusal<UsageError>(call);
  EXPECT_NE(message.find(why), std::string::npos) << message;
}

std::vector<std::uint64_t> updated_in(const RunReport& report) {
  std::vector<std::uint64_t> updated;
  for (const SuperstepStatistics& each : report.supersteps) updated.push_back(each.updated_vertices);
  return updated;
}

// run(options) -> a result in host memory.
template <class P, class Run>
void expect_as_interpreted(const Named& on, const P& program, const Run& run) {
  for (const std::uint32_t limit : {0u, 1u, 3u, 12u}) {
    SCOPED_TRACE(on.name + ", at most " + std::to_string(limit) + " supersteps");
    const auto expected = interpret(on.graph, program, limit);
    EngineOptions options;
    options.max_supersteps = limit;
    const HostResult<typename P::VertexValue> found = run(options);
    EXPECT_EQ(found.values, expected.values);
    EXPECT_EQ(updated_in(found), expected.updated);
    EXPECT_EQ(found.converged(),
              on.graph.vertex_count() == 0 || (!expected.updated.empty() && expected.updated.back() == 0));
    if (testing::Test::HasFailure()) return;
  }
}

class NeighbourhoodTest : public MachineTest {
 protected:
  template <class P>
  void expect_right(const P& program) {
    for (std::size_t i = 0; i < graphs().size(); ++i) {
      if (!takes(i)) continue;
      const Named& on = graphs()[i];
      const DeviceGraph<Edge> graph = upload(stream(), on.graph);
      expect_as_interpreted(on, program, [&](const EngineOptions& options) {
        return bring_back(warpgraph::run(stream(), graph, program, options), stream(), graph);
      });
    }
  }
};

TEST_P(NeighbourhoodTest, CommonestLabelsAreThoseOfBothDirections) { expect_right(CommonLabels{}); }
TEST_P(NeighbourhoodTest, GroupsHaveKeysOf64BitsWeightsAndDraws) { expect_right(HeavyNames{}); }

TEST_P(NeighbourhoodTest, HeavyRowsTakeTurnsInTheArena) {
  const std::vector<EdgeId> row{0, 2049, 2049, 2100, 7000, 9100};
  const Buffer<EdgeId> there = to_device(stream(), row, "rows");
  const detail::GroupRows rows(stream(), there, {}, 1 << 14);
  EXPECT_EQ(to_host(stream(), rows.heavy()), (std::vector<VertexId>{0, 3, 4}));
  EXPECT_EQ(to_host(stream(), rows.place()), (std::vector<std::uint64_t>{0, 0, 0}));
  EXPECT_EQ(rows.batches().size(), 3u);
  EXPECT_EQ(rows.arena_slots(), 1u << 14);
  const detail::GroupRows together(stream(), there, {}, 1 << 15);
  EXPECT_EQ(to_host(stream(), together.place()), (std::vector<std::uint64_t>{0, 1 << 13, (1 << 13) + (1 << 14)}));
  EXPECT_EQ(together.batches().size(), 1u);
}

TEST_P(NeighbourhoodTest, OptionsWithoutEffectAreRefused) {
  const DeviceGraph<Edge> graph = upload(stream(), graphs()[3].graph);
  const auto run = [&](const EngineOptions& options) {
    (void)warpgraph::run(stream(), graph, CommonLabels{}, options);
  };
  EngineOptions shaped;
  shaped.tuning.shape = GatherShape::kThread;
  expect_refused([&] { run(shaped); }, "tuning.shape has no effect on a neighbourhood program");
  expect_refused([&] { run({.plan = Plan::kPush}); }, "possible are: pull-all");
  expect_refused([&] { run({.until = {1}}); }, "until");
}

TEST_P(NeighbourhoodTest, OutgoingEdgesAreMadeWhereThereAreNone) {
  const DeviceGraph<Edge> one_way = upload(stream(), generated("rmat", {{"scale", "9"}}, {}));
  EngineOptions options;
  options.max_supersteps = 3;
  EXPECT_EQ(to_host(stream(), warpgraph::run(stream(), one_way, CommonLabels{}, options).values),
            interpret(graphs()[3].graph, CommonLabels{}, 3).values);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(NeighbourhoodTest);

template <class P>
void expect_right_on_devices(const std::string& devices, const P& program, Copies copies) {
  Runtime runtime(devices);
  for (const Named& on : graphs()) {
    const GraphOn<Edge> graph = warpgraph::on(runtime, on.graph, {.devices = runtime.device_count(), .copies = copies});
    expect_as_interpreted(on, program,
                          [&](const EngineOptions& options) { return warpgraph::run(graph, program, options); });
  }
}
TEST(NeighbourhoodOnDevices, ValuesAndReportsAreThoseOfOneDevice) {
  for (const Copies copies : {Copies::kAll, Copies::kRead}) {
    expect_right_on_devices("host:2", CommonLabels{}, copies);
    expect_right_on_devices("host:3", HeavyNames{}, copies);
    if (!kSanitized) expect_right_on_devices("host:5", CommonLabels{}, copies);
  }
}

template <class P>
void expect_right_on_ranks(int count, const std::string& devices, const P& program, Copies copies) {
  for (const Named& on : graphs()) {
    if (on.graph.vertex_count() == 0) continue;
    expect_as_interpreted(on, program, [&](const EngineOptions& options) {
      HostResult<typename P::VertexValue> of_all;
      std::vector<std::vector<typename P::VertexValue>> values(static_cast<std::size_t>(count));
      on_ranks(count, [&](Ranks& ranks) {
        Runtime runtime(devices);
        ShardOptions sharding;
        sharding.copies = copies;
        const auto graph = shards::shard_part(ranks, runtime, part_of(on.graph, ranks), sharding);
        auto result = warpgraph::run(graph, program, options);
        values[static_cast<std::size_t>(ranks.rank())] = result.to_host(graph.streams());
        if (ranks.rank() == 0) static_cast<RunReport&>(of_all) = result;
      });
      for (const auto& each : values) of_all.values.insert(of_all.values.end(), each.begin(), each.end());
      return of_all;
    });
  }
}
TEST(NeighbourhoodOnRanks, ValuesAndReportsAreThoseOfOneDevice) {
  expect_right_on_ranks(2, "host:1", CommonLabels{}, Copies::kRead);
  expect_right_on_ranks(3, "host:2", CommonLabels{}, Copies::kAll);
  expect_right_on_ranks(2, "host:2", HeavyNames{}, Copies::kRead);
}

TEST(NeighbourhoodOnDevices, ARunCanBeCancelled) {
  Runtime runtime("host");
  const GraphOn<Edge> graph = warpgraph::on(runtime, graphs()[3].graph);
  auto running = warpgraph::start(graph, HeavyNames{});
  running.cancel();
  const RunEnd end = running.wait().end;
  EXPECT_TRUE(end == RunEnd::kCancelled || end == RunEnd::kConverged);
}

#if WARPGRAPH_CHECKED
// The one that was there stays where both are as good.
struct FirstOfTies : CommonLabels {
  WARPGRAPH_DEVICE Group<VertexId> choose(Group<VertexId> best, VertexId label, std::int64_t count) const {
    return count > best.sum ? Group<VertexId>{label, count} : best;
  }
};
TEST(NeighbourhoodPromises, AChoiceThatDependsOnTheOrderIsRefused) {
  Runtime runtime("host");
  const GraphOn<Edge> graph = warpgraph::on(runtime, graphs()[3].graph);
  expect_refused([&] { (void)warpgraph::run(graph, FirstOfTies{}); }, "its promise choose is false at vertex");
}
#endif

}  // namespace
}  // namespace warpgraph::test
