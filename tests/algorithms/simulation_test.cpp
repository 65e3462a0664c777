// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/copying_test.hpp"
#include "algorithms/oracle/arcs.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/relaxation.hpp"

// Circuit, heat and neural network against the same iterations in double.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using oracle::Reals;

struct NamedGraph {
  std::string name;
  Graph<float> graph;
};

EdgeList edges_of(std::string_view generator, generators::GeneratorArguments arguments) {
  ThreadPool threads(1);
  for (const auto& [name, value] : generators::GeneratorArguments{
           {"weights", "uniform"}, {"weight-type", "float"}, {"lowest-weight", ".25"}, {"highest-weight", "2"}})
    arguments[name] = value;
  return generators::generate(generators::parse_generator(generator, arguments), threads);
}

template <EdgeValueType E>
Graph<E> built(EdgeList edges) {
  ThreadPool threads(1);
  return build_graph<E>(threads, std::move(edges), {.outgoing = true});
}

const std::vector<NamedGraph>& graphs() {
  static const std::vector<NamedGraph> all = [] {
    std::vector<NamedGraph> made;
    const auto add = [&](const std::string& name, const generators::GeneratorArguments& arguments) {
      made.push_back({name, built<float>(edges_of(name, arguments))});
    };
    add("rmat", {{"scale", "7"}});
    add("kron", {{"scale", "6"}});
    add("grid2d", {{"width", "17"}, {"height", "12"}});
    add("star", {{"vertices", "1500"}});
    add("heavy-vertex", {{"vertices", "300"}});
    add("empty-rows", {{"vertices", "700"}, {"stride", "7"}});
    add("path", {{"vertices", "65"}});
    made.push_back({"edgeless", oracle::weighted_graph_of<float>(70, {}, {})});
    made.push_back({"none", oracle::weighted_graph_of<float>(0, {}, {})});
    return made;
  }();
  return all;
}

// The same graphs with weights of both signs, so small that no neuron hears more than 1 in sum.
Graph<float> with_small_weights(const Graph<float>& graph) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> any(-1, 1);
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  std::vector<float> weights;
  oracle::for_each_edge(graph, [&](VertexId source, VertexId target, float) {
    list.source.push_back(source);
    list.target.push_back(target);
    weights.push_back(any(random) / static_cast<float>(graph.in_degree(target)));
  });
  list.values = std::move(weights);
  return built<float>(std::move(list));
}

// From -4 to 4.
std::vector<float> pattern(VertexId vertices) {
  std::vector<float> values(vertices);
  for (VertexId v = 0; v < vertices; ++v) values[v] = static_cast<float>(v * 5 % 17) / 2 - 4;
  return values;
}

template <class Step>
Reals iterate(const std::vector<float>& start, int times, Step&& step) {
  Reals values(start.begin(), start.end());
  for (int i = 0; i < times; ++i) values = step(values);
  return values;
}

class SimulationTest : public CopyingTest {
 protected:
  void expect_near(const Result<float>& result, const Reals& expected, double bound) {
    const std::vector<float> values = result.to_host(stream());
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t v = 0; v < values.size(); ++v)
      ASSERT_NEAR(static_cast<double>(values[v]), expected[v], bound) << v;
  }
  // run(engine options) on every shape of a graph that has rows of all lengths.
  template <class Run>
  void expect_in_all_shapes(const Reals& expected, double bound, Run&& run) {
    for (int shape = 0; shape < kGatherShapeCount; ++shape) {
      SCOPED_TRACE(shape);
      EngineOptions engine;
      engine.tuning.shape = static_cast<GatherShape>(shape);
      expect_near(run(engine), expected, bound);
    }
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(SimulationTest);

// All values are at most 4 and do not grow; an iteration adds about 1e-6 to the error of a short row, a sum of a
// thousand floats some 1e-5.
constexpr double kBound = 1e-4;
constexpr std::uint32_t kIterations = 12;

TEST_P(SimulationTest, CircuitIsJacobisIteration) {
  for (const NamedGraph& each : graphs()) {
    SCOPED_TRACE(each.name);
    const VertexId vertices = each.graph.vertex_count();
    CircuitOptions options{.initial = pattern(vertices), .tolerance = 0, .max_iterations = kIterations};
    std::vector<bool> is_fixed(vertices);
    auto start = options.initial;
    if (vertices > 0) {
      const VertexName last = each.graph.ids().name_of(vertices - 1);
      options.fixed = {{0, 3.5f}, {last, 1}, {last, -2}};
      is_fixed[0] = is_fixed[vertices - 1] = true;
      start[0] = 3.5f;
      start[vertices - 1] = -2;
    }
    const auto expected =
        iterate(start, kIterations, [&](const Reals& now) { return serial_circuit_step(each.graph, now, is_fixed); });
    const DeviceGraph<float> graph = copied(each.graph);
    expect_near(circuit(stream(), graph, options), expected, kBound);
    if (each.name != "rmat") continue;
    expect_in_all_shapes(expected, kBound, [&](const EngineOptions& engine) {
      options.engine = engine;
      return circuit(stream(), graph, options);
    });
  }
}

// Resistances 1, 2 and 1 in a row between 8 volts and none, with names of the user's.
TEST_P(SimulationTest, CircuitSettlesAtTheSolution) {
  ThreadPool threads(1);
  EdgeList list = oracle::list_of(4, oracle::path(4), Direction::kUndirectedOnce);
  list.values = std::vector<float>{1, 0.5f, 1};
  list.ids.original = {70, 30, 20, 10};
  const auto graph = build_graph<float>(threads, std::move(list));
  const AnyDeviceGraph on_device = copied(graph);
  const auto result = circuit(stream(), on_device, {.fixed = {{70, 8}, {10, 0}}, .tolerance = 1e-6});
  EXPECT_TRUE(result.converged());
  EXPECT_LT(result.supersteps.size(), 200u);
  expect_near(result, {8, 6, 2, 0}, 1e-5);
}

TEST_P(SimulationTest, HeatIsEulersMethod) {
  for (const NamedGraph& each : graphs()) {
    SCOPED_TRACE(each.name);
    const DeviceGraph<float> graph = copied(each.graph);
    const double limit = heat_rate_limit(stream(), graph);
    const double rate = std::isinf(limit) ? 3 : limit;
    HeatOptions options{
        .initial = pattern(graph.vertex_count()), .rate = rate, .tolerance = 0, .max_iterations = kIterations};
    const auto expected = iterate(options.initial, kIterations, [&](const Reals& now) {
      Reals next = serial_heat_step(each.graph, now);
      for (std::size_t v = 0; v < next.size(); ++v) next[v] = now[v] + rate * (next[v] - now[v]);
      return next;
    });
    expect_near(heat(stream(), graph, options), expected, kBound);
    if (each.name != "rmat") continue;
    expect_in_all_shapes(expected, kBound, [&](const EngineOptions& engine) {
      options.engine = engine;
      return heat(stream(), graph, options);
    });
  }
}

// Half of the limit is 1/4 here, because the middle one of the path has two neighbours.
TEST_P(SimulationTest, HeatChoosesARateThatIsStable) {
  const auto graph = oracle::graph_of(3, oracle::path(3));
  const DeviceGraph<NoValue> on_device = copied(graph);
  EXPECT_EQ(heat_rate_limit(stream(), on_device), 0.5);
  const HeatOptions one_step{.hot = {{0, 8}, {2, 4}}, .tolerance = 0, .max_iterations = 1};
  expect_near(heat(stream(), on_device, one_step), {6, 3, 3}, 0);
}

TEST_P(SimulationTest, HeatSettlesAtTheMeanOfEveryComponent) {
  oracle::Ends ends = oracle::bridged_cliques(3);
  ends.emplace_back(6, 7);
  const auto graph = oracle::graph_of(8, ends);
  const AnyDeviceGraph on_device = copied(graph);
  const auto result = heat(stream(), on_device, {.hot = {{0, 12}, {6, 3}, {7, 5}}, .tolerance = 1e-6});
  EXPECT_TRUE(result.converged());
  expect_near(result, {2, 2, 2, 2, 2, 2, 4, 4}, 1e-4);
}

TEST_P(SimulationTest, NeuralNetworkIsTheTangentOfTheWeightedSum) {
  for (const NamedGraph& each : graphs()) {
    SCOPED_TRACE(each.name);
    const Graph<float> network = with_small_weights(each.graph);
    const DeviceGraph<float> graph = copied(network);
    NeuralNetworkOptions options{
        .initial = pattern(graph.vertex_count()), .tolerance = 0, .max_iterations = kIterations};
    const auto expected =
        iterate(options.initial, kIterations, [&](const Reals& now) { return serial_neural_step(network, now); });
    expect_near(neural_network(stream(), graph, options), expected, kBound);
    if (each.name != "rmat") continue;
    expect_in_all_shapes(expected, kBound, [&](const EngineOptions& engine) {
      options.engine = engine;
      return neural_network(stream(), graph, options);
    });
  }
}

// 0 -> 1 -> 2
TEST_P(SimulationTest, NeuralNetworkIsThroughAfterItsLayers) {
  const auto graph = oracle::weighted_graph_of<double>(3, oracle::path(3), {2, -0.5}, Direction::kDirected);
  const AnyDeviceGraph on_device = copied(graph);
  const auto result = neural_network(stream(), on_device, {.inputs = {{0, 0.5f}}});
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.supersteps.size(), 3u);
  expect_near(result, {0.5, std::tanh(1.0), std::tanh(-0.5 * std::tanh(1.0))}, 1e-6);
}

// Two neurons that turn each other's sign.
TEST_P(SimulationTest, NeuralNetworkThatSwingsEndsAtTheLimit) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(2, oracle::path(2), {-3});
  const DeviceGraph<std::int32_t> on_device = copied(graph);
  const auto result = neural_network(stream(), on_device, {.inputs = {{0, 1}, {1, 1}}, .max_iterations = 40});
  EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(result.supersteps.size(), 40u);
}

TEST_P(SimulationTest, EdgesOfAllTypesAreCoefficients) {
  const EdgeList edges = edges_of("rmat", {{"scale", "6"}, {"weight-type", "int32"}});
  const auto check = [&]<class E>(E) {
    EdgeList list = edges;
    std::vector<double> whole(list.size());
    for (std::size_t e = 0; e < whole.size(); ++e) whole[e] = static_cast<double>(e % 5 + 1);
    if constexpr (graphs::kHasValue<E>) list.values = std::vector<E>(whole.begin(), whole.end());
    const Graph<E> graph = built<E>(std::move(list));
    const DeviceGraph<E> on_device = copied(graph);
    const auto start = pattern(graph.vertex_count());
    std::vector<bool> is_fixed(graph.vertex_count());
    const auto expected =
        iterate(start, 5, [&](const Reals& now) { return serial_circuit_step(graph, now, is_fixed); });
    const CircuitOptions options{.initial = start, .tolerance = 0, .max_iterations = 5};
    expect_near(circuit(stream(), on_device, options), expected, 1e-5);
  };
  check(NoValue{});
  check(std::int32_t{});
  check(std::int64_t{});
  check(float{});
  check(double{});
}

TEST_P(SimulationTest, RefuseVerticesThatAreNotThere) {
  const auto graph = copied(oracle::graph_of(3, oracle::path(3)));
  EXPECT_THROW(circuit(stream(), graph, {.fixed = {{3, 1}}}), InputError);
  EXPECT_THROW(heat(stream(), graph, {.hot = {{3, 1}}}), InputError);
  EXPECT_THROW(neural_network(stream(), graph, {.inputs = {{3, 1}}}), InputError);
}

TEST_P(SimulationTest, RefuseInitialValuesThatAreNone) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const auto graph = copied(oracle::graph_of(3, oracle::path(3)));
  EXPECT_THROW(circuit(stream(), graph, {.initial = {1, 2}}), UsageError);
  EXPECT_THROW(heat(stream(), graph, {.initial = {1, 2, 3, 4}}), UsageError);
  EXPECT_THROW(heat(stream(), graph, {.hot = {{1, kNan}}}), InputError);
  EXPECT_THROW(neural_network(stream(), graph, {.initial = {1, 2, kNan}}), InputError);
}

TEST_P(SimulationTest, RefuseCoefficientsThatHaveNoMeaning) {
  for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(), 1e300}) {
    const auto graph = copied(oracle::weighted_graph_of<double>(3, oracle::path(3), {1, bad}));
    EXPECT_THROW(circuit(stream(), graph), InputError);
    EXPECT_THROW(heat(stream(), graph), InputError);
    if (bad == -1) continue;
    EXPECT_THROW(neural_network(stream(), graph), InputError);
  }
}

TEST_P(SimulationTest, RefuseRatesAndTolerancesThatCannotBe) {
  const auto graph = copied(oracle::graph_of(3, oracle::path(3)));
  EXPECT_THROW(heat(stream(), graph, {.rate = -0.1}), UsageError);
  EXPECT_THROW(heat(stream(), graph, {.rate = std::numeric_limits<double>::quiet_NaN()}), UsageError);
  EXPECT_THROW(heat(stream(), graph, {.rate = 0.51}), UsageError);
  EXPECT_NO_THROW(heat(stream(), graph, {.rate = 0.5, .max_iterations = 1}));
  EXPECT_THROW(circuit(stream(), graph, {.tolerance = -1}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
