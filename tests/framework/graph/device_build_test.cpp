// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/device_build.hpp>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "framework/graph/oracle.hpp"
#include "framework/graph/random_list.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class DeviceBuild : public MachineTest {
 protected:
  [[nodiscard]] AnyGraph build(const EdgeList& list, const DeviceBuildOptions& options) const {
    const AnyDeviceGraph built = build_device_graph(stream(), to_device(stream(), list), options);
    return std::visit([&](const auto& each) -> AnyGraph { return download(stream(), each); }, built);
  }

  void expect_equals_oracle(const EdgeList& list, const DeviceBuildOptions& options) const {
    const PlainGraph built = plain(build(list, options));
    const PlainGraph expected = Oracle(list, options).build(permutation_of(built.names));
    ASSERT_EQ(built, expected);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(DeviceBuild);

TEST_P(DeviceBuild, EqualsOracleForAllOptions) {
  std::uint64_t seed = 1;
  for (const Direction direction : {Direction::kDirected, Direction::kUndirectedOnce, Direction::kUndirectedBoth}) {
    for (const BuildOptions& options : all_options(13)) {
      const int type = static_cast<int>(seed % 5);
      SCOPED_TRACE(describe(options, direction, type) + ", seed " + std::to_string(seed));
      const EdgeList list = random_list(seed, 13, seed % 90, type, direction);
      if (takes(seed)) {
        ASSERT_NO_FATAL_FAILURE(expect_equals_oracle(list, {options, seed % 3 * 16}));
      }
      ++seed;
    }
  }
}

TEST_P(DeviceBuild, EqualsOracleForManyEdges) {
  int type = 0;
  std::size_t turn = 0;
  for (const VertexId vertex_count : {300u, 20'000u}) {
    for (const auto duplicates : {Duplicates::kKeep, Duplicates::kSum}) {
      for (const std::uint64_t at_a_time : {0u, 2'000u}) {
        const DeviceBuildOptions options{{true, true, duplicates, false, Relabel::kDegree, 1, {}}, at_a_time};
        if (!takes(turn++)) continue;
        SCOPED_TRACE(describe(options, Direction::kDirected, type) + ", at a time " + std::to_string(at_a_time));
        const EdgeList list = random_list(7, vertex_count, 12'000, type, Direction::kDirected);
        ASSERT_NO_FATAL_FAILURE(expect_equals_oracle(list, options));
        type = (type + 1) % 5;
      }
    }
  }
}

// The keys' first bits do not cut a hub's edges, and no bits do those of one edge.
TEST_P(DeviceBuild, EqualsOracleForHubsAndCopies) {
  EdgeList list = random_list(1, 15'000, 5'000, 3, Direction::kDirected);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i % 10 != 0) list.target[i] = 12'345;
    if (i % 3 == 0) list.source[i] = list.target[i] = 99;
  }
  std::size_t turn = 0;
  for (const auto duplicates : {Duplicates::kKeep, Duplicates::kSum, Duplicates::kFirst}) {
    for (const auto relabel : {Relabel::kNone, Relabel::kDegree, Relabel::kRandom}) {
      const DeviceBuildOptions options{{.duplicates = duplicates, .outgoing = true, .relabel = relabel}, 300};
      if (!takes(turn++)) continue;
      ASSERT_NO_FATAL_FAILURE(expect_equals_oracle(list, options));
    }
  }
}

TEST_P(DeviceBuild, TakesTheEmptyGraph) {
  for (const VertexId vertex_count : {0u, 1u, 3u}) {
    EdgeList list;
    list.vertex_count = vertex_count;
    const BuildOptions options{.duplicates = Duplicates::kFirst, .outgoing = true, .relabel = Relabel::kDegree};
    const AnyGraph graph = build(list, {options, 0});
    EXPECT_EQ(warpgraph::vertex_count(graph), vertex_count);
    EXPECT_EQ(edge_count(graph), 0u);
  }
}

TEST_P(DeviceBuild, SumsAsTheHostDoes) {
  EdgeList list = random_list(1, 3, 5'000, 3, Direction::kUndirectedOnce);
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::get<std::vector<float>>(list.values)[i] = 1.0f / static_cast<float>(i + 3);
  }
  const BuildOptions options{.duplicates = Duplicates::kSum};
  const auto on_device = std::get<Graph<float>>(build(list, {options, 700}));
  const auto on_host = build_graph<float>(runtime().threads(), EdgeList(list), options);
  ASSERT_EQ(on_device.edge_count(), on_host.edge_count());
  for (EdgeId e = 0; e < on_host.edge_count(); ++e) {
    EXPECT_EQ(on_device.incoming().value[e], on_host.incoming().value[e]);
  }
}

TEST_P(DeviceBuild, RefusesSumsThatTheirTypeDoesNotHold) {
  for (const std::size_t size : {2u, 100u}) {  // by a lane, and by a warp
    for (const EdgeValues& values :
         {EdgeValues(std::vector<std::int32_t>(size, INT32_MAX)),
          EdgeValues(std::vector<std::int64_t>(size, INT64_MIN)), EdgeValues(std::vector<float>(size, -3e38f)),
          EdgeValues(std::vector<double>(size, 1e308))}) {
      EdgeList list{2, std::vector<VertexId>(size, 1), std::vector<VertexId>(size, 0), values, Direction::kDirected, {},
                    {}};
      list.ids.base = 8;
      try {
        (void)build(list, {{.duplicates = Duplicates::kSum}, 0});
        ADD_FAILURE() << "no error, " << size << " values of type " << values.index();
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("those from 9 to 8 add up to more"), std::string::npos)
            << error.what();
      }
    }
  }
}

TEST_P(DeviceBuild, SumsMayPassBeyondTheirTypeOnTheWay) {
  std::vector<std::int64_t> values(200, INT64_MAX);
  values.insert(values.end(), 200, -INT64_MAX);
  values.push_back(-5);
  EdgeList list{1, std::vector<VertexId>(401, 0), std::vector<VertexId>(401, 0), values, Direction::kDirected, {}, {}};
  const auto graph = std::get<Graph<std::int64_t>>(build(list, {{.duplicates = Duplicates::kSum}, 0}));
  EXPECT_EQ(graph.incoming().value[0], -5);
}

TEST_P(DeviceBuild, NumbersAtRandomAsTheHostDoes) {
  const EdgeList list = random_list(1, 1'000, 3'000, 0, Direction::kDirected);
  const BuildOptions options{.relabel = Relabel::kRandom, .seed = 77};
  EXPECT_EQ(plain(build(list, {options, 0})), plain(build_graph(runtime().threads(), EdgeList(list), options)));
}

TEST_P(DeviceBuild, RefusesIdsOutOfRange) {
  EdgeList list = random_list(1, 10, 50, 0, Direction::kDirected);
  list.target[31] = 10;
  try {
    (void)build(list, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "edge list: entry 31 names vertex 10, expected ids below 10");
  }
}

// Many edges, so that several warps look; one edge of the last warp lacks its reverse, or has another value than it.
TEST_P(DeviceBuild, RefusesAListOfBothDirectionsThatLacksOne) {
  EdgeList list = random_list(3, 700, 9'000, 3, Direction::kUndirectedBoth);
  EXPECT_NO_THROW((void)build(list, {}));
  list.source[8'999] = 5;
  list.target[8'999] = 9;
  std::get<std::vector<float>>(list.values)[8'999] = 0.5f;
  const auto refusal = [&](const auto& built) -> std::string {
    try {
      (void)built();
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const std::string on_host = refusal([&] { return build_graph(runtime().threads(), EdgeList(list)); });
  EXPECT_NE(on_host.find("expected every edge in both directions"), std::string::npos) << on_host;
  EXPECT_EQ(refusal([&] { return build(list, {}); }), on_host);
  EXPECT_EQ(refusal([&] { return build(list, {{.check_symmetry = false}, 0}); }), "none");
}

TEST_P(DeviceBuild, RefusesTwoVerticesOfOneId) {
  EdgeList list = random_list(1, 10, 50, 0, Direction::kDirected);
  list.ids.original[7] = list.ids.original[2];
  EXPECT_THROW((void)build(list, {}), InputError);
}

TEST_P(DeviceBuild, SaysThatThereIsNoRoom) {
  RuntimeOptions options = GetParam().options;
  options.memory_limit = std::size_t{1} << 20;
  const Runtime small(GetParam().devices, options);
  const Stream on_small(small.device(), "small");
  DeviceEdgeList list{10,
                      Buffer<VertexId>(on_small, 50'000, "source"),
                      Buffer<VertexId>(on_small, 50'000, "target"),
                      {},
                      Direction::kDirected};
  fill(on_small, list.source, 1);
  fill(on_small, list.target, 2);
  EXPECT_THROW((void)build_device_graph(on_small, std::move(list)), OutOfMemory);
}

// Less than the list and twice the graph, when the edges at a time are few.
TEST_P(DeviceBuild, PeakIsBelowTheListAndTwiceTheGraph) {
  constexpr std::size_t kSize = 50'000;
  for (const bool relabels : {false, true}) {
    for (const int type : {0, 4}) {
      const EdgeList list = random_list(1, 2'500, kSize, type, Direction::kDirected);
      DeviceEdgeList input = to_device(stream(), list);
      device().reset_peak_memory();
      const std::size_t before = device().memory().in_use;
      const BuildOptions options{.relabel = relabels ? Relabel::kDegree : Relabel::kNone};
      const AnyDeviceGraph graph = build_device_graph(stream(), std::move(input), {options, kSize / 16});
      stream().synchronize();
      EXPECT_LE(device().memory().peak, before + 2 * device().memory().in_use)
          << "type " << type << ", relabels " << relabels;
    }
  }
}

TEST_P(DeviceBuild, PeakIsBelowThePlan) {
  const EdgeList list = random_list(1, 2'500, 25'000, 3, Direction::kUndirectedOnce);
  for (const auto duplicates : {Duplicates::kKeep, Duplicates::kMin}) {
    for (const auto relabel : {Relabel::kNone, Relabel::kRandom}) {
      DeviceEdgeList input = to_device(stream(), list);
      const DeviceBuildOptions options{{.duplicates = duplicates, .relabel = relabel}, 4'000};
      device().reset_peak_memory();
      const std::size_t before = device().memory().in_use;
      const AnyDeviceGraph graph = build_device_graph(stream(), std::move(input), options);
      stream().synchronize();
      EXPECT_LE(device().memory().peak,
                before + build_memory<float>(device(), list.vertex_count, 2 * list.size(), options).total());
    }
  }
}

class DeviceGraphTest : public MachineTest {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(DeviceGraphTest);

TEST_P(DeviceGraphTest, ComesBackAsItWent) {
  for (int type = 0; type < 5; ++type) {
    for (const bool outgoing : {false, true}) {
      const AnyGraph graph =
          build_graph(runtime().threads(), random_list(1, 30, 200, type, Direction::kDirected), {.outgoing = outgoing});
      std::visit([&](const auto& each) { EXPECT_EQ(plain(download(stream(), upload(stream(), each))), plain(each)); },
                 graph);
    }
  }
}

TEST_P(DeviceGraphTest, TakesWhatThePlanSays) {
  const auto graph =
      build_graph<double>(runtime().threads(), random_list(1, 30, 200, 4, Direction::kDirected), {.outgoing = true});
  const auto on_device = upload(stream(), graph);
  EXPECT_EQ(device().memory().in_use, graph_memory<double>(30, 200, true).total());
  EXPECT_EQ(on_device.view().edge_count, 200u);
  EXPECT_EQ(on_device.view().outgoing.column.size(), 200u);
  stream().synchronize();
}

TEST_P(DeviceGraphTest, UsesIncomingEdgesForOutgoingOnesOfUndirectedGraphs) {
  const auto graph = build_graph<NoValue>(runtime().threads(), random_list(1, 30, 200, 0, Direction::kUndirectedOnce));
  const auto on_device = upload(stream(), graph);
  EXPECT_TRUE(on_device.has_outgoing());
  EXPECT_EQ(on_device.view().outgoing.column.data(), on_device.view().incoming.column.data());
  stream().synchronize();
}

}  // namespace
}  // namespace warpgraph::test
