// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "algorithms/catalogue_case.hpp"
#include "algorithms/placement_case.hpp"
#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"
#include "support/time_limit.hpp"

// Callers that follow a run of whatever algorithm, and end it early.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)
using cancellation::Cancelled;
using cancellation::OutOfTime;

constexpr std::chrono::seconds kPatience{120};  // none of the runs waits for one that was ended

const AnyGraph& graph_for(const Algorithm& algorithm) {
  static const CatalogueGraph graphs = catalogue_graph({"kron", {{"scale", "8"}}}, "int32");
  return graphs.fitting(algorithm, false);
}

AlgorithmArguments few_rounds(const Algorithm& algorithm) {
  AlgorithmArguments all = standard_arguments(algorithm, graph_for(algorithm));
  if (is_iteration(algorithm)) all["iterations"] = {"4"};
  return all;
}

class CatalogueControl : public testing::TestWithParam<std::tuple<int, std::string>> {
 protected:
  CatalogueControl()
      : limit_(kPatience), runtime_("host:" + std::to_string(devices())), run_(algorithm().read(arguments(), true)) {}

  void SetUp() override {
    if (devices() > 1 && !run_->can_spread()) GTEST_SKIP() << "it runs on one device";
  }

  [[nodiscard]] static int devices() { return std::get<0>(GetParam()); }
  [[nodiscard]] static const Algorithm& algorithm() { return find_algorithm(std::get<1>(GetParam())); }
  [[nodiscard]] static const AnyGraph& graph() { return graph_for(algorithm()); }
  [[nodiscard]] static AlgorithmArguments arguments() { return few_rounds(algorithm()); }

  // act(request) with the graph on the devices.
  template <class Act>
  void on_devices(const Act& act) {
    if (devices() == 1) {
      const Stream stream(runtime_.device(), "test");
      const AnyDeviceGraph whole =
          std::visit([&](const auto& each) -> AnyDeviceGraph { return upload(stream, each); }, graph());
      stream.synchronize();
      act(catalogue_request(algorithm(), {stream, whole}, graph(), 0));
    } else {
      const VertexId overlap = algorithm().devices == DeviceUse::kWhole ? kEverything : 0;
      const AnyShardedGraph spread =
          shard_graph(runtime_, graph(), place(vertex_count(graph()), devices(), overlap), {.outgoing = true});
      act(catalogue_request(algorithm(), PlacedGraphView(spread), graph(), 0));
    }
  }
  [[nodiscard]] std::vector<std::size_t> memory_in_use() {
    std::vector<std::size_t> bytes;
    for (int i = 0; i < devices(); ++i) bytes.push_back(runtime_.device(i).memory().in_use);
    return bytes;
  }
  void expect_right(const AlgorithmRequest& request) {
    EXPECT_EQ(run_->verify(VerifiedGraph(graph(), runtime_.threads()), request.source, run_->run(request)),
              std::nullopt);
  }

  TimeLimit limit_;
  Runtime runtime_;
  std::unique_ptr<AlgorithmRun> run_;
};

INSTANTIATE_TEST_SUITE_P(Host, CatalogueControl,
                         testing::Combine(testing::Values(1, 3), testing::ValuesIn(algorithm_names())),
                         [](const auto& suite) {
                           return std::to_string(std::get<0>(suite.param)) + "_" +
                                  as_test_name(std::get<1>(suite.param));
                         });

// It is asked at later and later moments, the first before the run does anything; then it lets the run end by itself.
TEST_P(CatalogueControl, AFunctionThatSaysStopEndsTheRunAndLeavesNothingBehind) {
  on_devices([&](AlgorithmRequest request) {
    (void)run_->run(request);  // what the graph keeps for all runs
    const std::vector<std::size_t> before = memory_in_use();
    int ended = 0;
    for (std::uint64_t stops_at = 0;; stops_at += 1 + stops_at / 2) {
      SCOPED_TRACE(stops_at);
      cancellation::Progress last{-1, 0};
      std::uint64_t asked = 0;
      request.control.on_progress = [&](const cancellation::Progress& progress) {
        EXPECT_GE(progress.seconds, last.seconds);
        EXPECT_EQ(progress.waits, asked);
        last = progress;
        return asked++ != stops_at;
      };
      try {
        const AlgorithmOutcome outcome = run_->run(request);
        EXPECT_GT(asked, 1u);
        EXPECT_LE(asked, stops_at);
        EXPECT_EQ(run_->verify(VerifiedGraph(graph(), runtime_.threads()), request.source, outcome), std::nullopt);
        break;
      } catch (const Cancelled& error) {
        EXPECT_EQ(std::string(error.what()).find(algorithm().name + " was cancelled after "), 0u) << error.what();
        EXPECT_EQ(asked, stops_at + 1);
      }
      EXPECT_EQ(memory_in_use(), before);
      ++ended;
    }
    EXPECT_GE(ended, 2);
  });
}

TEST_P(CatalogueControl, ATimeLimitEndsTheRunAndTheNextOneIsRight) {
  on_devices([&](AlgorithmRequest request) {
    request.control.time_limit = std::chrono::nanoseconds(1);
    try {
      (void)run_->run(request);
      ADD_FAILURE() << "nothing ends the run";
    } catch (const OutOfTime& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find(algorithm().name + " has taken "), 0u) << message;
      EXPECT_NE(message.find("more than its time limit of 1e-09 s"), message.npos) << message;
    }
    request.control.time_limit = kPatience;
    expect_right(request);
  });
}

TEST_P(CatalogueControl, AFlagEndsTheRunOfAGraphInHostMemory) {
  const AnyGraphOn in_memory = on(runtime_, graph(), {.devices = devices()});
  AlgorithmRequest request = catalogue_request(algorithm(), PlacedGraphView(in_memory), graph(), 0);
  std::atomic<bool> is_cancelled = true;
  request.control.is_cancelled = &is_cancelled;
  EXPECT_THROW((void)run_->run(request), Cancelled);
  is_cancelled = false;
  expect_right(request);
}

TEST_P(CatalogueControl, WhatTheFunctionThrowsEndsTheRun) {
  struct Enough {};
  on_devices([&](AlgorithmRequest request) {
    request.control.on_progress = [](const cancellation::Progress& progress) {
      if (progress.waits == 1) throw Enough();
      return true;
    };
    EXPECT_THROW((void)run_->run(request), Enough);
    request.control = {};
    expect_right(request);
  });
}

// Each rank has a control of its own. What ends the run of one of them ends those of the others, wherever they are.
class CatalogueControlOnRanks : public testing::TestWithParam<std::string> {};
std::vector<std::string> names_for_ranks() {
  std::vector<std::string> names = algorithm_names();
  std::erase_if(names, [](const std::string& name) {
    const Algorithm& algorithm = find_algorithm(name);
    return algorithm.devices != DeviceUse::kEngine && !algorithm.runs_on_ranks;
  });
  return names;
}
INSTANTIATE_TEST_SUITE_P(Host, CatalogueControlOnRanks, testing::ValuesIn(names_for_ranks()),
                         [](const auto& suite) { return as_test_name(suite.param); });

TEST_P(CatalogueControlOnRanks, WhatEndsTheRunOfOneEndsAll) {
  const TimeLimit limit(kPatience);
  const Algorithm& algorithm = find_algorithm(GetParam());
  const AnyGraph& graph = graph_for(algorithm);
  const auto run = algorithm.read(few_rounds(algorithm), true);
  for (const std::uint64_t stops_at : {0u, 1u, 5u, 20u}) {
    SCOPED_TRACE(stops_at);
    std::atomic<bool> is_cancelled = false;
    std::atomic<int> told = 0;
    on_ranks(3, [&](Ranks& ranks) {
      Runtime runtime("host:1");
      const AnyShardedGraph sharded = std::visit(
          [&](const auto& each) -> AnyShardedGraph {
            return shards::shard_part(ranks, runtime, part_of(each, ranks), {});
          },
          graph);
      AlgorithmRequest request = catalogue_request(algorithm, PlacedGraphView(sharded), graph, 0);
      request.control.on_progress = [&](const cancellation::Progress& progress) {
        return ranks.rank() != 1 || progress.waits != stops_at;
      };
      try {
        (void)run->run(request);
      } catch (const Cancelled&) {
        EXPECT_EQ(ranks.rank(), 1);
        is_cancelled = true;
      } catch (const RankError& error) {
        EXPECT_EQ(error.rank(), 1);
        EXPECT_EQ(std::string(error.what()).find("rank 1: " + algorithm.name + " was cancelled after "), 0u);
        ++told;
      }
    });
    if (stops_at == 0) {
      EXPECT_TRUE(is_cancelled);
      EXPECT_EQ(told, 2);
    }
    EXPECT_TRUE(is_cancelled || told == 0);
  }
}

// Threads that search on behalf of the caller's, on several devices or several at once on one.
TEST(CatalogueControlOfThreads, EndsWhatOtherThreadsDoForTheRun) {
  const TimeLimit limit(kPatience);
  const AnyGraph graph = generated({"kron", {{"scale", "12"}}}, "none", {.symmetrise = true, .outgoing = true});
  for (const int devices : {1, 3}) {
    Runtime runtime("host:" + std::to_string(devices));
    const AnyGraphOn in_memory = on(runtime, graph, {.devices = devices});
    const auto run = find_algorithm("betweenness").read({{"searches-at-once", {"2"}}}, true);
    AlgorithmRequest request{PlacedGraphView(in_memory)};
    double seconds = 0;
    request.control.on_progress = [&](const cancellation::Progress& progress) {
      seconds = progress.seconds;
      return progress.seconds < 0.1;
    };
    EXPECT_THROW((void)run->run(request), Cancelled) << devices;
    EXPECT_GE(seconds, 0.1);
  }
}

}  // namespace
}  // namespace warpgraph::test
