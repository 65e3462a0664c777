// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/describe.hpp>

#include "run_case.hpp"

namespace warpgraph::test {
namespace {

const nlohmann::json& named(const nlohmann::json& all, const std::string& name) {
  static const nlohmann::json none;
  const auto found = std::ranges::find_if(all, [&](const auto& each) { return each["name"] == name; });
  return found == all.end() ? none : *found;
}

TEST(RunList, NamesTheAlgorithms) {
  const CallResult result = call({"run", "--list"});
  EXPECT_EQ(result.code, 0);
  for (const auto& algorithm : algorithms::all_algorithms())
    EXPECT_NE(result.out.find(algorithm.name + ' '), std::string::npos) << algorithm.name;
  EXPECT_EQ(call({"run", "bfs", "--list"}).code, 2);
}

TEST(RunList, AsJsonSaysWhatOptionsAre) {
  const CallResult result = call({"run", "--list", "--json"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, algorithms::describe_json());
  const nlohmann::json described = nlohmann::json::parse(result.out);
  EXPECT_EQ(described["algorithms"].size(), algorithms::all_algorithms().size());
  const nlohmann::json& pagerank = named(described["algorithms"], "pagerank");
  const nlohmann::json& damping = named(pagerank["options"], "damping");
  EXPECT_EQ(damping["kind"], "real");
  EXPECT_EQ(damping["default"], 0.85);
  EXPECT_EQ(damping["minimum"], 0);
  EXPECT_EQ(damping["exclusive_maximum"], 1);
  EXPECT_FALSE(damping.contains("maximum"));
  const nlohmann::json& iterations = named(pagerank["options"], "iterations");
  EXPECT_EQ(iterations["kind"], "whole");
  EXPECT_EQ(iterations["maximum"], 4294967295u);
  EXPECT_EQ(named(pagerank["options"], "sources")["old_names"], nlohmann::json::array({"start-over-at"}));
  EXPECT_EQ(named(pagerank["options"], "double")["default"], false);
  const nlohmann::json& source = named(named(described["algorithms"], "bfs")["options"], "source");
  EXPECT_EQ(source["kind"], "vertex");
  EXPECT_EQ(source["required"], true);
  EXPECT_EQ(named(described["algorithms"], "bfs")["takes"], "any");
  EXPECT_EQ(named(described["algorithms"], "trees")["takes"], "forest");
  EXPECT_EQ(named(described["algorithms"], "list-ranking")["takes"], "lists");
  const nlohmann::json& rate = named(named(described["algorithms"], "heat")["options"], "rate");
  EXPECT_EQ(rate["default"], nullptr);
  EXPECT_EQ(rate["default_text"], "half the limit");
  EXPECT_EQ(rate["exclusive_minimum"], 0);
  EXPECT_EQ(named(described["engine_options"], "plan")["choices"][0], "pull-all");
  EXPECT_EQ(named(described["control_options"], "time-limit")["exclusive_minimum"], 0);
  EXPECT_EQ(named(described["engine_options"], "hub")["of_several_devices"], true);
  const nlohmann::json& scale = named(named(described["generators"], "kron")["options"], "scale");
  EXPECT_EQ(scale["kind"], "whole");
  EXPECT_EQ(scale["default"], 16);
  EXPECT_EQ(scale["maximum"], 31);
  EXPECT_EQ(named(named(described["generators"], "list")["options"], "order")["choices"][0], "ordered");
  EXPECT_EQ(named(described["algorithms"], "cc")["engine_options"],
            nlohmann::json::array({"superstep-times", "hub", "superstep-timeout"}));
}

TEST_F(Run, TakesTheOldNamesOfOptions) {
  const auto ranks = [&](const char* option) { return values({"pagerank", graph_, option, "10", option, "20"}); };
  EXPECT_EQ(ranks("--start-over-at"), ranks("--sources"));
  EXPECT_EQ(ranks("--sources"), values({"pagerank", graph_, "--sources", "10,20"}));
  EXPECT_EQ(call({"run", "pagerank", "--help"}).out.find("start-over-at"), std::string::npos);
}

TEST_F(Run, WritesLevelsInTheFilesOwnIds) {
  EXPECT_EQ(values({"bfs", graph_, "--source", "10"}), "7 -1\n9 -1\n10 0\n20 1\n30 3\n40 2\n");
}

TEST_F(Run, WritesParentsInTheFilesOwnIds) {
  EXPECT_EQ(values({"bfs", graph_, "--source", "20", "--parents"}), "7 -1\n9 -1\n10 -1\n20 20\n30 40\n40 20\n");
}

TEST_F(Run, WritesDistances) {
  EXPECT_EQ(values({"sssp", graph_, "--source", "10"}), "7 -1\n9 -1\n10 0\n20 5\n30 8\n40 6\n");
  EXPECT_EQ(values({"sssp", graph_, "--source", "10", "--symmetrise"}), "7 -1\n9 -1\n10 0\n20 5\n30 8\n40 6\n");
  EXPECT_EQ(values({"sssp", graph_, "--source", "40", "--weights", "none"}), "7 -1\n9 -1\n10 -1\n20 -1\n30 1\n40 0\n");
}

TEST_F(Run, WritesInfinityForFloats) {
  EXPECT_EQ(values({"sssp", graph_, "--source", "7", "--weights", "float"}),
            "7 0.0\n9 3.0\n10 inf\n20 inf\n30 inf\n40 inf\n");
}

TEST_F(Run, FindsWidestPaths) {
  const auto result = facts({"sswp", graph_, "--source", "10"});
  EXPECT_EQ(result["reached"], 4);
  EXPECT_EQ(result["narrowest"], 1);
}

TEST_F(Run, CountsComponents) {
  for (const char* const algorithm : {"cc", "cc-labels"}) {
    const auto result = facts({algorithm, graph_, "--symmetrise"});
    EXPECT_EQ(result["components"], 2);
    EXPECT_EQ(result["largest"], 4);
  }
  EXPECT_EQ(facts({"cc", graph_})["components"], 2);
  const CallResult directed = call({"run", "cc-labels", graph_, "--devices", "host"});
  EXPECT_EQ(directed.code, 2);
}

TEST_F(Run, RanksAddUpToOne) {
  const auto result = facts({"pagerank", graph_, "--tolerance", "1e-6"});
  EXPECT_NEAR(result["sum"].get<double>(), 1, 1e-5);
  EXPECT_EQ(result["end"], "converged");
}

TEST_F(Run, RanksInDoublePrecision) {
  const auto result = facts({"pagerank", graph_, "--double", "--tolerance", "1e-14", "--iterations", "1000"});
  EXPECT_NEAR(result["sum"].get<double>(), 1, 1e-13);
  EXPECT_EQ(result["end"], "converged");
}

// 40 has two sources, so that in the end only they are hubs.
TEST_F(Run, FindsHubsAndAuthorities) {
  const std::string file = folder_file("h.el", "10 20\n20 40\n50 40\n");
  EXPECT_EQ(values({"hits", file, "--tolerance", "0", "--iterations", "200"}), "10 0.0\n20 0.0\n40 1.0\n50 0.0\n");
  EXPECT_EQ(values({"hits", file, "--hubs", "--tolerance", "0", "--iterations", "200"}),
            "10 0.0\n20 0.5\n40 0.0\n50 0.5\n");
  EXPECT_NEAR(facts({"hits", graph_})["sum"].get<double>(), 1, 1e-6);
}

TEST_F(Run, SaysWhatAnAlgorithmIsIfNoneIsNamed) {
  const std::string list = "; it is one of bfs, sssp, ";
  const CallResult none = call({"run"});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(none.err.starts_with("warpgraph: run: ALGORITHM is missing right behind the command" + list)) << none.err;
  const CallResult other = call({"run", "qqqqqqqq", graph_});
  EXPECT_TRUE(other.err.starts_with("warpgraph: run: there is no ALGORITHM \"qqqqqqqq\"" + list)) << other.err;
}

TEST_F(Run, SaysThatAFileStandsInThePlaceOfTheAlgorithm) {
  for (const auto& arguments : {std::vector<std::string>{"run", graph_}, {"run", graph_, "bfs"}}) {
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.err, "warpgraph: run: there is no ALGORITHM \"" + graph_ +
                              "\": that is a file, and ALGORITHM comes first (see warpgraph run --help)\n");
  }
}

TEST_F(Run, HasNoHighestParent) {
  EXPECT_TRUE(facts({"bfs", graph_, "--source", "10"}).contains("highest"));
  const auto result = facts({"bfs", graph_, "--source", "10", "--parents"});
  EXPECT_EQ(result["reached"], 4);
  EXPECT_FALSE(result.contains("highest"));
}

TEST_F(Run, WritesCsvFilesWithNamesOfColumns) {
  const std::string file = folder_.file("levels.csv");
  ASSERT_EQ(call({"run", "bfs", graph_, "--source", "10", "--devices", "host", "-o", file}).code, 0);
  EXPECT_EQ(folder_.read("levels.csv"), "vertex,value\n7,-1\n9,-1\n10,0\n20,1\n30,3\n40,2\n");
}

TEST_F(Run, WritesSeveralColumnsBelowTheirNames) {
  EXPECT_EQ(values({"bfs", graph_, "--source", "20", "--columns", "parent,level"}),
            "vertex level parent\n7 -1 -1\n9 -1 -1\n10 -1 -1\n20 0 20\n30 2 40\n40 1 20\n");
  EXPECT_EQ(values({"sssp", graph_, "--source", "10", "--columns", "distance,parent"}),
            "vertex distance parent\n7 -1 -1\n9 -1 -1\n10 0 10\n20 5 10\n30 8 40\n40 6 20\n");
  EXPECT_EQ(values({"bfs", graph_, "--source", "20", "--columns", "parent"}),
            "7 -1\n9 -1\n10 -1\n20 20\n30 40\n40 20\n");
  const std::string file = folder_.file("both.csv");
  const std::string web = folder_file("web.el", "10 20\n20 40\n50 40\n");
  ASSERT_EQ(call({"run", "hits", web, "--columns", "hub,authority", "--tolerance", "0", "--iterations", "200",
                  "--devices", "host", "-o", file})
                .code,
            0);
  EXPECT_EQ(folder_.read("both.csv"), "vertex,authority,hub\n10,0.0,0.0\n20,0.0,0.5\n40,1.0,0.0\n50,0.0,0.5\n");
}

TEST_F(Run, WritesAnArrayOfEachOfSeveralColumns) {
  const auto call_to = [&](const std::string& columns, const std::string& file) {
    return call({"run", "bfs", graph_, "--source", "20", "--columns", columns, "--devices", "host", "-o",
                 folder_.file(file)})
        .code;
  };
  ASSERT_EQ(call_to("level,parent", "both.npy"), 0);
  ASSERT_EQ(call_to("level", "level.npy"), 0);
  ASSERT_EQ(call_to("parent", "parent.npy"), 0);
  EXPECT_EQ(folder_.read("both.level.npy"), folder_.read("level.npy"));
  EXPECT_EQ(folder_.read("both.parent.npy"), folder_.read("parent.npy"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("both.npy")));
  EXPECT_NE(folder_.read("level.npy"), folder_.read("parent.npy"));
}

TEST_F(Run, RefusesColumnsThatThereAreNot) {
  const auto message = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"--devices", "host"});
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 2);
    return result.err;
  };
  EXPECT_EQ(message({"bfs", graph_, "--columns", "distance"}),
            "warpgraph: bfs has no column \"distance\"; it has level, parent\n");
  EXPECT_EQ(message({"hits", graph_, "--hubs", "--columns", "hub"}),
            "warpgraph: --hubs has no effect with --columns\n");
  EXPECT_EQ(message({"sssp", graph_, "--contract", "--symmetrise", "--columns", "parent"}),
            "warpgraph: --contract has no parents, which may be vertices that it leaves out; leave out the column "
            "parent\n");
}

TEST_F(Run, GroupsNoDigitsOfVertices) {
  const std::string file = folder_file("far.el", "10000 20000\n20000 40000\n40000 30000\n");
  const CallResult result = call({"run", "betweenness", file, "--devices", "host"});
  EXPECT_NE(result.out.find("20000"), std::string::npos) << result.out;
  const CallResult search = call({"run", "bfs", file, "--source", "10000", "--devices", "host"});
  EXPECT_NE(search.out.find("10000"), std::string::npos) << search.out;
}

// 1 volt a unit of resistance.
TEST_F(Run, SimulatesCircuits) {
  const std::string file = folder_file("c.el", "10 20 1\n20 30 0.5\n");
  const std::vector<std::string> circuit{"circuit", file, "--symmetrise", "--fix", "10=3", "--fix", "30=0"};
  EXPECT_EQ(values(circuit), "10 3.0\n20 2.0\n30 0.0\n");
  const auto result = facts(circuit);
  EXPECT_EQ(result["lowest"], 0);
  EXPECT_EQ(result["highest"], 3);
  EXPECT_EQ(result["end"], "converged");
  EXPECT_EQ(result["supersteps"], 2);
}

TEST_F(Run, SimulatesHeat) {
  const std::string file = folder_file("h.el", "10 20\n20 30\n");
  EXPECT_EQ(values({"heat", file, "--symmetrise", "--hot", "20=8", "--iterations", "1"}), "10 2.0\n20 4.0\n30 2.0\n");
  const std::string start = folder_file("start.txt", "20 0\n10 4\n30 8\n");
  EXPECT_EQ(values({"heat", file, "--symmetrise", "--initial", start, "--rate", "0.5", "--iterations", "1"}),
            "10 2.0\n20 6.0\n30 4.0\n");
  EXPECT_EQ(call({"run", "heat", file, "--symmetrise", "--rate", "0.6", "--devices", "host"}).code, 2);
}

TEST_F(Run, SimulatesNeuralNetworks) {
  const std::string file = folder_file("n.el", "1 3 200\n2 3 -100\n");
  EXPECT_EQ(values({"neural-network", file, "--input", "1=0.5", "--input", "2=-0.5"}), "1 0.5\n2 -0.5\n3 1.0\n");
}

TEST_F(Run, RefusesValuesOfVerticesThatAreNone) {
  for (const char* const value : {"10", "10=", "=5", "10=x", "10=1 ", "-10=1", "10=1=2"})
    EXPECT_EQ(call({"run", "circuit", graph_, "--fix", value, "--devices", "host"}).code, 2) << value;
  const CallResult unknown = call({"run", "circuit", graph_, "--fix", "10=1", "--fix", "11=1", "--devices", "host"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_EQ(unknown.err, "warpgraph: " + graph_ + ": the graph has no vertex 11, which --fix names\n");
  EXPECT_EQ(call({"run", "bfs", graph_, "--source", "8", "--devices", "host"}).err,
            "warpgraph: " + graph_ + ": the graph has no vertex 8, which --source names\n");
  EXPECT_EQ(call({"run", "heat", graph_, "--initial", folder_.file("nowhere"), "--devices", "host"}).code, 3);
}

TEST_F(Run, FindsWhoLiesBetweenTheOthers) {
  EXPECT_EQ(values({"betweenness", graph_}), "7 0.0\n9 0.0\n10 0.0\n20 2.0\n30 0.0\n40 2.0\n");
  EXPECT_EQ(values({"betweenness", graph_, "--sources", "10,20"}), "7 0.0\n9 0.0\n10 0.0\n20 2.0\n30 0.0\n40 2.0\n");
  const auto result = facts({"betweenness", graph_, "--source", "20", "--normalised"});
  EXPECT_EQ(result["most_central"], 40);
  EXPECT_DOUBLE_EQ(result["highest"], 6. / 20);
  EXPECT_EQ(facts({"betweenness", graph_, "--samples", "6", "--seed", "3"})["highest"], 2);
  EXPECT_EQ(call({"run", "betweenness", graph_, "--samples", "7", "--devices", "host"}).code, 2);
  EXPECT_EQ(call({"run", "betweenness", graph_, "--seed", "7", "--devices", "host"}).err,
            "warpgraph: --seed has no effect without --samples\n");
  EXPECT_EQ(call({"run", "betweenness", graph_, "--source", "11", "--devices", "host"}).code, 3);
}

TEST_F(Run, FindsCores) {
  const std::string kite = folder_file("kite.el", "1 2\n2 3\n3 1\n3 4\n");
  EXPECT_EQ(values({"kcore", kite, "--symmetrise"}), "1 2\n2 2\n3 2\n4 1\n");
  const auto result = facts({"kcore", kite, "--symmetrise"});
  EXPECT_EQ(result["degeneracy"], 2);
  EXPECT_EQ(result["innermost_core"], 3);
  EXPECT_EQ(call({"run", "kcore", kite, "--devices", "host"}).code, 2);
}

TEST_F(Run, CountsTriangles) {
  const std::string kite = folder_file("kite.el", "1 2\n2 3\n3 1\n3 4\n");
  EXPECT_EQ(values({"triangles", kite, "--symmetrise"}), "1 1\n2 1\n3 1\n4 0\n");
  const auto result = facts({"triangles", kite, "--symmetrise"});
  EXPECT_EQ(result["triangles"], 1);
  EXPECT_DOUBLE_EQ(result["clustering"], 0.6);
  EXPECT_EQ(call({"run", "triangles", kite, "--devices", "host"}).code, 2);
}

TEST_F(Run, SaysWhatEverySuperstepDid) {
  const auto result = facts({"bfs", graph_, "--source", "10", "--plan", "pull-first"});
  EXPECT_EQ(result["reached"], 4);
  EXPECT_EQ(result["highest"], 3);
  ASSERT_EQ(result["superstep_statistics"].size(), result["supersteps"].get<std::size_t>());
  EXPECT_EQ(result["superstep_statistics"][0]["plan"], "pull-first");
  EXPECT_EQ(result["superstep_statistics"][0]["active_vertices"], 1);
}

TEST_F(Run, TakesSeveralRandomSources) {
  const auto result = facts({"bfs", graph_, "--sources", "random:5"});
  EXPECT_EQ(result["runs"], 5);
  ASSERT_EQ(result["each"].size(), 5u);
  for (const auto& run : result["each"])
    EXPECT_TRUE(run["source"] == 10 || run["source"] == 20 || run["source"] == 40 || run["source"] == 7);
  EXPECT_EQ(call({"run", "bfs", graph_, "--sources", "random:0"}).code, 2);
  EXPECT_EQ(call({"run", "bfs", graph_, "--sources", "random:2", "-o", folder_.file("x")}).code, 2);
}

TEST_F(Run, TakesAListOfSources) {
  const auto result = facts({"bfs", graph_, "--sources", "20,10,20", "--verify"});
  ASSERT_EQ(result["each"].size(), 3u);
  EXPECT_EQ(result["each"][0]["source"], 20);
  EXPECT_EQ(result["each"][1]["source"], 10);
  EXPECT_EQ(facts({"bfs", graph_, "--sources", "20"})["source"], 20);
  for (const std::string text : {"", ",", "10,", "10,,20", "10 20", "-1", "a", "10,18446744073709551616"})
    EXPECT_EQ(call({"run", "bfs", graph_, "--sources", text}).code, 2) << text;
  const CallResult unknown = call({"run", "bfs", graph_, "--sources", "10,11"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("has no vertex 11, which --sources names"), std::string::npos) << unknown.err;
}

TEST_F(Run, SaysBeforeTheRunThatTheFolderOfAnOutputIsMissing) {
  const CallResult result = call({"run", "bfs", folder_.file("missing.wg"), "-o", folder_.file("nowhere/values.npy")});
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find("nowhere/values.npy: cannot be written: No such file"), std::string::npos) << result.err;
}

TEST_F(Run, ReportsTheFastestOfSeveralRuns) {
  const auto result = facts({"bfs", graph_, "--source", "10", "--repeat", "3"});
  EXPECT_EQ(result["fastest_of"], 3);
  EXPECT_EQ(result["reached"], 4);
  EXPECT_FALSE(facts({"bfs", graph_}).contains("fastest_of"));
  EXPECT_EQ(values({"bfs", graph_, "--source", "10", "--repeat", "2"}), "7 -1\n9 -1\n10 0\n20 1\n30 3\n40 2\n");
}

TEST_F(Run, PullsWhatIsActiveAlongOutgoingEdges) {
  const auto result = facts({"sssp", graph_, "--source", "10", "--plan", "pull-active", "--verify"});
  EXPECT_EQ(result["reached"], 4);
  EXPECT_EQ(result["superstep_statistics"][0]["plan"], "pull-active");
}

TEST_F(Run, StopsAtTheLimitOfSupersteps) {
  const auto result = facts({"bfs", graph_, "--source", "10", "--max-supersteps", "1"});
  EXPECT_EQ(result["supersteps"], 1);
  EXPECT_EQ(result["end"], "superstep limit");
}

TEST_F(Run, TellsWhatCameBeforeTheRun) {
  const auto start = facts({"bfs", graph_, "--source", "10"})["start_seconds"];
  for (const char* const part : {"find_devices", "read", "place"}) EXPECT_GT(start[part], 0) << part;
  const CallResult shown = call({"run", "bfs", graph_, "--source", "10", "--devices", "host"});
  EXPECT_NE(shown.out.find("start seconds      find devices "), std::string::npos) << shown.out;
}

TEST_F(Run, DrawsAPageThatNeedsNothingElse) {
  ASSERT_EQ(
      call({"run", "bfs", graph_, "--source", "10", "--devices", "host", "--report", folder_.file("r.html")}).code, 0);
  const std::string page = folder_.read("r.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
}

// The bars under a heading of a page, each with its height and what it says when the mouse is over it.
std::vector<std::pair<double, std::string>> bars_of(const std::string& page, const std::string& heading) {
  const std::size_t begin = page.find("<h2>" + heading + "</h2>");
  if (begin == std::string::npos) return {};
  const std::string plot = page.substr(begin, page.find("</svg>", begin) - begin);
  const std::regex bar(R"re(<rect x="\S+" y="\S+" width="\S+" height="(\S+)" fill="\S+"><title>([^<]*)</title>)re");
  std::vector<std::pair<double, std::string>> bars;
  for (std::sregex_iterator each(plot.begin(), plot.end(), bar); each != std::sregex_iterator(); ++each)
    bars.emplace_back(std::stod((*each)[1]), (*each)[2]);
  return bars;
}

TEST_F(Run, DrawsABarForEachSuperstep) {
  // 1 -> 2, 3, 4 -> 5
  const std::string file = folder_file("fan.el", "1 2\n1 3\n1 4\n2 5\n");
  const std::string target = folder_.file("r.html");
  const auto result = facts({"bfs", file, "--source", "1", "--plan", "push", "--report", target});
  const std::string page = folder_.read("r.html");
  const auto& steps = result["superstep_statistics"];
  ASSERT_GE(steps.size(), 2u);
  for (const auto& [heading, name] : {std::pair("Active vertices", "active_vertices"),
                                      {"Their outgoing edges", "active_edges"},
                                      {"Updated vertices", "updated_vertices"}}) {
    SCOPED_TRACE(heading);
    const auto bars = bars_of(page, heading);
    ASSERT_EQ(bars.size(), steps.size());
    double highest = 0;
    for (const auto& step : steps) highest = std::max(highest, step[name].get<double>());
    for (std::size_t i = 0; i < bars.size(); ++i) {
      const auto value = steps[i][name].get<double>();
      EXPECT_EQ(bars[i].second, "superstep " + std::to_string(i) + ": " + steps[i][name].dump() + ", push");
      EXPECT_NEAR(bars[i].first, 150 * std::log1p(value) / std::log1p(highest), 0.01);
    }
  }
  EXPECT_EQ(bars_of(page, "Microseconds").size(), steps.size());
  EXPECT_NE(page.find("<tr><td>reached</td><td>5</td></tr>"), std::string::npos) << page;
  EXPECT_NE(page.find("</span>push (" + std::to_string(steps.size()) + ")"), std::string::npos) << page;
}

TEST_F(Run, ReadsGraphsThatHoldNoOutgoingEdges) {
  ASSERT_EQ(call({"convert", graph_, folder_.file("g.wg")}).code, 0);
  EXPECT_EQ(values({"bfs", folder_.file("g.wg"), "--source", "10"}), "7 -1\n9 -1\n10 0\n20 1\n30 3\n40 2\n");
}

TEST_F(Run, SaysWhatItHasVerified) {
  EXPECT_EQ(facts({"bfs", graph_, "--source", "20", "--parents", "--verify"})["verified"], "all values");
  EXPECT_EQ(facts({"sssp", graph_, "--sources", "random:4", "--verify"})["verified"], "the values of all runs");
  const CallResult result = call({"run", "bfs", graph_, "--source", "10", "--devices", "host", "--verify"});
  EXPECT_NE(result.out.find("\nverified           all values\n"), std::string::npos) << result.out;
}

TEST_F(Run, VerifiesTheTrianglesOfEveryVertexIfTheyAreWritten) {
  const std::string kite = folder_file("kite.el", "1 2\n2 3\n3 1\n3 4\n");
  EXPECT_EQ(values({"triangles", kite, "--symmetrise", "--verify"}), "1 1\n2 1\n3 1\n4 0\n");
  EXPECT_EQ(facts({"triangles", kite, "--symmetrise", "--verify"})["verified"], "all values");
}

// A search that is stopped too early has left something else than levels.
TEST_F(Run, ExitsWith6WhenTheResultIsUnfinished) {
  const std::string values = folder_.file("values.txt");
  for (const std::vector<std::string>& which :
       {std::vector<std::string>{"--source", "10"}, {"--sources", "random:8"}}) {
    std::vector<std::string> arguments{"run", "bfs", graph_, "--devices", "host", "--max-supersteps", "1", "--verify"};
    arguments.insert(arguments.end(), which.begin(), which.end());
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 6);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.find("warpgraph: the result of bfs from "), 0u) << result.err;
    EXPECT_NE(result.err.find(" is unfinished, or wrong: vertex "), std::string::npos) << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1);
  }
}

// 2 -> 3 -> 1
TEST_F(Run, StartsWhereAnEdgeLeadsOnUnlessToldOtherwise) {
  const std::string file = folder_file("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 2\n2 3\n3 1\n");
  for (const char* const algorithm : {"bfs", "sssp", "sswp"}) {
    const auto result = facts({algorithm, file, "--verify"});
    EXPECT_EQ(result["source"], 2) << algorithm;
    EXPECT_EQ(result["reached"], 3) << algorithm;
    EXPECT_EQ(call({"run", algorithm, file, "--devices", "host:2", "--all-devices", "--json"}).json()["source"], 2);
    EXPECT_EQ(call({"run", algorithm, file, "--source", "0", "--devices", "host"}).code, 3) << algorithm;
  }
  EXPECT_NE(call({"run", "bfs", file, "--devices", "host"}).out.find("\nsource             2\n"), std::string::npos);
  const std::string empty = folder_file("e.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 0\n");
  EXPECT_EQ(facts({"bfs", empty})["source"], 1);
}

// 3 and 5 have nothing but loops, 7 -> 9.
TEST_F(Run, DoesNotStartAtAVertexThatLeadsToItselfOnlyUnlessAllDo) {
  const std::string file = folder_file("loops.txt", "3 3\n3 3\n5 5\n7 7\n7 9\n");
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--symmetrise"}}) {
    for (const auto& devices : on_one_and_two()) {
      std::vector<std::string> arguments{"run", "sssp", file, "--json"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      arguments.insert(arguments.end(), devices.begin(), devices.end());
      EXPECT_EQ(call(arguments).json()["source"], 7) << testing::PrintToString(arguments);
    }
  }
  EXPECT_EQ(facts({"bfs", folder_file("only.txt", "5 5\n3 3\n")})["source"], 3);
}

TEST_F(Run, StartsAtTheLowestIdWhateverTheOrder) {
  for (const char* const seed : {"1", "2", "3"}) {
    ASSERT_EQ(call({"convert", graph_, folder_.file("g.wg"), "--relabel", "random", "--seed", seed}).code, 0);
    EXPECT_EQ(facts({"bfs", folder_.file("g.wg")})["source"], 7);
  }
}

TEST_F(Run, DoesNotOverwriteItsFiles) {
  const auto refuses = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "heat", graph_, "--devices", "host"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(folder_.read("g.el"), kPaths);
  };
  refuses({"-o", graph_});
  refuses({"--report", graph_});
  refuses({"-o", folder_.file("x.html"), "--report", folder_.file("x.html")});
  const std::string start = folder_file("start.txt", "7 0\n9 0\n10 0\n20 0\n30 0\n40 0\n");
  refuses({"--initial", start, "-o", start});
  refuses({"--report", "-", "--json"});
  refuses({"-o", "-", "--report", "-"});
}

TEST_F(Run, TakesNamesThatAreNoText) {
  const std::string file = folder_file("a\xff.el", kPaths);
  const std::string page = folder_.file("page.html");
  EXPECT_EQ(facts({"bfs", file, "--report", page})["algorithm"], "bfs");
  EXPECT_NE(folder_.read("page.html").find("a\\xff.el</title>"), std::string::npos);
}

TEST_F(Run, DropsNoOptionInSilence) {
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin() + 1, graph_);
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"--devices", "host"});
    const CallResult result = call(arguments);
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  EXPECT_EQ(refusal({"bfs", "--sources", "random:5", "--source", "10"}),
            "warpgraph: --source and --sources exclude each other\n");
  EXPECT_EQ(refusal({"circuit", "--fix", "10=1", "--fix", "10=2"}), "warpgraph: --fix names vertex 10 twice\n");
  EXPECT_EQ(refusal({"betweenness", "--source", "10", "--samples", "2"}),
            "warpgraph: --sources and --samples exclude each other\n");
  EXPECT_EQ(refusal({"bfs", "--repeat", "0"}), "warpgraph: --repeat is at least 1\n");
  EXPECT_EQ(refusal({"bfs", "--superstep-times"}), "warpgraph: --superstep-times has no effect without --json\n");
  for (const std::string algorithm : {"bfs", "betweenness", "kcore"})
    EXPECT_EQ(refusal({algorithm, "--gather", "segments"}), "warpgraph: --gather has no effect on " + algorithm + "\n");
  for (const std::string algorithm : {"triangles", "betweenness"})
    EXPECT_EQ(refusal({algorithm, "--superstep-times", "--json"}),
              "warpgraph: --superstep-times has no effect on " + algorithm + "\n");
  EXPECT_EQ(refusal({"cc", "--steps", "no-sv4"}), "warpgraph: --steps has no effect on the method union-find\n");
  EXPECT_EQ(refusal({"msf", "--to", "edges"}), "warpgraph: --to has no effect without --output\n");
  for (const char* const algorithm : {"cc", "kcore", "triangles"}) {
    EXPECT_EQ(refusal({algorithm, "--plan", "push"}),
              std::string("warpgraph: --plan has no effect on ") + algorithm + "\n");
    EXPECT_EQ(refusal({algorithm, "--max-supersteps", "3"}),
              std::string("warpgraph: --max-supersteps has no effect on ") + algorithm +
                  ", which has no result before its end\n");
  }
}

TEST_F(Run, SaysThatPathsWereCutOffWhereThereAreNoSupersteps) {
  const auto end_of = [&](const char* limit) {
    const CallResult result = call({"run", "betweenness", graph_, "--symmetrise", "--devices", "host", "--samples", "2",
                                    "--max-supersteps", limit, "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    return nlohmann::json::parse(result.out).value("end", "");
  };
  EXPECT_EQ(end_of("1"), "superstep limit");
  EXPECT_EQ(end_of("1000"), "");
}

TEST_F(Run, SaysThatRunsAreDeterministicAnyway) {
  const auto remark = [&](const std::string& algorithm) {
    const CallResult result = call({"run", algorithm, graph_, "--symmetrise", "--devices", "host", "--deterministic"});
    EXPECT_EQ(result.code, 0) << result.err;
    return result.err;
  };
  for (const char* const algorithm : {"bfs", "pagerank", "hits"}) EXPECT_EQ(remark(algorithm), "");
  for (const std::string algorithm : {"cc", "triangles", "msf"})
    EXPECT_EQ(remark(algorithm), "warpgraph: note: --deterministic: without effect, because every run of " + algorithm +
                                     " that ends by itself gives the same bits\n");
}

TEST_F(Run, NamesThePlansThatThereAre) {
  const CallResult result = call({"run", "pagerank", graph_, "--plan", "pull-first", "--devices", "host"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "warpgraph: the program rules out the plan pull-first; possible are: pull-all\n");
}

TEST_F(Run, SaysNothingOfSuperstepsWhereThereAreNone) {
  for (const char* const algorithm : {"cc", "triangles", "kcore", "betweenness"}) {
    const auto result = facts({algorithm, graph_, "--symmetrise"});
    for (const char* const name : {"end", "supersteps", "plans"})
      EXPECT_FALSE(result.contains(name)) << algorithm << ' ' << name;
  }
}

TEST_F(Run, NamesNoPlansWhereThereWasNoSuperstep) {
  const auto result = facts({"bfs", graph_, "--source", "10", "--max-supersteps", "0"});
  EXPECT_EQ(result["supersteps"], 0);
  EXPECT_FALSE(result.contains("plans"));
}

TEST_F(Run, NamesNoPlansOfAlgorithmsThatHaveNone) {
  const auto result = facts({"msf", graph_, "--symmetrise"});
  ASSERT_FALSE(result["superstep_statistics"].empty());
  EXPECT_FALSE(result["superstep_statistics"][0].contains("plan"));
}

TEST_F(Run, NamesTheVertexOfTheHighestValue) {
  const std::string star = folder_file("star.el", "5 1000\n6 1000\n7 1000\n");
  EXPECT_EQ(facts({"pagerank", star})["highest_vertex"], 1000);
  EXPECT_EQ(facts({"pagerank", star, "--double"})["highest_vertex"], 1000);
  EXPECT_EQ(facts({"hits", star})["highest_vertex"], 1000);
  const CallResult result = call({"run", "hits", star, "--devices", "host"});
  EXPECT_NE(result.out.find("\nhighest vertex     1000\n"), std::string::npos) << result.out;
}

TEST_F(Run, TimesSuperstepsForJsonIfAsked) {
  const auto timed = facts({"pagerank", graph_, "--superstep-times"});
  EXPECT_GT(timed["superstep_statistics"][0]["microseconds"], 0);
  EXPECT_FALSE(facts({"pagerank", graph_})["superstep_statistics"][0].contains("microseconds"));
}

TEST_F(Run, RefusesWhatIsNotThere) {
  EXPECT_EQ(call({"run", "bfs", graph_, "--source", "11", "--devices", "host"}).code, 3);
  EXPECT_EQ(call({"run", "bsf", graph_}).code, 2);
  EXPECT_EQ(call({"run", "bfs", graph_, "--plan", "pull"}).code, 2);
  const std::string negative = folder_file("n.el", "1 2 -4\n");
  EXPECT_EQ(call({"run", "sssp", negative, "--source", "1", "--devices", "host"}).code, 3);
}

}  // namespace
}  // namespace warpgraph::test
