// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/timeline.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/placement_case.hpp"

// What a run has found out about a graph is there for the next one. In small lengths no path is too long, so distances
// need no look either.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr std::array kMeasuring = {"MeasureRows", "MeasureValues", "CountNear", "SumSample", "FindLargeDistance"};

// The kernels that look at the graph rather than work on it.
std::vector<std::string> measuring_kernels(const Timeline& timeline) {
  std::vector<std::string> found;
  for (const Timeline::Span& span : timeline.spans()) {
    const auto has_name = [&](std::string_view name) { return span.name.starts_with(name); };
    if (span.kind == Timeline::Kind::kKernel && std::ranges::any_of(kMeasuring, has_name)) found.push_back(span.name);
  }
  return found;
}

class SecondCall : public testing::TestWithParam<std::string> {
 protected:
  SecondCall() {
    RuntimeOptions options;
    options.timeline = true;
    runtime_ = std::make_unique<Runtime>(GetParam(), options);
    EdgeList edges = generators::generate(generators::parse_generator("rmat", {{"scale", "9"}, {"weights", "uniform"}}),
                                          runtime_->threads());
    graph_ = build_graph(runtime_->threads(), std::move(edges), {.symmetrise = true, .outgoing = true});
  }
  [[nodiscard]] std::vector<std::string> measuring_of_run(const Algorithm& algorithm, const PlacedGraphView& on) const {
    AlgorithmRequest request{on};
    if (algorithm.has_source) request.source = ids(graph_).name_of(0);
    AlgorithmArguments arguments;
    for (const AlgorithmOption& option : algorithm.options)
      if (option.name == "samples") arguments["samples"] = {"3"};
    runtime_->timeline()->clear();
    (void)algorithm.read(arguments, true)->run(request);
    return measuring_kernels(*runtime_->timeline());
  }
  // What the second run of each algorithm measures; those of one graph begin with a fresh copy of it.
  template <class Place>
  void expect_second_call_measures_nothing(const Place& place_graph) const {
    bool measures = false;
    for (const Algorithm& algorithm : all_algorithms()) {
      SCOPED_TRACE(algorithm.name);
      place_graph(algorithm, [&](const PlacedGraphView& on) {
        measures |= !measuring_of_run(algorithm, on).empty();
        EXPECT_EQ(measuring_of_run(algorithm, on), std::vector<std::string>());
      });
    }
    EXPECT_TRUE(measures) << "no first run has measured anything, so the names are not those of the kernels";
  }

  std::unique_ptr<Runtime> runtime_;
  AnyGraph graph_;
};
INSTANTIATE_TEST_SUITE_P(Host, SecondCall, testing::Values("host:3"), [](const auto&) { return std::string("of_3"); });

TEST_P(SecondCall, MeasuresNothingOnOneDevice) {
  const Stream stream(runtime_->device(), "run");
  expect_second_call_measures_nothing([&](const Algorithm& algorithm, const auto& act) {
    with_fitting(algorithm, graph_, [&](const AnyGraph& graph) {
      const AnyDeviceGraph copy = upload(stream, graph);
      act(PlacedGraphView(stream, copy));
    });
  });
}

TEST_P(SecondCall, MeasuresNothingOnSeveralDevices) {
  expect_second_call_measures_nothing([&](const Algorithm& algorithm, const auto& act) {
    if (!algorithm.read({}, true)->can_spread()) return;
    const VertexId overlap = algorithm.devices == DeviceUse::kWhole ? kEverything : 0;
    const AnyShardedGraph spread =
        shard_graph(*runtime_, graph_, place(vertex_count(graph_), 3, overlap, Shares::kEqual), {});
    act(PlacedGraphView(spread));
  });
}

}  // namespace
}  // namespace warpgraph::test
