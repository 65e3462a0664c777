// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/measure_cost.hpp>

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "support/sanitizers.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

void expect_measured(const costs::LinkCost& cost) {
  EXPECT_GT(cost.latency_seconds, 0);
  EXPECT_GE(cost.message_seconds, 0);
  EXPECT_GT(cost.bytes_per_second, 0);
}

std::vector<Stream> a_stream_on_each(Runtime& runtime) {
  std::vector<Stream> streams;
  for (int i = 0; i < runtime.device_count(); ++i) streams.emplace_back(runtime.device(i));
  return streams;
}

TEST(MeasureCost, FindsWhatAMachineDoes) {
  for (const std::uint64_t seed : kSanitized ? std::vector{7} : std::vector{0, 7}) {
    RuntimeOptions options;
    options.memory_limit = std::size_t{kSanitized ? 32 : 256} << 20;  // tables of up to a quarter
    options.host.lane_order_seed = seed;
    Runtime runtime("host", options);
    const costs::MachineCost cost = costs::measure_machine(runtime.device());
    ASSERT_FALSE(cost.gathers.empty());
    for (const costs::GatherRate& each : cost.gathers) EXPECT_GT(each.per_second, 0) << each.table_bytes;
    EXPECT_GT(cost.stream_bytes_per_second, 0);
    EXPECT_GT(cost.launch_seconds, 0);
    EXPECT_GT(cost.wait_seconds, 0);
  }
}

TEST(MeasureCost, LeavesOutTablesThatDoNotFit) {
  RuntimeOptions options;
  options.memory_limit = std::size_t{kSanitized ? 16 : 64} << 20;
  Runtime runtime("host", options);
  for (const costs::GatherRate& each : costs::measure_machine(runtime.device()).gathers)
    EXPECT_LE(each.table_bytes, options.memory_limit / 4);
}

TEST(MeasureCost, FindsTheLinksOfDevices) {
  Runtime runtime("host:3");
  const auto streams = a_stream_on_each(runtime);
  const std::vector<StreamRef> refs(streams.begin(), streams.end());
  expect_measured(costs::measure_host_link(refs.front()));
  for (const HubKind kind : {HubKind::kHost, HubKind::kPeer})
    expect_measured(costs::measure_link(kind, refs, costs::all_ways(3)));
  EXPECT_THROW(static_cast<void>(costs::measure_link(HubKind::kNccl, refs, costs::all_ways(3))), UsageError);
}

TEST(MeasureCost, AllRanksGetTheSameCostOfTheirLinks) {
  for (const int size : kSanitized ? std::vector{2} : std::vector{2, 3}) {
    std::vector<double> latencies(static_cast<std::size_t>(size));
    on_ranks(size, [&](Ranks& ranks) {
      Runtime runtime("host");
      const Stream stream(runtime.device());
      const std::vector<StreamRef> streams{stream};
      std::vector<int> rank_of(static_cast<std::size_t>(ranks.size()));
      std::iota(rank_of.begin(), rank_of.end(), 0);
      const hubs::HubRanks devices{ranks, rank_of, ranks.rank()};
      const costs::LinkCost pair =
          costs::measure_link(HubKind::kHost, devices, streams, std::vector<hubs::Hub::Way>{{0, 1}, {1, 0}});
      expect_measured(pair);
      const costs::LinkCost all = costs::measure_link(HubKind::kHost, devices, streams, costs::all_ways(ranks.size()));
      expect_measured(all);
      latencies[static_cast<std::size_t>(ranks.rank())] = pair.latency_seconds + all.latency_seconds;
    });
    for (const double each : latencies) EXPECT_EQ(each, latencies.front());
  }
}

}  // namespace
}  // namespace warpgraph::test
