// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/engine/find_vertex.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/framework/ranks/read_part.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/temporary_folder.hpp"
#include "support/thread_ranks.hpp"

// Vertex programs on ranks whose vertices have ids far beyond 2^32: each rank begins 2^33 above the one before.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr GlobalId kApart = GlobalId{1} << 33;

// How many vertices the ranks have: more than a section, few, none.
constexpr VertexId kSizes[] = {150, 3, 0, 300, 1, 129, 40, 260};

// The graph as one rank would have it, vertices numbered without gaps, and the ids that these have on several.
struct Sparse {
  EdgeList list;
  std::vector<ranks::GlobalRange> own;  // by rank
  std::vector<GlobalId> id;             // by vertex
};

// Most edges are between near vertices, so that searches take several supersteps; some vertices have none.
Sparse make_sparse(int ranks, Direction direction, std::uint64_t seed) {
  Sparse sparse;
  for (int r = 0; r < ranks; ++r) {
    const GlobalId first = static_cast<GlobalId>(r) * kApart + (r == 0 ? 0 : 5);
    sparse.own.push_back({first, first + kSizes[r % 8]});
    for (GlobalId id = first; id < sparse.own.back().last; ++id) sparse.id.push_back(id);
  }
  std::mt19937_64 random(seed);
  const std::uint64_t n = sparse.id.size();
  std::vector<std::int32_t> weights;
  for (std::uint64_t e = 0; e < 2 * n; ++e) {
    const std::uint64_t source = random() % n;
    const std::uint64_t target = e % 7 == 0 ? random() % n : (source + random() % 12) % n;
    if (source % 11 == 4 || target % 11 == 4) continue;
    sparse.list.source.push_back(static_cast<VertexId>(source));
    sparse.list.target.push_back(static_cast<VertexId>(target));
    weights.push_back(static_cast<std::int32_t>(1 + random() % 90));
  }
  sparse.list.vertex_count = static_cast<VertexId>(n);
  sparse.list.direction = direction;
  sparse.list.values = weights;
  return sparse;
}

// Every rank has some of the entries.
ranks::AnyGraphPart build_own(Ranks& ranks, ThreadPool& threads, const Sparse& sparse,
                              const BuildOptions& options = {}) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto r = static_cast<std::size_t>(ranks.rank());
  const auto& weights = std::get<std::vector<std::int32_t>>(sparse.list.values);
  ranks::SparseEdgeList mine;
  std::vector<std::int32_t> values;
  mine.direction = sparse.list.direction;
  for (std::size_t e = sparse.list.size() * r / size; e < sparse.list.size() * (r + 1) / size; ++e) {
    mine.source.push_back(sparse.id[sparse.list.source[e]]);
    mine.target.push_back(sparse.id[sparse.list.target[e]]);
    values.push_back(weights[e]);
  }
  mine.values = values;
  return ranks::build_part(ranks, threads, std::move(mine), sparse.own[r], options);
}

class GlobalIds : public ::testing::TestWithParam<std::tuple<Shape, Copies>> {
 protected:
  // run(sharded) on all ranks; the values of all vertices, in the order of their ids.
  template <class Value, class Run>
  std::vector<Value> on_all(const Sparse& sparse, const Run& run) {
    const auto [shape, copies] = GetParam();
    std::vector<Value> values;
    on_ranks(shape.ranks, [&, copies = copies, devices = shape.devices](Ranks& ranks) {
      Runtime runtime("host:" + std::to_string(devices));
      ThreadPool threads(1);
      const auto part = std::get<ranks::GraphPart<std::int32_t>>(build_own(ranks, threads, sparse));
      const auto sharded = shards::shard_part(ranks, runtime, part, {.copies = copies});
      EXPECT_EQ(sharded.total_vertex_count(), sparse.id.size());
      const auto result = run(sharded);
      const std::vector<Value> all = ranks::gather_on_first(ranks, result.to_host(sharded.streams()));
      if (ranks.rank() == 0) values = all;
    });
    return values;
  }

  template <class Call>
  static auto on_one(const Sparse& sparse, const Call& call) {
    Runtime runtime("host:1");
    ThreadPool threads(1);
    return call(runtime, build_graph<std::int32_t>(threads, EdgeList(sparse.list))).values;
  }

  static Sparse make(Direction direction) { return make_sparse(std::get<0>(GetParam()).ranks, direction, 3); }
};

constexpr Direction kDirections[] = {Direction::kDirected, Direction::kUndirectedOnce};
constexpr std::uint64_t kSource = 2;

TEST_P(GlobalIds, LevelsAreThoseOfOneRank) {
  for (const Direction direction : kDirections) {
    const Sparse sparse = make(direction);
    for (const std::uint64_t source : {kSource, sparse.list.vertex_count - std::uint64_t{1}}) {
      const auto expected = on_one(sparse, [&](Runtime& runtime, const auto& whole) {
        return bfs_levels(on(runtime, whole), {.source = source});
      });
      const BfsOptions options{.source = sparse.id[source]};
      EXPECT_EQ(on_all<std::uint32_t>(sparse, [&](const auto& sharded) { return bfs_levels(sharded, options); }),
                expected);
    }
  }
}

TEST_P(GlobalIds, ParentsAreIdsOfTheWholeGraph) {
  const Sparse sparse = make(Direction::kUndirectedOnce);
  BfsOptions options{.source = kSource};
  options.engine.deterministic = true;
  const auto expected =
      on_one(sparse, [&](Runtime& runtime, const auto& whole) { return bfs_parents(on(runtime, whole), options); });
  options.source = sparse.id[kSource];
  const auto found =
      on_all<GlobalId>(sparse, [&](const auto& sharded) { return global_bfs_parents(sharded, options); });
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v)
    EXPECT_EQ(found[v], expected[v] == kNoVertex ? kNoGlobalId : sparse.id[expected[v]]) << "vertex " << v;
}

TEST_P(GlobalIds, EveryPlanAndRefinementGivesTheDistancesOfOneRank) {
  const Sparse sparse = make(Direction::kUndirectedOnce);
  const auto expected = on_one(
      sparse, [&](Runtime& runtime, const auto& whole) { return sssp(on(runtime, whole), {.source = kSource}); });
  SsspOptions options{.source = sparse.id[kSource]};
  int turn = std::get<0>(GetParam()).devices + (std::get<1>(GetParam()) == Copies::kRead ? 1 : 0);
  for (const Refinement refinement : {Refinement::kAll, Refinement::kMarked, Refinement::kUpdated}) {
    ++turn;
    for (const Plan plan : {Plan::kPullAll, Plan::kPullActive, Plan::kPush, Plan::kPriority}) {
      if (kSanitized && turn++ % 2 == 1) continue;  // with the other kind of copies
      SCOPED_TRACE(std::string(to_string(plan)) + " " + std::string(to_string(refinement)));
      options.engine.plan = plan;
      options.engine.exchange.refinement = refinement;
      EXPECT_EQ(on_all<std::uint32_t>(sparse, [&](const auto& sharded) { return sssp(sharded, options); }), expected);
    }
  }
}

TEST_P(GlobalIds, WidthsAreThoseOfOneRank) {
  const Sparse sparse = make(Direction::kDirected);
  const auto expected = on_one(sparse, [&](Runtime& runtime, const auto& whole) {
    return widest_path(on(runtime, whole), {.source = kSource});
  });
  const WidestPathOptions options{.source = sparse.id[kSource]};
  EXPECT_EQ(on_all<std::int32_t>(sparse, [&](const auto& sharded) { return widest_path(sharded, options); }), expected);
}

TEST_P(GlobalIds, LabelsAreTheLowestIdsOfTheWholeGraph) {
  const Sparse sparse = make(Direction::kUndirectedOnce);
  const auto expected =
      on_one(sparse, [&](Runtime& runtime, const auto& whole) { return component_labels(on(runtime, whole)); });
  const auto found = on_all<GlobalId>(sparse, [&](const auto& sharded) { return global_component_labels(sharded); });
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) EXPECT_EQ(found[v], sparse.id[expected[v]]) << "vertex " << v;
}

TEST_P(GlobalIds, RanksOfPagesAreThoseOfOneRankUpToRounding) {
  for (const Direction direction : kDirections) {
    const Sparse sparse = make(direction);
    for (const bool is_personal : {false, true}) {
      PageRankOptions options;
      if (is_personal) options.sources = {kSource, sparse.list.vertex_count - std::uint64_t{1}};
      const auto expected =
          on_one(sparse, [&](Runtime& runtime, const auto& whole) { return pagerank(on(runtime, whole), options); });
      for (VertexName& source : options.sources) source = sparse.id[source.value()];
      const auto found = on_all<float>(sparse, [&](const auto& sharded) { return pagerank(sharded, options); });
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t v = 0; v < found.size(); ++v) ASSERT_NEAR(found[v], expected[v], 1e-6) << "vertex " << v;
    }
  }
}

// Each rank has a number of its own for the target, or none.
TEST_P(GlobalIds, TargetsOfARunHaveTheirLastValues) {
  const Sparse sparse = make(Direction::kUndirectedOnce);
  const auto expected = on_one(
      sparse, [&](Runtime& runtime, const auto& whole) { return bfs_levels(on(runtime, whole), {.source = kSource}); });
  const auto distances = on_one(
      sparse, [&](Runtime& runtime, const auto& whole) { return sssp(on(runtime, whole), {.source = kSource}); });
  for (const std::uint64_t target : {kSource + 1, sparse.list.vertex_count - std::uint64_t{1}}) {
    const auto until_target = [&](const auto& sharded, auto options, const auto& algorithm) {
      options.source = sparse.id[kSource];
      options.engine.until = {find_vertex(sharded, sparse.id[target])};
      auto result = algorithm(sharded, options);
      EXPECT_TRUE(result.end == RunEnd::kTargetsSettled || result.converged());
      return result;
    };
    const auto level = on_all<std::uint32_t>(sparse, [&](const auto& sharded) {
      return until_target(sharded, BfsOptions(), [](const auto&... of) { return bfs_levels(of...); });
    });
    EXPECT_EQ(level[target], expected[target]);
    const auto distance = on_all<std::uint32_t>(sparse, [&](const auto& sharded) {
      return until_target(sharded, SsspOptions(), [](const auto&... of) { return sssp(of...); });
    });
    EXPECT_EQ(distance[target], distances[target]);
  }
}

INSTANTIATE_TEST_SUITE_P(Host, GlobalIds,
                         ::testing::Combine(::testing::ValuesIn(rank_shapes(1)),
                                            ::testing::Values(Copies::kAll, Copies::kRead)),
                         shape_name);

TEST(GlobalIdsOfThree, RowsNameTheIdsThatOneRankWouldHave) {
  const Sparse sparse = make_sparse(3, Direction::kUndirectedOnce, 9);
  ThreadPool threads(1);
  const BuildOptions options{.drop_self_loops = true, .duplicates = Duplicates::kSum};
  const Graph<std::int32_t> whole = build_graph<std::int32_t>(threads, EdgeList(sparse.list), options);
  on_ranks(3, [&](Ranks& ranks) {
    ThreadPool own_threads(1);
    const auto part = std::get<ranks::GraphPart<std::int32_t>>(build_own(ranks, own_threads, sparse, options));
    EXPECT_EQ(part.edge_count, whole.edge_count());
    EXPECT_TRUE(part.undirected);
    EXPECT_EQ(part.known->vertex_count, sparse.id.size());
    const Adjacency<std::int32_t>& in = whole.incoming();
    for (VertexId v = 0; v < whole.vertex_count(); ++v) {
      if (!sparse.own[static_cast<std::size_t>(ranks.rank())].contains(sparse.id[v])) continue;
      const auto row = static_cast<VertexId>(sparse.id[v] - part.known->first);
      ASSERT_EQ(part.id_of(part.own.first + row), sparse.id[v]);
      ASSERT_EQ(part.incoming.row[row + 1] - part.incoming.row[row], in.row[v + 1] - in.row[v]);
      for (EdgeId e = 0; e < in.row[v + 1] - in.row[v]; ++e) {
        EXPECT_EQ(part.id_of(part.incoming.column[part.incoming.row[row] + e]), sparse.id[in.column[in.row[v] + e]]);
        EXPECT_EQ(part.incoming.value[part.incoming.row[row] + e], in.value[in.row[v] + e]);
      }
    }
  });
}

// target_of(sharded): the number by which each rank knows the target of a search.
template <class Error, class TargetOf>
void expect_targets_refused(const TargetOf& target_of) {
  const Sparse sparse = make_sparse(3, Direction::kUndirectedOnce, 1);
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    ThreadPool threads(1);
    const auto part = std::get<ranks::GraphPart<std::int32_t>>(build_own(ranks, threads, sparse));
    const auto sharded = shards::shard_part(ranks, runtime, part);
    BfsOptions options{.source = sparse.id[0]};
    options.engine.until = {target_of(sharded)};
    EXPECT_THROW((void)bfs_levels(sharded, options), Error);
  });
}

TEST(GlobalIdsOfThree, ATargetThatNoRankKnowsIsRefused) {
  expect_targets_refused<UsageError>([](const auto&) { return kNoVertex; });
}

// Each rank says the target but for the one that has it.
TEST(GlobalIdsOfThree, ATargetThatItsRankWasNotGivenIsADifferentCall) {
  expect_targets_refused<DifferentCalls>([](const auto& sharded) {
    const ranks::RankLayout& layout = sharded.layout();
    const ranks::RankNumbers& numbers = *layout.numbers;
    const auto largest = std::ranges::max_element(numbers.held, {}, &ranks::GlobalRange::size);
    const auto owner = static_cast<std::size_t>(largest - numbers.held.begin());
    const bool has_it = layout.is_here(owner);
    const VertexRange known = numbers.known[owner];
    const GlobalId mine = known.empty() || has_it ? kNoGlobalId : numbers.id[known.first];
    const std::vector<GlobalId> all = ranks::all_gather(*layout.ranks, mine);
    return has_it ? kNoVertex : numbers.number_of(*std::ranges::min_element(all));
  });
}

// Each says its own first vertex.
TEST(GlobalIdsOfThree, OtherTargetsOnOneRankAreADifferentCall) {
  expect_targets_refused<DifferentCalls>([](const auto& sharded) { return sharded.shard(0).own.first; });
}

TEST(GlobalIdsOfThree, WhatNumbersAllVerticesRefusesThem) {
  const Sparse sparse = make_sparse(3, Direction::kUndirectedOnce, 1);
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    ThreadPool threads(1);
    const auto part = std::get<ranks::GraphPart<std::int32_t>>(build_own(ranks, threads, sparse));
    const auto sharded = shards::shard_part(ranks, runtime, part);
    EXPECT_THROW((void)component_labels(sharded), UsageError);
    EXPECT_THROW((void)bfs_parents(sharded, {.source = sparse.id[0]}), UsageError);
    EXPECT_THROW((void)sharded.vertex_count(), UsageError);
    EXPECT_THROW((void)bfs_levels(sharded, {.source = kApart - 1}), InputError);
  });
}

TEST(GlobalIdsOfThree, SearchesStartFromNamesOf64BitsOfATextFile) {
  const TemporaryFolder folder;
  std::string text;
  for (std::uint64_t v = 0; v < 400; ++v)
    text += std::to_string(v * kApart) + " " + std::to_string((v + 1) % 400 * kApart) + "\n";
  const auto file = folder.file("ring.el", text);
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    ThreadPool threads(1);
    ranks::ReadPartOptions options;
    options.read.pool = &threads;
    const auto part = std::get<ranks::GraphPart<NoValue>>(ranks::read_part(ranks, file, options));
    const auto sharded = shards::shard_part(ranks, runtime, part);
    BfsOptions near{.source = 300 * kApart};
    near.engine.until = {find_vertex(sharded, 303 * kApart)};
    EXPECT_EQ(bfs_levels(sharded, near).end, RunEnd::kTargetsSettled);
    const auto level = bfs_levels(sharded, {.source = 300 * kApart}).to_host(sharded.streams());
    ASSERT_EQ(level.size(), part.own.size());
    for (VertexId v = 0; v < level.size(); ++v) EXPECT_EQ(level[v], (part.ids[v] / kApart + 100) % 400);
  });
}

// Whether build_part throws Thrown on all of three ranks. `own`, `target`: of the last rank.
template <class Thrown>
void expect_refused(ranks::GlobalRange own, GlobalId target) {
  on_ranks(3, [&](Ranks& ranks) {
    ThreadPool threads(1);
    const GlobalId first = static_cast<GlobalId>(ranks.rank()) * kApart;
    const bool is_last = ranks.rank() == 2;
    EXPECT_THROW((void)ranks::build_part(ranks, threads, ranks::SparseEdgeList{{first}, {is_last ? target : first}},
                                         is_last ? own : ranks::GlobalRange{first, first + 4}),
                 Thrown);
  });
}

TEST(GlobalIdsOfThree, AnIdThatNoRankHasIsAnErrorOnAll) {
  expect_refused<InputError>({2 * kApart, 2 * kApart + 4}, kApart + 4);
  expect_refused<InputError>({2 * kApart, 2 * kApart + 4}, 3 * kApart);
}

TEST(GlobalIdsOfThree, RangesThatDoNotAscendAreAnErrorOnAll) {
  expect_refused<UsageError>({kApart + 3, 2 * kApart + 4}, 2 * kApart);
  expect_refused<UsageError>({2 * kApart + 4, 2 * kApart}, 2 * kApart);
}

TEST(GlobalIdsOfThree, ARankThatWouldHaveTooManyVerticesIsAnErrorOnAll) {
  expect_refused<InputError>({2 * kApart, 3 * kApart}, 2 * kApart);
}

}  // namespace
}  // namespace warpgraph::test
