// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/catalogue.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/placement_case.hpp"
#include "support/machines.hpp"

// Every algorithm with every option that changes what it computes, on graphs of all kinds and on every machine, with
// one to seven devices. The verifiers say whether the values are right.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

struct Machine {
  MachineParam param;
  int devices;
};
std::ostream& operator<<(std::ostream& out, const Machine& machine) { return out << machine.param; }

std::vector<Machine> host_machines_of_catalogue() {
  std::vector<Machine> machines;
  const auto add = [&](const std::string& name, HostExecution execution, int devices, unsigned threads) {
    const std::string text = std::to_string(devices);
    const auto seed = static_cast<std::uint64_t>(devices);
    machines.push_back({host_machine(name + "_" + text, execution, seed, "host:" + text, threads), devices});
  };
  add("threads", HostExecution::kThreads, 3, 1);
  if (kOnlyThreads) return machines;
  add("inline", HostExecution::kInline, 1, 1);
  add("shuffled", HostExecution::kShuffled, 2, 1);
  if (kSanitized) return machines;
  add("shuffled", HostExecution::kShuffled, 3, 1);
  add("threads", HostExecution::kThreads, 4, 1);
  add("inline", HostExecution::kInline, 7, 1);
  return machines;
}
const std::vector<Machine> kOneGpu = {{{"cuda_1", "cuda:0", {}}, 1}};
const std::vector<Machine> kGpus = {{{"cuda_2", "cuda:0,1", {}}, 2}, {{"cuda_4", "cuda:0,1,2,3", {}}, 4}};

// Without vertices, without edges, and a triangle beside a vertex without edges.
const std::vector<AnyGraph>& small_graphs() {
  static const std::vector<AnyGraph> all = [] {
    ThreadPool threads(1);
    std::vector<AnyGraph> graphs;
    for (const EdgeList& edges : {EdgeList{}, EdgeList{.vertex_count = 3},
                                  EdgeList{.vertex_count = 4, .source = {0, 1, 2}, .target = {1, 2, 0}}})
      graphs.push_back(build_graph(threads, edges, {.symmetrise = true, .outgoing = true}));
    return graphs;
  }();
  return all;
}

std::vector<Plan> plans_of(const RunReport& report) {
  std::vector<Plan> plans;
  for (const SuperstepStatistics& step : report.supersteps) plans.push_back(step.plan);
  return plans;
}

class Catalogue : public testing::TestWithParam<std::tuple<Machine, std::string>> {
 protected:
  void SetUp() override {
    const MachineParam& machine = std::get<0>(GetParam()).param;
    const std::string devices = on_gpus_here(machine.devices);
    if (devices.empty()) GTEST_SKIP() << "no CUDA device";
    runtime_ = std::make_unique<Runtime>(devices, machine.options);
    stream_.emplace(runtime_->device(), "catalogue");
  }
  void TearDown() override { stream_.reset(); }

  [[nodiscard]] static int devices() { return std::get<0>(GetParam()).devices; }
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(std::get<1>(GetParam())); }

  [[nodiscard]] StreamRef stream() const { return *stream_; }
  [[nodiscard]] AnyDeviceGraph on_one(const AnyGraph& graph) const {
    AnyDeviceGraph copy = std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(*stream_, each); }, graph);
    stream_->synchronize();
    return copy;
  }
  // Graph by graph, in turns: with and without what may make a difference.
  [[nodiscard]] AnyShardedGraph on_all(const AnyGraph& graph, std::size_t turn) const {
    ShardOptions options;
    const bool can_do_without = algorithm().devices == DeviceUse::kEngine || algorithm().name == "cc";
    const bool uses_outgoing = algorithm().read({}, true)->needs(vertex_count(graph)).outgoing;
    options.outgoing = uses_outgoing && !(can_do_without && turn % 4 == 3);
    const VertexId overlap = algorithm().devices == DeviceUse::kWhole ? kEverything : static_cast<VertexId>(turn % 3);
    const Shares shares = turn % 2 == 0 ? Shares::kEqual : Shares::kUneven;
    return shard_graph(*runtime_, graph, place(vertex_count(graph), devices(), overlap, shares), options);
  }

  [[nodiscard]] static AlgorithmRequest request_on(PlacedGraphView view, const AnyGraph& graph, std::size_t turn) {
    return catalogue_request(algorithm(), view, graph, turn);
  }

  // act(graph of a fitting direction, turn)
  template <class Act>
  static void for_graphs(Act&& act) {
    for (std::size_t turn = 0; turn < catalogue_graphs().size(); ++turn) {
      SCOPED_TRACE(catalogue_graphs()[turn].name);
      act(catalogue_graphs()[turn].fitting(algorithm(), turn % 5 == 4), turn);
    }
  }

  void expect_right(const AlgorithmRun& run, const AnyGraph& graph, const AlgorithmOutcome& outcome,
                    VertexName source) const {
    const auto problem = run.verify(VerifiedGraph(graph, runtime_->threads()), source, outcome);
    EXPECT_FALSE(problem) << *problem;
  }

  static void expect_same_facts(const AlgorithmFacts& found, const AlgorithmFacts& expected) {
    if (algorithm().is_exact) {
      EXPECT_EQ(found, expected);
      return;
    }
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].first, expected[i].first);
  }

  std::unique_ptr<Runtime> runtime_;

 private:
  std::optional<Stream> stream_;
};

std::string name_of(const testing::TestParamInfo<std::tuple<Machine, std::string>>& info) {
  return as_test_name(std::get<0>(info.param).param.name + "_" + std::get<1>(info.param));
}
INSTANTIATE_TEST_SUITE_P(Host, Catalogue,
                         testing::Combine(testing::ValuesIn(host_machines_of_catalogue()),
                                          testing::ValuesIn(algorithm_names())),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Cuda, Catalogue,
                         testing::Combine(testing::ValuesIn(kOneGpu), testing::ValuesIn(algorithm_names())), name_of);
INSTANTIATE_TEST_SUITE_P(MultiGpu, Catalogue,
                         testing::Combine(testing::ValuesIn(kGpus), testing::ValuesIn(algorithm_names())), name_of);

TEST_P(Catalogue, ResultsAreRightAndOnSeveralDevicesThoseOfOne) {
  for_graphs([&](const AnyGraph& graph, std::size_t turn) {
    const AnyDeviceGraph whole = on_one(graph);
    std::optional<AnyShardedGraph> spread;
    if (devices() > 1) spread = on_all(graph, turn);
    std::size_t run_turn = turn / 2 + static_cast<std::size_t>(devices());
    for (const AlgorithmArguments& arguments : all_arguments(algorithm(), graph)) {
      if (kSanitized && run_turn++ % 2 == 1) continue;  // on another graph or machine
      SCOPED_TRACE(text_of(arguments));
      const auto run = algorithm().read(arguments, true);
      const AlgorithmRequest on_first = request_on({stream(), whole}, graph, turn);
      if (arguments.contains("contract") && is_directed(graph)) {
        EXPECT_THROW((void)run->run(on_first), UsageError);
        continue;
      }
      const bool spreads = spread && run->can_spread();
      const AlgorithmOutcome found = run->run(spreads ? request_on(PlacedGraphView(*spread), graph, turn) : on_first);
      expect_right(*run, graph, found, on_first.source);
      EXPECT_EQ(found.report.per_device.empty(), !spreads);
      if (spreads && is_comparable(algorithm(), arguments)) expect_same(algorithm(), found, run->run(on_first));
    }
  });
}

// On all devices, whether they pay or not.
TEST_P(Catalogue, CallsFromHostMemoryGiveWhatACallOnADeviceGives) {
  for_graphs([&](const AnyGraph& graph, std::size_t turn) {
    if ((turn + static_cast<std::size_t>(devices())) % 3 != 0) return;  // on another machine
    const AnyGraphOn in_memory = on(*runtime_, graph, {.devices = devices()});
    const AnyDeviceGraph whole = on_one(graph);
    for (const AlgorithmArguments& arguments : all_arguments(algorithm(), graph)) {
      const auto run = algorithm().read(arguments, true);
      SCOPED_TRACE(text_of(arguments));
      const bool is_contracted = arguments.contains("contract");
      const bool takes_one = !run->can_spread() && !run->works_in_host_memory();
      if (takes_one && (devices() > 1 || (is_contracted && is_directed(graph)))) {
        EXPECT_THROW((void)run->run(request_on(PlacedGraphView(in_memory), graph, turn)), UsageError);
        continue;
      }
      const AlgorithmRequest on_first = request_on({stream(), whole}, graph, turn);
      const AlgorithmOutcome found = run->run(request_on(PlacedGraphView(in_memory), graph, turn));
      expect_right(*run, graph, found, on_first.source);
      EXPECT_EQ(found.report.per_device.empty(), devices() == 1 || !run->can_spread());
      if (!is_comparable(algorithm(), arguments)) continue;
      const AlgorithmOutcome expected = run->run(on_first);
      expect_same(algorithm(), found, expected);
      expect_same_facts(run->facts(found, PlacedGraphView(in_memory)), run->facts(expected, on_first.graph));
    }
  });
}

// Algorithms that run on one device find it themselves, whatever the runtime has.
TEST_P(Catalogue, CallsFromHostMemoryOfAlgorithmsForOneDeviceBringTheGraphThere) {
  const AnyGraph& graph = catalogue_graphs()[1].fitting(algorithm(), true);
  const auto run = algorithm().read(standard_arguments(algorithm(), graph), true);
  if (run->can_spread() || run->works_in_host_memory()) GTEST_SKIP() << "it takes several devices";
  const AnyGraphOn in_memory = on(*runtime_, graph);
  const AlgorithmRequest request = request_on(PlacedGraphView(in_memory), graph, 0);
  expect_right(*run, graph, run->run(request), request.source);
}

TEST_P(Catalogue, GraphsMayHaveNoVerticesOrEdgesOrFewerVerticesThanDevices) {
  for (const AnyGraph& small : small_graphs()) {
    if (vertex_count(small) == 0 && algorithm().has_source) continue;  // there is no vertex to start at
    SCOPED_TRACE(vertex_count(small));
    with_fitting(algorithm(), small, [&](const AnyGraph& graph) {
      const auto run = algorithm().read({}, true);
      const AnyDeviceGraph whole = on_one(graph);
      const AnyShardedGraph spread = on_all(graph, 0);
      const AnyGraphOn in_memory = on(*runtime_, graph, {.devices = devices()});
      const AlgorithmRequest on_first = request_on({stream(), whole}, graph, 0);
      const AlgorithmOutcome expected = run->run(on_first);
      std::vector<PlacedGraphView> views{on_first.graph};
      if (run->can_spread()) views.emplace_back(spread);
      if (run->can_spread() || run->works_in_host_memory()) views.emplace_back(in_memory);
      for (const PlacedGraphView& view : views) {
        const AlgorithmOutcome found = run->run(request_on(view, graph, 0));
        expect_right(*run, graph, found, on_first.source);
        expect_same(algorithm(), found, expected);
        expect_same_facts(run->facts(found, view), run->facts(expected, on_first.graph));
      }
    });
  }
}

TEST_P(Catalogue, AGraphThatAnotherRunHasIsRefused) {
  const AnyGraph& graph = catalogue_graphs()[1].undirected;
  const AnyShardedGraph spread = shard_graph(*runtime_, graph, place(vertex_count(graph), devices(), kEverything));
  const auto run = algorithm().read(standard_arguments(algorithm(), graph), true);
  if (!run->can_spread()) GTEST_SKIP() << "it runs on one device";
  const AlgorithmRequest request = request_on(PlacedGraphView(spread), graph, 0);
  HitsOptions options{.tolerance = 0, .max_iterations = 1};
  options.engine.after_superstep = [&](const SuperstepStatistics&) {
    EXPECT_THROW((void)run->run(request), UsageError);
    return true;
  };
  EXPECT_EQ(hits(spread, options).supersteps.size(), 1u);
  EXPECT_NO_THROW((void)run->run(request));
}

// Values that cost extra are left out, and all else is as it was.
TEST_P(Catalogue, FactsDoNotDependOnWhetherValuesAreWanted) {
  const CatalogueGraph& each = catalogue_graphs().front();
  const AnyGraph& graph = each.fitting(algorithm(), true);
  const AnyDeviceGraph whole = on_one(graph);
  const AlgorithmRequest request = request_on({stream(), whole}, graph, 0);
  const AlgorithmArguments arguments = standard_arguments(algorithm(), graph);
  const AlgorithmOutcome with = algorithm().read(arguments, true)->run(request);
  const auto without_values = algorithm().read(arguments, false);
  const AlgorithmOutcome without = without_values->run(request);
  EXPECT_EQ(without.facts, with.facts);
  expect_right(*without_values, graph, without, request.source);
}

// Graphs that a description says the algorithm does not take.
TEST_P(Catalogue, GraphsThatAreNotWhatIsNeededAreRefused) {
  const EdgeList edges{.vertex_count = 300, .source = {0, 1, 2}, .target = {1, 2, 0}};
  ThreadPool threads(1);
  const AnyGraph directed = build_graph(threads, edges);  // without outgoing edges
  const AnyDeviceGraph whole = on_one(directed);
  const auto run = algorithm().read(standard_arguments(algorithm(), directed), true);
  const AnyGraphOn in_memory = on(*runtime_, directed, {.devices = devices()});
  for (const PlacedGraphView& view : {PlacedGraphView(stream(), whole), PlacedGraphView(in_memory)}) {
    const AlgorithmRequest request = request_on(view, directed, 0);
    if (algorithm().needs_undirected || algorithm().needs_outgoing)
      EXPECT_THROW((void)run->run(request), UsageError);
    else if (algorithm().takes == GraphKind::kLists)
      EXPECT_THROW((void)run->run(request), InputError);
    else
      EXPECT_NO_THROW((void)run->run(request));
  }
}

// Outgoing edges take as much memory as the incoming ones. Runs make use of them if their plans are others without.
TEST(CatalogueNeeds, VertexProgramsHaveOutgoingEdgesWhereTheyMakeUseOfThem) {
  Runtime runtime("host:2");
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.devices != DeviceUse::kEngine) continue;
    SCOPED_TRACE(algorithm.name);
    bool are_of_use = false;
    bool are_asked_for = false;
    for (const CatalogueGraph& each : catalogue_graphs()) {
      const AnyGraph& graph = algorithm.needs_undirected ? each.undirected : each.directed;
      const auto run = algorithm.read(standard_arguments(algorithm, graph), true);
      std::vector<std::vector<Plan>> plans;
      for (const bool outgoing : {false, true}) {
        const AnyShardedGraph spread =
            shard_graph(runtime, graph, place(vertex_count(graph), 2, 0), {.outgoing = outgoing});
        plans.push_back(plans_of(run->run(catalogue_request(algorithm, PlacedGraphView(spread), graph, 0)).report));
      }
      are_of_use = are_of_use || plans[0] != plans[1];
      are_asked_for = are_asked_for || run->needs(vertex_count(graph)).outgoing;
    }
    EXPECT_EQ(are_asked_for, are_of_use);
  }
}

}  // namespace
}  // namespace warpgraph::test
