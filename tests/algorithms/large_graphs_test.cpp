// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/algorithms/verify.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/device_build.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "support/machines.hpp"

// Graphs that fill a GPU, so that blocks run apart from each other as they do in earnest; the verifiers say whether the
// results are right. On the host they would take minutes and show nothing that small graphs do not.
namespace warpgraph::test {
namespace {

struct LargeCase {
  std::string generator;
  GeneratorArguments arguments;
};

const std::vector<LargeCase> kLargeCases = {
    {"kron", {{"scale", "17"}}},
    {"rgg", {{"vertices", "2^17"}}},
    {"road", {{"width", "500"}, {"height", "400"}, {"segments", "1"}}},
};

class LargeGraphs : public MachineTest {
 protected:
  void expect_right(const char* what, const Problem& problem) { EXPECT_FALSE(problem) << what << ": " << *problem; }
};
INSTANTIATE_TEST_SUITE_P(Cuda, LargeGraphs, testing::ValuesIn(cuda_machines()), machine_name);

TEST_P(LargeGraphs, HaveRightResults) {
  for (const LargeCase& each : kLargeCases) {
    SCOPED_TRACE(each.generator);
    GeneratorArguments arguments = each.arguments;
    arguments["weights"] = "uniform";
    DeviceBuildOptions simple;
    simple.drop_self_loops = true;
    simple.duplicates = Duplicates::kFirst;
    simple.symmetrise = true;
    const auto graph = std::get<DeviceGraph<std::int32_t>>(
        build_device_graph(stream(), generate(stream(), parse_generator(each.generator, arguments)), simple));
    const Graph<std::int32_t> host = download(stream(), graph);
    for (const std::uint64_t source : {std::uint64_t{0}, std::uint64_t{4711}}) {
      const auto levels = to_host(stream(), bfs_levels(stream(), graph, {.source = source}).values);
      expect_right("levels", verify_bfs_levels(host, source, levels));
      const auto parents = to_host(stream(), bfs_parents(stream(), graph, {.source = source}).values);
      expect_right("parents", verify_bfs_parents(host, source, parents));
      const auto distances = to_host(stream(), sssp(stream(), graph, {.source = source}).values);
      expect_right("distances", verify_sssp(host, source, distances));
      const auto widths = to_host(stream(), widest_path(stream(), graph, {.source = source}).values);
      expect_right("widths", verify_widest_path(host, source, widths));
    }
    expect_right("components",
                 verify_components(host, to_host(stream(), connected_components(stream(), graph).values)));
    const auto ranks = pagerank(stream(), graph);
    expect_right("ranks", verify_pagerank(host, to_host(stream(), ranks.values), {}, ranks.converged()));
    expect_right("cores", verify_core_numbers(host, to_host(stream(), core_numbers(stream(), graph).values)));
    expect_right("triangles", verify_triangle_count(host, count_triangles(stream(), graph).total));
    const std::vector<std::uint64_t> sources{0, 4711};
    const auto centrality = betweenness(stream(), graph, {.sources = sources});
    expect_right("betweenness", verify_betweenness(host, sources, to_host(stream(), centrality.values)));
  }
}

}  // namespace
}  // namespace warpgraph::test
