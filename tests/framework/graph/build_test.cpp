// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/build.hpp>

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "graph/sort_records.hpp"
#include "oracle.hpp"
#include "random_list.hpp"
#include "support/sanitizers.hpp"

namespace warpgraph::test {
namespace {

constexpr Direction kDirections[] = {Direction::kDirected, Direction::kUndirectedOnce, Direction::kUndirectedBoth};

void expect_equals_oracle(ThreadPool& threads, const EdgeList& list, const BuildOptions& options) {
  const PlainGraph built = plain(build_graph(threads, EdgeList(list), options));
  const PlainGraph expected = Oracle(list, options).build(permutation_of(built.names));
  ASSERT_EQ(built, expected);
}

class BuildWithThreads : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Host, BuildWithThreads, testing::Values(1u, 2u, 3u, 7u),
                         [](const auto& param) { return "threads" + std::to_string(param.param); });

TEST_P(BuildWithThreads, EqualsOracleForAllOptions) {
  ThreadPool threads(GetParam());
  std::uint64_t seed = 1000 * GetParam();
  for (const Direction direction : kDirections) {
    for (int type = 0; type < 5; ++type) {
      for (const BuildOptions& options : all_options(13)) {
        SCOPED_TRACE(describe(options, direction, type) + ", seed " + std::to_string(seed));
        const EdgeList list = random_list(seed, 13, seed % 90, type, direction);
        ASSERT_NO_FATAL_FAILURE(expect_equals_oracle(threads, list, options));
        ++seed;
      }
    }
  }
}

// The oracle of a large graph takes longer than building it, so it is asked once for all numbers of threads.
void expect_equals_oracle_on_threads(const EdgeList& list, const BuildOptions& options) {
  std::optional<PlainGraph> expected;
  for (const unsigned count : {7u, 1u}) {
    if (kOnlyThreads && count == 1) continue;
    ThreadPool threads(count);
    const PlainGraph built = plain(build_graph(threads, EdgeList(list), options));
    if (!expected) expected = Oracle(list, options).build(permutation_of(built.names));
    ASSERT_EQ(built, *expected) << count << " threads";
  }
}

TEST(BuildOptions, SayWhetherTheyChangeEdgesOrNumbers) {
  EXPECT_FALSE(BuildOptions().changes_edges());
  EXPECT_FALSE((BuildOptions{.outgoing = true, .seed = 7, .check_symmetry = false}).changes_edges());
  EXPECT_TRUE((BuildOptions{.symmetrise = true}).changes_edges());
  EXPECT_TRUE((BuildOptions{.drop_self_loops = true}).changes_edges());
  EXPECT_TRUE((BuildOptions{.duplicates = Duplicates::kFirst}).changes_edges());
  EXPECT_TRUE((BuildOptions{.relabel = Relabel::kDegree}).changes_edges());
}

TEST(LargeBuild, EqualsOracleForManyEdges) {
  BuildOptions options{true, true, Duplicates::kSum, false, Relabel::kDegree, 1, {}};
  for (const VertexId vertex_count : kSanitized ? std::vector{303u, 70'001u} : std::vector{303u, 70'001u, 400'000u}) {
    const EdgeList list = random_list(vertex_count, vertex_count, building::kPartitionBlock + 50'000, vertex_count % 5,
                                      Direction::kDirected);
    SCOPED_TRACE(std::to_string(vertex_count) + " vertices");
    ASSERT_NO_FATAL_FAILURE(expect_equals_oracle_on_threads(list, options));
    options = {false, false, Duplicates::kKeep, true, Relabel::kRandom, 2, {}};
  }
}

// A bucket that is too large for one thread is scattered again.
TEST(LargeBuild, EqualsOracleForHeavyVertices) {
  constexpr std::size_t kSize = building::kSmallBucket / 19 * 20;
  EdgeList list = random_list(1, 500'000, kSize, 3, Direction::kDirected);
  for (std::size_t i = 0; i < kSize; ++i) list.target[i] = i % 50 == 0 ? list.target[i] : 234'567;
  ASSERT_NO_FATAL_FAILURE(expect_equals_oracle_on_threads(list, {.outgoing = true}));
}

// All edges are one: no bit of the key tells them apart.
TEST(LargeBuild, EqualsOracleForOneEdgeManyTimes) {
  EdgeList list = random_list(1, 1000, building::kSmallBucket + 10'000, 2, Direction::kDirected);
  list.source.assign(list.size(), 3);
  list.target.assign(list.size(), 998);
  ASSERT_NO_FATAL_FAILURE(expect_equals_oracle_on_threads(list, {}));
  ASSERT_NO_FATAL_FAILURE(expect_equals_oracle_on_threads(list, {.duplicates = Duplicates::kSum}));
}

class Build : public testing::Test {
 protected:
  ThreadPool threads_{2};

  [[nodiscard]] PlainGraph build(EdgeList list, const BuildOptions& options = {}) {
    return plain(build_graph(threads_, std::move(list), options));
  }
  // What is said of a list that is no graph.
  [[nodiscard]] std::string refusal(EdgeList list) {
    try {
      (void)build_graph(threads_, std::move(list));
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  }
};

EdgeList list_of(VertexId vertex_count, std::vector<VertexId> source, std::vector<VertexId> target,
                 EdgeValues values = {}, Direction direction = Direction::kDirected) {
  return {vertex_count, std::move(source), std::move(target), std::move(values), direction, {}, {}};
}

TEST_F(Build, KeepsVerticesWithoutEdges) {
  const AnyGraph graph = build_graph(threads_, list_of(5, {1}, {3}));
  EXPECT_EQ(vertex_count(graph), 5u);
  EXPECT_EQ(edge_count(graph), 1u);
}

TEST_F(Build, TakesTheEmptyGraph) {
  for (const BuildOptions& options : all_options(0)) {
    EXPECT_EQ(build(list_of(0, {}, {}), options).vertex_count, 0u);
  }
}

TEST_F(Build, TakesVerticesWithoutAnyEdge) {
  for (const BuildOptions& options : all_options(3)) {
    EXPECT_EQ(build(list_of(3, {}, {}), options).vertex_count, 3u);
  }
}

TEST_F(Build, RefusesIdsOutOfRange) {
  try {
    (void)build(list_of(3, {0, 1, 7}, {1, 2, 2}));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "edge list: entry 2 names vertex 7, expected ids below 3");
  }
}

// 4 -> 2 is listed, and 2 -> 4 is not; names are ten times the numbers.
TEST_F(Build, RefusesAListOfBothDirectionsThatLacksOne) {
  EdgeList list = list_of(5, {0, 1, 4, 3, 3}, {1, 0, 2, 3, 3}, {}, Direction::kUndirectedBoth);
  list.ids.original = {0, 10, 20, 30, 40};
  EXPECT_EQ(refusal(list),
            "edge list: expected every edge in both directions, with one weight: 40 -> 20 is there once, and 20 -> 40 "
            "not at all");
  list.source.push_back(2);
  list.target.push_back(4);
  EXPECT_EQ(refusal(list), "none");
}

TEST_F(Build, RefusesAListOfBothDirectionsThatDiffer) {
  EdgeList list = list_of(3, {0, 1, 1, 2}, {1, 0, 2, 1}, std::vector<float>{1, 1, 2, 2.5f}, Direction::kUndirectedBoth);
  EXPECT_EQ(refusal(list),
            "edge list: expected every edge in both directions, with one weight: 1 -> 2 has the weight 2.0, and 2 -> 1 "
            "has 2.5");
  EXPECT_NO_THROW((void)build_graph<NoValue>(threads_, list));  // no weights, no difference
}

TEST_F(Build, NamesAnIdOutOfRangeBeforeTheReverseThatItLacks) {
  EXPECT_EQ(refusal(list_of(3, {0, 1, 7}, {1, 0, 2}, {}, Direction::kUndirectedBoth)),
            "edge list: entry 2 names vertex 7, expected ids below 3");
}

TEST_F(Build, TakesAListOfBothDirectionsOnTrustIfTold) {
  const PlainGraph graph = build(list_of(3, {0}, {1}, {}, Direction::kUndirectedBoth), {.check_symmetry = false});
  EXPECT_TRUE(graph.undirected);
  EXPECT_EQ(graph.edges.size(), 1u);
}

TEST_F(Build, RefusesTwoVerticesOfOneId) {
  EdgeList list = list_of(4, {0}, {1});
  list.ids.original = {9, 5, 7, 5};
  EXPECT_EQ(refusal(list),
            "edge list: ids.original[3] is 5, as is ids.original[1], expected each vertex to have an id of its own");
}

TEST_F(Build, RefusesWhatIsNoPermutation) {
  BuildOptions options{.relabel = Relabel::kGiven};
  for (const auto& wrong : {std::vector<VertexId>{0, 1}, {0, 1, 1}, {0, 1, 3}}) {
    options.permutation = wrong;
    EXPECT_THROW((void)build(list_of(3, {0}, {1}), options), InputError);
  }
}

TEST_F(Build, RefusesArraysOfDifferentLengths) {
  EXPECT_THROW((void)build(list_of(3, {0, 1}, {1})), UsageError);
  EXPECT_THROW((void)build(list_of(3, {0}, {1}, std::vector<float>{1, 2})), UsageError);
}

// 0.1 and 0.7 and so on do not add up to the same number in every order.
TEST_F(Build, SumsAreTheSameInBothDirections) {
  for (const std::size_t size : {3u, 40u, 1000u}) {
    EdgeList list = list_of(2, {}, {});
    std::vector<float> values;
    for (std::size_t i = 0; i < size; ++i) {
      list.source.push_back(static_cast<VertexId>(i * 7 % 5 % 2));
      list.target.push_back(1 - list.source.back());
      values.push_back(1.0f / static_cast<float>(i + 3));
    }
    list.values = values;
    const auto graph =
        build_graph<float>(threads_, std::move(list), {.symmetrise = true, .duplicates = Duplicates::kSum});
    ASSERT_EQ(graph.edge_count(), 2u);
    EXPECT_EQ(graph.incoming().value[0], graph.incoming().value[1]);
  }
}

// 9 -> 8, as often as there are weights.
EdgeList copies_of_an_edge(EdgeValues values, std::size_t size) {
  EdgeList list = list_of(2, std::vector<VertexId>(size, 1), std::vector<VertexId>(size, 0), std::move(values));
  list.ids.base = 8;
  return list;
}

TEST_F(Build, RefusesSumsThatTheirTypeDoesNotHold) {
  const auto message_of = [&](EdgeValues values, std::size_t size) -> std::string {
    try {
      (void)build(copies_of_an_edge(std::move(values), size), {.duplicates = Duplicates::kSum});
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const std::string begin = "duplicate edges: the weights of those from 9 to 8 add up to more than ";
  EXPECT_EQ(message_of(std::vector<std::int32_t>{INT32_MAX, 1}, 2), begin + "int32 holds; those of int64 are wider");
  EXPECT_EQ(message_of(std::vector<std::int64_t>{INT64_MIN, -1}, 2), begin + "int64 holds; those of double are wider");
  EXPECT_EQ(message_of(std::vector<float>{3e38f, 3e38f}, 2), begin + "float holds; those of double are wider");
  EXPECT_EQ(message_of(std::vector<double>(100, 1e308), 100), begin + "double holds");
}

TEST_F(Build, SumsMayPassBeyondTheirTypeOnTheWay) {
  const auto sum_of = [&]<class T>(const std::vector<T>& values) {
    const auto graph =
        build_graph<T>(threads_, copies_of_an_edge(values, values.size()), {.duplicates = Duplicates::kSum});
    return graph.incoming().value[0];
  };
  EXPECT_EQ(sum_of(std::vector<std::int32_t>{INT32_MAX, INT32_MAX, -INT32_MAX}), INT32_MAX);
  EXPECT_EQ(sum_of(std::vector<std::int64_t>{INT64_MAX, INT64_MAX, -7, INT64_MIN}), INT64_MAX - 8);
  std::vector<std::int64_t> many(200, INT64_MAX);
  many.insert(many.end(), 200, -INT64_MAX);
  many.push_back(-5);
  EXPECT_EQ(sum_of(many), -5);
}

TEST_F(Build, NamesTheFirstEdgeWhoseSumDoesNotFitOfManyThatDoNot) {
  EdgeList list = list_of(4, {}, {}, {}, Direction::kUndirectedOnce);
  for (const VertexId v : {3u, 2u, 1u}) {
    list.source.insert(list.source.end(), {v, v});
    list.target.insert(list.target.end(), {v - 1, v - 1});
  }
  list.values = std::vector<std::int32_t>(6, INT32_MIN);
  try {
    (void)build(std::move(list), {.duplicates = Duplicates::kSum});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("from 1 to 0 add"), std::string::npos) << error.what();
  }
}

TEST_F(Build, RandomOrderDependsOnTheSeedOnly) {
  const EdgeList list = random_list(1, 500, 900, 0, Direction::kDirected);
  const auto names = [&](std::uint64_t seed) { return build(list, {.relabel = Relabel::kRandom, .seed = seed}).names; };
  EXPECT_EQ(names(1), names(1));
  EXPECT_NE(names(1), names(2));
}

TEST_F(Build, OutgoingEdgesCanBeAddedLater) {
  const EdgeList list = random_list(3, 40, 200, 3, Direction::kDirected);
  const PlainGraph at_once = build(list, {.outgoing = true});
  EXPECT_EQ(plain(with_outgoing(threads_, build_graph<float>(threads_, EdgeList(list)))), at_once);
}

TEST_F(Build, AsksForOutgoingEdgesThatAreNotThere) {
  const auto graph = build_graph<NoValue>(threads_, list_of(2, {0}, {1}));
  EXPECT_FALSE(graph.has_outgoing());
  EXPECT_THROW((void)graph.outgoing(), UsageError);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which reserve address space without end

// Runs in a process of its own.
void build_within_a_gibibyte(EdgeList list, const BuildOptions& options) {
  ThreadPool threads(1);
  const rlim_t limit = rlim_t{1} << 30;
  const rlimit address_space{limit, limit};
  setrlimit(RLIMIT_AS, &address_space);
  try {
    (void)build_graph(threads, std::move(list), options);
  } catch (const OutOfMemory& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(4);
  }
  std::_Exit(0);
}

TEST(BuildMemory, OfMoreVerticesThanFitIsRefusedBeforehand) {
  EXPECT_EXIT(build_within_a_gibibyte(list_of(4'000'000'000u, {0}, {1}), {}), testing::ExitedWithCode(4),
              "host: not enough memory for a graph of 4000000000 vertices from 1 entries of an edge list: needs "
              "29.8 GiB, free are [0-9.]* MiB");
}

#endif

}  // namespace
}  // namespace warpgraph::test
