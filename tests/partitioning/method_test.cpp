// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/method.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "host_graphs.hpp"
#include "support/refusal.hpp"

namespace warpgraph::test {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

// Puts vertices into parts in turn, or all of them into one.
class InTurn final : public Method {
 public:
  std::string name() const override { return "in-turn"; }
  std::string summary() const override { return "vertices in turn"; }
  std::vector<plugins::PluginOption> options() const override {
    return {{.name = "into",
             .kind = plugins::PluginOption::Kind::kName,
             .help = "which parts",
             .default_value = "all",
             .choices = {"all", "first"}}};
  }
  void check(const PartitionInput&, const PartitionOptions& options) const override {
    expects(!options.connected, "partition: the method in-turn takes no wish for connected parts");
  }
  std::size_t entry_bytes() const override { return 1000; }
  Partition run(StreamRef, const PartitionInput& graph, const PartitionOptions& asked) const override {
    const plugins::PluginOptions own(options(), asked.method_options);
    Partition found;
    for (std::uint32_t v = 0; v + 1 < graph.row.size(); ++v)
      found.part.push_back(own.text("into") == "first" ? 0 : v % asked.parts);
    found.cut = -1;
    found.facts.add("turns", std::uint64_t{found.part.size()});
    return found;
  }
};

// Without the place in the library that calls of programmers are told.
template <class Call>
std::string message(const Call& call) {
  const std::string text = refusal<UsageError>(call);
  return text.substr(0, text.find(" ("));
}

class AddedMethod : public testing::Test {
 protected:
  static void SetUpTestSuite() { methods().add(std::make_shared<InTurn>()); }

  [[nodiscard]] static PartitionOptions in_turn() {
    PartitionOptions options;
    options.method = "in-turn";
    options.tolerance = {1};
    return options;
  }
  [[nodiscard]] std::string refused(const PartitionOptions& options) const {
    return message([&] { (void)partition(stream_, graph_.input(), options); });
  }

  Runtime runtime_ = Runtime("host");
  Stream stream_ = Stream(runtime_.device(), "test");
  SmallGraph graph_ = path_graph(6);
};

TEST_F(AddedMethod, IsRunByItsName) {
  const Partition found = partition(stream_, graph_.input(), in_turn());
  EXPECT_EQ(found.part, (std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(found.cut, 5);
  EXPECT_EQ(std::get<std::uint64_t>(found.facts.facts.front().second), 6u);
}

TEST_F(AddedMethod, HasOptionsOfItsOwn) {
  PartitionOptions options = in_turn();
  options.method_options = {{"into", "nowhere"}};
  EXPECT_EQ(refused(options), "--into cannot be \"nowhere\"; it is one of all, first");
  options.method_options = {{"onto", "all"}};
  EXPECT_EQ(refused(options), "partition: the method in-turn takes no onto");
  options.method = "multilevel";
  EXPECT_EQ(refused(options), "partition: the method multilevel takes no onto");
}

// All vertices were in one part.
TEST_F(AddedMethod, LeavesEmptyPartsToPartition) {
  PartitionOptions options = in_turn();
  options.method_options = {{"into", "first"}};
  const Partition found = partition(stream_, graph_.input(), options);
  EXPECT_EQ(found.missed.too_heavy, 0u);
  EXPECT_NE(found.part, std::vector<std::uint32_t>(6, 0));
}

TEST_F(AddedMethod, RefusesOptionsThatItDoesNotTake) {
  PartitionOptions options = in_turn();
  options.connected = true;
  EXPECT_EQ(refused(options), "partition: the method in-turn takes no wish for connected parts");
}

TEST_F(AddedMethod, SaysWhatMemoryItTakes) {
  PartitionOptions options;
  options.method = "in-turn";
  EXPECT_GT(partition_memory(graph_.input(), options).total(), 10u * 1000);
}

TEST_F(AddedMethod, HasANameOfItsOwn) {
  EXPECT_THROW(methods().add(std::make_shared<InTurn>()), UsageError);
  EXPECT_THROW(methods().add(nullptr), UsageError);
}

TEST_F(AddedMethod, IsNamedWhereAMethodIsNotThere) {
  PartitionOptions options;
  options.method = "out-of-turn";
  const std::string expected = "partition: there is no method \"out-of-turn\"; it is one of multilevel, in-turn";
  EXPECT_EQ(refused(options), expected);
  EXPECT_EQ(message([&] { (void)partition_memory(graph_.input(), options); }), expected);
}

}  // namespace
}  // namespace warpgraph::test
