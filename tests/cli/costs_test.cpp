// SPDX-License-Identifier: Apache-2.0
//
// What `devices --measure` finds, and what `run --costs` predicts from it.
#include "costs.hpp"

#include <string>

#include <gtest/gtest.h>

#include "call.hpp"

namespace warpgraph::test {
namespace {

// Of two devices whose gathers take a microsecond each, and nothing else takes time.
constexpr const char* kCosts = R"({"ranks": 1,
  "devices": [{"name": "host:0", "cost": {"gathers": [{"table_bytes": 1024, "per_second": 1e6}],
               "stream_bytes_per_second": 0, "launch_seconds": 0, "wait_seconds": 0}}],
  "links": [{"from": "host:0", "to": "host:1", "hub": "peer",
             "latency_seconds": 0, "message_seconds": 0, "bytes_per_second": 0}]})";

std::string path_graph(const CallFolder& folder) { return folder.write("path.txt", "0 1\n1 2\n2 3\n1 3\n"); }

TEST(Costs, AreMeasuredOfDevicesAndLinks) {
  const auto costs = call({"devices", "--devices", "host:3", "--measure", "--json"}).json();
  EXPECT_EQ(costs["ranks"], 1);
  ASSERT_EQ(costs["devices"].size(), 3u);
  EXPECT_EQ(costs["devices"][1]["name"], "host:1");
  EXPECT_GT(costs["devices"][1]["cost"]["gathers"][0]["per_second"], 0);
  // To the host's memory, to the next device and to all others by two hubs.
  ASSERT_EQ(costs["links"].size(), 5u);
  EXPECT_EQ(costs["links"][0]["to"], "host memory");
  EXPECT_EQ(costs["links"][4]["from"], "each device");
  EXPECT_EQ(costs["links"][4]["hub"], "peer");
}

TEST(Costs, AreShownAsTwoTables) {
  const CallResult result = call({"devices", "--devices", "host", "--measure"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("gathers/s"), std::string::npos);
  EXPECT_NE(result.out.find("bandwidth"), std::string::npos);
}

TEST(Costs, OfAllDevicesComeBeforeThoseOfTwo) {
  cli::Costs costs;
  costs.links = {{"host:0", "host memory", "copy", {1, 0, 0}},
                 {"host:0", "host:1", "host", {2, 0, 0}},
                 {"each device", "all others", "host", {3, 0, 0}},
                 {"rank 0", "rank 1", "host", {4, 0, 0}}};
  EXPECT_EQ(costs.link_of_all(false, "host")->latency_seconds, 3);
  EXPECT_EQ(costs.link_of_all(true, "host")->latency_seconds, 4);
  EXPECT_EQ(costs.link_of_all(false, "nccl"), nullptr);
}

TEST(Costs, PredictWhatARunTakes) {
  const CallFolder folder;
  const auto run = call({"run", "pagerank", path_graph(folder), "--direction", "directed", "--max-supersteps", "3",
                         "--plan", "pull-all", "--costs", folder.write("costs.json", kCosts), "--json"})
                       .json();
  ASSERT_EQ(run["supersteps"], 3);
  EXPECT_NEAR(run["predicted_seconds"], 3 * 4e-6, 1e-9);  // four edges
  EXPECT_EQ(run["bottleneck"], "gathering");
  EXPECT_NEAR(run["superstep_statistics"][0]["predicted_microseconds"], 4, 1e-6);
}

TEST(Costs, AreDrawnBesideWhatWasMeasured) {
  const CallFolder folder;
  const CallResult result = call({"run", "pagerank", path_graph(folder), "--direction", "directed", "--costs",
                                  folder.write("costs.json", kCosts), "--report", folder.file("page.html")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(folder.read("page.html").find("Microseconds, predicted"), std::string::npos);
}

TEST(Costs, ThatAreNoneAreAnErrorOfTheFile) {
  const CallFolder folder;
  for (const std::string text : {"", "[]", "{}", R"({"ranks": 1, "devices": [], "links": []})"}) {
    const CallResult result =
        call({"run", "bfs", path_graph(folder), "--direction", "directed", "--costs", folder.write("c.json", text)});
    EXPECT_EQ(result.code, 3) << text;
    EXPECT_NE(result.err.find("c.json"), std::string::npos) << result.err;
  }
}

TEST(Costs, WithoutTheLinkOfARunAreAUsageError) {
  const CallFolder folder;
  const CallResult result =
      call({"run", "pagerank", path_graph(folder), "--direction", "directed", "--devices", "host:2", "--all-devices",
            "--hub", "host", "--costs", folder.write("costs.json", kCosts)});
  EXPECT_EQ(result.code, 2) << result.err;
  EXPECT_NE(result.err.find("has no cost of the hub host between devices"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace warpgraph::test
