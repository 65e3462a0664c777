// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/catalogue.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/graph_case.hpp"
#include "algorithms/placement_case.hpp"
#include "support/machines.hpp"

// Every algorithm with every option that changes what it computes, on graphs of all kinds and on every machine, with
// one to seven devices. The verifiers say whether the values are right.
namespace warpgraph::test {
namespace {

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

// The generators' graphs, directed where they are, with ids that are not the vertices' places.
AnyGraph built(const GraphCase& each, std::size_t index, bool undirected) {
  constexpr const char* kTypes[] = {"none", "int32", "float"};
  ThreadPool threads(1);
  GeneratorArguments arguments = each.arguments;
  const std::string type = kTypes[index % 3];
  if (type != "none") arguments.insert({{"weights", "uniform"}, {"weight-type", type}, {"lowest-weight", "1"}});
  EdgeList edges = generate(parse_generator(each.generator, arguments), threads);
  edges.ids.original.resize(edges.vertex_count);
  for (VertexId v = 0; v < edges.vertex_count; ++v) edges.ids.original[v] = std::uint64_t{v} * 3 + 5;
  BuildOptions options{.symmetrise = undirected, .outgoing = true};
  if (index % 4 == 3) options.relabel = Relabel::kRandom;
  return build_graph(threads, std::move(edges), options);
}

struct CaseGraph {
  std::string name;
  AnyGraph directed;  // or not, where the generator makes undirected ones
  AnyGraph undirected;
};
const std::vector<CaseGraph>& graphs() {
  static const std::vector<CaseGraph> all = [] {
    std::vector<GraphCase> cases = kStructureCases;
    cases.push_back({"rmat", {{"scale", "10"}}});
    cases.push_back({"grid2d", {{"width", "37"}, {"height", "23"}}});
    cases.push_back({"web", {{"vertices", "500"}}});
    std::vector<CaseGraph> made;
    for (std::size_t i = 0; i < cases.size(); ++i)
      made.push_back({cases[i].generator, built(cases[i], i, false), built(cases[i], i, true)});
    return made;
  }();
  return all;
}

bool is_directed(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return !each.is_undirected(); }, graph);
}

// A vertex for which there is something to do, as the user calls it.
std::uint64_t busy_vertex(const AnyGraph& graph) {
  return std::visit(
      [](const auto& each) {
        std::vector<std::uint32_t> degree(each.vertex_count());
        for (const VertexId source : each.incoming().column.span()) ++degree[source];
        return each.ids().name_of(static_cast<VertexId>(std::ranges::max_element(degree) - degree.begin()));
      },
      graph);
}
std::uint64_t last_vertex(const AnyGraph& graph) { return ids(graph).name_of(vertex_count(graph) - 1); }

bool has_option(const Algorithm& algorithm, const std::string& name) {
  return std::ranges::find(algorithm.options, name, &AlgorithmOption::name) != algorithm.options.end();
}

// What every run of the algorithm is told, so that it takes no longer than a test may.
AlgorithmArguments standard_arguments(const Algorithm& algorithm, const AnyGraph& graph) {
  AlgorithmArguments arguments;
  if (has_option(algorithm, "samples")) arguments["samples"] = {"5"};
  if (has_option(algorithm, "iterations")) arguments["iterations"] = {kSanitized ? "30" : "100"};
  for (const AlgorithmOption& option : algorithm.options) {
    if (option.kind != AlgorithmOption::Kind::kValues || option.value_name == "ID") continue;
    const bool is_weak = algorithm.name == "neural-network";  // so that not all outputs are saturated
    arguments[option.name] = {std::to_string(busy_vertex(graph)) + (is_weak ? "=.001" : "=5"),
                              std::to_string(last_vertex(graph)) + (is_weak ? "=-.002" : "=50")};
    if (busy_vertex(graph) == last_vertex(graph)) arguments[option.name].pop_back();
  }
  return arguments;
}

bool is_iteration(const Algorithm& algorithm) { return has_option(algorithm, "iterations"); }

// The runs of an algorithm on a graph: as it is, with each switch and choice, and from given vertices; iterations until
// they settle, and a given number of them.
std::vector<AlgorithmArguments> all_arguments(const Algorithm& algorithm, const AnyGraph& graph) {
  const AlgorithmArguments standard = standard_arguments(algorithm, graph);
  std::vector<AlgorithmArguments> all{standard};
  for (const AlgorithmOption& option : algorithm.options) {
    AlgorithmArguments more = standard;
    if (option.kind == AlgorithmOption::Kind::kSwitch) {
      more[option.name] = {"true"};
      all.push_back(more);
    }
    for (const std::string& choice : option.choices) {
      if (choice == option.default_value) continue;
      more[option.name] = {choice};
      if (option.name == "steps") more["method"] = {"shiloach-vishkin"};
      all.push_back(more);
    }
    if (option.kind == AlgorithmOption::Kind::kValues && option.value_name == "ID") {
      more.erase("samples");
      more[option.name] = {std::to_string(busy_vertex(graph)), std::to_string(last_vertex(graph))};
      if (busy_vertex(graph) == last_vertex(graph)) more[option.name].pop_back();
      all.push_back(more);
    }
  }
  if (!is_iteration(algorithm)) return all;
  for (std::size_t i = 0, count = all.size(); i < count; ++i) {
    AlgorithmArguments more = all[i];
    more["tolerance"] = {"0"};
    more["iterations"] = {algorithm.name == "neural-network" ? "3" : "12"};
    all.push_back(more);
  }
  return all;
}

// Whether devices make so little difference that values can be compared: rounding may end an iteration elsewhere.
bool is_comparable(const Algorithm& algorithm, const AlgorithmArguments& arguments) {
  return !is_iteration(algorithm) || arguments.contains("tolerance");
}

std::string text_of(const AlgorithmArguments& arguments) {
  std::string text;
  for (const auto& [name, values] : arguments)
    for (const std::string& value : values) text += " --" + name + "=" + value;
  return text;
}

template <class Value>
void expect_close(const std::vector<Value>& found, const std::vector<Value>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  const double rounding = std::is_same_v<Value, double> ? 1e-12 : 3e-4;  // of sums of 1000 floats
  double largest = 0;
  double sum = 0;
  for (const Value value : expected) {
    largest = std::max(largest, std::abs(static_cast<double>(value)));
    sum += std::abs(static_cast<double>(value));
  }
  double distance = 0;
  for (std::size_t v = 0; v < found.size(); ++v) {
    const double difference = std::abs(static_cast<double>(found[v]) - static_cast<double>(expected[v]));
    ASSERT_LE(difference, rounding * largest) << "at vertex " << v;
    distance += difference;
  }
  EXPECT_LE(distance, rounding * sum);
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
    options.outgoing = algorithm().uses_outgoing && !(can_do_without && turn % 4 == 3);
    const VertexId overlap = algorithm().devices == DeviceUse::kWhole ? kEverything : static_cast<VertexId>(turn % 3);
    const Shares shares = turn % 2 == 0 ? Shares::kEqual : Shares::kUneven;
    return shard_graph(*runtime_, graph, place(vertex_count(graph), devices(), overlap, shares), options);
  }

  [[nodiscard]] static AlgorithmRequest request_on(PlacedGraphView view, const AnyGraph& graph, std::size_t turn) {
    AlgorithmRequest request{view};
    if (algorithm().has_source) request.source = busy_vertex(graph);
    request.engine.deterministic = turn % 2 == 0 || has_option(algorithm(), "parents");
    if (turn % 2 == 1) request.engine.exchange.hub = HubKind::kHost;
    return request;
  }

  // act(graph of a fitting direction, turn)
  template <class Act>
  static void for_graphs(Act&& act) {
    for (std::size_t turn = 0; turn < graphs().size(); ++turn) {
      SCOPED_TRACE(graphs()[turn].name);
      const bool undirected = algorithm().needs_undirected || turn % 5 == 4;
      act(undirected ? graphs()[turn].undirected : graphs()[turn].directed, turn);
    }
  }

  void expect_right(const AlgorithmRun& run, const AnyGraph& graph, const AlgorithmOutcome& outcome,
                    std::uint64_t source) const {
    const auto problem = run.verify(VerifiedGraph(graph, runtime_->threads()), source, outcome);
    EXPECT_FALSE(problem) << *problem;
  }
  static void expect_same(const AlgorithmOutcome& found, const AlgorithmOutcome& expected) {
    if (algorithm().leaves == Leaves::kEdges) {
      EXPECT_EQ(found.edges.source, expected.edges.source);
      EXPECT_EQ(found.edges.target, expected.edges.target);
      EXPECT_EQ(found.edges.values, expected.edges.values);
      EXPECT_EQ(found.facts.front(), expected.facts.front());  // the weight
      return;
    }
    if (algorithm().is_exact) {
      EXPECT_EQ(found.values, expected.values);
      EXPECT_EQ(found.facts, expected.facts);
      return;
    }
    std::visit(
        [&]<class Values>(const Values& values) {
          if constexpr (std::is_floating_point_v<typename Values::value_type>)
            expect_close(std::get<Values>(found.values), values);
          else
            EXPECT_EQ(std::get<Values>(found.values), values);
        },
        expected.values);
  }

 private:
  std::unique_ptr<Runtime> runtime_;
  std::optional<Stream> stream_;
};

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Algorithm& algorithm : algorithms()) all.push_back(algorithm.name);
  return all;
}
std::string name_of(const testing::TestParamInfo<std::tuple<Machine, std::string>>& info) {
  std::string name = std::get<0>(info.param).param.name + "_" + std::get<1>(info.param);
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Host, Catalogue,
                         testing::Combine(testing::ValuesIn(host_machines_of_catalogue()), testing::ValuesIn(names())),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Cuda, Catalogue, testing::Combine(testing::ValuesIn(kOneGpu), testing::ValuesIn(names())),
                         name_of);
INSTANTIATE_TEST_SUITE_P(MultiGpu, Catalogue, testing::Combine(testing::ValuesIn(kGpus), testing::ValuesIn(names())),
                         name_of);

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
      if (spreads && is_comparable(algorithm(), arguments)) expect_same(found, run->run(on_first));
    }
  });
}

// Values that cost extra are left out, and all else is as it was.
TEST_P(Catalogue, FactsDoNotDependOnWhetherValuesAreWanted) {
  const CaseGraph& each = graphs().front();
  const AnyGraph& graph = each.undirected;
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
  const AlgorithmRequest request = request_on({stream(), whole}, directed, 0);
  if (algorithm().needs_undirected || algorithm().needs_outgoing)
    EXPECT_THROW((void)run->run(request), UsageError);
  else
    EXPECT_NO_THROW((void)run->run(request));
}

// The devices are chosen by it.
TEST_P(Catalogue, MemoryIsKnownOfWhatIsNoVertexProgram) {
  if (algorithm().devices == DeviceUse::kEngine) return;
  const AnyGraph& graph = graphs().front().undirected;
  const auto run = algorithm().read({}, true);
  std::visit([&](const auto& each) { EXPECT_GT(run->memory(stream(), run_size(each)).total(), 0u); }, graph);
}

TEST(CatalogueTest, NamesAreFoundAndOthersAreRefused) {
  for (const Algorithm& algorithm : algorithms()) EXPECT_EQ(&find_algorithm(algorithm.name), &algorithm);
  EXPECT_THROW((void)find_algorithm("bsf"), UsageError);
}

TEST(CatalogueTest, OptionsHaveDefaultsThatAreAccepted) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const AlgorithmOption& option : algorithm.options) {
      SCOPED_TRACE(algorithm.name + " " + option.name);
      EXPECT_FALSE(option.help.empty());
      if (option.default_value.empty() || option.default_value == "half the limit") continue;
      if (option.default_value == "one a core") continue;
      if (option.name == "samples" || option.name == "seed") continue;  // 0 samples are none, and so is their seed
      EXPECT_NO_THROW((void)algorithm.read({{option.name, {option.default_value}}}, false));
    }
  }
}

std::string refusal(const std::string& name, const AlgorithmArguments& arguments) {
  try {
    (void)find_algorithm(name).read(arguments, false);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CatalogueTest, ValuesOutsideOfAnOptionsRangeAreRefused) {
  EXPECT_EQ(refusal("pagerank", {{"damping", {"1"}}}), "--damping cannot be \"1\"; it is a number from 0 to below 1");
  EXPECT_EQ(refusal("hits", {{"tolerance", {"-1"}}}), "--tolerance cannot be \"-1\"; it is a number from 0 on");
  EXPECT_EQ(refusal("hits", {{"iterations", {"4294967296"}}}),
            "--iterations cannot be \"4294967296\"; it is a whole number from 0 to 4294967295");
  EXPECT_EQ(refusal("pagerank", {{"start-over-at", {"1", "x"}}}),
            "--start-over-at cannot be \"x\"; it is the id of a vertex, a whole number from 0 on");
  EXPECT_EQ(refusal("circuit", {{"fix", {"17"}}}),
            "--fix cannot be \"17\"; it is a vertex and its value, such as 17=2.5");
  EXPECT_EQ(refusal("bfs", {{"parents", {"perhaps"}}}), "--parents cannot be \"perhaps\"; it is true or false");
  EXPECT_EQ(refusal("msf", {{"method", {"kruskal"}}}),
            "--method cannot be \"kruskal\"; it is one of filtered, boruvka, transactional, prim");
}

TEST(CatalogueTest, OptionsThatAnAlgorithmDoesNotHaveAreRefused) {
  EXPECT_EQ(refusal("hits", {{"damping", {".5"}}}),
            "hits has no option \"damping\"; it has hubs, tolerance, iterations");
  EXPECT_EQ(refusal("cc", {{"hubs", {"true"}}}), "cc has no option \"hubs\"; it has method, steps");
}

TEST(CatalogueTest, AnOptionIsGivenOnceUnlessItMayBeRepeated) {
  EXPECT_EQ(refusal("hits", {{"tolerance", {"1", "2"}}}), "--tolerance is given twice");
  EXPECT_EQ(refusal("pagerank", {{"start-over-at", {"1", "2"}}}), "no error");
}

}  // namespace
}  // namespace warpgraph::test
