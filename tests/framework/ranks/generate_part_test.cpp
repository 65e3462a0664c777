// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/generate_part.hpp>

#include <string>
#include <variant>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>

#include "parts.hpp"

namespace warpgraph::test {
namespace {

class GeneratePart : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Host, GeneratePart, ::testing::ValuesIn(kRankCounts),
                         [](const auto& param) { return "ranks" + std::to_string(param.param); });

// Small graphs of each family.
generators::GeneratorSpec small(const generators::GeneratorInfo& info) {
  generators::GeneratorSpec spec = info.defaults;
  std::visit(
      [](auto& family) {
        if constexpr (requires { family.scale; }) family.scale = 9;
        if constexpr (requires { family.vertices; }) family.vertices = 700;
        if constexpr (requires { family.edges; }) family.edges = 3000;
        if constexpr (requires { family.width; }) family.width = 20;
        if constexpr (requires { family.height; }) family.height = 30;
        if constexpr (requires { family.depth; }) family.depth = 5;
        if constexpr (requires { family.left; }) family.left = 40;
        if constexpr (requires { family.right; }) family.right = 50;
        if constexpr (requires { family.cliques; }) family.cliques = 9;
        if constexpr (requires { family.density; }) family.density = .1;
      },
      spec.family);
  return spec;
}

TEST_P(GeneratePart, HasTheRowsOfTheGraphThatOneRankGenerates) {
  ThreadPool threads(2);
  for (const generators::GeneratorInfo& info : generators::generator_registry()) {
    generators::GeneratorSpec spec = small(info);
    for (const bool changed : {false, true}) {
      SCOPED_TRACE(info.name + (changed ? ", permuted" : ""));
      spec.permute = spec.shuffle = changed;
      if (changed) spec.weights = {.kind = generators::WeightKind::kUniform, .type = ValueType::kFloat};
      const BuildOptions options{.duplicates = changed ? Duplicates::kSum : Duplicates::kKeep};
      const auto parts = parts_of(
          GetParam(), [&](Ranks& ranks, ThreadPool& own) { return ranks::generate_part(ranks, own, spec, options); });
      EXPECT_EQ(rows_of(parts), rows_of(build_graph(threads, generators::generate(spec, threads), options)));
    }
  }
}

TEST_P(GeneratePart, LengthsAreThoseOfOneRank) {
  ThreadPool threads(2);
  for (const generators::GeneratorInfo& info : generators::generator_registry()) {
    generators::GeneratorSpec spec = small(info);
    spec.weights = {.kind = generators::WeightKind::kLength, .type = ValueType::kInt32};
    if (info.name != "road" && info.name != "mesh" && info.name != "rgg") continue;
    SCOPED_TRACE(info.name);
    const auto parts =
        parts_of(GetParam(), [&](Ranks& ranks, ThreadPool& own) { return ranks::generate_part(ranks, own, spec); });
    EXPECT_EQ(rows_of(parts), rows_of(build_graph(threads, generators::generate(spec, threads))));
  }
}

TEST_P(GeneratePart, ASpecificationOutOfRangeIsAnErrorOnAllRanks) {
  const auto errors = errors_of(GetParam(), [](Ranks& ranks, ThreadPool& threads) {
    static_cast<void>(ranks::generate_part(ranks, threads, {.family = generators::Rmat{.scale = 60}}));
  });
  for (const std::string& error : errors) EXPECT_EQ(error, "UsageError");
}

}  // namespace
}  // namespace warpgraph::test
