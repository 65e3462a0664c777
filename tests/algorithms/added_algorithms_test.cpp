// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that are added to the catalogue, by a program or by a library of plugins.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/c_interface.h>
#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/algorithms/describe.hpp>
#include <warpgraph/algorithms/entry.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class Nothing final : public AlgorithmRun {
 public:
  explicit Nothing(const WantedColumns&) {}
  template <class Self, class Visit>
  static void fields(Self& self, const Visit& visit) {
    visit("depth", self.depth_, catalogue::Whole{"N", {1, 9}}, "how deep");
  }
  AlgorithmOutcome perform(const AlgorithmRequest&) const override { return {}; }
  AlgorithmFacts facts(const AlgorithmOutcome&, const PlacedGraphView&) const override { return {}; }
  std::optional<std::string> verify(const VerifiedGraph&, VertexName, const AlgorithmOutcome&) const override {
    return std::nullopt;
  }
  shards::SpreadNeeds needs(VertexId) const override { return {}; }

 private:
  std::uint32_t depth_ = 3;
};

Algorithm named(std::string name) {
  Algorithm made;
  made.name = std::move(name);
  made.summary = "does nothing";
  made.family = Family::kPaths;
  made.columns = {{.name = "nothing", .help = "nothing"}};
  return catalogue::described<Nothing>(std::move(made));
}

TEST(AddedAlgorithms, AreFoundListedAndReadAsTheOthers) {
  const Algorithm& before = find_algorithm("bfs");
  add_algorithms({named("z-first"), named("a-second")});
  EXPECT_EQ(&find_algorithm("bfs"), &before);
  EXPECT_EQ(all_algorithms()[all_algorithms().size() - 2].name, "z-first");
  EXPECT_EQ(all_algorithms().back().name, "a-second");
  EXPECT_NE(describe_json().find("\"name\": \"z-first\""), std::string::npos);
  EXPECT_NE(find_algorithm("z-first").read({{"depth", {"9"}}}, {}), nullptr);
  EXPECT_THROW(static_cast<void>(find_algorithm("z-first").read({{"depth", {"10"}}}, {})), UsageError);
}

TEST(AddedAlgorithms, AreAllThereOrNone) {
  const std::size_t before = all_algorithms().size();
  Algorithm unreadable = named("unreadable");
  unreadable.read = nullptr;
  Algorithm without_columns = named("no-columns");
  without_columns.columns.clear();
  Algorithm twice = named("twice");
  twice.options.push_back(twice.options.front());
  Algorithm of_engine = named("of-engine");
  of_engine.options.front().name = "plan";
  Algorithm of_every_run = named("of-every-run");
  of_every_run.options.front().name = "time-limit";
  for (const Algorithm& wrong : {named("bfs"), named("Capital"), named(""), named("good"), unreadable, without_columns,
                                 twice, of_engine, of_every_run})
    EXPECT_THROW(add_algorithms({named("good"), wrong}), UsageError) << wrong.name;
  EXPECT_EQ(all_algorithms().size(), before);
  EXPECT_THROW(static_cast<void>(find_algorithm("good")), UsageError);
}

#if defined(WARPGRAPH_OWN_ALGORITHM)
TEST(AddedAlgorithms, OfALibraryRunInC) {
  const std::string before = warpgraph_describe();
  ASSERT_EQ(warpgraph_load_plugins(WARPGRAPH_OWN_ALGORITHM), WARPGRAPH_OK) << warpgraph_last_error_message();
  EXPECT_EQ(before.find("indegree"), std::string::npos);
  EXPECT_NE(std::string(warpgraph_describe()).find("\"name\": \"indegree\""), std::string::npos);

  warpgraph_runtime* runtime = nullptr;
  ASSERT_EQ(warpgraph_runtime_create("host", &runtime), WARPGRAPH_OK);
  // 0 -> 1 <- 2, 1 -> 2
  const std::int32_t source[] = {0, 2, 1};
  const std::int32_t target[] = {1, 1, 2};
  warpgraph_graph* graph = nullptr;
  ASSERT_EQ(warpgraph_graph_create_coo(runtime, 3, 3, WARPGRAPH_INT32, source, target, WARPGRAPH_NONE, nullptr, nullptr,
                                       &graph),
            WARPGRAPH_OK);
  warpgraph_result* result = nullptr;
  ASSERT_EQ(warpgraph_run(graph, "indegree", "most=1", nullptr, &result), WARPGRAPH_OK)
      << warpgraph_last_error_message();
  std::int64_t degrees[3];
  ASSERT_EQ(warpgraph_result_copy_int64(result, degrees, 3), WARPGRAPH_OK);
  EXPECT_EQ(std::vector(degrees, degrees + 3), (std::vector<std::int64_t>{0, 1, 1}));
  warpgraph_result_destroy(result);
  EXPECT_EQ(warpgraph_run(graph, "indegree", "most=x", nullptr, &result), WARPGRAPH_USAGE_ERROR);
  warpgraph_graph_destroy(graph);
  warpgraph_runtime_destroy(runtime);

  EXPECT_EQ(warpgraph_load_plugins(WARPGRAPH_OWN_ALGORITHM), WARPGRAPH_INPUT_ERROR);
  EXPECT_NE(std::string(warpgraph_last_error_message()).find("two algorithms called \"indegree\""), std::string::npos)
      << warpgraph_last_error_message();
}
#endif

TEST(AddedAlgorithms, OfAFileThatIsNoLibraryAreRefused) {
  EXPECT_EQ(warpgraph_load_plugins("/nothing/here.so"), WARPGRAPH_INPUT_ERROR);
  EXPECT_EQ(warpgraph_load_plugins(nullptr), WARPGRAPH_USAGE_ERROR);
}

}  // namespace
}  // namespace warpgraph::test
