// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/generate/registry.hpp>

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {
namespace {

std::string refusal(std::string_view name, const generators::GeneratorArguments& arguments) {
  try {
    (void)generators::parse_generator(name, arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(RegistryTest, NamesAreUnique) {
  std::set<std::string> names;
  for (const generators::GeneratorInfo& info : generators::generator_registry())
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
}

TEST(RegistryTest, EveryParameterHasADefaultThatParses) {
  for (const generators::GeneratorInfo& info : generators::generator_registry()) {
    generators::GeneratorArguments arguments;
    for (const option::Option& parameter : info.parameters) {
      EXPECT_FALSE(parameter.help.empty()) << info.name << " " << parameter.name;
      arguments[parameter.name] = option::to_text(parameter.default_value);
      EXPECT_EQ(option::read(parameter, arguments[parameter.name]), parameter.default_value) << parameter.name;
    }
    EXPECT_EQ(arguments.size(), info.parameters.size()) << info.name << ": a name appears twice";
    const generators::GeneratorSpec spec = generators::parse_generator(info.name, arguments);
    EXPECT_EQ(spec.family.index(), info.defaults.family.index());
    EXPECT_EQ(generators::generator_size(spec).edges, generators::generator_size(info.defaults).edges);
  }
}

TEST(RegistryTest, ArgumentsReplaceDefaults) {
  const generators::GeneratorSpec spec = generators::parse_generator("rmat", {{"scale", "20"},
                                                                              {"edge-factor", "8"},
                                                                              {"a", ".57"},
                                                                              {"seed", "42"},
                                                                              {"permute", "true"},
                                                                              {"weights", "uniform"},
                                                                              {"weight-type", "float"},
                                                                              {"lowest-weight", "-.5"}});
  const auto& rmat = std::get<generators::Rmat>(spec.family);
  EXPECT_EQ(rmat.scale, 20u);
  EXPECT_EQ(rmat.edge_factor, 8);
  EXPECT_EQ(rmat.a, .57);
  EXPECT_EQ(rmat.b, .25);
  EXPECT_EQ(spec.seed, 42u);
  EXPECT_TRUE(spec.permute);
  EXPECT_EQ(spec.weights.kind, generators::WeightKind::kUniform);
  EXPECT_EQ(spec.weights.type, ValueType::kFloat);
  EXPECT_EQ(spec.weights.lowest, -.5);
}

TEST(RegistryTest, WholeNumbersMayHavePowersAndSuffixes) {
  const auto vertices = [](const char* text) {
    return std::get<generators::Path>(generators::parse_generator("path", {{"vertices", text}}).family).vertices;
  };
  EXPECT_EQ(vertices("17"), 17u);
  EXPECT_EQ(vertices("2^20"), 1048576u);
  EXPECT_EQ(vertices("64k"), 64000u);
  EXPECT_EQ(vertices("64M"), 64000000u);
  EXPECT_EQ(vertices("4G"), 4000000000u);
}

TEST(RegistryTest, RefusesAnUnknownGeneratorAndListsTheKnown) {
  const std::string message = refusal("rmt", {});
  EXPECT_NE(message.find("\"rmt\""), std::string::npos) << message;
  EXPECT_NE(message.find("rmat, kron, urand"), std::string::npos) << message;
}

TEST(RegistryTest, RefusesAnUnknownParameterAndListsTheKnown) {
  const std::string message = refusal("star", {{"vertices", "8"}, {"scale", "8"}});
  EXPECT_EQ(message,
            "star has no parameter \"scale\"; it has vertices, seed, permute, shuffle, weights, weight-type, "
            "lowest-weight, highest-weight");
}

TEST(RegistryTest, RefusesValuesOutOfRangeAndSaysTheRange) {
  EXPECT_EQ(refusal("rmat", {{"scale", "32"}}), "rmat: scale must be a whole number from 1 to 31, not \"32\"");
  EXPECT_EQ(refusal("small-world", {{"rewire", "1.5"}}),
            "small-world: rewire must be a number from 0 to 1, not \"1.5\"");
  EXPECT_EQ(refusal("list", {{"order", "up"}}), "list: order must be ordered, reversed, random, not \"up\"");
  EXPECT_EQ(refusal("rmat", {{"directed", "maybe"}}), "rmat: directed must be true or false, not \"maybe\"");
}

TEST(RegistryTest, RefusesTextThatIsNoNumber) {
  for (const char* text : {"", " 5", "5 ", "-5", "+5", "0x10", "5.0", "1e3", "k", "5K", "2^", "2^64", "3^2",
                           "99999999999999999999", "99999999999999999G", "nan"})
    EXPECT_NE(refusal("path", {{"vertices", text}}), "no error") << text;
  for (const char* text : {"", " 5", "5x", "nan", "inf", "-inf", "1e999", "."})
    EXPECT_NE(refusal("rmat", {{"edge-factor", text}}), "no error") << text;
}

TEST(RegistryTest, RefusesParametersThatContradictEachOther) {
  EXPECT_EQ(refusal("rmat", {{"a", ".9"}}), "rmat: a + b + c must not be more than 1");
  EXPECT_EQ(refusal("small-world", {{"degree", "7"}}), "small-world: degree must be even");
  EXPECT_EQ(refusal("small-world", {{"vertices", "16"}}), "small-world: vertices must be more than degree");
  EXPECT_EQ(refusal("preferential", {{"vertices", "8"}}), "preferential: vertices must be more than degree");
  EXPECT_EQ(refusal("erdos-renyi", {{"vertices", "4"}, {"edges", "7"}}),
            "erdos-renyi: 4 vertices have only 6 different edges, 7 were asked for");
  EXPECT_EQ(refusal("erdos-renyi", {{"vertices", "4"}, {"edges", "12"}, {"directed", "true"}}), "no error");
  EXPECT_EQ(refusal("list", {{"vertices", "4"}, {"lists", "5"}}), "list: there are more lists than vertices");
  EXPECT_EQ(refusal("tree", {{"vertices", "4"}, {"trees", "5"}}), "tree: there are more trees than vertices");
  EXPECT_EQ(refusal("web", {{"largest-site", "3"}}), "web: largest-site must be a power of two");
  EXPECT_EQ(refusal("urand", {{"weights", "length"}}), "urand: weights by length need a road, mesh or geometric graph");
  EXPECT_EQ(refusal("urand", {{"weights", "skewed"}, {"lowest-weight", "0"}}),
            "urand: skewed weights need a lowest-weight above 0");
  EXPECT_EQ(refusal("urand", {{"weights", "uniform"}, {"lowest-weight", "65"}}),
            "urand: lowest-weight must not be more than highest-weight");
  EXPECT_EQ(refusal("urand", {{"weights", "uniform"}, {"highest-weight", "64.5"}}),
            "urand: lowest-weight and highest-weight must be integers of the weights' type");
  EXPECT_EQ(refusal("urand", {{"weights", "uniform"}, {"highest-weight", "3000000000"}}),
            "urand: lowest-weight and highest-weight must be integers of the weights' type");
}

TEST(RegistryTest, RefusesGraphsThatNeedMoreThan32BitIds) {
  const std::string too_many = ": the graph would have more than 2^32 - 1 vertices";
  EXPECT_EQ(refusal("grid2d", {{"width", "2^16"}, {"height", "2^16"}}), "grid2d" + too_many);
  EXPECT_EQ(refusal("grid3d", {{"width", "4G"}, {"height", "4G"}, {"depth", "4G"}}), "grid3d" + too_many);
  EXPECT_EQ(refusal("cliques", {{"cliques", "2^20"}, {"size", "2^20"}}), "cliques" + too_many);
  EXPECT_EQ(refusal("bipartite", {{"left", "4G"}, {"right", "4G"}}), "bipartite" + too_many);
  EXPECT_EQ(refusal("random-blocks", {{"edges", "2^40"}, {"density", "1e-20"}}), "random-blocks" + too_many);
  EXPECT_NE(refusal("road", {{"width", "2^16"}, {"height", "2^16"}}).find("more than 2^32 - 1 vertices"),
            std::string::npos);
}

TEST(RegistryTest, RefusesAbsurdNumbersOfEdges) {
  EXPECT_EQ(refusal("complete", {{"vertices", "4G"}}), "complete: the graph would have more than 2^48 edges");
  EXPECT_EQ(refusal("random-blocks", {{"edges", "2^63"}, {"density", "1"}}),
            "random-blocks: the graph would have more than 2^48 edges");
}

}  // namespace
}  // namespace warpgraph
