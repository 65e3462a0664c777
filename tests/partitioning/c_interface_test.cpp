// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/c_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/partitioning/described_options.hpp>
#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/option.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "handles.hpp"
#include "host_graphs.hpp"
#include "support/temporary_folder.hpp"

extern "C" int partition_c_interface_failures(void);

namespace warpgraph::test {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

using Parts = std::vector<std::int64_t>;

// A path, 0 - 1 - ... - 7, whose file has the vertices the other way round.
class PartitionOfAPathInC : public ::testing::Test {
 protected:
  static constexpr int kVertices = 8;

  void SetUp() override {
    ThreadPool threads(1);
    EdgeList path;
    path.vertex_count = kVertices;
    path.direction = Direction::kUndirectedOnce;
    for (VertexId v = 0; v + 1 < kVertices; ++v) {
      path.source.push_back(v);
      path.target.push_back(v + 1);
    }
    const auto graph = build_graph<NoValue>(threads, std::move(path),
                                            {.relabel = Relabel::kGiven, .permutation = {7, 6, 5, 4, 3, 2, 1, 0}});
    const std::string file = (folder_.path() / "path.wg").string();
    files::write_wg(file, graph);
    ASSERT_EQ(warpgraph_runtime_create("host", &runtime_), WARPGRAPH_OK);
    ASSERT_EQ(warpgraph_graph_read(runtime_, file.c_str(), nullptr, nullptr, &graph_), WARPGRAPH_OK)
        << warpgraph_last_error_message();
    warpgraph_partition_options_init(&options_, sizeof options_);
  }
  void TearDown() override {
    warpgraph_graph_destroy(graph_);
    warpgraph_runtime_destroy(runtime_);
  }

  [[nodiscard]] Parts partition_in_two() const {
    Parts part(kVertices, -1);
    warpgraph_result* result = nullptr;
    EXPECT_EQ(warpgraph_partition(graph_, 2, &options_, nullptr, &result), WARPGRAPH_OK)
        << warpgraph_last_error_message();
    EXPECT_EQ(warpgraph_result_copy_int64(result, part.data(), part.size()), WARPGRAPH_OK);
    warpgraph_result_destroy(result);
    return part;
  }

  TemporaryFolder folder_;
  warpgraph_runtime* runtime_ = nullptr;
  warpgraph_graph* graph_ = nullptr;
  warpgraph_partition_options options_{};
};

TEST_F(PartitionOfAPathInC, FixedVerticesAreInTheOrderOfResults) {
  const Parts fixed{1, -1, -1, -1, -1, -1, -1, 0};
  options_.fixed = fixed.data();

  EXPECT_EQ(partition_in_two(), (Parts{1, 1, 1, 1, 0, 0, 0, 0}));
}

TEST_F(PartitionOfAPathInC, TheStartIsInTheOrderOfResults) {
  const Parts start{1, 1, 1, 1, 0, 0, 0, 0};
  options_.start = start.data();

  EXPECT_EQ(partition_in_two(), start);
}

TEST_F(PartitionOfAPathInC, WeightsOfVerticesAreInTheOrderOfResults) {
  const Parts fixed{0, -1, -1, -1, -1, -1, -1, 1};
  const Parts weight{7, 1, 1, 1, 1, 1, 1, 1};
  options_.fixed = fixed.data();
  options_.vertex_weight = weight.data();

  EXPECT_EQ(partition_in_two(), (Parts{0, 1, 1, 1, 1, 1, 1, 1}));
}

// The first vertex weighs as much as all others.
TEST_F(PartitionOfAPathInC, WeightsOfTheFileCountWhereNoneAreGiven) {
  const std::string file = (folder_.path() / "path.graph").string();
  std::ofstream(file) << "8 7 010\n7 2\n1 1 3\n1 2 4\n1 3 5\n1 4 6\n1 5 7\n1 6 8\n1 7\n";
  warpgraph_graph_destroy(std::exchange(graph_, nullptr));
  ASSERT_EQ(warpgraph_graph_read(runtime_, file.c_str(), nullptr, nullptr, &graph_), WARPGRAPH_OK)
      << warpgraph_last_error_message();
  const Parts fixed{0, -1, -1, -1, -1, -1, -1, 1};
  options_.fixed = fixed.data();

  EXPECT_EQ(partition_in_two(), (Parts{0, 1, 1, 1, 1, 1, 1, 1}));

  options_.constraints = 2;
  warpgraph_result* result = nullptr;
  EXPECT_EQ(warpgraph_partition(graph_, 2, &options_, nullptr, &result), WARPGRAPH_USAGE_ERROR);
  EXPECT_EQ(std::string(warpgraph_last_error_message()),
            "options: constraints is 2, and the weights of a vertex are 1 in the graph");
}

TEST_F(PartitionOfAPathInC, EveryConstraintIsBalanced) {
  Parts weight;
  for (int v = 0; v < kVertices; ++v) weight.insert(weight.end(), {v < 4 ? 1 : 0, v < 4 ? 0 : 1});
  options_.vertex_weight = weight.data();
  options_.constraints = 2;

  const Parts part = partition_in_two();
  EXPECT_EQ(std::count(part.begin(), part.begin() + 4, 0), 2);
  EXPECT_EQ(std::count(part.begin() + 4, part.end(), 0), 2);
}

// The first constraint needs its vertices, 0 to 3, halved; the second lets a part have all of 4 to 7.
TEST_F(PartitionOfAPathInC, EachConstraintHasItsTolerance) {
  Parts weight;
  for (int v = 0; v < kVertices; ++v) weight.insert(weight.end(), {v < 4 ? 1 : 0, v < 4 ? 0 : 1});
  const std::vector<double> tolerances{0.03, 1};
  options_.vertex_weight = weight.data();
  options_.constraints = 2;
  options_.tolerances = tolerances.data();

  const Parts part = partition_in_two();
  const std::int64_t other = 1 - part[0];
  EXPECT_EQ(part, (Parts{part[0], part[0], other, other, other, other, other, other}));
}

// Few bytes cross the edge from 5 to 6 only.
TEST_F(PartitionOfAPathInC, SizesOfVerticesAreInTheOrderOfResults) {
  const Parts size{9, 8, 7, 6, 5, 1, 1, 9};
  options_.vertex_size = size.data();
  options_.objective = WARPGRAPH_OBJECTIVE_VOLUME;
  options_.tolerance = 0.5;

  const Parts part = partition_in_two();
  const std::int64_t other = 1 - part[0];
  EXPECT_EQ(part, (Parts{part[0], part[0], part[0], part[0], part[0], part[0], other, other}));
}

TEST_F(PartitionOfAPathInC, ThereIsNoMethodButMultilevel) {
  warpgraph_result* result = nullptr;
  options_.method = 1;

  EXPECT_EQ(warpgraph_partition(graph_, 2, &options_, nullptr, &result), WARPGRAPH_USAGE_ERROR);
  EXPECT_NE(std::string(warpgraph_last_error_message()).find("no method 1"), std::string::npos);
}

// Each described option that is no array, and one of the weights of parts.
TEST_F(PartitionOfAPathInC, OptionsByNameAreThoseOfTheMembers) {
  const auto facts_of = [&](const char* by_name, const auto& set) {
    warpgraph_partition_options_init(&options_, sizeof options_);
    set(options_);
    options_.by_name = by_name;
    return partition_in_two();
  };
  const Parts size{9, 8, 7, 6, 5, 1, 1, 9};
  const auto sizes = [&](auto& options) { options.vertex_size = size.data(); };
  const auto by_members = facts_of(nullptr, [&](auto& options) {
    sizes(options);
    options.objective = WARPGRAPH_OBJECTIVE_VOLUME;
    options.tolerance = 0.5;
    options.seed = 7;
    options.preset = WARPGRAPH_PRESET_FAST;
  });
  EXPECT_EQ(facts_of("objective=volume,tolerance=0.5,seed=7,preset=fast,connected", sizes), by_members);
  EXPECT_NE(std::ranges::count(by_members, 0), 4);
  EXPECT_EQ(std::ranges::count(facts_of("objective=volume,tolerance=0.5,max-weight=4", sizes), 0), 4);
}

TEST_F(PartitionOfAPathInC, OptionsByNameAreRefusedAsThePartitionerDescribesThem) {
  const auto refusal_of = [&](const char* by_name) {
    warpgraph_result* result = nullptr;
    options_.by_name = by_name;
    EXPECT_EQ(warpgraph_partition(graph_, 2, &options_, nullptr, &result), WARPGRAPH_USAGE_ERROR) << by_name;
    return std::string(warpgraph_last_error_message());
  };
  EXPECT_EQ(refusal_of("preset=beauty"), "options: preset cannot be \"beauty\"; it is one of fast, default, strong");
  EXPECT_EQ(refusal_of("beauty=3"), "options: partition has no option \"beauty\"");
  EXPECT_EQ(refusal_of("seed=1,seed=2"), "options: by_name has \"seed\" twice");
  EXPECT_EQ(refusal_of("parts=3"), "options: by_name has \"parts\", which warpgraph_partition takes by itself");
}

// What C numbers, and how the partitioner describes it, are in the same order.
TEST(PartitionCInterface, EnumeratorsNumberTheChoices) {
  const std::vector<option::Option> all = describe_options();
  const auto choice = [&](const std::string& name, std::int32_t number) {
    return std::ranges::find(all, name, &option::Option::name)->choices.at(static_cast<std::size_t>(number));
  };
  EXPECT_EQ(choice("preset", WARPGRAPH_PRESET_FAST), "fast");
  EXPECT_EQ(choice("preset", WARPGRAPH_PRESET_DEFAULT), "default");
  EXPECT_EQ(choice("preset", WARPGRAPH_PRESET_STRONG), "strong");
  EXPECT_EQ(choice("objective", WARPGRAPH_OBJECTIVE_CUT), "cut");
  EXPECT_EQ(choice("objective", WARPGRAPH_OBJECTIVE_VOLUME), "volume");
  EXPECT_EQ(choice("method", WARPGRAPH_METHOD_MULTILEVEL), "multilevel");
}

TEST_F(PartitionOfAPathInC, TargetsAreShares) {
  const std::vector<double> targets{0.75, 0.25};
  options_.targets = targets.data();

  const Parts part = partition_in_two();
  EXPECT_EQ(std::ranges::count(part, 0), 6);
}

TEST_F(PartitionOfAPathInC, PartsHaveTheirLeastWeight) {
  const Parts min_weight{0, 6};
  options_.min_weight = min_weight.data();
  options_.tolerance = 1;

  const Parts part = partition_in_two();
  EXPECT_GE(std::ranges::count(part, 1), 6);
}

TEST_F(PartitionOfAPathInC, AnObjectiveThatThereIsNotIsRefused) {
  warpgraph_result* result = nullptr;
  options_.objective = WARPGRAPH_OBJECTIVE_VOLUME;
  (void)partition_in_two();
  options_.objective = 9;

  EXPECT_EQ(warpgraph_partition(graph_, 2, &options_, nullptr, &result), WARPGRAPH_USAGE_ERROR);
  EXPECT_NE(std::string(warpgraph_last_error_message()).find("no objective 9"), std::string::npos);
}

// The memory of one device is too small.
TEST(PartitionCInterface, AllDevicesShareAGraphThatDoesNotFitOne) {
  const SmallGraph random = random_graph(2000, 20000, 4);
  RuntimeOptions limited;
  limited.memory_limit = partition_memory(random.input(), {}).total() * 3 / 4;
  warpgraph_runtime runtime{std::make_shared<Runtime>("host:2", limited)};
  const std::vector<std::int64_t> row(random.row.begin(), random.row.end());
  const std::vector<std::int64_t> column(random.column.begin(), random.column.end());
  warpgraph_graph_options as_given;
  warpgraph_graph_options_init(&as_given, sizeof as_given);
  as_given.direction = WARPGRAPH_UNDIRECTED_BOTH;
  warpgraph_graph* graph = nullptr;
  ASSERT_EQ(warpgraph_graph_create_csr(&runtime, random.vertices(), WARPGRAPH_INT64, row.data(), column.data(),
                                       WARPGRAPH_NONE, nullptr, &as_given, &graph),
            WARPGRAPH_OK)
      << warpgraph_last_error_message();
  warpgraph_partition_options options;
  warpgraph_partition_options_init(&options, sizeof options);
  warpgraph_result* result = nullptr;

  EXPECT_EQ(warpgraph_partition(graph, 2, &options, nullptr, &result), WARPGRAPH_OUT_OF_MEMORY);
  options.all_devices = 1;
  EXPECT_EQ(warpgraph_partition(graph, 2, &options, nullptr, &result), WARPGRAPH_OK) << warpgraph_last_error_message();

  warpgraph_result_destroy(result);
  warpgraph_graph_destroy(graph);
}

TEST(PartitionCInterface, WorksFromC) { EXPECT_EQ(partition_c_interface_failures(), 0); }

}  // namespace
}  // namespace warpgraph::test
