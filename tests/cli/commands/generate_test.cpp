// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>

#include "../call.hpp"

namespace warpgraph::test {
namespace {

class Generate : public testing::Test {
 protected:
  CallFolder folder_;
};

TEST_F(Generate, MakesAGraphThatInfoReads) {
  const std::string file = folder_.file("g.wg");
  const CallResult result = call({"generate", "rmat", "--scale", "8", "--edge-factor", "4", "-o", file});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("256 vertices, 1,024 directed edges"), std::string::npos) << result.err;
  const auto info = call({"info", file, "--json"}).json();
  EXPECT_EQ(info["vertices"], 256);
  EXPECT_EQ(info["edges"], 1024);
}

TEST_F(Generate, ReportsToMachines) {
  const auto report = call({"generate", "cycle", "--vertices", "10", "-o", folder_.file("c.wg"), "--json"}).json();
  EXPECT_EQ(report["vertices"], 10);
  EXPECT_EQ(report["edges"], 10);
  EXPECT_EQ(report["directed"], false);
  EXPECT_EQ(report["format"], "wg");
  EXPECT_GT(report["file_bytes"], 0);
}

TEST_F(Generate, IsSilentWhenAskedTo) {
  const CallResult result = call({"generate", "path", "--vertices", "10", "-o", folder_.file("p.wg"), "--quiet"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "");
}

TEST_F(Generate, WritesOtherFormats) {
  EXPECT_EQ(call({"generate", "path", "--vertices", "3", "-o", folder_.file("p.graph")}).code, 0);
  EXPECT_EQ(folder_.read("p.graph"), "3 2\n2\n1 3\n2\n");
}

TEST_F(Generate, DependsOnTheSeedAlone) {
  const auto text = [&](const std::string& name, const std::string& seed) {
    call({"generate", "erdos-renyi", "--vertices", "50", "--edges", "100", "--seed", seed, "-o", folder_.file(name)});
    return folder_.read(name);
  };
  EXPECT_EQ(text("a.el", "7"), text("b.el", "7"));
  EXPECT_NE(text("a.el", "7"), text("c.el", "8"));
}

TEST_F(Generate, TakesWholeNumbersAsTheRegistryDoes) {
  EXPECT_EQ(call({"generate", "path", "--vertices", "2^7", "-o", folder_.file("p.wg"), "--json"}).json()["vertices"],
            128);
}

TEST_F(Generate, TakesSwitchesWithAndWithoutValue) {
  const auto directed = [&](const std::string& option) {
    return call({"generate", "rmat", "--scale", "4", option, "-o", folder_.file("g.wg"), "--json"}).json()["directed"];
  };
  EXPECT_EQ(directed("--directed"), true);
  EXPECT_EQ(directed("--directed=false"), false);
}

TEST_F(Generate, TakesWeightsWithNegativeLimits) {
  const std::string file = folder_.file("g.wg");
  call({"generate", "path", "--weights", "uniform", "--lowest-weight", "-5", "--highest-weight", "-5", "-o", file});
  EXPECT_EQ(call({"info", file, "--json"}).json()["value_range"], nlohmann::json({-5, -5}));
}

TEST_F(Generate, CleansTheEdges) {
  const std::string file = folder_.file("g.wg");
  call({"generate", "rmat", "--scale", "6", "--symmetrise", "--drop-self-loops", "--duplicates", "first", "-o", file});
  const auto info = call({"info", file, "--json"}).json();
  EXPECT_EQ(info["directed"], false);
  EXPECT_EQ(info["self_loops"], 0);
  EXPECT_EQ(info["duplicate_edges"], 0);
}

TEST_F(Generate, StoresOutgoingEdges) {
  const std::string file = folder_.file("g.wg");
  call({"generate", "rmat", "--scale", "6", "--outgoing", "-o", file});
  EXPECT_EQ(call({"info", file, "--json"}).json()["has_outgoing"], true);
  EXPECT_EQ(call({"generate", "rmat", "--scale", "6", "--outgoing", "-o", folder_.file("g.el")}).code, 2);
}

TEST_F(Generate, NeedsAGeneratorAndAFile) {
  EXPECT_EQ(call({"generate"}).code, 2);
  EXPECT_EQ(call({"generate", "-o", folder_.file("g.wg")}).code, 2);
  EXPECT_EQ(call({"generate", "rmat"}).code, 2);
  EXPECT_NE(call({"generate", "rmatt", "-o", "g.wg"}).err.find("did you mean rmat?"), std::string::npos);
}

TEST_F(Generate, RefusesParametersThatAreWrong) {
  const std::string file = folder_.file("g.wg");
  EXPECT_EQ(call({"generate", "rmat", "--scale", "99", "-o", file}).code, 2);
  EXPECT_EQ(call({"generate", "rmat", "--scale", "many", "-o", file}).code, 2);
  EXPECT_EQ(call({"generate", "rmat", "--width", "9", "-o", file}).code, 2);
  EXPECT_EQ(call({"generate", "list", "--order", "sorted", "-o", file}).code, 2);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Generate, AdvisesTheTypeThatHoldsTheSumOfDuplicates) {
  std::vector<std::string> arguments{"generate",
                                     "urand",
                                     "--vertices",
                                     "2",
                                     "--weights",
                                     "uniform",
                                     "--lowest-weight",
                                     "2147483647",
                                     "--highest-weight",
                                     "2147483647",
                                     "--duplicates",
                                     "sum",
                                     "-o",
                                     folder_.file("g.wg")};
  const CallResult result = call(arguments);
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find("(--weight-type int64)"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("--weights"), std::string::npos) << result.err;
  arguments.insert(arguments.end(), {"--weight-type", "int64"});
  EXPECT_EQ(call(arguments).code, 0);
}

TEST_F(Generate, RefusesASeedWhereNothingIsRandom) {
  const std::string file = folder_.file("g.wg");
  const std::vector<std::string> path{"generate", "path", "--vertices", "9", "--seed", "5", "-o", file};
  const CallResult result = call(path);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "warpgraph: --seed has no effect on path without --permute, --shuffle or random weights\n");
  for (const std::vector<std::string>& random :
       {std::vector<std::string>{"--permute"}, {"--shuffle"}, {"--weights", "uniform"}, {"--weights", "skewed"}}) {
    std::vector<std::string> arguments = path;
    arguments.insert(arguments.end(), random.begin(), random.end());
    EXPECT_EQ(call(arguments).code, 0) << random.front();
  }
}

TEST_F(Generate, RefusesWhatSaysHowWeightsAreWhereItHasNoEffect) {
  const std::string file = folder_.file("g.wg");
  const auto refusal = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"generate", "mesh", "--width", "4", "--height", "4", "-o", file});
    const CallResult result = call(more);
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{
           {"weight-type", "int64"}, {"lowest-weight", "7"}, {"highest-weight", "9"}})
    EXPECT_EQ(refusal({"--" + option, value}), "warpgraph: --" + option + " has no effect without --weights\n");
  for (const std::string option : {"lowest-weight", "highest-weight"})
    EXPECT_EQ(refusal({"--weights", "length", "--" + option, "9"}),
              "warpgraph: --" + option + " has no effect on weights by length\n");
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(Generate, KeepsJsonAndGraphApart) {
  EXPECT_EQ(call({"generate", "path", "-o", "-", "--format", "edges", "--json"}).code, 2);
}

TEST_F(Generate, HelpShowsTheParametersOfEveryGenerator) {
  for (const generators::GeneratorInfo& generator : generators::generator_registry()) {
    const std::string help = call({"generate", generator.name, "--help"}).out;
    for (const option::Option& parameter : generator.parameters)
      EXPECT_NE(help.find("--" + parameter.name + (parameter.kind == option::Option::Kind::kSwitch ? "[=" : " ")),
                std::string::npos)
          << generator.name << " " << parameter.name;
  }
}

TEST_F(Generate, HelpListsTheGenerators) {
  const std::string help = call({"generate", "--help"}).out;
  for (const generators::GeneratorInfo& generator : generators::generator_registry())
    EXPECT_NE(help.find(generator.name), std::string::npos) << generator.name;
}

}  // namespace
}  // namespace warpgraph::test
