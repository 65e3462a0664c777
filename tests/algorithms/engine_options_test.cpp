// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/values.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/placement_case.hpp"
#include "support/temporary_folder.hpp"

// What the options of the engine do to every algorithm, and what a run does that is to end before its end.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

AnyGraph made(Runtime& runtime, const std::string& generator, const generators::GeneratorArguments& arguments) {
  EdgeList edges = generators::generate(generators::parse_generator(generator, arguments), runtime.threads());
  return build_graph(runtime.threads(), std::move(edges), {.symmetrise = true});
}

AnyDeviceGraph on_one(StreamRef stream, const AnyGraph& graph) {
  AnyDeviceGraph copy = std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  stream.synchronize();
  return copy;
}

// Algorithm by option, on one device and on three: either a run does what the option says, or it names the option.
class EngineOptionsOfAlgorithms : public testing::Test {
 protected:
  // Returns the message if the run was refused; empty if not.
  static std::string refusal(const Algorithm& algorithm, const PlacedGraphView& graph,
                             const std::function<void(EngineOptions&)>& set, AlgorithmOutcome& outcome) {
    AlgorithmArguments arguments;
    for (const AlgorithmOption& option : algorithm.options)
      if (option.name == "samples") arguments["samples"] = {"3"};
    AlgorithmRequest request{graph};
    set(request.engine);
    try {
      outcome = algorithm.read(arguments, true)->run(request);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  template <class Test>
  void on_all(const Test& test) {
    for (const Algorithm& algorithm : all_algorithms()) {
      SCOPED_TRACE(algorithm.name);
      const AnyDeviceGraph& one = algorithm.takes == GraphKind::kForest  ? forest_
                                  : algorithm.takes == GraphKind::kLists ? lists_
                                                                         : one_;
      test(algorithm, PlacedGraphView(stream_, one));
      if (!algorithm.read({}, true)->can_spread()) continue;
      test(algorithm, PlacedGraphView(algorithm.devices == DeviceUse::kWhole ? copies_ : parts_));
    }
  }
  [[nodiscard]] AnyShardedGraph sharded(VertexId overlap) {
    return shard_graph(runtime_, graph_, place(vertex_count(graph_), 3, overlap, Shares::kEqual), {});
  }

  Runtime runtime_{"host:3"};
  Stream stream_{runtime_.device(0), "test"};
  const AnyGraph graph_ = made(runtime_, "grid2d", {{"width", "23"}, {"height", "17"}});
  const AnyDeviceGraph one_ = on_one(stream_, graph_);
  const AnyDeviceGraph forest_ = on_one(stream_, cut_to(graph_, GraphKind::kForest));
  const AnyDeviceGraph lists_ = on_one(stream_, cut_to(graph_, GraphKind::kLists));
  const AnyShardedGraph parts_ = sharded(0);
  const AnyShardedGraph copies_ = sharded(kEverything);
};

TEST_F(EngineOptionsOfAlgorithms, APlanIsFollowedOrRefused) {
  on_all([](const Algorithm& algorithm, const PlacedGraphView& graph) {
    AlgorithmOutcome outcome;
    const std::string message = refusal(
        algorithm, graph, [](EngineOptions& engine) { engine.plan = Plan::kPullAll; }, outcome);
    if (message.empty()) {
      EXPECT_TRUE(algorithm.takes_plans);
      for (const SuperstepStatistics& step : outcome.report.supersteps) EXPECT_EQ(step.plan, Plan::kPullAll);
    } else {
      EXPECT_NE(message.find("plan"), std::string::npos) << message;
    }
  });
}

TEST_F(EngineOptionsOfAlgorithms, ALimitOfSuperstepsHoldsOrIsRefused) {
  on_all([](const Algorithm& algorithm, const PlacedGraphView& graph) {
    AlgorithmOutcome outcome;
    const std::string message = refusal(
        algorithm, graph, [](EngineOptions& engine) { engine.max_supersteps = 1; }, outcome);
    if (message.empty())
      EXPECT_TRUE(outcome.report.end == RunEnd::kSuperstepLimit || outcome.report.supersteps.size() == 1)
          << outcome.report.supersteps.size();
    else
      EXPECT_NE(message.find("max_supersteps"), std::string::npos) << message;
  });
}

TEST_F(EngineOptionsOfAlgorithms, VerticesThatEndARunDoSoOrAreRefused) {
  on_all([](const Algorithm& algorithm, const PlacedGraphView& graph) {
    AlgorithmOutcome outcome;
    const std::string message = refusal(
        algorithm, graph, [](EngineOptions& engine) { engine.until = {2}; }, outcome);
    if (message.empty()) {
      EXPECT_TRUE(algorithm.has_source);
      EXPECT_EQ(outcome.report.end, RunEnd::kTargetsSettled);
    } else {
      EXPECT_NE(message.find("until"), std::string::npos) << message;
    }
  });
}

TEST_F(EngineOptionsOfAlgorithms, ACallerIsToldOfSuperstepsAndCanStopOrIsRefused) {
  on_all([](const Algorithm& algorithm, const PlacedGraphView& graph) {
    int told = 0;
    AlgorithmOutcome outcome;
    const auto set = [&](EngineOptions& engine) {
      engine.after_superstep = [&](const SuperstepStatistics&) { return ++told == 0; };
    };
    const std::string message = refusal(algorithm, graph, set, outcome);
    if (message.empty()) {
      EXPECT_TRUE(told == 1 || (told == 0 && outcome.report.converged() && outcome.report.supersteps.size() <= 1))
          << told;
    } else {
      EXPECT_NE(message.find("after_superstep"), std::string::npos) << message;
    }
  });
}

TEST(RunsThatEndEarly, BetweennessOnOtherDevicesEndsWithTheOneThatFails) {
  const auto supersteps_with = [](std::int64_t lost_after) {
    RuntimeOptions machine;
    machine.host.faults.lost_device = lost_after < 0 ? -1 : 1;
    machine.host.faults.lost_after = lost_after;
    Runtime runtime("host:2", machine);
    const AnyGraph graph = made(runtime, "grid2d", {{"width", "25"}, {"height", "20"}});
    const AnyShardedGraph copies =
        shard_graph(runtime, graph, place(vertex_count(graph), 2, kEverything, Shares::kEqual), {});
    std::uint64_t told = 0;
    BetweennessOptions options{.samples = 200};
    options.engine.after_superstep = [&](const SuperstepStatistics&) { return ++told != 0; };
    const auto run = [&](const auto& each) { (void)betweenness(each, options); };
    if (lost_after < 0)
      std::visit(run, copies);
    else
      EXPECT_THROW(std::visit(run, copies), DeviceError);
    return told;
  };
  const std::uint64_t all = supersteps_with(-1);
  EXPECT_LT(supersteps_with(500), all / 2) << all;
}

// As with standard input, which can be read once.
TEST(RunsThatEndEarly, InitialValuesAreReadOnceForAllRunsAndTheirVerification) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  const AnyGraph graph = made(runtime, "grid2d", {{"width", "8"}, {"height", "8"}});
  const AnyDeviceGraph on_device = on_one(stream, graph);
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "initial.txt").string();
  files::write_values<float>(file, std::vector<float>(vertex_count(graph), 3), ids(graph));
  const auto run = find_algorithm("heat").read({{"initial", {file}}}, true);
  const AlgorithmRequest request{{stream, on_device}};
  (void)run->run(request);
  std::filesystem::remove(file);

  const AlgorithmOutcome outcome = run->run(request);

  EXPECT_EQ(std::get<std::vector<float>>(outcome.values()), std::vector<float>(vertex_count(graph), 3));
  EXPECT_FALSE(run->verify(VerifiedGraph(graph, runtime.threads()), 0, outcome));
}

TEST(FactsOfRanks, SayThatWeightsAreNotUsed) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  for (const bool has_weights : {false, true}) {
    const AnyGraph graph = made(runtime, "rmat", {{"scale", "6"}, {"weights", has_weights ? "uniform" : "none"}});
    const AnyDeviceGraph on_device = on_one(stream, graph);
    for (const char* const name : {"pagerank", "hits"}) {
      const auto run = find_algorithm(name).read({}, true);
      const PlacedGraphView placed(stream, on_device);
      const AlgorithmFacts facts = run->facts(run->run({placed}), placed);
      EXPECT_EQ(facts.back().first == "weights", has_weights) << name;
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
