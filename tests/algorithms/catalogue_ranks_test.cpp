// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

// Every algorithm that runs on several ranks, which are threads here, with one or more virtual devices each: its
// results are right, and those of one device.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// Vertices are called by their places, as parts are made of them.
const std::vector<CatalogueGraph>& rank_graphs() {
  static const std::vector<CatalogueGraph> all = [] {
    const std::pair<GraphCase, std::string> cases[] = {
        {{"kron", {{"scale", "9"}}}, "int32"},
        {{"rmat", {{"scale", "10"}, {"edge-factor", "2"}}}, "float"},
        {{"erdos-renyi", {{"vertices", "3000"}, {"edges", "1650"}}}, "none"},
        {{"path", {{"vertices", "700"}}}, "int64"},
        {{"star", {{"vertices", "900"}}}, "double"},
        {{"road", {{"width", "30"}, {"height", "20"}}}, "int32"},
        {{"complete", {{"vertices", "150"}}}, "none"},
        {{"path", {{"vertices", "3"}}}, "int32"},
    };
    std::vector<CatalogueGraph> graphs;
    for (const auto& [each, type] : cases)
      graphs.push_back({each.generator, generated(each, type, {.outgoing = true}),
                        generated(each, type, {.symmetrise = true, .outgoing = true})});
    return graphs;
  }();
  return all;
}

constexpr std::size_t kTurns = kOnlyThreads ? 2 : 3;

std::vector<std::string> names_for_ranks() {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : all_algorithms())
    if (algorithm.devices == DeviceUse::kEngine || algorithm.runs_on_ranks) names.push_back(algorithm.name);
  return names;
}

class CatalogueRanks : public testing::TestWithParam<std::tuple<Shape, Copies, std::string>> {
 protected:
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(std::get<2>(GetParam())); }

  // On one device; made once, for all numbers of ranks.
  [[nodiscard]] static const AlgorithmOutcome& expected(const AnyGraph& graph, std::size_t turn,
                                                        const AlgorithmArguments& arguments) {
    static std::map<std::tuple<std::string, std::size_t, std::string>, AlgorithmOutcome> known;
    const auto [found, is_new] = known.try_emplace({algorithm().name, turn, text_of(arguments)});
    if (!is_new) return found->second;
    Runtime runtime("host:1");
    const Stream stream(runtime.device(), "alone");
    const AnyDeviceGraph whole =
        std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
    const auto run = algorithm().read(arguments, true);
    return found->second = run->run(catalogue_request(algorithm(), {stream, whole}, graph, turn));
  }

  // The outcome on all ranks, with the values of all vertices.
  [[nodiscard]] static AlgorithmOutcome on_all(const AnyGraph& graph, std::size_t turn, const AlgorithmRun& run) {
    const auto& [shape, copies, name] = GetParam();
    AlgorithmOutcome all;
    on_ranks(shape.ranks, [&, devices = shape.devices, copies = copies](Ranks& ranks) {
      Runtime runtime("host:" + std::to_string(devices));
      const AnyShardedGraph sharded = std::visit(
          [&](const auto& each) -> AnyShardedGraph {
            return shards::shard_part(ranks, runtime, part_of(each, ranks), {.copies = copies});
          },
          graph);
      collect(ranks, run.run(catalogue_request(algorithm(), PlacedGraphView(sharded), graph, turn)), all);
    });
    return all;
  }
  // The same from the memory of the hosts.
  [[nodiscard]] static AlgorithmOutcome from_host_memory(const AnyGraph& graph, std::size_t turn,
                                                         const AlgorithmRun& run) {
    const Shape shape = std::get<0>(GetParam());
    AlgorithmOutcome all;
    on_ranks(shape.ranks, [&](Ranks& ranks) {
      Runtime runtime(ranks, "host:" + std::to_string(shape.devices));
      const AnyGraphOn in_memory =
          std::visit([&](const auto& each) -> AnyGraphOn { return on(runtime, part_of(each, ranks)); }, graph);
      collect(ranks, run.run(catalogue_request(algorithm(), PlacedGraphView(in_memory), graph, turn)), all);
    });
    return all;
  }

 private:
  static void collect(Ranks& ranks, AlgorithmOutcome mine, AlgorithmOutcome& all) {
    for (ResultColumn& column : mine.columns) {
      column.values =
          std::visit([&](auto& values) -> VertexValues { return ranks::gather_on_first(ranks, std::move(values)); },
                     column.values);
    }
    if (ranks.rank() == 0)
      all = std::move(mine);
    else
      EXPECT_EQ(mine.edges.size(), 0u);
  }
};

std::string rank_test_name(const testing::TestParamInfo<std::tuple<Shape, Copies, std::string>>& suite) {
  return shape_text(std::get<0>(suite.param), std::get<1>(suite.param)) + "_" + as_test_name(std::get<2>(suite.param));
}
INSTANTIATE_TEST_SUITE_P(Shapes, CatalogueRanks,
                         testing::Combine(testing::ValuesIn(rank_shapes(1)),
                                          testing::Values(Copies::kAll, Copies::kRead),
                                          testing::ValuesIn(names_for_ranks())),
                         rank_test_name);

// Each algorithm runs on each graph, and on each number of ranks and devices, but not on all of both.
TEST_P(CatalogueRanks, ResultsAreRightAndThoseOfOneDevice) {
  const auto& [shape, copies, name] = GetParam();
  if (shape.ranks == 1 && copies == Copies::kRead && algorithm().devices != DeviceUse::kEngine)
    GTEST_SKIP() << "one process alone has copies of all vertices";
  ThreadPool threads(1);
  const auto first = static_cast<std::size_t>(shape.ranks + shape.devices + (copies == Copies::kRead ? 1 : 0));
  for (std::size_t turn = first % kTurns; turn < rank_graphs().size(); turn += kTurns) {
    const CatalogueGraph& each = rank_graphs()[turn];
    SCOPED_TRACE(each.name);
    const AnyGraph& graph = algorithm().needs_undirected ? each.undirected : each.directed;
    const VerifiedGraph verified(graph, threads);
    for (const AlgorithmArguments& arguments : all_arguments(algorithm(), graph)) {
      if (!is_comparable(algorithm(), arguments) || arguments.contains("contract")) continue;
      const auto run = algorithm().read(arguments, true);
      if (!run->can_spread()) continue;
      SCOPED_TRACE(text_of(arguments));
      const AlgorithmOutcome found = on_all(graph, turn, *run);
      const VertexName source = algorithm().has_source ? busy_vertex(graph) : 0;
      EXPECT_EQ(run->verify(verified, source, found), std::nullopt);
      expect_same(algorithm(), found, expected(graph, turn, arguments));
      if (copies == Copies::kRead)
        expect_same(algorithm(), from_host_memory(graph, turn, *run), expected(graph, turn, arguments));
    }
  }
}

TEST_P(CatalogueRanks, SeveralColumnsAreThoseOfOneDevice) {
  if (algorithm().columns.size() == 1 || algorithm().leaves == Leaves::kEdges) GTEST_SKIP() << "there is one";
  const std::size_t turn = 1;
  const AnyGraph& graph = rank_graphs()[turn].directed;
  std::vector<std::string> names;
  for (const AlgorithmColumn& each : algorithm().columns) names.push_back(each.name);
  const auto run = algorithm().read(standard_arguments(algorithm(), graph), WantedColumns(names));
  if (!run->can_spread()) GTEST_SKIP() << "on one device only";
  Runtime runtime("host:1");
  const Stream stream(runtime.device(), "alone");
  const AnyDeviceGraph whole =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  AlgorithmRequest request = catalogue_request(algorithm(), {stream, whole}, graph, turn);
  const AlgorithmOutcome expected = run->run(request);
  ASSERT_EQ(expected.columns.size(), names.size());
  expect_same(algorithm(), on_all(graph, turn, *run), expected);
  expect_same(algorithm(), from_host_memory(graph, turn, *run), expected);
}

TEST(CatalogueOnRanks, RefusesWhatNeedsOneProcess) {
  const std::vector<std::string> on_ranks_too = names_for_ranks();
  const CatalogueGraph& each = rank_graphs()[1];  // directed by itself
  for (const Algorithm& algorithm : all_algorithms()) {
    if (std::ranges::find(on_ranks_too, algorithm.name) != on_ranks_too.end()) continue;
    SCOPED_TRACE(algorithm.name);
    const AnyGraph& graph = algorithm.needs_undirected ? each.undirected : each.directed;
    const auto run = algorithm.read(standard_arguments(algorithm, graph), true);
    on_ranks(2, [&](Ranks& ranks) {
      Runtime runtime("host:1");
      const AnyShardedGraph sharded = std::visit(
          [&](const auto& all) -> AnyShardedGraph {
            return shards::shard_part(ranks, runtime, part_of(all, ranks), {});
          },
          graph);
      EXPECT_THROW((void)run->run(catalogue_request(algorithm, PlacedGraphView(sharded), graph, 0)), UsageError);
    });
  }
}

}  // namespace
}  // namespace warpgraph::test
