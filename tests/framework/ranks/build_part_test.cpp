// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/build_part.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "../graph/random_list.hpp"
#include "parts.hpp"

namespace warpgraph::test {
namespace {

// Which entries of a list of so many a rank has: ranges of any lengths, and none on every third rank.
std::vector<std::size_t> deal(std::size_t size, int ranks, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::size_t> borders{0};
  for (int r = 1; r < ranks; ++r) borders.push_back(r % 3 == 1 ? borders.back() : random() % (size + 1));
  borders.push_back(size);
  std::ranges::sort(borders);
  return borders;
}

EdgeList slice(const EdgeList& list, std::size_t first, std::size_t last) {
  EdgeList part;
  part.vertex_count = list.vertex_count;
  part.direction = list.direction;
  part.ids = list.ids;
  part.source.assign(list.source.begin() + static_cast<std::ptrdiff_t>(first),
                     list.source.begin() + static_cast<std::ptrdiff_t>(last));
  part.target.assign(list.target.begin() + static_cast<std::ptrdiff_t>(first),
                     list.target.begin() + static_cast<std::ptrdiff_t>(last));
  std::visit(
      [&]<class Held>(const Held& values) {
        if constexpr (!std::is_same_v<Held, std::monostate>)
          part.values = Held(values.begin() + static_cast<std::ptrdiff_t>(first),
                             values.begin() + static_cast<std::ptrdiff_t>(last));
      },
      list.values);
  return part;
}

std::vector<ranks::AnyGraphPart> build_parts(int ranks, const EdgeList& list, const BuildOptions& options) {
  const std::vector<std::size_t> borders = deal(list.size(), ranks, list.size());
  return parts_of(ranks, [&](Ranks& each, ThreadPool& threads) {
    const auto r = static_cast<std::size_t>(each.rank());
    return ranks::build_part(each, threads, slice(list, borders[r], borders[r + 1]), options);
  });
}

class BuildPart : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Host, BuildPart, ::testing::ValuesIn(kRankCounts),
                         [](const auto& param) { return "ranks" + std::to_string(param.param); });

TEST_P(BuildPart, HasTheRowsOfTheGraphThatOneRankBuilds) {
  ThreadPool threads(2);
  std::uint64_t seed = 0;
  for (const Direction direction : {Direction::kDirected, Direction::kUndirectedOnce, Direction::kUndirectedBoth}) {
    for (int type = 0; type < 5; ++type) {
      for (const BuildOptions& options : all_options(700)) {
        if (options.outgoing || options.relabel != Relabel::kNone) continue;
        SCOPED_TRACE(describe(options, direction, type));
        ++seed;
        const EdgeList list = random_list(seed, 700, 40 * (seed % 50), type, direction);
        ASSERT_EQ(rows_of(build_parts(GetParam(), list, options)),
                  rows_of(build_graph(threads, EdgeList(list), options)));
      }
    }
  }
}

TEST_P(BuildPart, MoreRanksThanVerticesLeaveSomeRanksEmpty) {
  ThreadPool threads(1);
  EdgeList list;
  for (const VertexId vertices : {0u, 1u, 3u, 129u}) {
    list.vertex_count = vertices;
    EXPECT_EQ(rows_of(build_parts(GetParam(), list, {})), rows_of(build_graph(threads, EdgeList(list), {})));
    if (vertices == 0) continue;
    EdgeList loop = list;
    loop.source = loop.target = {vertices - 1};
    EXPECT_EQ(rows_of(build_parts(GetParam(), loop, {})), rows_of(build_graph(threads, EdgeList(loop), {})));
  }
}

TEST_P(BuildPart, NamesOfVerticesThatStartWithABaseAreKept) {
  ThreadPool threads(1);
  EdgeList list = random_list(1, 300, 500, 1, Direction::kDirected);
  list.ids = {.base = 1};
  EXPECT_EQ(rows_of(build_parts(GetParam(), list, {})), rows_of(build_graph(threads, EdgeList(list), {})));
}

TEST_P(BuildPart, RangesHaveAboutAsManyEdges) {
  constexpr VertexId kVertices = 1 << 16;
  const EdgeList list = random_list(3, kVertices, 1 << 18, 0, Direction::kUndirectedOnce);
  const std::vector<ranks::AnyGraphPart> parts = build_parts(GetParam(), list, {});
  for (const ranks::AnyGraphPart& any : parts) {
    const auto& part = std::get<ranks::GraphPart<NoValue>>(any);
    const double share = static_cast<double>(part.incoming.column.size()) / static_cast<double>(part.edge_count);
    EXPECT_NEAR(share * GetParam(), 1, .05);
  }
}

// Vertices with ids beyond 2^32, far apart.
ranks::SparseEdgeList sparse_list(std::uint64_t seed, std::size_t size) {
  std::mt19937_64 random(seed);
  ranks::SparseEdgeList list;
  std::vector<std::int32_t> values;
  for (std::size_t i = 0; i < size; ++i) {
    list.source.push_back((random() % 400) * 0x9e3779b97f4a7c15u);
    list.target.push_back((random() % 300) * 0x9e3779b97f4a7c15u);
    values.push_back(static_cast<std::int32_t>(i));
  }
  list.values = values;
  return list;
}

std::vector<ranks::AnyGraphPart> build_sparse_parts(int ranks, const ranks::SparseEdgeList& list,
                                                    files::IdMapping mapping) {
  const std::vector<std::size_t> borders = deal(list.size(), ranks, list.size());
  return parts_of(ranks, [&](Ranks& each, ThreadPool& threads) {
    const auto first = static_cast<std::ptrdiff_t>(borders[static_cast<std::size_t>(each.rank())]);
    const auto last = static_cast<std::ptrdiff_t>(borders[static_cast<std::size_t>(each.rank()) + 1]);
    const auto& values = std::get<std::vector<std::int32_t>>(list.values);
    ranks::SparseEdgeList mine{{list.source.begin() + first, list.source.begin() + last},
                               {list.target.begin() + first, list.target.begin() + last},
                               std::vector<std::int32_t>(values.begin() + first, values.begin() + last),
                               list.direction};
    return ranks::build_part(each, threads, std::move(mine), mapping, {});
  });
}

TEST_P(BuildPart, IdsThatOccurBecomeTheVerticesInIncreasingOrder) {
  ThreadPool threads(1);
  for (const std::size_t size : {0u, 1u, 5u, 900u}) {
    const ranks::SparseEdgeList list = sparse_list(size, size);
    std::map<std::uint64_t, VertexId> number;
    for (const auto* ids : {&list.source, &list.target})
      for (const std::uint64_t id : *ids) number[id] = 0;
    EdgeList dense;
    for (auto& [id, v] : number) {
      v = dense.vertex_count++;
      dense.ids.original.push_back(id);
    }
    for (const std::uint64_t id : list.source) dense.source.push_back(number[id]);
    for (const std::uint64_t id : list.target) dense.target.push_back(number[id]);
    dense.values = list.values;
    EXPECT_EQ(rows_of(build_sparse_parts(GetParam(), list, files::IdMapping::kCompact)),
              rows_of(build_graph(threads, std::move(dense), {})));
  }
}

TEST_P(BuildPart, KeptIdsAreTheNumbersOfTheVertices) {
  ThreadPool threads(1);
  EdgeList dense = random_list(5, 500, 700, 1, Direction::kDirected);
  dense.source.back() = 499;  // the last id occurs
  dense.ids = {};
  const ranks::SparseEdgeList list{{dense.source.begin(), dense.source.end()},
                                   {dense.target.begin(), dense.target.end()},
                                   dense.values,
                                   dense.direction};
  EXPECT_EQ(rows_of(build_sparse_parts(GetParam(), list, files::IdMapping::kKeep)),
            rows_of(build_graph(threads, std::move(dense), {})));
}

void expect_on_all(const std::vector<std::string>& errors, const std::string& expected) {
  for (const std::string& error : errors) EXPECT_EQ(error, expected);
}

TEST_P(BuildPart, AnIdOutOfRangeOnOneRankIsOneErrorOnAll) {
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
    EdgeList list = random_list(7, 50, 10, 0, Direction::kDirected);
    if (ranks.rank() == ranks.size() - 1) list.target[3] = 60;
    static_cast<void>(ranks::build_part(ranks, threads, std::move(list)));
  });
  expect_on_all(errors, "InputError edge list: entry " + std::to_string(10 * (GetParam() - 1) + 3) +
                            " names vertex 60, expected ids below 50");
}

TEST_P(BuildPart, KeptIdsThatAreTooLargeAreOneErrorOnAll) {
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
    const std::uint64_t id = ranks.rank() == 0 ? std::uint64_t{1} << 40 : 1;
    static_cast<void>(ranks::build_part(ranks, threads, ranks::SparseEdgeList{{1}, {id}}, files::IdMapping::kKeep));
  });
  expect_on_all(
      errors, "InputError expected ids below 4294967295, which can be kept as they are; the largest is 1099511627776");
}

TEST_P(BuildPart, SumsThatDoNotFitAreTheErrorThatOneRankThrows) {
  EdgeList list = random_list(9, 600, 200, 1, Direction::kDirected);
  for (const VertexId target : {550u, 300u, 450u}) {
    for (int i = 0; i < 2; ++i) {
      list.source.push_back(7);
      list.target.push_back(target);
      std::get<std::vector<std::int32_t>>(list.values).push_back(std::numeric_limits<std::int32_t>::max());
    }
  }
  const BuildOptions options{.duplicates = Duplicates::kSum};
  std::string expected;
  ThreadPool one(1);
  try {
    static_cast<void>(build_graph(one, EdgeList(list), options));
  } catch (const InputError& error) {
    expected = std::string("InputError ") + error.what();
  }
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
    const auto r = static_cast<std::size_t>(ranks.rank());
    const std::vector<std::size_t> borders = deal(list.size(), ranks.size(), 1);
    static_cast<void>(ranks::build_part(ranks, threads, slice(list, borders[r], borders[r + 1]), options));
  });
  EXPECT_NE(expected, "");
  expect_on_all(errors, expected);
}

std::string error_of_one(const EdgeList& list) {
  ThreadPool one(1);
  try {
    static_cast<void>(build_graph(one, EdgeList(list)));
  } catch (const InputError& error) {
    return std::string("InputError ") + error.what();
  }
  return "";
}

TEST_P(BuildPart, AnEdgeWithoutItsReverseIsTheErrorThatOneRankThrows) {
  EdgeList list = random_list(5, 600, 400, 1, Direction::kUndirectedBoth);
  const auto errors_on_ranks = [&](const BuildOptions& options) {
    return errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
      const auto r = static_cast<std::size_t>(ranks.rank());
      const std::vector<std::size_t> borders = deal(list.size(), ranks.size(), 1);
      static_cast<void>(ranks::build_part(ranks, threads, slice(list, borders[r], borders[r + 1]), options));
    });
  };
  expect_on_all(errors_on_ranks({}), "");
  ++std::get<std::vector<std::int32_t>>(list.values)[17];  // another value than the reverse
  EXPECT_NE(error_of_one(list).find("has the weight"), std::string::npos);
  expect_on_all(errors_on_ranks({}), error_of_one(list));
  list.target[17] = 599 - list.target[17];  // no reverse
  EXPECT_NE(error_of_one(list).find("not at all"), std::string::npos);
  expect_on_all(errors_on_ranks({}), error_of_one(list));
  expect_on_all(errors_on_ranks({.check_symmetry = false}), "");
}

TEST_P(BuildPart, AnEdgeWithoutItsReverseBetweenIdsOf64BitsIsAnErrorOnAll) {
  constexpr GlobalId kApart = GlobalId{1} << 40;
  const auto errors_on_ranks = [&](std::int32_t back) {
    return errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
      const GlobalId first = static_cast<GlobalId>(ranks.rank()) * kApart;
      ranks::SparseEdgeList list{{first, first + 3}, {first + 3, first}, std::vector<std::int32_t>{7, 7}};
      if (ranks.rank() == ranks.size() - 1) list.values = std::vector<std::int32_t>{7, back};
      list.direction = Direction::kUndirectedBoth;
      static_cast<void>(ranks::build_part(ranks, threads, std::move(list), ranks::GlobalRange{first, first + 4}));
    });
  };
  const GlobalId last = static_cast<GlobalId>(GetParam() - 1) * kApart;
  const std::string low = std::to_string(last);
  const std::string high = std::to_string(last + 3);
  expect_on_all(errors_on_ranks(7), "");
  expect_on_all(errors_on_ranks(8),
                "InputError edge list: expected every edge in both directions, with one weight: " + low + " -> " +
                    high + " has the weight 7, and " + high + " -> " + low + " has 8");
}

TEST_P(BuildPart, RangesWithoutAnyIdAreAnErrorOnAll) {
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
    static_cast<void>(ranks::build_part(ranks, threads, ranks::SparseEdgeList(), ranks::GlobalRange{5, 5}));
  });
  expect_on_all(errors, "InputError build_part: no rank has an id, expected a vertex at least");
}

TEST_P(BuildPart, TwoVerticesOfOneIdAreAnErrorOnAll) {
  EdgeList list = random_list(7, 50, 10, 0, Direction::kDirected);
  list.ids.original[30] = list.ids.original[4];
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
    static_cast<void>(ranks::build_part(ranks, threads, EdgeList(list)));
  });
  expect_on_all(errors, error_of_one(list));
}

TEST_P(BuildPart, OptionsThatPartsHaveNotAreErrors) {
  const auto refused = [&](const BuildOptions& options) {
    return errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
      static_cast<void>(ranks::build_part(ranks, threads, EdgeList(), options));
    });
  };
  expect_on_all(refused({.outgoing = true}), "UsageError");
  expect_on_all(refused({.relabel = Relabel::kDegree}), "UsageError");
}

TEST(BuildPartOfThree, ListsOfDifferentGraphsAreAnErrorOnAllRanks) {
  const auto errors = errors_of(3, [](Ranks& ranks, ThreadPool& threads) {
    EdgeList list;
    list.vertex_count = ranks.rank() == 1 ? 5 : 6;
    static_cast<void>(ranks::build_part(ranks, threads, std::move(list)));
  });
  expect_on_all(errors, "UsageError");
}

}  // namespace
}  // namespace warpgraph::test
