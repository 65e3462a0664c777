// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "oracle.hpp"
#include "random_list.hpp"

// What Graph::from_csr and DeviceGraph::from_csr have in common. make(row, column, value, options) is either, and gives
// a graph in host memory.
namespace warpgraph::test {

// NetworkX: DiGraph([(0, 1), (0, 2), (1, 2), (2, 0), (2, 3), (3, 3)]), as to_scipy_sparse_array has it.
template <class Offset, class Column>
struct SmallCsr {
  std::vector<Offset> row{0, 2, 3, 5, 6};
  std::vector<Column> column{1, 2, 2, 0, 3, 3};
  std::vector<float> value{1, 2, 3, 4, 5, 6};
};

template <class T>
std::vector<T> vector_of(const graphs::HostArray<T>& array) {
  return {array.begin(), array.end()};
}

template <class Value>
void expect_rows(const Adjacency<Value>& rows, const std::vector<EdgeId>& row, const std::vector<VertexId>& column,
                 const std::vector<Value>& value) {
  EXPECT_EQ(vector_of(rows.row), row);
  EXPECT_EQ(vector_of(rows.column), column);
  EXPECT_EQ(vector_of(rows.value), value);
}

inline void expect_small_graph(const Graph<float>& graph) {
  EXPECT_FALSE(graph.is_undirected());
  expect_rows<float>(graph.outgoing(), {0, 2, 3, 5, 6}, {1, 2, 2, 0, 3, 3}, {1, 2, 3, 4, 5, 6});
  expect_rows<float>(graph.incoming(), {0, 1, 2, 4, 6}, {2, 0, 0, 1, 2, 3}, {4, 1, 2, 3, 5, 6});
}

// Calls act(SmallCsr) with each pair of types of integers.
template <class Act>
void for_each_pair_of_types(const Act& act) {
  const auto with_offset = [&]<class Offset>(Offset) {
    act(SmallCsr<Offset, std::int32_t>());
    act(SmallCsr<Offset, std::uint32_t>());
    act(SmallCsr<Offset, std::int64_t>());
    act(SmallCsr<Offset, std::uint64_t>());
  };
  with_offset(std::int32_t());
  with_offset(std::uint32_t());
  with_offset(std::int64_t());
  with_offset(std::uint64_t());
}

struct RefusedCsr {
  std::vector<std::int64_t> row;
  std::vector<std::int64_t> column;
  std::vector<float> value;  // empty: all 1
  CsrOptions options;
  std::string message;
  bool is_mistake = false;  // UsageError, or else InputError
};

inline std::vector<RefusedCsr> refused_csr() {
  const CsrOptions plain;
  const CsrOptions incoming{.rows = CsrRows::kIncoming};
  const CsrOptions any{.order = ColumnOrder::kAny};
  const CsrOptions unchecked{.order = ColumnOrder::kUnchecked};
  const CsrOptions undirected{.undirected = true, .ids = {10}};
  return {
      {{},
       {0},
       {},
       plain,
       "row has no offset, and column has 1, expected an offset for each vertex and one more",
       true},
      {{0, 1, 3}, {1}, {}, plain, "row[2] is 3, expected 1, the size of column", true},
      {{0, 1}, {0, 0}, {}, plain, "row[1] is 1, expected 2, the size of column", true},
      {{1, 2}, {0, 0}, {}, plain, "row[0] is 1, expected 0", true},
      {{-1, 2}, {0, 0}, {}, plain, "row[0] is -1, expected 0", true},
      {{0, 1}, {0}, {1, 2}, plain, "value has the size 2, expected 1", true},
      {{0, 0},
       {},
       {},
       {.ids = {0, {1, 2}}},
       "ids.original has the size 2, expected 1, the number of vertices, or none",
       true},
      {{0, 0, 0},
       {},
       {},
       {.ids = {0, {6, 6}}},
       "ids.original[1] is 6, as is ids.original[0], expected each vertex to have an id of its own"},
      {{0, 2, 1, 2}, {0, 1}, {}, plain, "row[2] is 1, expected at least 2, the offset before it"},
      {{0, -2, 2}, {0, 1}, {}, plain, "row[1] is -2, expected at least 0, the offset before it"},
      {{0, 99, 2}, {0, 1}, {}, plain, "row[2] is 2, expected at least 99, the offset before it"},
      {{0, 1, 3, 3, 3}, {0, 1, 99999999}, {}, plain, "row 1: column 1 (edge 2) is 99999999, which is no vertex of 4"},
      {{0, 1, 3, 3, 3}, {0, 1, 4}, {}, unchecked, "row 1: column 1 (edge 2) is 4, which is no vertex of 4"},
      {{0, 0, 0, 2}, {-1, 1}, {}, any, "row 2: column 0 (edge 0) is -1, which is no vertex of 3"},
      {{0, 1},
       {std::int64_t{1} << 32},
       {},
       incoming,
       "row 0: column 0 (edge 0) is 4294967296, which is no vertex of 1"},
      {{0, 1, 3, 3},
       {2, 1, 0},
       {},
       plain,
       "row 1: column 1 (edge 2) is 0, less than 1 before it; ColumnOrder::kAny sorts rows"},
      {{0, 0, 0, 3},
       {0, 2, 1},
       {},
       incoming,
       "row 2: column 2 (edge 2) is 1, less than 2 before it; ColumnOrder::kAny sorts rows"},
      {{0, 0, 1, 2},
       {0, 1},
       {},
       undirected,
       "is undirected: expected every edge in both directions, with one weight: 10 -> 11 is there once, and 11 -> 10 "
       "not at all"},
      {{0, 1, 3, 4},
       {1, 0, 2, 1},
       {5, 5, 6, 7},
       undirected,
       "is undirected: expected every edge in both directions, with one weight: 11 -> 12 has the weight 7.0, and "
       "12 -> 11 has 6.0"},
  };
}

template <class Make>
void expect_refusals(const Make& make) {
  for (const RefusedCsr& each : refused_csr()) {
    const std::vector<float> value = each.value.empty() ? std::vector<float>(each.column.size(), 1) : each.value;
    try {
      (void)make(each.row, each.column, value, each.options);
      ADD_FAILURE() << "taken, expected: " << each.message;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(), "graph: " + each.message);
      EXPECT_TRUE(each.is_mistake) << each.message;
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), "graph: " + each.message);
      EXPECT_FALSE(each.is_mistake) << each.message;
    }
  }
}

// Rows of random graphs, which have equal edges, in an order of their own, with what is to become of them.
template <class Value>
struct RandomCsr {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  std::vector<Value> value;
  CsrOptions options;
  Graph<Value> expected;
};

// The columns of every row backwards: equal ones in their order.
template <class Value>
void turn_rows(RandomCsr<Value>& csr) {
  for (std::size_t v = 0; v + 1 < csr.row.size(); ++v) {
    std::vector<EdgeId> order;
    for (EdgeId e = csr.row[v]; e < csr.row[v + 1]; ++e) order.push_back(e);
    const auto columns = csr.column;
    const auto values = csr.value;
    std::ranges::stable_sort(order, [&](EdgeId a, EdgeId b) { return columns[a] > columns[b]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      csr.column[csr.row[v] + i] = columns[order[i]];
      if constexpr (graphs::kHasValue<Value>) csr.value[csr.row[v] + i] = values[order[i]];
    }
  }
}

template <class Value>
RandomCsr<Value> random_csr(std::uint64_t seed, CsrRows rows, bool undirected, ColumnOrder order) {
  ThreadPool threads(1);
  EdgeList list = random_list(seed, static_cast<VertexId>(13 + seed % 40), seed % 200, 1,
                              undirected ? Direction::kUndirectedOnce : Direction::kDirected);
  list.vertex_weights = {};
  RandomCsr<Value> csr;
  const bool outgoing = rows == CsrRows::kOutgoing && !undirected;
  csr.options = {.rows = rows, .undirected = undirected, .order = order, .ids = list.ids};
  csr.expected = build_graph<Value>(threads, std::move(list), {.outgoing = outgoing});
  const Adjacency<Value>& from = outgoing ? csr.expected.outgoing() : csr.expected.incoming();
  csr.row = vector_of(from.row);
  csr.column = vector_of(from.column);
  csr.value = vector_of(from.value);
  if (order == ColumnOrder::kAny) turn_rows(csr);
  return csr;
}

// takes(turn): whether this machine takes the case.
template <class Value, class Make, class Takes>
void expect_random_graphs(const Make& make, const Takes& takes) {
  std::uint64_t seed = 0;
  for (const CsrRows rows : {CsrRows::kOutgoing, CsrRows::kIncoming})
    for (const bool undirected : {false, true})
      for (const ColumnOrder order : {ColumnOrder::kAscending, ColumnOrder::kAny, ColumnOrder::kUnchecked})
        for (int i = 0; i < 6; ++i) {
          seed += 7;
          if (!takes(seed)) continue;
          const RandomCsr<Value> csr = random_csr<Value>(seed, rows, undirected, order);
          SCOPED_TRACE("seed " + std::to_string(seed));
          ASSERT_EQ(plain(make(csr.row, csr.column, csr.value, csr.options)), plain(csr.expected));
        }
}

}  // namespace warpgraph::test
