// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/device_build.hpp>

#include "algorithms/graph_case.hpp"
#include "support/machines.hpp"

// Graphs that fill a GPU, so that blocks run apart from each other as they do in earnest; the verifiers say whether the
// results are right. On the host they would take minutes and show nothing that small graphs do not.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

const std::vector<GraphCase> kLargeCases = {
    {"kron", {{"scale", "17"}}},
    {"rgg", {{"vertices", "2^17"}}},
    {"road", {{"width", "500"}, {"height", "400"}, {"segments", "1"}}},
};

class LargeGraphs : public MachineTest {
 protected:
  // Undirected, without loops and repetitions, with weights.
  [[nodiscard]] AnyDeviceGraph built(const GraphCase& each) const {
    generators::GeneratorArguments arguments = each.arguments;
    arguments["weights"] = "uniform";
    DeviceBuildOptions simple;
    simple.drop_self_loops = true;
    simple.duplicates = Duplicates::kFirst;
    simple.symmetrise = true;
    return build_device_graph(
        stream(), generators::generate(stream(), generators::parse_generator(each.generator, arguments)), simple);
  }
  [[nodiscard]] AnyGraph on_host(const AnyDeviceGraph& graph) const {
    return std::visit([&](const auto& each) -> AnyGraph { return download(stream(), each); }, graph);
  }
};
INSTANTIATE_TEST_SUITE_P(Cuda, LargeGraphs, testing::ValuesIn(cuda_machines()), machine_name);

TEST_P(LargeGraphs, HaveRightResults) {
  for (const GraphCase& large : kLargeCases) {
    SCOPED_TRACE(large.generator);
    const AnyDeviceGraph graph = built(large);
    const AnyGraph host = on_host(graph);
    const VerifiedGraph verified(host, runtime().threads());
    for (const Algorithm& algorithm : all_algorithms()) {
      SCOPED_TRACE(algorithm.name);
      AlgorithmArguments arguments;
      if (algorithm.name == "betweenness") arguments["sources"] = {"0", "4711"};
      if (algorithm.name == "circuit") arguments["fix"] = {"0=5", "4711=0"};
      if (algorithm.takes != GraphKind::kAny) continue;  // their own tests have large lists and forests
      const auto run = algorithm.read(arguments, /*wants_values=*/false);
      AlgorithmRequest request{{stream(), graph}};
      for (const std::uint64_t source : {std::uint64_t{0}, std::uint64_t{4711}}) {
        request.source = source;
        const auto problem = run->verify(verified, source, run->run(request));
        EXPECT_FALSE(problem) << *problem;
        if (!algorithm.has_source) break;
      }
    }
    const auto parents = find_algorithm("bfs").read({{"parents", {"true"}}}, true);
    const auto problem = parents->verify(verified, 0, parents->run({{stream(), graph}}));
    EXPECT_FALSE(problem) << *problem;
  }
}

}  // namespace
}  // namespace warpgraph::test
