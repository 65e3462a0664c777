// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/partitioning/evaluate.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "adversary_graphs.hpp"
#include "support/machines.hpp"
#include "support/sanitizers.hpp"

// Graphs and options on which partitioners fail.
namespace warpgraph::test::adversaries {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

using Parts = std::vector<std::uint32_t>;

Partition run(const ListedGraph& graph, const PartitionOptions& options, const std::string& devices = "host",
              const RuntimeOptions& runtime_options = {}) {
  const Runtime runtime(devices, runtime_options);
  const Stream stream(runtime.device(), "test");
  return partition(stream, graph.input(), options);
}

PartitionOptions parts(std::uint32_t count) {
  PartitionOptions options;
  options.parts = count;
  return options;
}

// A graph on devices.
class Adversaries : public testing::TestWithParam<std::tuple<std::string, Adversary>> {
 protected:
  void SetUp() override {
    if (on_cuda() && !has_cuda_devices(1)) GTEST_SKIP() << "no CUDA device";
  }
  [[nodiscard]] static const std::string& devices() { return std::get<0>(GetParam()); }
  [[nodiscard]] static bool on_cuda() { return devices().starts_with("cuda"); }
  [[nodiscard]] static const ListedGraph& graph() { return std::get<1>(GetParam()).graph; }
  [[nodiscard]] static std::vector<std::uint32_t> counts(VertexId vertices) {
    if (kSanitized) return {1, 3, vertices + 1};
    std::vector<std::uint32_t> result{1, 2, 3, 7, 16, vertices, vertices + 1, 2 * vertices + 5};
    std::ranges::sort(result);
    const auto repeated = std::ranges::unique(result);
    result.erase(repeated.begin(), repeated.end());
    return result;
  }
  [[nodiscard]] static PartitionQuality evaluated(const ListedGraph& graph, const Parts& part, std::uint32_t count) {
    ThreadPool threads(2);
    return evaluate_partition(threads, graph.input(), part, count);
  }
};

TEST_P(Adversaries, EveryVertexHasAPartAndNoPartIsEmptyUnlessThereAreTooMany) {
  for (const std::uint32_t count : counts(graph().vertices())) {
    const Partition found = run(graph(), parts(count), devices());
    ASSERT_EQ(found.part.size(), graph().vertices()) << count;
    ASSERT_LT(std::ranges::max(found.part), count);
    const std::uint32_t empty = count > graph().vertices() ? count - graph().vertices() : 0;
    EXPECT_EQ(evaluated(graph(), found.part, count).empty_parts, empty) << count << " parts";
  }
}

TEST_P(Adversaries, ReportsTheCutAndTheImbalanceThatTheEvaluatorFinds) {
  for (const std::uint32_t count : counts(graph().vertices())) {
    const Partition found = run(graph(), parts(count), devices());
    const PartitionQuality quality = evaluated(graph(), found.part, count);
    EXPECT_EQ(found.cut, quality.cut) << count << " parts";
    EXPECT_NEAR(found.imbalance, quality.imbalance, 1e-9) << count << " parts";
  }
}

// Whole vertices cannot be divided: a part may have its share with the tolerance, or as little more as a vertex weighs.
TEST_P(Adversaries, NoPartIsHeavierThanItMayBe) {
  std::int64_t total = 0;
  std::int64_t heaviest = 0;
  for (VertexId v = 0; v < graph().vertices(); ++v) {
    total += graph().weight(v);
    heaviest = std::max(heaviest, graph().weight(v));
  }
  for (const std::uint32_t count : counts(graph().vertices())) {
    const Partition found = run(graph(), parts(count), devices());
    const double share = static_cast<double>(total) / count;
    const auto weights = evaluated(graph(), found.part, count).weights;
    const double limit = std::max(1.03 * share, share + static_cast<double>(heaviest));
    EXPECT_LE(static_cast<double>(std::ranges::max(weights)), limit) << count << " parts";
  }
}

TEST_P(Adversaries, TheSameSeedGivesTheSamePartitionOnAnyDeviceOnAnyThreadsAndInAnyOrder) {
  for (const std::uint32_t count : {2u, 7u}) {
    const Parts expected = run(graph(), parts(count)).part;
    if (on_cuda()) {
      EXPECT_EQ(run(graph(), parts(count), devices()).part, expected);
      continue;
    }
    RuntimeOptions one;
    one.host.threads = 1;
    RuntimeOptions three;
    three.host.threads = 3;
    RuntimeOptions shuffled;
    shuffled.host.execution = HostExecution::kShuffled;
    shuffled.host.lane_order_seed = 5;
    for (const RuntimeOptions& each : {one, three, shuffled})
      EXPECT_EQ(run(graph(), parts(count), "host", each).part, expected);
  }
}

TEST_P(Adversaries, FixedVerticesAreWhereTheyMustBe) {
  PartitionOptions options = parts(3);
  options.fixed.assign(graph().vertices(), kFreePart);
  for (VertexId v = 0; v < graph().vertices(); v += 5) options.fixed[v] = v % 3;
  const Partition found = run(graph(), options, devices());
  for (VertexId v = 0; v < graph().vertices(); v += 5) EXPECT_EQ(found.part[v], v % 3) << v;
}

std::string name_of(const testing::TestParamInfo<Adversaries::ParamType>& info) { return std::get<1>(info.param).name; }
INSTANTIATE_TEST_SUITE_P(Host, Adversaries,
                         testing::Combine(testing::Values("host"), testing::ValuesIn(all_adversaries())), name_of);
INSTANTIATE_TEST_SUITE_P(Cuda, Adversaries,
                         testing::Combine(testing::Values("cuda:0"), testing::ValuesIn(all_adversaries())), name_of);

// ---- Options

TEST(PartitionOfNothing, HasNoVertices) {
  const Partition found = run(ListedGraph(0, {}), parts(3));
  EXPECT_TRUE(found.part.empty());
  EXPECT_EQ(found.cut, 0);
}

TEST(PartitionTargets, PartsWeighTheirShares) {
  PartitionOptions options = parts(3);
  options.targets = {0.5, 0.3, 0.2};
  const Partition found = run(grid(20), options);
  EXPECT_LE(std::ranges::count(found.part, 0u), 206);  // 400 * 0.5 * 1.03
  EXPECT_LE(std::ranges::count(found.part, 1u), 123);
  EXPECT_LE(std::ranges::count(found.part, 2u), 82);
}

TEST(PartitionConstraints, EachIsBalanced) {
  ListedGraph graph = grid(20);
  std::vector<std::int64_t> weights;
  for (VertexId v = 0; v < 400; ++v) {  // the upper half is heavy in one, the left half in the other
    weights.push_back(v < 200 ? 3 : 1);
    weights.push_back(v % 20 < 10 ? 3 : 1);
  }
  graph.weigh(weights, 2);
  PartitionOptions options = parts(4);
  options.tolerance = {0.1, 0.05};
  const Partition found = run(graph, options);
  ThreadPool threads(1);
  const PartitionQuality quality = evaluate_partition(threads, graph.input(), found.part, 4);
  for (std::uint32_t p = 0; p < 4; ++p) {
    EXPECT_LE(quality.weights[2 * p], 220);  // 800 / 4 * 1.1
    EXPECT_LE(quality.weights[2 * p + 1], 210);
  }
}

TEST(PartitionWeightLimits, LeastAndLargestWeightsAreKept) {
  PartitionOptions options = parts(4);
  options.tolerance = {1};
  options.min_weight = {80, 80, 80, 80};
  options.max_weight = {130, 110, 130, 110};
  const Partition found = run(grid(20), options);
  for (std::uint32_t p = 0; p < 4; ++p) {
    EXPECT_GE(std::ranges::count(found.part, p), 80);
    EXPECT_LE(std::ranges::count(found.part, p), options.max_weight[p]);
  }
}

TEST(Repartition, OfAGoodPartitionMovesFewVertices) {
  const ListedGraph graph = grid(24);
  PartitionOptions options = parts(4);
  options.start = run(graph, options).part;
  const Partition found = run(graph, options);
  int moved = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v) moved += found.part[v] != options.start[v] ? 1 : 0;
  EXPECT_LE(moved, 58);  // a tenth
}

TEST(Repartition, OfOneHeavyPartBalancesIt) {
  const ListedGraph graph = grid(24);
  PartitionOptions options = parts(4);
  options.start.assign(graph.vertices(), 2);
  const Partition found = run(graph, options);
  EXPECT_LE(found.imbalance, 0.0301);
}

TEST(PartitionSeeds, DifferOnAGraphWithManyGoodPartitions) {
  PartitionOptions options = parts(8);
  const Parts first = run(grid(30), options).part;
  bool differs = false;
  for (options.seed = 2; options.seed < 6; ++options.seed) differs = differs || run(grid(30), options).part != first;
  EXPECT_TRUE(differs);
}

// ---- Mistakes

TEST(PartitionMistakes, OptionsThatCannotBeAreUsageErrors) {
  const auto refused = [](const std::function<void(PartitionOptions&)>& change) {
    PartitionOptions options = parts(2);
    change(options);
    EXPECT_THROW(run(path(4), options), UsageError);
  };
  refused([](PartitionOptions& options) { options.parts = 0; });
  refused([](PartitionOptions& options) { options.tolerance = {-0.01}; });
  refused([](PartitionOptions& options) { options.tolerance = {0.1, 0.1}; });
  refused([](PartitionOptions& options) { options.targets = {0.5}; });
  refused([](PartitionOptions& options) { options.targets = {0.5, 0.6}; });
  refused([](PartitionOptions& options) { options.fixed = {0, 1, 2, 0}; });
  refused([](PartitionOptions& options) { options.fixed = {0, 1}; });
  refused([](PartitionOptions& options) { options.start = {0, 1, kFreePart, 0}; });
  refused([](PartitionOptions& options) { options.max_weight = {1}; });
}

TEST(PartitionMistakes, WeightsThatOverflowAreAnInputError) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  ListedGraph heavy = path(3);
  heavy.weigh({kMax, kMax, 2});
  EXPECT_THROW(run(heavy, parts(2)), InputError);
  EXPECT_THROW(run(ListedGraph(3, {{0, 1, kMax}, {1, 2, kMax}}), parts(2)), InputError);
}

TEST(PartitionMistakes, NegativeWeightsAreAnInputError) {
  ListedGraph negative = path(3);
  negative.weigh({1, -1, 1});
  EXPECT_THROW(run(negative, parts(2)), InputError);
  EXPECT_THROW(run(ListedGraph(2, {{0, 1, -1}}), parts(2)), InputError);
}

TEST(PartitionMistakes, AGraphThatIsNotUndirectedIsAnInputError) {
  const std::vector<EdgeId> row{0, 1, 1, 2};
  const std::vector<VertexId> column{1, 0};  // 0 to 1, 2 to 0
  const Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  EXPECT_THROW(partition(stream, {row, column}, parts(2)), InputError);
}

}  // namespace
}  // namespace warpgraph::test::adversaries
