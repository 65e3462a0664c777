// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/generate/generator.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/counter_random.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/generate/generated.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

std::uint64_t checksum(const EdgeList& edges) {
  std::uint64_t sum = edges.vertex_count;
  for (const auto& [u, v] : pairs_of(edges)) sum = generators::CounterRandom::mix(sum ^ (std::uint64_t{u} << 32 | v));
  return sum;
}

generators::GeneratorSpec small_spec(const generators::GeneratorInfo& info) {
  return generators::parse_generator(info.name, small_arguments(info.name));
}

// ---- Every generator of the registry

class AnyGeneratorTest : public testing::TestWithParam<generators::GeneratorInfo> {
 protected:
  generators::GeneratorSpec spec_ = small_spec(GetParam());
};

TEST_P(AnyGeneratorTest, DoesNotDependOnTheNumberOfThreads) {
  spec_.weights = {generators::WeightKind::kUniform, ValueType::kDouble, 0, 1};
  const EdgeList one = generate_with(1, spec_);
  EXPECT_TRUE(same_edges(one, generate_with(2, spec_)));
  EXPECT_TRUE(same_edges(one, generate_with(7, spec_)));
}

TEST_P(AnyGeneratorTest, DependsOnTheSeedIfItIsRandom) {
  generators::GeneratorSpec other = spec_;
  other.seed = spec_.seed + 1;
  EXPECT_EQ(generators::is_random(spec_), !same_edges(generate_with(2, spec_), generate_with(2, other)));
}

TEST_P(AnyGeneratorTest, IsRandomWhereItsWeightsAreAndItsOrders) {
  generators::GeneratorSpec spec = spec_;
  spec.weights.kind = generators::WeightKind::kUniform;
  EXPECT_TRUE(generators::is_random(spec));
  spec = spec_;
  spec.shuffle = true;
  EXPECT_TRUE(generators::is_random(spec));
  spec.shuffle = false;
  spec.permute = true;
  EXPECT_TRUE(generators::is_random(spec));
}

TEST_P(AnyGeneratorTest, StaysBelowItsVertexCount) {
  const EdgeList edges = generate_with(2, spec_);
  ASSERT_EQ(edges.source.size(), edges.target.size());
  for (const auto& [u, v] : pairs_of(edges)) {
    ASSERT_LT(u, edges.vertex_count);
    ASSERT_LT(v, edges.vertex_count);
  }
}

TEST_P(AnyGeneratorTest, SaysItsSizeBeforehand) {
  const generators::GeneratorSize size = generators::generator_size(spec_);
  const EdgeList edges = generate_with(2, spec_);
  if (size.exact) {
    EXPECT_EQ(edges.vertex_count, size.vertices);
    EXPECT_EQ(edges.size(), size.edges);
  } else {
    EXPECT_LE(edges.vertex_count, size.vertices);
    EXPECT_LE(edges.size(), size.edges);
    EXPECT_GE(static_cast<double>(edges.size()), .7 * static_cast<double>(size.edges));
  }
}

TEST_P(AnyGeneratorTest, PermutedVerticesKeepTheDegrees) {
  spec_.permute = false;
  const EdgeList plain = generate_with(2, spec_);
  spec_.permute = true;
  const EdgeList permuted = generate_with(2, spec_);
  const auto a = degrees(plain);
  const auto b = degrees(permuted);
  EXPECT_NE(pairs_of(plain), pairs_of(permuted));
  EXPECT_EQ(std::multiset(a.begin(), a.end()), std::multiset(b.begin(), b.end()));
}

TEST_P(AnyGeneratorTest, ShuffledEdgesAreTheSameEdges) {
  spec_.weights = {generators::WeightKind::kUniform, ValueType::kInt64, 1, 1000};
  const EdgeList plain = generate_with(2, spec_);
  spec_.shuffle = true;
  const EdgeList shuffled = generate_with(2, spec_);
  EXPECT_NE(pairs_of(plain), pairs_of(shuffled));
  const auto keyed = [](const EdgeList& edges) {
    std::multiset<std::tuple<VertexId, VertexId, std::int64_t>> all;
    const auto& weights = std::get<std::vector<std::int64_t>>(edges.values);
    for (std::size_t i = 0; i < edges.size(); ++i) all.emplace(edges.source[i], edges.target[i], weights[i]);
    return all;
  };
  EXPECT_EQ(keyed(plain), keyed(shuffled));
}

INSTANTIATE_TEST_SUITE_P(Host, AnyGeneratorTest,
                         testing::ValuesIn(generators::generator_registry().begin(),
                                           generators::generator_registry().end()),
                         [](const auto& generator) {
                           std::string name = generator.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(GeneratorTest, GraphsNeverChange) {
  const auto sum_of = [](const char* name) { return checksum(generated(name, small_arguments(name))); };
  EXPECT_EQ(sum_of("rmat"), 6073924312634524588u);
  EXPECT_EQ(sum_of("kron"), 18054211618202244479u);
  EXPECT_EQ(sum_of("urand"), 16088466173276280921u);
  EXPECT_EQ(sum_of("preferential"), 11114089027562675810u);
  EXPECT_EQ(sum_of("web"), 16863152818811301255u);
  EXPECT_EQ(sum_of("road"), 4154969513013972826u);
  EXPECT_EQ(sum_of("rgg"), 11098062206680205097u);
  EXPECT_EQ(sum_of("mesh"), 5059098125178733874u);
  EXPECT_EQ(sum_of("tree"), 14309059167136708759u);
}

TEST(GeneratorTest, AnotherSeedMakesAnotherGraph) {
  for (const char* name : {"rmat", "kron", "urand", "erdos-renyi", "random-blocks", "preferential", "small-world",
                           "web", "road", "rgg", "mesh", "list", "tree", "empty-rows", "heavy-vertex"}) {
    generators::GeneratorSpec spec = generators::parse_generator(name, small_arguments(name));
    const EdgeList one = generate_with(2, spec);
    spec.seed = 2;
    EXPECT_FALSE(same_edges(one, generate_with(2, spec))) << name;
  }
}

TEST(GeneratorTest, RefusesWhatIsOutOfRange) {
  ThreadPool threads(1);
  generators::GeneratorSpec spec{generators::Rmat{.scale = 32}};
  EXPECT_THROW((void)generators::generate(spec, threads), UsageError);
  spec.family = generators::Rmat{.a = .5, .b = .5, .c = .5};
  EXPECT_THROW((void)generators::generate(spec, threads), UsageError);
  spec.family = generators::Path{std::uint64_t{1} << 32};
  EXPECT_THROW((void)generators::generate(spec, threads), UsageError);
  spec.family = generators::Grid3d{1u << 16, 1u << 16, 1u << 16, false};
  EXPECT_THROW((void)generators::generator_size(spec), UsageError);
  spec = {generators::Road{.width = 1u << 16, .height = 1u << 16}};
  EXPECT_THROW((void)generators::generator_memory(spec), UsageError);
}

TEST(GeneratorTest, RefusesWhatTheHostHasNoRoomFor) {
  ThreadPool threads(1);
  const generators::GeneratorSpec spec{generators::RandomTrees{.vertices = 4000000000, .children = 1024}};
  EXPECT_THROW((void)generators::generate(spec, threads), OutOfMemory);
}

TEST(GeneratorTest, SmallestGraphsAreMade) {
  ThreadPool threads(2);
  using namespace generators;  // NOLINT(google-build-using-namespace)
  const std::vector<generators::GeneratorFamily> families = {Rmat{.scale = 1, .edge_factor = 0},
                                                             UniformRandom{.vertices = 1},
                                                             ErdosRenyi{.vertices = 1, .edges = 0},
                                                             RandomBlocks{.edges = 1, .density = 1},
                                                             PreferentialAttachment{.vertices = 2, .degree = 1},
                                                             SmallWorld{.vertices = 3, .degree = 2},
                                                             Web{.vertices = 1},
                                                             Grid2d{1, 1, true},
                                                             Grid3d{1, 1, 1, true},
                                                             Road{1, 1},
                                                             Road{1, 7},
                                                             Road{7, 1},
                                                             RandomGeometric{.vertices = 1},
                                                             RandomGeometric{.vertices = 2},
                                                             Mesh{1, 1},
                                                             Mesh{2, 1},
                                                             LinkedLists{.vertices = 1},
                                                             LinkedLists{.vertices = 5, .lists = 5},
                                                             RandomTrees{.vertices = 1},
                                                             RandomTrees{.vertices = 5, .trees = 5},
                                                             RandomTrees{.vertices = 1, .children = 0},
                                                             CompleteTree{.vertices = 1},
                                                             Caterpillar{.vertices = 1},
                                                             Star{1},
                                                             generators::Path{1},
                                                             Cycle{3},
                                                             Complete{1},
                                                             Complete{2},
                                                             CompleteBipartite{1, 1},
                                                             Cliques{1, 1},
                                                             Cliques{3, 1},
                                                             EmptyRows{.vertices = 1},
                                                             HeavyVertex{.vertices = 1}};
  for (const generators::GeneratorFamily& family : families) {
    const generators::GeneratorSpec spec{family};
    const EdgeList edges = generators::generate(spec, threads);
    EXPECT_LE(edges.size(), generators::generator_size(spec).edges) << "family " << family.index();
    for (const auto& [u, v] : pairs_of(edges)) EXPECT_LT(std::max(u, v), edges.vertex_count);
  }
}

// ---- Machines

class GeneratorMachineTest : public MachineTest {};

TEST_P(GeneratorMachineTest, MakesTheHostsGraphs) {
  for (const generators::GeneratorInfo& info : generators::generator_registry()) {
    generators::GeneratorSpec spec = small_spec(info);
    spec.weights = {generators::WeightKind::kUniform, ValueType::kFloat, -1, 3};
    EXPECT_TRUE(same_edges(to_host(stream(), generators::generate(stream(), spec)), generate_with(2, spec)))
        << info.name;
  }
}

TEST_P(GeneratorMachineTest, MakesTheHostsShuffledPermutedGraphs) {
  for (const char* name : {"rmat", "road", "rgg", "mesh", "web", "tree", "list", "erdos-renyi"}) {
    generators::GeneratorSpec spec = generators::parse_generator(name, small_arguments(name));
    spec.permute = spec.shuffle = true;
    EXPECT_TRUE(same_edges(to_host(stream(), generators::generate(stream(), spec)), generate_with(2, spec))) << name;
  }
}

TEST_P(GeneratorMachineTest, MakesTheHostsWeights) {
  for (const ValueType type : {ValueType::kInt32, ValueType::kInt64, ValueType::kFloat, ValueType::kDouble}) {
    for (const generators::WeightKind kind :
         {generators::WeightKind::kUniform, generators::WeightKind::kSkewed, generators::WeightKind::kLength}) {
      for (const char* name : {"road", "rgg", "mesh"}) {
        generators::GeneratorSpec spec = generators::parse_generator(name, small_arguments(name));
        spec.weights = {kind, type, 3, 1000};
        EXPECT_TRUE(same_edges(to_host(stream(), generators::generate(stream(), spec)), generate_with(2, spec)))
            << name;
      }
    }
  }
}

TEST_P(GeneratorMachineTest, AllocatesNoMoreThanItsPlan) {
  for (const generators::GeneratorInfo& info : generators::generator_registry()) {
    generators::GeneratorSpec spec = small_spec(info);
    spec.weights = {generators::WeightKind::kUniform, ValueType::kInt64, 1, 64};
    const MemoryPlan plan = generators::generator_memory(spec, device());
    device().reset_peak_memory();
    const std::size_t before = device().memory().in_use;
    const DeviceEdgeList edges = generators::generate(stream(), spec);
    stream().synchronize();
    EXPECT_LE(device().memory().peak - before, plan.total()) << info.name << ": " << plan.describe();
  }
}

TEST_P(GeneratorMachineTest, RefusesWhatDoesNotFitBeforeAnyWork) {
  const generators::GeneratorSpec spec{generators::Rmat{.scale = 31, .edge_factor = 4096}};
  const std::size_t before = device().memory().in_use;
  EXPECT_THROW((void)generators::generate(stream(), spec), OutOfMemory);
  EXPECT_EQ(device().memory().in_use, before);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GeneratorMachineTest);

}  // namespace
}  // namespace warpgraph::test
