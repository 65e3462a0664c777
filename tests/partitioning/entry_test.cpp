// SPDX-License-Identifier: Apache-2.0
//
// The plugin that brings the partitioner, in a program that has none: this one links the runtime, the framework and the
// algorithms.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/plugin.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

void load_partitioner() {
  static const bool is_loaded = [] {
    EXPECT_THROW(static_cast<void>(find_algorithm("partition")), UsageError);
    plugins::PluginRegistry commands;
    plugins::load_plugins(WARPGRAPH_PLUGIN_PARTITION, commands);
    return true;
  }();
  static_cast<void>(is_loaded);
}

class PartitionPlugin : public testing::Test {
 protected:
  PartitionPlugin() { load_partitioner(); }

  // 0 - 1 - 2 - 0 and 3 - 4 - 5 - 3, with a bridge 2 - 3
  AnyGraph bridge() {
    EdgeList edges{.vertex_count = 6, .direction = Direction::kUndirectedOnce};
    for (const auto& [a, b] :
         std::vector<std::pair<VertexId, VertexId>>{{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}, {2, 3}}) {
      edges.source.push_back(a);
      edges.target.push_back(b);
    }
    return build_graph(runtime_.threads(), std::move(edges));
  }
  AlgorithmOutcome run(const AlgorithmArguments& arguments) {
    const auto partition = find_algorithm("partition").read(arguments, {});
    AlgorithmOutcome outcome = partition->run({PlacedGraphView(graph_)});
    EXPECT_EQ(partition->verify(VerifiedGraph(host_, runtime_.threads()), 0, outcome), std::nullopt);
    return outcome;
  }
  static std::vector<std::int64_t> parts(const AlgorithmOutcome& outcome) {
    return std::get<std::vector<std::int64_t>>(outcome.column("part"));
  }
  static std::string refusal_of(const AlgorithmArguments& arguments) {
    try {
      static_cast<void>(find_algorithm("partition").read(arguments, {}));
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  }

  Runtime runtime_{"host:2"};
  AnyGraph host_ = bridge();
  AnyGraphOn graph_ = on(runtime_, bridge());
};

TEST_F(PartitionPlugin, CutsTheBridge) {
  const AlgorithmOutcome outcome = run({{"parts", {"2"}}});
  const std::vector<std::int64_t> part = parts(outcome);
  EXPECT_EQ(part, (std::vector<std::int64_t>{part[0], part[0], part[0], 1 - part[0], 1 - part[0], 1 - part[0]}));
  EXPECT_EQ(outcome.facts.front(), (std::pair<std::string, AlgorithmFact>("cut", std::int64_t{1})));
}

TEST_F(PartitionPlugin, RunsOnAGraphOnADevice) {
  const Stream stream(runtime_.device(), "partition");
  const AnyDeviceGraph on_device =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, host_);
  const auto partition = find_algorithm("partition").read({{"parts", {"2"}}, {"preset", {"fast"}}}, {});
  const AlgorithmOutcome outcome = partition->run({PlacedGraphView(stream, on_device)});
  EXPECT_EQ(outcome.facts.front(), (std::pair<std::string, AlgorithmFact>("cut", std::int64_t{1})));
}

TEST_F(PartitionPlugin, KeepsFixedVerticesThatAnArrayNames) {
  const std::vector<std::int64_t> fixed{1, -1, -1, -1, -1, 0};
  const std::vector<std::int64_t> part = parts(run({{"parts", {"2"}}, {"fixed", AlgorithmArray(std::span(fixed))}}));
  EXPECT_EQ(part[0], 1);
  EXPECT_EQ(part[5], 0);
}

TEST_F(PartitionPlugin, RefusesWhatItsOptionsDoNotAccept) {
  EXPECT_EQ(refusal_of({}), "partition: how many parts? --parts is missing");
  EXPECT_EQ(refusal_of({{"parts", {"0"}}}), "--parts cannot be \"0\"; it is a whole number from 1 to 4294967294");
  EXPECT_EQ(refusal_of({{"parts", {"2"}}, {"preset", {"beauty"}}}),
            "--preset cannot be \"beauty\"; it is one of fast, default, strong");
  EXPECT_EQ(refusal_of({{"parts", {"2"}}, {"tolerance", {"-1"}}}),
            "--tolerance cannot be \"-1\"; it is a number from 0 on");
  EXPECT_NE(refusal_of({{"k", {"2"}}}).find("partition has no option \"k\"; it has parts, tolerance"),
            std::string::npos);
}

}  // namespace
}  // namespace warpgraph::test
