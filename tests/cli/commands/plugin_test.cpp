// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../call.hpp"
#include "../program_process.hpp"

namespace warpgraph::test {
namespace {

CallResult call_with(const std::string& library, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"--plugin", library});
  return call(arguments);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Plugins, OfALibraryAreCommands) {
  const auto facts = call_with(WARPGRAPH_PLUGIN_ALONE, {"echo", "hi", "--times", "3", "--mode", "loud", "--backwards",
                                                        "--devices", "host:2", "--json"})
                         .json();
  EXPECT_EQ(facts["word"], "hi");
  EXPECT_EQ(facts["times"], 3);
  EXPECT_EQ(facts["loud"], true);
  EXPECT_EQ(facts["backwards"], true);
  EXPECT_EQ(facts["devices"], 2);
}

TEST(Plugins, AreLoadedWhereverTheOptionStands) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"echo-2", "hi", "--plugin", WARPGRAPH_PLUGIN_ALONE},
        {"echo-2", "hi", std::string("--plugin=") + WARPGRAPH_PLUGIN_ALONE}}) {
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "word               hi")) << result.out;
  }
}

TEST(Plugins, AreListedHelpedAndCompleted) {
  EXPECT_TRUE(contains(call_with(WARPGRAPH_PLUGIN_ALONE, {"--help"}).out, "echo-2        say it again"));
  const std::string help = call_with(WARPGRAPH_PLUGIN_ALONE, {"echo", "--help"}).out;
  for (const char* const part : {"usage: warpgraph echo WORD [OPTIONS]", "--times N", "how often", "--backwards",
                                 "--devices", "warpgraph echo hello"})
    EXPECT_TRUE(contains(help, part)) << part << '\n' << help;
  EXPECT_TRUE(contains(call_with(WARPGRAPH_PLUGIN_ALONE, {"completion", "bash"}).out, "\"echo \"*\" --mode\""));
}

TEST(Plugins, ReportMistakesAsCommandsDo) {
  const auto err = [](const std::vector<std::string>& arguments) {
    const CallResult result = call_with(WARPGRAPH_PLUGIN_ALONE, arguments);
    EXPECT_EQ(result.code, 2);
    return result.err;
  };
  EXPECT_TRUE(contains(err({"echo"}), "WORD is missing"));
  EXPECT_TRUE(contains(err({"echo", "hi", "--mode", "lowd"}), "cannot be \"lowd\""));
  EXPECT_TRUE(contains(err({"echo", "hi", "--time", "2"}), "--times"));
  EXPECT_TRUE(contains(err({"echo", "hi", "--times", "two"}), "--times cannot be \"two\""));
  EXPECT_TRUE(contains(err({"ecko"}), "echo"));
}

TEST(Plugins, OfLibrariesThatDoNotFitAreRefused) {
  const auto refusal = [](const std::string& library) {
    const CallResult result = call_with(library, {"devices"});
    EXPECT_EQ(result.code, 3) << result.err;
    EXPECT_TRUE(contains(result.err, "warpgraph: " + library + ": ")) << result.err;
    return result.err;
  };
  const CallFolder folder;
  EXPECT_TRUE(contains(refusal(folder.file("none.so")), "there is no such file"));
  EXPECT_TRUE(contains(refusal(folder.write("text.so", "no library")), "cannot be loaded"));
  ASSERT_EQ(mkfifo(folder.file("pipe.so").c_str(), 0600), 0);
  EXPECT_TRUE(contains(refusal(folder.file("pipe.so")), "is no file of its own"));
  EXPECT_TRUE(contains(refusal(WARPGRAPH_PLUGIN_WITHOUT_PLUGINS), "WARPGRAPH_PLUGIN is missing"));
  EXPECT_TRUE(contains(refusal(WARPGRAPH_PLUGIN_NO_PLUGIN), "has no plugins"));
  EXPECT_TRUE(refusal(WARPGRAPH_PLUGIN_NULL_PLUGIN).ends_with("there is no plugin\n"));
  EXPECT_TRUE(contains(refusal(WARPGRAPH_PLUGIN_OTHER_INTERFACE), "was built for plugin interface \"0\""));
  EXPECT_TRUE(contains(refusal(WARPGRAPH_PLUGIN_NULL_INTERFACE), "was built for plugin interface \"\""));
  EXPECT_TRUE(contains(refusal(WARPGRAPH_PLUGIN_TAKEN_NAME), "\"info\", and there is such a command"));
}

// A file that ends early is mapped as if it did not: where it is read behind its end the process dies.
TEST(Plugins, OfLibrariesThatEndEarlyAreRefused) {
  const CallFolder folder;
  const auto size = std::filesystem::file_size(WARPGRAPH_PLUGIN_ALONE);
  for (const std::uintmax_t bytes : {std::uintmax_t{100}, std::uintmax_t{3000}, size / 2, size - 1}) {
    const std::string library = folder.file(std::to_string(bytes) + ".so");
    std::filesystem::copy_file(WARPGRAPH_PLUGIN_ALONE, library);
    std::filesystem::resize_file(library, bytes);
    ProgramProcess process(WARPGRAPH_PROGRAM, {"--plugin", library, "--help"});
    EXPECT_TRUE(contains(process.read_errors(), "the end of the file is missing")) << bytes;
    EXPECT_EQ(process.wait(), 3) << bytes;
  }
}

TEST(Plugins, WithOneNameFromTwoLibrariesAreRefused) {
  const CallResult result =
      call({"--plugin", WARPGRAPH_PLUGIN_ALONE, "--plugin", WARPGRAPH_PLUGIN_ALONE, "echo", "hi"});
  EXPECT_EQ(result.code, 3);
  EXPECT_TRUE(contains(result.err, "\"echo\", and there is such a command")) << result.err;
}

TEST(Plugins, NeedALibraryBehindTheOption) { EXPECT_EQ(call({"devices", "--plugin"}).code, 2); }

TEST(SpanningForest, RefusesThreadsThatAreNoNumberWhateverTheMethod) {
  const CallFolder folder;
  const std::string file = folder.write("g.txt", "# Undirected graph\n0 1 2\n");
  for (const char* const method : {"filtered", "boruvka", "prim"})
    for (const char* const threads : {"-1", "zzz"})
      EXPECT_EQ(call({"msf", file, "--method", method, std::string("--threads=") + threads}).code, 2)
          << method << threads;
}

TEST(SpanningForest, RefusesOptionsOfOtherMethods) {
  const CallFolder folder;
  const std::string file = folder.write("g.txt", "# Undirected graph\n0 1 2\n");
  const auto refusal = [&](const std::string& method, const std::string& option, const std::string& value) {
    const CallResult result = call({"msf", file, "--devices", "host", "--method", method, option, value});
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  for (const char* const method : {"filtered", "boruvka", "transactional"})
    EXPECT_EQ(refusal(method, "--threads", "2"),
              std::string("warpgraph: --threads has no effect on the method ") + method + "\n");
  for (const char* const method : {"boruvka", "transactional", "prim"})
    EXPECT_EQ(refusal(method, "--light-edges", "2"),
              std::string("warpgraph: --light-edges has no effect on the method ") + method + "\n");
  EXPECT_EQ(refusal("prim", "--threads", "0"),
            "warpgraph: --threads cannot be \"0\"; it is a whole number from 1 to 1024\n");
}

TEST(SpanningForest, IsOneOfTheAlgorithmsToRun) {
  const CallFolder folder;
  const std::string file = folder.write("g.el", "10 20 1\n20 30 4\n30 10 2\n40 50 7\n");
  const auto find = [&](std::vector<std::string> command, const std::string& forest) {
    for (const std::string& more : {file, std::string("--direction"), std::string("once"), std::string("--method"),
                                    std::string("boruvka"), std::string("--verify"), std::string("--devices"),
                                    std::string("host"), std::string("-o"), folder.file(forest), std::string("--json")})
      command.push_back(more);
    const CallResult result = call(command);
    EXPECT_EQ(result.code, 0) << result.err;
    auto facts = result.json();
    for (const char* const time :
         {"discovery_seconds", "merging_seconds", "seconds", "edges_per_second", "start_seconds"})
      facts.erase(time);
    return facts;
  };
  const auto facts = find({"run", "msf"}, "a.el");
  EXPECT_EQ(facts["weight"], 10);
  EXPECT_EQ(facts["verified"], "all of it");
  EXPECT_EQ(facts, find({"msf"}, "b.el"));
  EXPECT_EQ(folder.read("a.el"), folder.read("b.el"));
}

TEST(SpanningForest, RefusesWhatItWouldNotLookAt) {
  const CallFolder folder;
  const std::string file = folder.write("g.el", "10 20 1\n");
  const auto refusal = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "msf", file, "--symmetrise"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  EXPECT_EQ(refusal({"--devices", "host:2", "--hub", "host"}), "warpgraph: --hub has no effect on msf\n");
  EXPECT_EQ(refusal({"--devices", "host", "--plan", "push"}), "warpgraph: --plan has no effect on msf\n");
  EXPECT_EQ(refusal({"--devices", "host:2", "--all-devices", "--method", "prim"}),
            "warpgraph: --all-devices is for several devices, and msf with these options is for one\n");
}

TEST(SpanningForest, IsWrittenInTheIdsOfTheFile) {
  const CallFolder folder;
  // 10 --1-- 20 --4-- 30 --2-- 10, and 40 --7-- 50
  const std::string file = folder.write("g.txt", "10 20 1\n20 30 4\n30 10 2\n40 50 7\n");
  const std::string forest = folder.file("forest.txt");
  const CallResult result = call({"msf", file, "--format", "edges", "--direction", "once", "--weights", "int32", "-o",
                                  forest, "--to", "edges", "--verify", "--devices", "host", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto facts = result.json();
  EXPECT_EQ(facts["weight"], 10);
  EXPECT_EQ(facts["edges"], 3);
  EXPECT_EQ(facts["components"], 2);
  EXPECT_EQ(facts["verified"], "all of it");
  const auto again = call({"msf", forest, "--format", "edges", "--direction", "once", "--method", "boruvka",
                           "--devices", "host", "--json"})
                         .json();
  EXPECT_EQ(again["weight"], 10);
  EXPECT_EQ(again["edges"], 3);
  const std::string text = folder.read("forest.txt");
  for (const char* const line : {"20 10 1\n", "30 10 2\n", "50 40 7\n"}) EXPECT_TRUE(contains(text, line)) << text;
}

TEST(SpanningForest, OfSeveralDevicesIsThatOfOne) {
  const CallFolder folder;
  const std::string file = folder.file("g.wg");
  ASSERT_EQ(call({"generate", "kron", "--scale", "9", "--weights", "uniform", "-o", file}).code, 0);
  const auto find = [&](const std::string& devices, std::vector<std::string> more) {
    more.insert(more.begin(), {"msf", file, "--symmetrise", "-o", folder.file(devices + ".txt"), "--to", "edges",
                               "--verify", "--devices", devices, "--json"});
    return call(more).json();
  };
  const auto one = find("host", {});
  const auto four = find("host:4", {"--all-devices"});
  EXPECT_EQ(four["verified"], "all of it");
  EXPECT_EQ(four["weight"], one["weight"]);
  EXPECT_EQ(four["devices"], "host:0, host:1, host:2, host:3");
  EXPECT_EQ(four["device_count"], 4);
  EXPECT_GT(four["device_3_edges"], 0);
  EXPECT_GT(four["device_0_kept"], 0);
  EXPECT_GT(four["device_3_received"], 0);
  EXPECT_EQ(one.contains("devices"), false);
  const auto on_host = call({"msf", file, "--symmetrise", "--method", "prim", "--threads", "3", "-o",
                             folder.file("prim.txt"), "--to", "edges", "--verify", "--devices", "host:2", "--json"})
                           .json();
  EXPECT_EQ(on_host["threads"], 3);
  EXPECT_EQ(on_host["verified"], "all of it");
  EXPECT_EQ(folder.read("prim.txt"), folder.read("host.txt"));
  EXPECT_EQ(folder.read("host:4.txt"), folder.read("host.txt"));
}

TEST(SpanningForest, DoesNotOverwriteItsGraph) {
  const CallFolder folder;
  const std::string file = folder.write("g.txt", "# Undirected graph\n1 2 5\n2 3 1\n3 1 1\n");
  const CallResult result = call({"msf", file, "-o", file, "--devices", "host"});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.err, "--output would overwrite FILE: " + file)) << result.err;
  EXPECT_EQ(folder.read("g.txt"), "# Undirected graph\n1 2 5\n2 3 1\n3 1 1\n");
}

TEST(SpanningForest, NeedsAnUndirectedGraph) {
  const CallFolder folder;
  const std::string file = folder.write("g.txt", "1 2\n");
  EXPECT_EQ(call({"msf", file, "--format", "edges", "--direction", "directed", "--devices", "host"}).code, 2);
}

TEST(Plugins, OnGraphsWriteTheirEdgesAndAreVerified) {
  const CallFolder folder;
  const std::string file = folder.write("g.el", "10 20\n20 40\n40 30\n");
  const std::string path = folder.file("path.el");
  const CallResult result =
      call_with(WARPGRAPH_GRAPH_PLUGIN, {"path", file, "--devices", "host", "--verify", "-o", path, "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.json()["ran_on"], 1);
  EXPECT_EQ(result.json()["verified"], "all of it");
  EXPECT_TRUE(contains(folder.read("path.el"), "20 30\n")) << folder.read("path.el");
  const CallResult broken =
      call_with(WARPGRAPH_GRAPH_PLUGIN, {"path", file, "--devices", "host", "--verify", "--broken"});
  EXPECT_EQ(broken.code, 6);
  EXPECT_TRUE(contains(broken.err, "the result of path is wrong: it has 2 edges")) << broken.err;
}

TEST(Plugins, TheProgramExitsWith6WhenTheirResultsAreWrong) {
  const CallFolder folder;
  const std::string file = folder.write("g.el", "10 20\n20 40\n40 30\n");
  const auto status_with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--plugin", WARPGRAPH_GRAPH_PLUGIN, "path", file, "--devices", "host"});
    return ProgramProcess(WARPGRAPH_PROGRAM, more).wait();
  };
  EXPECT_EQ(status_with({"--verify"}), 0);
  EXPECT_EQ(status_with({"--verify", "--broken"}), 6);
  EXPECT_EQ(status_with({"--broken"}), 0) << "not asked to verify";
}

TEST(Plugins, OnGraphsTakeNoFormatWithoutAnOutput) {
  const CallFolder folder;
  const std::string file = folder.write("g.el", "10 20\n20 40\n40 30\n");
  const CallResult result = call_with(WARPGRAPH_GRAPH_PLUGIN, {"path", file, "--devices", "host", "--to", "edges"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "warpgraph: --to has no effect without --output\n");
}

TEST(Plugins, OnGraphsGetThemSpreadOverSeveralDevices) {
  const CallFolder folder;
  const std::string file = folder.file("g.wg");
  ASSERT_EQ(call({"generate", "kron", "--scale", "9", "-o", file}).code, 0);
  const auto facts =
      call_with(WARPGRAPH_GRAPH_PLUGIN, {"path", file, "--devices", "host:3", "--all-devices", "--json"}).json();
  EXPECT_EQ(facts["ran_on"], 3);
  EXPECT_EQ(facts["device_count"], 3);
}

#if defined(WARPGRAPH_OWN_PLUGIN)
TEST(Plugins, OnGraphsReadThemAsCommandsDo) {
  const CallFolder folder;
  // 0 - 1 - 2, and 1 - 3
  const std::string file = folder.write("star.txt", "10 11\n11 12\n11 13\n");
  const auto facts = call_with(WARPGRAPH_OWN_PLUGIN, {"degrees", file, "--format", "edges", "--symmetrise", "--most",
                                                      "2", "--devices", "host", "--json"})
                         .json();
  EXPECT_EQ(facts, (nlohmann::json{{"degree_0", 0}, {"degree_1", 3}, {"degree_2", 0}, {"more", 1}}));
}

TEST(Plugins, SayWhichNumbersAnOptionTakes) {
  const CallFolder folder;
  const std::string file = folder.write("pair.txt", "1 2\n");
  const auto refusal = [&](const std::string& max) {
    const CallResult result = call_with(WARPGRAPH_OWN_PLUGIN, {"degrees", file, "--most", max, "--devices", "host"});
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  EXPECT_EQ(refusal("4294967296"),
            "warpgraph: --most cannot be \"4294967296\"; it is a whole number from 0 to 4294967295\n");
  EXPECT_EQ(refusal("18446744073709551616"),
            "warpgraph: --most cannot be \"18446744073709551616\"; it is a whole number from 0 to "
            "18446744073709551615\n");
}

TEST(Plugins, RunInTheProgramItself) {
  ProgramProcess process(WARPGRAPH_PROGRAM, {"--plugin", WARPGRAPH_OWN_PLUGIN, "degrees", "-", "--format", "edges",
                                             "--devices", "host", "-q"});
  process.write("0 1\n");
  process.end_input();
  EXPECT_TRUE(contains(process.read_output(), "degree 1           1"));
  EXPECT_EQ(process.wait(), 0);
}
#endif

#if defined(WARPGRAPH_OWN_ALGORITHM)
// In processes of their own: what a library adds to the catalogue stays there.
struct ProgramResult {
  int code;
  std::string out;
  std::string err;
};
ProgramResult run_with_own_algorithm(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"--no-plugins", "--plugin", WARPGRAPH_OWN_ALGORITHM});
  ProgramProcess process(WARPGRAPH_PROGRAM, arguments);
  process.end_input();
  const std::string out = process.read_output();
  const std::string err = process.read_errors();
  return {process.wait(), out, err};
}

TEST(PluginAlgorithms, RunByTheirNameAsOthersDo) {
  const CallFolder folder;
  const std::string file = folder.write("star.txt", "10 11\n12 11\n13 11\n11 10\n");
  const ProgramResult result = run_with_own_algorithm({"run", "indegree", file, "--most", "2", "--verify", "-o",
                                                       folder.file("degrees.txt"), "--json", "--devices", "host"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto facts = nlohmann::json::parse(result.out);
  EXPECT_EQ(facts["highest"], 2);
  EXPECT_EQ(facts["highest_vertex"], 11);
  EXPECT_EQ(folder.read("degrees.txt"), "10 1\n11 2\n12 0\n13 0\n");
}

TEST(PluginAlgorithms, AreListedHelpedAndCompleted) {
  EXPECT_TRUE(contains(run_with_own_algorithm({"run", "--list"}).out, "incoming edges of every vertex"));
  const auto described = nlohmann::json::parse(run_with_own_algorithm({"run", "--list", "--json"}).out);
  const auto& last = described["algorithms"].back();
  EXPECT_EQ(last["name"], "indegree");
  EXPECT_EQ(last["options"][0]["kind"], "whole");
  EXPECT_EQ(last["columns"][0]["name"], "indegree");
  EXPECT_TRUE(contains(run_with_own_algorithm({"help", "run", "indegree"}).out, "count no further than N"));
  EXPECT_TRUE(contains(run_with_own_algorithm({"completion", "bash"}).out, "indegree"));
}

TEST(PluginAlgorithms, RefuseWhatTheirOptionsDoNotAccept) {
  const CallFolder folder;
  const std::string file = folder.write("pair.txt", "1 2\n");
  const ProgramResult result = run_with_own_algorithm({"run", "indegree", file, "--most", "-1", "--devices", "host"});
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(contains(result.err, "--most cannot be \"-1\"; it is a whole number from 0 to 4294967295")) << result.err;
}

TEST(PluginAlgorithms, AreUnknownWithoutTheirLibrary) { EXPECT_NE(call({"run", "indegree", "g.wg"}).code, 0); }
#endif

TEST(SpanningForest, TakesNoMoreDevicesThanPay) {
  const CallFolder folder;
  const std::string file = folder.file("g.wg");
  ASSERT_EQ(call({"generate", "grid2d", "--width", "40", "--height", "40", "--weights", "uniform", "-o", file}).code,
            0);

  const auto facts = call({"msf", file, "--devices", "host:4", "--verify", "--json"}).json();

  EXPECT_EQ(facts["devices"], "1 of 4: more would not pay");
  EXPECT_EQ(facts["device_count"], 1);
  EXPECT_FALSE(facts.contains("device_1_edges"));
}

TEST(SpanningForest, TakesMoreDevicesWhereOneHasNotTheMemory) {
  const CallFolder folder;
  const std::string file = folder.file("g.wg");
  ASSERT_EQ(call({"generate", "kron", "--scale", "14", "--weights", "uniform", "-o", file}).code, 0);
  // The graph takes 4.1 MiB, and a search on it 2.1 MiB more.
  const auto facts =
      call({"msf", file, "--symmetrise", "--devices", "host:4", "--memory-limit", "6M", "--verify", "--json"});

  ASSERT_EQ(facts.code, 0) << facts.err;
  EXPECT_TRUE(facts.json().contains("device_1_edges"));
}

TEST(SpanningForest, DoesNotStartWhereItDoesNotFit) {
  const CallFolder folder;
  const std::string file = folder.file("g.wg");
  ASSERT_EQ(call({"generate", "kron", "--scale", "14", "--weights", "uniform", "-o", file}).code, 0);

  const CallResult result = call({"msf", file, "--symmetrise", "--devices", "host", "--memory-limit", "6M"});

  EXPECT_EQ(result.code, 4);
  EXPECT_TRUE(contains(result.err, "not enough memory for a spanning forest")) << result.err;
}

}  // namespace
}  // namespace warpgraph::test
