// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "support/refusal.hpp"

// What tests of the methods have in common that the catalogue has from the papers' library.
namespace warpgraph::test {

// Without the place in the library that calls of programmers are told.
template <class Call>
std::string usage_error(const Call& call) {
  const std::string text = refusal<UsageError>(call);
  return text.substr(0, text.find(" ("));
}

inline std::string refused_arguments(const char* algorithm, const algorithms::AlgorithmArguments& arguments) {
  return usage_error([&] { (void)algorithms::find_algorithm(algorithm).read(arguments, false); });
}

inline const algorithms::AlgorithmOption& option_of(const char* algorithm, const std::string& name) {
  return *std::ranges::find(algorithms::find_algorithm(algorithm).options, name, &algorithms::AlgorithmOption::name);
}

// A run on a virtual device, which is verified.
inline algorithms::AlgorithmOutcome verified_outcome(const char* algorithm, const AnyGraph& graph,
                                                     const algorithms::AlgorithmArguments& arguments) {
  Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  const AnyDeviceGraph on_device =
      std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph);
  stream.synchronize();
  const auto run = algorithms::find_algorithm(algorithm).read(arguments, false);
  algorithms::AlgorithmOutcome outcome = run->run({.graph = algorithms::PlacedGraphView(stream, on_device)});
  EXPECT_EQ(run->verify(algorithms::VerifiedGraph(graph, runtime.threads()), 0, outcome), std::nullopt);
  return outcome;
}

}  // namespace warpgraph::test
