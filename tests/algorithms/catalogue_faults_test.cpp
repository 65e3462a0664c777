// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/placement_case.hpp"

// Devices that are lost or late while algorithms run on several of them.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr int kDevices = 3;

class CatalogueFaults : public testing::TestWithParam<std::tuple<HostExecution, std::string>> {
 protected:
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(std::get<1>(GetParam())); }
  [[nodiscard]] static RuntimeOptions machine() {
    RuntimeOptions options;
    options.host.threads = 1;
    options.host.execution = std::get<0>(GetParam());
    return options;
  }
  [[nodiscard]] static const AnyGraph& graph() {
    static const AnyGraph directed = made({"kron", {{"scale", "8"}}}, "int32", {.outgoing = true});
    static const AnyGraph undirected =
        made({"kron", {{"scale", "8"}}}, "int32", {.symmetrise = true, .outgoing = true});
    return algorithm().needs_undirected ? undirected : directed;
  }
  [[nodiscard]] static AnyShardedGraph spread(Runtime& runtime) {
    const VertexId overlap = algorithm().devices == DeviceUse::kWhole ? kEverything : 0;
    return shard_graph(runtime, graph(), place(vertex_count(graph()), kDevices, overlap), {});
  }
  [[nodiscard]] static AlgorithmArguments arguments() {
    AlgorithmArguments all = standard_arguments(algorithm(), graph());
    if (is_iteration(algorithm())) all["iterations"] = {"3"};
    return all;
  }
};

INSTANTIATE_TEST_SUITE_P(Host, CatalogueFaults,
                         testing::Combine(testing::ValuesIn(kSanitized ? std::vector{HostExecution::kThreads}
                                                                       : std::vector{HostExecution::kThreads,
                                                                                     HostExecution::kInline}),
                                          testing::ValuesIn(algorithm_names())),
                         [](const auto& suite) {
                           const bool is_inline = std::get<0>(suite.param) == HostExecution::kInline;
                           return as_test_name((is_inline ? "inline_" : "threads_") + std::get<1>(suite.param));
                         });

// The device is lost later and later: while the graph is spread, in each part of the run, and at last not any more. A
// run that goes wrong without an error has wrong values.
TEST_P(CatalogueFaults, ALostDeviceIsAnErrorOfEachRunThatNeedsIt) {
  if (!algorithm().read(arguments(), true)->can_spread()) GTEST_SKIP() << "it runs on one device";
  int lost_in_run = 0;
  bool is_done = false;
  std::size_t turn = 0;
  for (std::int64_t after = 20; !is_done; after += kSanitized ? 2 + after / 16 : 1 + after / 24, ++turn) {
    SCOPED_TRACE(after);
    ASSERT_LT(after, 100000) << "the device is lost whatever the run has done";
    RuntimeOptions options = machine();
    options.host.faults.lost_device = 1;
    options.host.faults.lost_after = after;
    Runtime runtime("host:3", options);
    bool is_spread = false;
    try {
      const AnyShardedGraph on_all = spread(runtime);
      is_spread = true;
      const auto run = algorithm().read(arguments(), true);
      const AlgorithmRequest request = catalogue_request(algorithm(), PlacedGraphView(on_all), graph(), turn);
      const AlgorithmOutcome outcome = run->run(request);
      is_done = true;
      EXPECT_EQ(run->verify(VerifiedGraph(graph(), runtime.threads()), request.source, outcome), std::nullopt);
    } catch (const DeviceError& error) {
      EXPECT_NE(std::string(error.what()).find("host:1 is lost"), std::string::npos) << error.what();
      lost_in_run += is_spread ? 1 : 0;
    }
    for (int i = 0; i < kDevices; ++i) EXPECT_EQ(runtime.device(i).memory().in_use, 0u) << "device " << i;
  }
  EXPECT_GE(lost_in_run, kSanitized ? 1 : 3) << "the run needs the device more often";
}

// Each piece of the devices' work starts late.
TEST_P(CatalogueFaults, LateDevicesEndRunsWhoseSuperstepsHaveALimit) {
  if (!algorithm().takes_time_limit || std::get<0>(GetParam()) != HostExecution::kThreads)
    GTEST_SKIP() << "it takes no time limit, or nothing is late";
  RuntimeOptions options = machine();
  options.host.faults.longest_delay = std::chrono::milliseconds(8);
  Runtime runtime("host:3", options);
  const AnyShardedGraph on_all = spread(runtime);
  AlgorithmRequest request = catalogue_request(algorithm(), PlacedGraphView(on_all), graph(), 0);
  request.engine.exchange.superstep_timeout = std::chrono::milliseconds(1);
  const auto run = algorithm().read(arguments(), true);
  EXPECT_THROW((void)run->run(request), DeviceError);
}

}  // namespace
}  // namespace warpgraph::test
