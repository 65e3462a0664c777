// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../call.hpp"

// `warpgraph run` on three virtual devices.
namespace warpgraph::test {
namespace {

using Arguments = std::vector<std::string>;

class Placing : public testing::Test {
 protected:
  std::string made(const std::string& name, Arguments arguments) {
    const std::string file = folder_.file(name);
    arguments.insert(arguments.begin(), "generate");
    for (const std::string& more : {std::string("-o"), file}) arguments.push_back(more);
    EXPECT_EQ(call(arguments).code, 0);
    return file;
  }
  static CallResult run(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments);
  }
  std::string values(const Arguments& arguments, Arguments more) {
    more.insert(more.end(), {"-o", folder_.file("values.txt")});
    const CallResult result = run(arguments, more);
    EXPECT_EQ(result.code, 0) << result.err;
    return folder_.read("values.txt");
  }
  static nlohmann::json facts(const Arguments& arguments, Arguments more) {
    more.emplace_back("--json");
    const CallResult result = run(arguments, more);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.json();
  }
  static void expect_refusal(const Arguments& arguments, const Arguments& more, const std::string& message) {
    const CallResult result = run(arguments, more);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  }

  CallFolder folder_;
  std::string directed_ = made("d.wg", {"rmat", "--scale", "10", "--weights", "uniform"});
  std::string undirected_ = made("u.wg", {"grid2d", "--width", "31", "--height", "29", "--weights", "uniform"});
  Arguments three_{"--devices", "host:3", "--all-devices"};
};

TEST_F(Placing, NoWayToExchangeChangesTheResult) {
  const Arguments search{"sssp", directed_, "--source", "1"};
  const std::string expected = values(search, {"--devices", "host"});
  const std::vector<Arguments> ways{{"--hub", "host"},
                                    {"--hub", "peer", "--refinement", "all"},
                                    {"--refinement", "marked", "--superstep-timeout", "600000"},
                                    {"--copies", "read"},
                                    {"--copies", "all", "--overlap", "0.5"},
                                    {"--place", "multilevel"},
                                    {"--place", "multilevel", "--copies", "read", "--refinement", "all"},
                                    {"--overlap", "100", "--refinement", "updated"}};
  for (Arguments way : ways) {
    way.insert(way.end(), three_.begin(), three_.end());
    EXPECT_EQ(values(search, way), expected) << way[1];
  }
}

TEST_F(Placing, PartsOfAPartitionSendLessOnAMeshWithoutOrder) {
  const std::string mesh = made("mesh.wg", {"rgg", "--vertices", "6000", "--weights", "length"});
  const std::string shuffled = folder_.file("shuffled.wg");
  ASSERT_EQ(call({"convert", mesh, shuffled, "--relabel", "random"}).code, 0);
  const Arguments search{"sssp", shuffled, "--source", "1", "--verify"};
  Arguments by_parts = three_;
  by_parts.insert(by_parts.end(), {"--place", "multilevel"});

  const auto ranges = facts(search, three_);
  const auto parts = facts(search, by_parts);

  EXPECT_LT(2 * parts["bytes_sent"].get<std::uint64_t>(), ranges["bytes_sent"].get<std::uint64_t>());
}

TEST_F(Placing, TheSummaryNamesDevicesAndHubAndWhatWasSent) {
  const auto result = facts({"bfs", directed_, "--source", "1", "--hub", "host"}, three_);
  EXPECT_EQ(result["devices"], "host:0, host:1, host:2");
  EXPECT_EQ(result["device_count"], 3);
  EXPECT_EQ(result["hub"], "host");
  EXPECT_GT(result["bytes_sent"], 0);
  EXPECT_GT(result["useful_bytes"], 0);
  EXPECT_LE(result["useful_bytes"], result["bytes_sent"]);
}

TEST_F(Placing, SaysWhatEveryDeviceDidInEverySuperstep) {
  const auto result = facts({"pagerank", directed_, "--iterations", "2", "--report", folder_.file("r.html")}, three_);
  const auto& steps = result["superstep_statistics"];
  ASSERT_EQ(steps.size(), 2u);
  ASSERT_EQ(steps[0]["devices"].size(), 3u);
  std::uint64_t next = 0;
  std::uint64_t edges = 0;
  for (const auto& device : steps[0]["devices"]) {
    EXPECT_EQ(device["own"][0], next);
    next = device["own"][1];
    edges += device["edges"].get<std::uint64_t>();
    for (const char* const name : {"updated", "compute_microseconds", "exchange_microseconds"})
      EXPECT_TRUE(device.contains(name)) << name;
  }
  EXPECT_EQ(next, 1024u);
  EXPECT_EQ(edges, 16384u);
  ASSERT_FALSE(steps[0]["links"].empty());
  for (const auto& link : steps[0]["links"]) {
    EXPECT_TRUE(link["form"] == "bitmask" || link["form"] == "pairs" || link["form"] == "everything");
    for (const char* const name : {"from", "to", "bytes", "useful_bytes"}) EXPECT_TRUE(link.contains(name)) << name;
  }
}

TEST_F(Placing, DrawsALineForEveryDevice) {
  (void)facts({"bfs", directed_, "--source", "1", "--report", folder_.file("r.html")}, three_);
  const std::string page = folder_.read("r.html");
  for (const char* const part :
       {"Active edges of each device", "computing", "exchange", "Bytes", "<polyline", "device 2", "useful", "</html>"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST_F(Placing, OnlyAsManyDevicesRunAsPay) {
  const auto result = facts({"bfs", directed_, "--source", "1", "--verify"}, {"--devices", "host:3"});
  EXPECT_EQ(result["devices"], "1 of 3: more would not pay");
  EXPECT_EQ(result["device_count"], 1);
  EXPECT_FALSE(result.contains("hub"));
  EXPECT_FALSE(result["superstep_statistics"][0].contains("devices"));
}

TEST_F(Placing, MoreDevicesRunWhereFewerHaveTooLittleMemory) {
  const std::string file = made("g.wg", {"grid2d", "--width", "100", "--height", "90", "--weights", "uniform"});
  const auto devices = [&](const std::string& limit) {
    const Arguments search{"sssp", file, "--source", "1", "--verify"};
    return facts(search, {"--devices", "host:4", "--memory-limit", limit})["devices"].get<std::string>();
  };
  EXPECT_EQ(devices("2M"), "1 of 4: more would not pay");
  EXPECT_EQ(devices("1M"), "host:0, host:1, host:2, host:3; each has the values that it reads");
}

TEST_F(Placing, SaysWhichDeviceLacksMemoryAndHowMuch) {
  for (const char* const overlap : {"0", "0.5"}) {
    const CallResult result =
        run({"bfs", directed_, "--overlap", overlap}, {"--devices", "host:3", "--memory-limit", "50K"});
    EXPECT_EQ(result.code, 4);
    EXPECT_EQ(result.err.find("warpgraph: host:0: not enough memory for a shard of the graph ("), 0u) << result.err;
    EXPECT_TRUE(result.err.ends_with(", free are 50.0 KiB\n")) << result.err;
  }
}

// The run gives up at once, and then waits for the devices. A busy machine may look at the clock only when they are
// done, so one of several runs has to be late.
TEST_F(Placing, SaysOnceThatDevicesAreLate) {
  const std::string file = made("k.wg", {"kron", "--scale", "16"});
  CallResult result{};
  for (int trial = 0; trial < 20 && result.code == 0; ++trial)
    result = run({"pagerank", file, "--tolerance", "0", "--iterations", "50", "--superstep-timeout", "1"}, three_);
  EXPECT_EQ(result.code, 5);
  EXPECT_EQ(result.err.find("warpgraph: superstep "), 0u) << result.err;
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
}

TEST_F(Placing, AlgorithmsWithoutSuperstepsSayWhatDevicesDidInAll) {
  for (const char* const name : {"cc", "triangles", "betweenness"}) {
    Arguments arguments{name, undirected_};
    if (arguments.front() == "betweenness") arguments.insert(arguments.end(), {"--samples", "2"});
    const auto result = facts(arguments, three_);
    EXPECT_GT(result["bytes_sent"], 0) << name;
    ASSERT_EQ(result["superstep_statistics"].size(), 1u) << name;
    EXPECT_EQ(result["superstep_statistics"][0]["devices"].size(), 3u) << name;
  }
}

TEST_F(Placing, OptionsOfVertexProgramsHaveNoEffectOnOthers) {
  const std::vector<Arguments> wrong{{"--refinement", "all"}, {"--overlap", "1"}, {"--copies", "read"}};
  for (const Arguments& more : wrong) {
    Arguments arguments = three_;
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_refusal({"kcore", undirected_}, arguments, more.front() + " has no effect on kcore");
  }
}

TEST_F(Placing, ALimitOnSuperstepsIsForAlgorithmsThatHaveSome) {
  for (const std::string& name : std::vector<std::string>{"cc", "hits", "kcore"})
    EXPECT_EQ(run({name, undirected_, "--superstep-timeout", "600000"}, three_).code, 0) << name;
  for (const std::string& name : std::vector<std::string>{"betweenness", "triangles", "msf"})
    expect_refusal({name, undirected_, "--superstep-timeout", "5"}, three_,
                   "--superstep-timeout has no effect on " + name);
}

TEST_F(Placing, SaysWhichOptionsHaveNoEffectOnOneDevice) {
  const Arguments search{"bfs", directed_, "--source", "1", "--devices", "host:3"};
  const CallResult result = run(search, {"--hub", "host", "--superstep-timeout", "60000"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(
      result.err,
      "warpgraph: note: --hub, --superstep-timeout: without effect, because one device runs bfs (more would not pay); "
      "--all-devices takes all\n");
  EXPECT_EQ(run(search, {}).err, "");
  EXPECT_EQ(run(search, {"--hub", "host", "--all-devices"}).err, "");
}

TEST_F(Placing, TimesSuperstepsOnlyWhereThereAreSome) {
  const Arguments on_one{"--devices", "host", "--superstep-times", "--json"};
  Arguments on_three = three_;
  on_three.insert(on_three.end(), {"--superstep-times", "--json"});
  const auto told = [](const std::string& name) {
    return "warpgraph: note: --superstep-times: without effect, because this run of " + name + " has no supersteps\n";
  };
  EXPECT_EQ(run({"kcore", undirected_}, on_one).err, told("kcore"));
  EXPECT_EQ(run({"kcore", undirected_}, on_three).err, "");
  EXPECT_EQ(run({"cc", undirected_}, on_one).err, told("cc"));
  EXPECT_EQ(run({"cc", undirected_, "--method", "shiloach-vishkin"}, on_one).err, "");
  EXPECT_EQ(run({"msf", undirected_}, on_one).err, "");
  EXPECT_EQ(run({"msf", undirected_}, on_three).err, told("msf"));
}

TEST_F(Placing, NamesNoPlansOfAlgorithmsThatHaveNone) {
  const auto result = facts({"kcore", undirected_}, three_);
  ASSERT_FALSE(result["superstep_statistics"].empty());
  EXPECT_FALSE(result["superstep_statistics"][0].contains("plan"));
  (void)facts({"kcore", undirected_, "--report", folder_.file("k.html")}, three_);
  EXPECT_EQ(folder_.read("k.html").find("pull-all"), std::string::npos);
}

TEST_F(Placing, SourcesAreSharedOutWhereTheWholeGraphFits) {
  const Arguments some{"betweenness", directed_, "--samples", "2", "--memory-limit", "50K"};
  const CallResult result = run(some, three_);
  EXPECT_EQ(result.code, 4);
  EXPECT_NE(result.err.find("host:0: not enough memory for the whole graph, which betweenness has on every device"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(facts({"betweenness", directed_, "--samples", "2"}, {"--devices", "host:3"})["devices"],
            "1 of 3: more would not pay");
}

TEST_F(Placing, OptionsOfSeveralDevicesAreRefusedOnOne) {
  const Arguments search{"bfs", directed_, "--source", "1", "--devices", "host"};
  const std::vector<Arguments> wrong{
      {"--hub", "host"}, {"--overlap", "1"}, {"--superstep-timeout", "5"}, {"--place", "edges"}, {"--all-devices"}};
  for (const Arguments& more : wrong) {
    expect_refusal(search, more, more.front() + " is for several devices, and --devices has one");
  }
}

TEST_F(Placing, RefusesWhatIsNoWayToExchange) {
  const Arguments search{"bfs", directed_, "--source", "1", "--devices", "host:3", "--all-devices"};
  expect_refusal(search, {"--hub", "pear"}, "--hub cannot be \"pear\"");
  expect_refusal(search, {"--hub", "nccl"}, "the hub nccl");
  expect_refusal(search, {"--refinement", "none"}, "--refinement cannot be \"none\"");
  expect_refusal(search, {"--place", "anywhere"}, "--place cannot be \"anywhere\"");
  expect_refusal(search, {"--place", "multilevel", "--overlap", "1"}, "does not go with --place multilevel");
  expect_refusal(search, {"--overlap", "-1"}, "--overlap is negative");
  expect_refusal(search, {"--grid", "4by4"}, "--grid cannot be \"4by4\"");
  expect_refusal(search, {"--grid", "2x2"}, "--grid is for several ranks");
  expect_refusal(search, {"--superstep-timeout", "0"},
                 "--superstep-timeout cannot be \"0\"; it is a whole number from 1");
  for (const char* const wrong : {"0", "8GB", "much", "-1"})
    expect_refusal(search, {"--memory-limit", wrong}, "--memory-limit cannot be");
}

}  // namespace
}  // namespace warpgraph::test
