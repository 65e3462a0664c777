// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/partitioning/place.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/oracle/breadth_first.hpp"
#include "algorithms/oracle/shortest_paths.hpp"
#include "algorithms/oracle/widest_paths.hpp"
#include "framework/engine/engine_case.hpp"

// The programs of the library as it was compiled, in all ways of the engine, from every source of the first two warps.
// The tests of the engine compile these programs themselves; here nothing calls run, so what runs is the
// library's own code.
// Both namespaces together name every type once.
namespace shipped_programs_of_a_user {
using namespace warpgraph;                        // NOLINT(google-build-using-namespace): as users do
using namespace warpgraph::algorithms;            // NOLINT(google-build-using-namespace)
using namespace warpgraph::algorithms::programs;  // NOLINT(google-build-using-namespace): as users do
static_assert(sizeof(PageRanks<float>) > 0 && sizeof(Ranks*) > 0);
}  // namespace shipped_programs_of_a_user

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr VertexId kSources = 64;

// More vertices than sources, and a last warp that is not full.
template <class E>
const std::vector<std::pair<std::string, Graph<E>>>& graphs() {
  static const std::vector<std::pair<std::string, Graph<E>>> made = [] {
    std::vector<std::pair<std::string, Graph<E>>> all;
    const auto add = [&](std::string_view generator, generators::GeneratorArguments arguments, bool outgoing = true) {
      ThreadPool threads(1);
      arguments["weights"] = "uniform";
      all.push_back(
          {std::string(generator) + (outgoing ? "" : " without outgoing edges"),
           build_graph<E>(threads, generators::generate(generators::parse_generator(generator, arguments), threads),
                          {.outgoing = outgoing})});
    };
    add("path", {{"vertices", "70"}});
    add("cycle", {{"vertices", "100"}});
    add("star", {{"vertices", "67"}});
    add("grid2d", {{"width", "9"}, {"height", "8"}});
    add("erdos-renyi", {{"vertices", "75"}, {"edges", "160"}, {"directed", "true"}});
    add("erdos-renyi", {{"vertices", "75"}, {"edges", "160"}, {"directed", "true"}}, /*outgoing=*/false);
    return all;
  }();
  return made;
}

// A runtime as users make it, with no poison, faults or shuffled lanes.
class ShippedProgramsTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string devices = on_gpus_here(GetParam());
    if (devices.empty()) GTEST_SKIP() << "no CUDA device";
    runtime_ = std::make_unique<Runtime>(devices);
  }

  // `Program`: the one that is run; the ways to run it follow from its properties.
  // run(name of the source, engine options, place...), where a place is a stream and a DeviceGraph, or a ShardedGraph;
  // expected(graph, source); check(graph, source, found, expected).
  template <class Program, class E, class Run, class Expected, class Check>
  void expect_in_all_ways(Run&& run, Expected&& expected, Check&& check) {
    for (const auto& [name, graph] : graphs<E>()) {
      SCOPED_TRACE(name);
      std::vector<decltype(expected(graph, VertexId{}))> right;
      for (VertexId source = 0; source < kSources; ++source) right.push_back(expected(graph, source));
      on_devices(graph, [&](auto&& to_host, const auto&... on) {
        const std::vector<NamedOptions> ways = all_ways<Program>(graph.has_outgoing());
        const VertexId step = step_of(ways.size());
        for (std::size_t i = 0; i < ways.size(); ++i) {
          const NamedOptions& way = ways[i];
          for (VertexId source = static_cast<VertexId>(i % step); source < kSources; source += step) {
            SCOPED_TRACE(way.name + ", from " + std::to_string(source));
            check(graph, source, to_host(run(graph.ids().name_of(source), way.options, on...)), right[source]);
            if (HasFailure()) return;
          }
        }
      });
      if (HasFailure()) return;
    }
  }
  template <class Program, class E, class Run, class Expected>
  void expect_equal_in_all_ways(Run&& run, Expected&& expected) {
    expect_in_all_ways<Program, E>(
        run, expected, [](const auto&, VertexId, const auto& found, const auto& right) { EXPECT_EQ(found, right); });
  }
  template <class E>
  void expect_shortest() {
    expect_equal_in_all_ways<programs::Distances<Distance<E>>, E>(
        [](VertexName source, const EngineOptions& engine, const auto&... on) {
          return sssp(on..., {.source = source, .engine = engine});
        },
        [](const auto& graph, VertexId source) { return oracle::shortest_paths<Distance<E>>(graph, source); });
  }
  template <class E>
  void expect_widest() {
    expect_equal_in_all_ways<programs::Widths<Width<E>>, E>(
        [](VertexName source, const EngineOptions& engine, const auto&... on) {
          return widest_path(on..., {.source = source, .engine = engine});
        },
        [](const auto& graph, VertexId source) {
          std::vector<Width<E>> widths = oracle::widest_paths<Width<E>>(graph, source);
          std::ranges::replace(widths, Width<E>{0}, kNoWidth<Width<E>>);  // all edges are wider
          return widths;
        });
  }

 private:
  // On several devices a way starts from every seventh source at most, and the next way from the sources after these.
  // No source is left out.
  [[nodiscard]] VertexId step_of(std::size_t ways) const {
    return runtime_->device_count() > 1 ? static_cast<VertexId>(std::min<std::size_t>(ways, 7)) : 1;
  }

  // act(to_host, stream, graph) on one device, act(to_host, graph) on several.
  template <class E, class Act>
  void on_devices(const Graph<E>& graph, Act&& act) {
    if (runtime_->device_count() == 1) {
      const Stream stream(runtime_->device(), "test");
      const DeviceGraph<E> whole = upload(stream, graph);
      stream.synchronize();
      act([&](const auto& result) { return result.to_host(stream); }, StreamRef(stream), whole);
    } else {
      const auto row = graph.incoming().row.span();
      const auto spread =
          shard_graph(*runtime_, graph, shards::place_by_edges(row, {.devices = runtime_->device_count()}),
                      {.outgoing = graph.has_outgoing()});
      act([&](const auto& result) { return result.to_host(spread.streams()); }, spread);
    }
  }

  std::unique_ptr<Runtime> runtime_;
};

TEST_P(ShippedProgramsTest, LevelsAreThoseOfABreadthFirstSearch) {
  expect_equal_in_all_ways<programs::Levels, NoValue>(
      [](VertexName source, const EngineOptions& engine, const auto&... on) {
        return bfs_levels(on..., {.source = source, .engine = engine});
      },
      [](const auto& graph, VertexId source) { return oracle::breadth_first_levels(graph, source); });
}

TEST_P(ShippedProgramsTest, ParentsAreNeighboursOneLevelUp) {
  const auto is_right = [](const Graph<NoValue>& graph, VertexId source, const auto& parent, const auto& level) {
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
      if (v == source || level[v] == oracle::kUnreached) {
        ASSERT_EQ(parent[v], v == source ? source : kNoVertex) << "vertex " << v;
        continue;
      }
      ASSERT_NE(std::ranges::count(graph.incoming().neighbours(v), parent[v]), 0) << "vertex " << v;
      ASSERT_EQ(level[parent[v]] + 1, level[v]) << "vertex " << v;
    }
  };
  expect_in_all_ways<programs::Parents, NoValue>(
      [](VertexName source, const EngineOptions& engine, const auto&... on) {
        return bfs_parents(on..., {.source = source, .engine = engine});
      },
      [](const auto& graph, VertexId source) { return oracle::breadth_first_levels(graph, source); }, is_right);
}

TEST_P(ShippedProgramsTest, DistancesOfIntegersAreShortest) { expect_shortest<std::int32_t>(); }
TEST_P(ShippedProgramsTest, DistancesOfFloatsAreShortest) { expect_shortest<float>(); }
TEST_P(ShippedProgramsTest, WidthsOfIntegersAreWidest) { expect_widest<std::int32_t>(); }
TEST_P(ShippedProgramsTest, WidthsOfFloatsAreWidest) { expect_widest<float>(); }

std::string place_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](char c) { return c == ':' || c == ','; }, '_');
  return name;
}

// One suite each, so that ctest runs them side by side.
INSTANTIATE_TEST_SUITE_P(Host, ShippedProgramsTest, testing::Values("host"), place_name);
INSTANTIATE_TEST_SUITE_P(TwoHosts, ShippedProgramsTest, testing::Values("host:2"), place_name);
INSTANTIATE_TEST_SUITE_P(FourHosts, ShippedProgramsTest, testing::Values("host:4"), place_name);
INSTANTIATE_TEST_SUITE_P(Cuda, ShippedProgramsTest, testing::Values("cuda:0"), place_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, ShippedProgramsTest, testing::Values("cuda:0,1"), place_name);

}  // namespace
}  // namespace warpgraph::test
