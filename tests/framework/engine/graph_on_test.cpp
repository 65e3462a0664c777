// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/graph_on.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/host_run.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>
#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/framework/ranks/generate_graph.hpp>
#include <warpgraph/framework/ranks/read_graph.hpp>
#include <warpgraph/framework/ranks/write_values.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Distances = programs::Distances<std::uint32_t>;
using NamedNumbers = std::vector<results::Named<std::int64_t>>;

// Names are three times the number, and 5; roads of some length each, listed once.
EdgeList roads() {
  ThreadPool threads(1);
  EdgeList list = generators::generate(
      generators::parse_generator("road", {{"width", "30"}, {"height", "25"}, {"weights", "length"}}), threads);
  for (VertexId v = 0; v < list.vertex_count; ++v) list.ids.original.push_back(std::uint64_t{v} * 3 + 5);
  return list;
}
// The same vertices without the edges, which another rank has.
EdgeList no_roads() {
  EdgeList list = roads();
  list.source.clear();
  list.target.clear();
  list.values = std::vector<std::int32_t>();
  return list;
}
constexpr std::uint64_t kSource = 5 + 3 * 17;

Graph<std::int32_t> build(Runtime& runtime, Relabel relabel = Relabel::kNone) {
  return build_graph<std::int32_t>(runtime.threads(), roads(), {.outgoing = true, .relabel = relabel});
}

// A program as a user would write it, with the vertex that read_graph's graph has found.
NamedNumbers distances(const GraphOn<std::int32_t>& graph) {
  return warpgraph::run(graph, Distances{graph.find(kSource)}).by_name();
}

NamedNumbers expected_distances() {
  Runtime runtime("host");
  const Stream stream(runtime.device());
  const auto graph = build(runtime);
  const auto result = warpgraph::run(stream, upload(stream, graph), Distances{17});
  return by_name(result.to_host(stream), graph.ids());
}

// What each of several ranks has, put together in the order of the ranks.
template <class Value, class Work>
std::vector<Value> of_all_ranks(int ranks, const Work& work) {
  std::vector<std::vector<Value>> all(static_cast<std::size_t>(ranks));
  on_ranks(ranks, [&](Ranks& mine) { all[static_cast<std::size_t>(mine.rank())] = work(mine); });
  std::vector<Value> together;
  for (const auto& each : all) together.insert(together.end(), each.begin(), each.end());
  return together;
}

TEST(GraphOn, IsRunByTheSameCallOnAnyDevices) {
  const NamedNumbers expected = expected_distances();
  for (const char* const devices : {"host", "host:2", "host:5"}) {
    Runtime runtime(devices);
    EXPECT_EQ(distances(on(runtime, build(runtime))), expected) << devices;
    const auto forced = on(runtime, build(runtime), {.devices = runtime.device_count()});
    EXPECT_EQ(distances(forced), expected) << devices << ", all of them";
  }
}

// Lengths that depend on an array of the program's own.
struct TollRoads : Distances {
  View<const std::uint32_t> toll;

  static constexpr bool kMonotoneVisit = false;
  WARPGRAPH_DEVICE std::uint32_t visit(std::uint32_t distance, std::int32_t length, VertexId, VertexId to) const {
    return distance == unreachable() ? distance : distance + static_cast<std::uint32_t>(length) + toll[to];
  }
};

NamedNumbers with_tolls(const GraphOn<std::int32_t>& graph) {
  std::vector<std::uint32_t> toll(roads().vertex_count);
  for (VertexId v = 0; v < toll.size(); ++v) toll[v] = v % 7;
  std::deque<Buffer<std::uint32_t>> tolls;  // of each device
  return warpgraph::run(graph,
                        [&](StreamRef stream) {
                          tolls.push_back(to_device(stream, toll, "tolls"));
                          return TollRoads{{graph.find(kSource)}, tolls.back()};
                        })
      .by_name();
}

TEST(GraphOn, ProgramsThatPointIntoADevicesMemoryAreMadeForEachDevice) {
  Runtime one("host");
  const NamedNumbers expected = with_tolls(on(one, build(one)));
  EXPECT_NE(expected, expected_distances());
  for (const char* const devices : {"host:2", "host:5"}) {
    Runtime runtime(devices);
    EXPECT_EQ(with_tolls(on(runtime, build(runtime), {.devices = runtime.device_count()})), expected) << devices;
  }
  const NamedNumbers of_ranks = of_all_ranks<results::Named<std::int64_t>>(2, [](Ranks& ranks) {
    Runtime runtime(ranks, "host:2");
    auto part = ranks::build_part(ranks, runtime.threads(), ranks.rank() == 0 ? roads() : no_roads());
    return with_tolls(on(runtime, std::get<ranks::GraphPart<std::int32_t>>(std::move(part))));
  });
  EXPECT_EQ(of_ranks, expected);
}

TEST(GraphOn, NamesDoNotDependOnTheNumbersOfVertices) {
  const NamedNumbers expected = expected_distances();
  Runtime runtime("host:2");
  for (const Relabel relabel : {Relabel::kDegree, Relabel::kRandom})
    EXPECT_EQ(distances(on(runtime, build(runtime, relabel), {.devices = 2})), expected);
}

TEST(GraphOn, ValuesThatAreVerticesComeWithTheirNames) {
  Runtime runtime("host");
  const auto parents = [&](Relabel relabel) {
    const auto graph = on(runtime, build(runtime, relabel));
    return warpgraph::run(graph, programs::Parents{graph.find(kSource)}).by_name();
  };
  const NamedNumbers found = parents(Relabel::kRandom);
  ASSERT_EQ(found.size(), roads().vertex_count);
  EXPECT_EQ(found[17], (results::Named<std::int64_t>{kSource, kSource}));
  for (const auto& [name, parent] : found) {
    EXPECT_TRUE(parent == -1 || (parent - 5) % 3 == 0) << name << " has " << parent;
    EXPECT_LT(parent, static_cast<std::int64_t>(5 + 3 * found.size()));
  }
}

// The second run finds the graph on the devices.
TEST(GraphOn, StaysOnTheDevicesUntilItLeaves) {
  for (const int devices : {1, 3}) {
    Runtime runtime("host:3");
    const auto used = [&] { return runtime.device().memory().in_use; };
    auto graph = on(runtime, build(runtime), {.devices = devices});
    EXPECT_EQ(used(), 0u) << "nothing before the first run";
    (void)distances(graph);
    const std::size_t after_one = used();
    EXPECT_GT(after_one, 0u);
    (void)distances(graph);
    EXPECT_EQ(used(), after_one);
    graph.leave_devices();
    EXPECT_EQ(used(), 0u);
    EXPECT_EQ(distances(graph), expected_distances()) << "and comes again";
  }
}

TEST(GraphOn, ResultsOutliveABorrowedGraph) {
  Runtime runtime("host");
  HostResult<std::uint32_t> result;
  {
    const auto graph = build(runtime, Relabel::kRandom);
    const auto borrowed = on(runtime, graph);
    EXPECT_EQ(&borrowed.graph(), &graph);
    result = warpgraph::run(borrowed, Distances{borrowed.find(kSource)});
  }
  EXPECT_EQ(result.by_name(), expected_distances());
}

TEST(GraphOn, FindsNoVertexThatIsNotThere) {
  Runtime runtime("host");
  const auto graph = on(runtime, build(runtime));
  EXPECT_EQ(graph.find(5), 0u);
  EXPECT_THROW((void)graph.find(6), UnknownVertex);
}

TEST(GraphOn, RanksShareTheWork) {
  const NamedNumbers expected = expected_distances();
  for (const int ranks : {1, 2, 3}) {
    const auto found = of_all_ranks<results::Named<std::int64_t>>(ranks, [&](Ranks& mine) {
      Runtime runtime(mine, "host:2");
      EXPECT_EQ(runtime.ranks(), &mine);
      if (ranks == 1) return distances(on(runtime, build(runtime)));
      ranks::AnyGraphPart part = ranks::build_part(mine, runtime.threads(), mine.rank() == 0 ? roads() : no_roads());
      const auto graph = on(runtime, std::get<ranks::GraphPart<std::int32_t>>(std::move(part)));
      EXPECT_EQ(graph.vertex_count(), expected.size());
      const NamedNumbers own = distances(graph);
      EXPECT_LT(own.size(), expected.size());
      return own;
    });
    EXPECT_EQ(found, expected) << ranks;
  }
}

// The one needs what searches need, the other does not, so one of them at least is to put the part there.
TEST(GraphOn, RanksThatMakeOtherCallsGoOnAfterTheError) {
  for (const int before : {0, 1}) {
    const auto found = of_all_ranks<results::Named<std::int64_t>>(2, [&](Ranks& mine) {
      Runtime runtime(mine, "host:2");
      ranks::AnyGraphPart part = ranks::build_part(mine, runtime.threads(), mine.rank() == 0 ? roads() : no_roads());
      const auto graph = on(runtime, std::get<ranks::GraphPart<std::int32_t>>(std::move(part)));
      for (int i = 0; i < before; ++i) (void)distances(graph);
      if (mine.rank() == 0)
        EXPECT_THROW((void)distances(graph), DifferentCalls);
      else
        EXPECT_THROW((void)graph.with({}, [](const auto&...) { return 0; }), DifferentCalls);
      return distances(graph);
    });
    EXPECT_EQ(found, expected_distances());
  }
}

TEST(GraphOn, MayLeaveTheDevicesDuringARun) {
  for (const int devices : {1, 3}) {
    Runtime runtime("host:3");
    auto graph = on(runtime, build(runtime), {.devices = devices});
    EngineOptions options;
    options.after_superstep = [&](const SuperstepStatistics&) {
      graph.leave_devices();
      return true;
    };
    const auto result = warpgraph::run(graph, Distances{graph.find(kSource)}, options);
    EXPECT_EQ(result.by_name(), expected_distances());
    EXPECT_EQ(runtime.device().memory().in_use, 0u) << "after the run";
  }
}

TEST(GraphOn, RefusesWhatTheRuntimesRanksDoNotFit) {
  Runtime alone("host");
  EXPECT_THAT(refusal<UsageError>([&] { (void)on(alone, ranks::GraphPart<NoValue>{}); }),
              testing::StartsWith("GraphOn: the part of a graph needs a runtime that was made with ranks"));
  on_ranks(2, [](Ranks& ranks) {
    Runtime runtime(ranks, "host");
    EXPECT_THROW((void)on(runtime, Graph<NoValue>()), UsageError);
  });
}

class ReadGraph : public testing::Test {
 protected:
  ReadGraph() {
    files::write_edge_list(text(), roads(), {});
    Runtime runtime("host");
    files::write_wg(own(), build_graph<std::int32_t>(runtime.threads(), roads()));  // without outgoing edges
  }
  [[nodiscard]] std::filesystem::path text() const { return folder_.path() / "roads.txt"; }
  [[nodiscard]] std::filesystem::path own() const { return folder_.path() / "roads.wg"; }

  // A text says nothing of directions.
  static ReadGraphOptions undirected() {
    ReadGraphOptions options;
    options.read.direction = Direction::kUndirectedOnce;
    return options;
  }

  TemporaryFolder folder_;
};

TEST_F(ReadGraph, TakesEveryFormatInOneProcessAndOnRanks) {
  const NamedNumbers expected = expected_distances();
  for (const auto& [file, options] : {std::pair(text(), undirected()), std::pair(own(), ReadGraphOptions())}) {
    for (const int ranks : {1, 2, 3}) {
      const auto found =
          of_all_ranks<results::Named<std::int64_t>>(ranks, [&, &file = file, &options = options](Ranks& mine) {
            Runtime runtime(mine, "host:2");
            return distances(read_graph<std::int32_t>(runtime, file, options));
          });
      EXPECT_EQ(found, expected) << file << " on " << ranks << " ranks";
    }
    Runtime runtime("host");
    EXPECT_EQ(distances(read_graph<std::int32_t>(runtime, file, options)), expected) << file;
    EXPECT_TRUE(std::holds_alternative<GraphOn<std::int32_t>>(read_graph(runtime, file, options)));
  }
}

TEST_F(ReadGraph, GivesDirectedGraphsTheirOutgoingEdges) {
  files::write_edge_list(folder_.path() / "arc.txt", {.vertex_count = 2, .source = {0}, .target = {1}}, {});
  Runtime runtime("host");
  files::write_wg(folder_.path() / "arc.wg",
                  build_graph<NoValue>(runtime.threads(), {.vertex_count = 2, .source = {0}, .target = {1}}));
  for (const char* const name : {"arc.txt", "arc.wg"}) {
    const auto has_outgoing = [&](const ReadGraphOptions& options) {
      return read_graph<NoValue>(runtime, folder_.path() / name, options).graph().has_outgoing();
    };
    EXPECT_TRUE(has_outgoing({})) << name;
    EXPECT_TRUE(has_outgoing({.build = {.drop_self_loops = true}})) << name;
    EXPECT_FALSE(has_outgoing({.outgoing = false})) << name;
    EXPECT_FALSE(has_outgoing({.build = {.drop_self_loops = true}, .outgoing = false})) << name;
    EXPECT_TRUE(has_outgoing({.build = {.outgoing = true}, .outgoing = false})) << name;
  }
}

TEST_F(ReadGraph, KnowsAWgFileByItsContent) {
  const std::filesystem::path renamed = folder_.path() / "roads.txt.old";
  std::filesystem::copy_file(own(), renamed);
  for (const int ranks : {1, 2}) {
    const auto found = of_all_ranks<results::Named<std::int64_t>>(ranks, [&](Ranks& mine) {
      Runtime runtime(mine, "host");
      return distances(read_graph<std::int32_t>(runtime, renamed));
    });
    EXPECT_EQ(found, expected_distances()) << ranks;
  }
}

TEST_F(ReadGraph, RefusesToBeToldTheDirectionOfAWgFile) {
  Runtime runtime("host");
  ReadGraphOptions options;
  options.read.direction = Direction::kDirected;
  const std::string complaint = refusal<UsageError>([&] { (void)read_graph(runtime, own(), options); });
  EXPECT_NE(complaint.find("roads.wg: direction: a .wg file says itself"), std::string::npos) << complaint;
}

TEST_F(ReadGraph, RefusesADamagedWgFileAsOne) {
  (void)folder_.file("damaged.wg", "no graph");
  Runtime runtime("host");
  const std::string complaint = refusal<InputError>([&] { (void)read_graph(runtime, folder_.path() / "damaged.wg"); });
  EXPECT_NE(complaint.find("damaged.wg"), std::string::npos) << complaint;
  EXPECT_EQ(complaint.find("extension"), std::string::npos) << complaint;
}

// Parts keep the numbers of their vertices, whatever the format of the file.
TEST_F(ReadGraph, RanksRefuseToRelabelEveryFormat) {
  for (auto [file, options] : {std::pair(text(), undirected()), std::pair(own(), ReadGraphOptions())}) {
    options.build.relabel = Relabel::kDegree;
    on_ranks(2, [&, &file = file, &options = options](Ranks& mine) {
      Runtime runtime(mine, "host");
      EXPECT_THAT(refusal<UsageError>([&] { (void)read_graph(runtime, file, options); }),
                  testing::HasSubstr("keep their numbers"))
          << file;
    });
  }
}

TEST_F(ReadGraph, ChangesTheEdgesOfAWgFileWhereItIsAskedTo) {
  Runtime runtime("host");
  const auto graph = read_graph<std::int32_t>(runtime, own(), {.build = {.relabel = Relabel::kDegree}});
  EXPECT_EQ(distances(graph), expected_distances());
  EXPECT_NE(graph.find(5), 0u);
}

TEST_F(ReadGraph, NamesTheFileWhoseValuesDoNotFit) {
  (void)folder_.file("real.txt", "0 1 0.5\n1 2 2\n");
  Runtime runtime("host");
  const std::string complaint =
      refusal<InputError>([&] { (void)read_graph<std::int32_t>(runtime, folder_.path() / "real.txt"); });
  EXPECT_NE(complaint.find("real.txt"), std::string::npos) << complaint;
  EXPECT_NE(complaint.find("0.5"), std::string::npos) << complaint;
  EXPECT_EQ(read_graph<NoValue>(runtime, folder_.path() / "real.txt").edge_count(), 2u);
}

TEST_F(ReadGraph, RanksWriteTheValuesThatOneProcessWrites) {
  for (const int ranks : {1, 3}) {
    on_ranks(ranks, [&](Ranks& mine) {
      Runtime runtime(mine, "host");
      const AnyGraphOn graph = read_graph(runtime, own());
      const auto result = run_on_devices(graph, {.copies_may_be_few = true},
                                         [](const auto&... on) { return warpgraph::run(on..., programs::Labels{}); });
      files::write_values<std::int64_t>(folder_.path() / ("labels" + std::to_string(ranks)),
                                        results::names_of_vertices(result.values, *result.ids), graph);
    });
  }
  const auto content = [&](const char* name) { return TemporaryFolder::content(folder_.path() / name); };
  EXPECT_EQ(content("labels3"), content("labels1"));
  EXPECT_FALSE(content("labels1").empty());
}

TEST(GenerateGraph, IsTheSameOnRanks) {
  const auto levels = [](Runtime& runtime) {
    const auto graph = generate_graph<NoValue>(runtime, "kron", {{"scale", "9"}}, {.build = {.symmetrise = true}});
    return warpgraph::run(graph, programs::Levels{graph.find(3)}).by_name();
  };
  Runtime runtime("host");
  const auto expected = levels(runtime);
  EXPECT_EQ(expected.size(), 512u);
  EXPECT_GT(std::ranges::count_if(expected, [](const auto& each) { return each.value < 100; }), 100);
  for (const int ranks : {2, 3}) {
    const auto found = of_all_ranks<results::Named<std::int64_t>>(ranks, [&](Ranks& mine) {
      Runtime part(mine, "host:2");
      return levels(part);
    });
    EXPECT_EQ(found, expected) << ranks;
  }
}

TEST(GenerateGraph, GivesDirectedGraphsTheirOutgoingEdges) {
  Runtime runtime("host");
  const auto has_outgoing = [&](const GenerateGraphOptions& options) {
    const auto graph = generate_graph<NoValue>(runtime, "rmat", {{"scale", "6"}}, options);
    EXPECT_FALSE(graph.is_undirected());
    return graph.graph().has_outgoing();
  };
  EXPECT_TRUE(has_outgoing({}));
  EXPECT_TRUE(has_outgoing({.build = {.drop_self_loops = true}}));
  EXPECT_FALSE(has_outgoing({.outgoing = false}));
}

}  // namespace
}  // namespace warpgraph::test
