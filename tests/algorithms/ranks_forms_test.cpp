// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

// Which forms the messages between ranks take, and that results stay the same with each of them.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Forms = std::array<std::uint64_t, 3>;  // how many messages had each

template <class Value>
struct Told {
  std::vector<Value> values;
  Forms forms{};
};

template <class Value, class Run>
Told<Value> run_on_all(const Graph<std::int32_t>& graph, int ranks, const Run& run) {
  Told<Value> told;
  std::mutex mutex;
  on_ranks(ranks, [&](Ranks& mine) {
    Runtime runtime("host:1");
    const auto sharded = shards::shard_part(mine, runtime, part_of(graph, mine), {.copies = Copies::kRead});
    const auto result = run(sharded);
    const std::vector<Value> all = ranks::gather_on_first(mine, result.to_host(sharded.streams()));
    if (mine.rank() != 0) return;
    const std::lock_guard lock(mutex);
    told.values = all;
    for (const results::PeerSuperstep& step : result.per_device)
      for (const results::LinkTraffic& link : step.links) ++told.forms[static_cast<std::size_t>(link.form)];
  });
  return told;
}

// A star's leaves are all as far and reached at once, a Kronecker graph's vertices a few, then many at a time.
const std::vector<Graph<std::int32_t>>& kron_and_star() {
  static const std::vector<Graph<std::int32_t>> all = [] {
    std::vector<Graph<std::int32_t>> list;
    list.push_back(
        make_graph("kron", {{"scale", "13"}, {"weights", "uniform"}, {"lowest-weight", "1"}}, /*symmetrise=*/false));
    list.push_back(make_graph(
        "star", {{"vertices", "3000"}, {"weights", "uniform"}, {"lowest-weight", "3"}, {"highest-weight", "3"}},
        /*symmetrise=*/true));
    return list;
  }();
  return all;
}

template <class Value, class OnOne, class OnAll>
Forms forms_of(int ranks, const OnOne& on_one, const OnAll& run) {
  Forms forms{};
  for (const Graph<std::int32_t>& graph : kron_and_star()) {
    Runtime runtime("host:1");
    const std::vector<Value> expected = on_one(runtime, graph).values;
    const Told<Value> told = run_on_all<Value>(graph, ranks, run);
    EXPECT_EQ(told.values, expected) << ranks << " ranks";
    for (std::size_t form = 0; form < forms.size(); ++form) forms[form] += told.forms[form];
  }
  return forms;
}

class RanksFormsTest : public ::testing::TestWithParam<int> {
 protected:
  static void expect_each(const Forms& forms) {
    if (GetParam() == 1) return;
    for (const results::MessageForm form :
         {results::MessageForm::kPairs, results::MessageForm::kBitmask, results::MessageForm::kEverything})
      EXPECT_GT(forms[static_cast<std::size_t>(form)], 0u) << to_string(form);
  }
};

TEST_P(RanksFormsTest, SearchesTravelInEachForm) {
  BfsOptions options{.source = 0};
  options.engine.tuning.thresholds.peer_loop_edges = 0;  // kernels that write to each other use pairs alone
  expect_each(forms_of<std::uint32_t>(
      GetParam(), [&](Runtime& runtime, const auto& graph) { return bfs_levels(on(runtime, graph), options); },
      [&](const auto& sharded) { return bfs_levels(sharded, options); }));
}

TEST_P(RanksFormsTest, DistancesTravelInEachForm) {
  SsspOptions options{.source = 0};
  options.engine.tuning.thresholds.peer_loop_edges = 0;
  expect_each(forms_of<Distance<std::int32_t>>(
      GetParam(), [&](Runtime& runtime, const auto& graph) { return sssp(on(runtime, graph), options); },
      [&](const auto& sharded) { return sssp(sharded, options); }));
}

// All are updated, so values travel alone: 4 bytes for each vertex that a rank reads of another.
TEST_P(RanksFormsTest, RanksOfPagesTravelAsEverything) {
  for (const Graph<std::int32_t>& graph : kron_and_star()) {
    const auto told = run_on_all<float>(graph, GetParam(), [](const auto& sharded) { return pagerank(sharded); });
    EXPECT_EQ(told.forms[static_cast<std::size_t>(results::MessageForm::kPairs)], 0u);
    EXPECT_EQ(told.forms[static_cast<std::size_t>(results::MessageForm::kBitmask)], 0u);
    const bool tells = GetParam() > 1;
    EXPECT_EQ(told.forms[static_cast<std::size_t>(results::MessageForm::kEverything)] > 0, tells);
  }
}

INSTANTIATE_TEST_SUITE_P(Host, RanksFormsTest,
                         ::testing::ValuesIn(kSanitized ? std::vector{3} : std::vector{1, 2, 3, 4, 5, 8}),
                         [](const auto& test) { return std::to_string(test.param) + "Ranks"; });

TEST(RanksForms, SeventyRanksFindTheSameLevels) {
  constexpr int kRanks = kSanitized ? 8 : 70;
  const Graph<std::int32_t> graph = make_graph("kron", {{"scale", "14"}, {"weights", "uniform"}}, false);
  Runtime runtime("host:1");
  const BfsOptions options{.source = 0};
  const auto expected = bfs_levels(on(runtime, graph), options).values;
  EXPECT_EQ(run_on_all<std::uint32_t>(graph, kRanks, [&](const auto& sharded) { return bfs_levels(sharded, options); })
                .values,
            expected);
}

}  // namespace
}  // namespace warpgraph::test
