// SPDX-License-Identifier: Apache-2.0
//
// The plugin that brings the spanning forests, in a program that has none. The program `warpgraph` has them by itself,
// and says and writes the same.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program_process.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

struct Said {
  int code;
  std::string out;
  std::string err;
};
using Words = std::vector<std::string>;

Said say(const std::string& program, const Words& words) {
  ProgramProcess process(program, words);
  process.end_input();
  const std::string out = process.read_output();
  const std::string err = process.read_errors();
  return {process.wait(), out, err};
}
Said without_forests(const Words& words) { return say(WARPGRAPH_OF_PARTS, words); }
Said with_plugin(Words words) {
  words.insert(words.begin(), {"--plugin", WARPGRAPH_PLUGIN_FORESTS});
  return without_forests(words);
}
Said with_all(Words words) {
  words.insert(words.begin(), "--no-plugins");
  return say(WARPGRAPH_PROGRAM, words);
}

class ForestsPlugin : public ::testing::Test {
 protected:
  // 10 --1-- 20 --4-- 30 --2-- 10, and 40 --7-- 50
  Words on_graph(Words words, const std::string& devices) const {
    words.insert(words.end(), {graph_, "--direction", "once", "--devices", devices});
    return words;
  }

  TemporaryFolder folder_;
  std::string graph_ = folder_.file("g.el", "10 20 1\n20 30 4\n30 10 2\n40 50 7\n").string();
};

TEST_F(ForestsPlugin, IsNeeded) {
  const std::string symbol = "23minimum_spanning_forest";
  EXPECT_EQ(TemporaryFolder::content(WARPGRAPH_OF_PARTS).find(symbol), std::string::npos);
  EXPECT_NE(TemporaryFolder::content(WARPGRAPH_PLUGIN_FORESTS).find(symbol), std::string::npos);
  EXPECT_EQ(without_forests({"run", "--list"}).out.find("msf"), std::string::npos);
  for (const Words& words : {Words{"msf"}, Words{"run", "msf"}, Words{"tree", "--spanning"}}) {
    const Said said = without_forests(on_graph(words, "host"));
    EXPECT_EQ(said.code, 2) << words.front();
    EXPECT_NE(said.err.find("msf"), std::string::npos) << said.err;
  }
  EXPECT_EQ(without_forests(on_graph({"run", "cc"}, "host")).code, 0);
}

TEST_F(ForestsPlugin, BringsTheDescriptionOfTheLibrary) {
  const auto described = [](const Said& said) {
    const nlohmann::json all = nlohmann::json::parse(said.out);
    for (const nlohmann::json& each : all["algorithms"])
      if (each["name"] == "msf") return each;
    return nlohmann::json();
  };
  const nlohmann::json brought = described(with_plugin({"run", "--list", "--json"}));
  EXPECT_FALSE(brought.is_null());
  EXPECT_EQ(brought, described(with_all({"run", "--list", "--json"})));
  for (const Words& help : {Words{"run", "msf", "--help"}, Words{"msf", "--help"}}) {
    const Said said = with_plugin(help);
    EXPECT_NE(said.out.find("--light-edges"), std::string::npos) << said.out << said.err;
    EXPECT_EQ(said.out, with_all(help).out);
  }
  EXPECT_NE(with_plugin({"completion", "bash"}).out.find("--light-edges"), std::string::npos);
}

TEST_F(ForestsPlugin, FindsTheForest) {
  for (const std::string& devices : {std::string("host"), std::string("host:3")}) {
    for (const std::string& method : {std::string("filtered"), std::string("boruvka")}) {
      Words words = on_graph({"run", "msf"}, devices);
      words.insert(words.end(), {"--method", method, "--verify", "--json"});
      if (devices != "host") words.emplace_back("--all-devices");
      const Said said = with_plugin(words);
      ASSERT_EQ(said.code, 0) << said.err;
      const auto facts = nlohmann::json::parse(said.out);
      EXPECT_EQ(facts["weight"], 10);
      EXPECT_EQ(facts["components"], 2);
      EXPECT_EQ(facts["verified"], "all of it");
    }
  }
}

TEST_F(ForestsPlugin, BringsTheTreesOfAGraphWithCycles) {
  const auto tree = [&](const auto& run) {
    Words words = on_graph({"tree"}, "host");
    words.insert(words.end(), {"--spanning", "--json"});
    const Said said = run(words);
    EXPECT_EQ(said.code, 0) << said.err;
    return nlohmann::json::parse(said.out);
  };
  EXPECT_EQ(tree(with_plugin)["trees"], tree(with_all)["trees"]);
}

TEST_F(ForestsPlugin, IsRefusedByAProgramThatHasForests) {
  const Said said = say(WARPGRAPH_PROGRAM, {"--no-plugins", "--plugin", WARPGRAPH_PLUGIN_FORESTS, "devices"});
  EXPECT_EQ(said.code, 3);
  EXPECT_NE(said.err.find("two algorithms called \"msf\""), std::string::npos) << said.err;
}

}  // namespace
}  // namespace warpgraph::test
