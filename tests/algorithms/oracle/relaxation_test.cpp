// SPDX-License-Identifier: Apache-2.0
#include "algorithms/oracle/relaxation.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/oracle/expect_near.hpp"
#include "algorithms/oracle/graphs.hpp"

namespace warpgraph::test::oracle {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

TEST(CircuitOracle, TakesTheMeanOfItsNeighbours) {
  EXPECT_EQ(serial_circuit_step(graph_of(4, star(4)), {0, 3, 6, 9}, {false, true, true, true}), (Reals{6, 3, 6, 9}));
}

// Resistances 1, 2 and 1 in a row between 8 volts and none.
TEST(CircuitOracle, DividesAVoltageByTheResistances) {
  const auto graph = weighted_graph_of<double>(4, path(4), {1, 0.5, 1});
  const std::vector<bool> is_fixed = {true, false, false, true};
  const Reals potential =
      settle({8, 0, 0, 0}, 1e-13, [&](const Reals& now) { return serial_circuit_step(graph, now, is_fixed); });
  expect_near(potential, {8, 6, 2, 0});
}

TEST(CircuitOracle, LeavesNodesWithoutSourcesAlone) {
  EXPECT_EQ(serial_circuit_step(graph_of(3, path(2), Direction::kDirected), {5, 1, 7}, {false, false, false}),
            (Reals{5, 5, 7}));
}

TEST(HeatOracle, FlowsInProportionToTheDifference) {
  const auto graph = weighted_graph_of<double>(3, path(3), {0.25, 0.5});
  EXPECT_EQ(serial_heat_step(graph, {8, 0, 4}), (Reals{6, 4, 2}));
}

TEST(HeatOracle, IsMixedAtOnceInACliqueWithTheRightCoefficient) {
  const auto graph = weighted_graph_of<double>(4, clique(0, 4), std::vector<double>(6, 0.25));
  EXPECT_EQ(serial_heat_step(graph, {1, 2, 3, 10}), (Reals{4, 4, 4, 4}));
}

TEST(HeatOracle, SettlesAtTheMeanOfEveryComponent) {
  Ends ends = bridged_cliques(3);
  ends.emplace_back(6, 7);
  const auto graph = weighted_graph_of<double>(8, ends, std::vector<double>(ends.size(), 0.2));
  const Reals settled =
      settle({12, 0, 0, 0, 0, 0, 3, 5}, 1e-14, [&](const Reals& now) { return serial_heat_step(graph, now); });
  expect_near(settled, {2, 2, 2, 2, 2, 2, 4, 4});
}

TEST(NeuralOracle, IsTheTangentOfTheWeightedSum) {
  const auto graph = weighted_graph_of<double>(3, {{0, 2}, {1, 2}}, {2, -0.5}, Direction::kDirected);
  EXPECT_EQ(serial_neural_step(graph, {1, 1, 0}), (Reals{1, 1, std::tanh(1.5)}));
}

TEST(NeuralOracle, PassesALayerInAnIteration) {
  const auto graph = weighted_graph_of<double>(3, path(3), {1, 1}, Direction::kDirected);
  const Reals once = serial_neural_step(graph, {1, 0, 0});
  EXPECT_EQ(once, (Reals{1, std::tanh(1.0), 0}));
  EXPECT_EQ(serial_neural_step(graph, once), (Reals{1, std::tanh(1.0), std::tanh(std::tanh(1.0))}));
}

TEST(NeuralOracle, OfASymmetricCliqueSettlesWhereTheTangentMeetsTheSum) {
  const auto graph = weighted_graph_of<double>(3, clique(0, 3), {1, 1, 1});
  const Reals settled =
      settle({0.5, 0.6, 0.7}, 1e-14, [&](const Reals& now) { return serial_neural_step(graph, now); });
  for (const double x : settled) EXPECT_NEAR(x, std::tanh(2 * x), 1e-9);
  EXPECT_GT(settled[0], 0.9);
}

}  // namespace
}  // namespace warpgraph::test::oracle
