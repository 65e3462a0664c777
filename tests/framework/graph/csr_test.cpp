// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/csr.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "csr_case.hpp"

// Graphs of arrays that a caller has.
namespace warpgraph::test {
namespace {

static_assert(std::is_constructible_v<IntegerSpan, const std::vector<std::int32_t>&>);
static_assert(std::is_constructible_v<IntegerSpan, std::span<const std::uint64_t>>);
static_assert(!std::is_constructible_v<IntegerSpan, std::vector<std::int32_t>>);  // would be gone after the call
static_assert(!std::is_constructible_v<IntegerSpan, std::vector<float>&>);
static_assert(!std::is_constructible_v<IntegerSpan, std::vector<std::int16_t>&>);

class Csr : public testing::TestWithParam<unsigned> {
 protected:
  // Copies arrays to where they stay as long as the graph.
  [[nodiscard]] auto maker() {
    return [this]<class Offset, class Column, class Value>(const std::vector<Offset>& row,
                                                           const std::vector<Column>& column,
                                                           const std::vector<Value>& value, const CsrOptions& options) {
      const auto arrays =
          std::make_shared<const std::tuple<std::vector<Offset>, std::vector<Column>, std::vector<Value>>>(row, column,
                                                                                                           value);
      return Graph<Value>::from_csr(threads_, std::get<0>(*arrays), std::get<1>(*arrays), std::get<2>(*arrays), options,
                                    arrays);
    };
  }

  ThreadPool threads_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Threads, Csr, testing::Values(1u, 3u));

TEST_P(Csr, TakesIntegersOfEveryType) {
  for_each_pair_of_types([&](const auto& small) {
    SCOPED_TRACE(std::string(typeid(small).name()));
    expect_small_graph(maker()(small.row, small.column, small.value, {}));
  });
}

TEST_P(Csr, TakesRowsOfIncomingEdges) {
  const SmallCsr<std::int32_t, std::int64_t> small;
  const Graph<float> graph = maker()(small.row, small.column, small.value, {.rows = CsrRows::kIncoming});
  EXPECT_FALSE(graph.has_outgoing());
  expect_rows<float>(graph.incoming(), {0, 2, 3, 5, 6}, {1, 2, 2, 0, 3, 3}, small.value);
}

TEST_P(Csr, RefusesRowsThatAreNoGraph) { expect_refusals(maker()); }

TEST_P(Csr, EqualsTheBuilder) {
  const auto takes_all = [](std::uint64_t) { return true; };
  expect_random_graphs<NoValue>(maker(), takes_all);
  expect_random_graphs<std::int32_t>(maker(), takes_all);
  expect_random_graphs<std::int64_t>(maker(), takes_all);
  expect_random_graphs<float>(maker(), takes_all);
  expect_random_graphs<double>(maker(), takes_all);
}

// No vertex of an undirected graph can be exchanged for another.
TEST_P(Csr, FindsEveryVertexThatWasExchanged) {
  for (std::uint64_t seed = 1; seed < 200; ++seed) {
    auto csr = random_csr<std::int32_t>(seed, CsrRows::kIncoming, true, ColumnOrder::kAny);
    if (csr.column.empty()) continue;
    VertexId& changed = csr.column[seed % csr.column.size()];
    changed = (changed + 1 + static_cast<VertexId>(seed % 12)) % csr.expected.vertex_count();
    EXPECT_THROW((void)maker()(csr.row, csr.column, csr.value, csr.options), InputError) << "seed " << seed;
  }
}

TEST_P(Csr, LooksForNoReverseIfTold) {
  const std::vector<std::int64_t> row{0, 0, 1};
  const std::vector<std::int64_t> column{0};
  const auto graph = maker()(row, column, std::vector<NoValue>(), {.undirected = true, .check_symmetry = false});
  EXPECT_TRUE(graph.is_undirected());
  EXPECT_EQ(graph.edge_count(), 1u);
}

TEST_P(Csr, TakesGraphsWithoutEdgesOrVertices) {
  const std::vector<std::int64_t> no_column;
  for (const auto& row : std::vector<std::vector<std::int32_t>>{{}, {0}, {0, 0, 0}})
    for (const bool undirected : {false, true}) {
      const auto graph = maker()(row, no_column, std::vector<float>(), {.undirected = undirected});
      EXPECT_EQ(graph.vertex_count(), row.empty() ? 0 : row.size() - 1);
      EXPECT_EQ(graph.edge_count(), 0u);
      EXPECT_TRUE(graph.has_outgoing());
    }
}

template <class Array>
bool begins_at(const Array& array, const void* memory) {
  return static_cast<const void*>(array.data()) == memory;
}

// The rows that a graph has of arrays, and which of its arrays these are.
template <class Offset, class Column>
void expect_borrowed(ThreadPool& threads, const CsrOptions& options, bool row, bool column) {
  SmallCsr<Offset, Column> small;
  if (options.undirected) small = {{0, 1, 3, 4}, {1, 0, 2, 1}, {5, 5, 6, 6}};
  const auto graph = Graph<float>::from_csr(threads, small.row, small.column, small.value, options);
  const bool outgoing = options.rows == CsrRows::kOutgoing;
  const Adjacency<float>& rows = outgoing ? graph.outgoing() : graph.incoming();
  EXPECT_EQ(begins_at(rows.row, small.row.data()), row);
  EXPECT_EQ(begins_at(rows.column, small.column.data()), column);
  EXPECT_TRUE(begins_at(rows.value, small.value.data()));
}

TEST_P(Csr, BorrowsArraysOfTheWidthThatAGraphHas) {
  for (const CsrOptions& options : {CsrOptions{}, CsrOptions{.rows = CsrRows::kIncoming},
                                    CsrOptions{.undirected = true}, CsrOptions{.order = ColumnOrder::kAny}}) {
    expect_borrowed<std::uint64_t, std::uint32_t>(threads_, options, true, true);
    expect_borrowed<std::int64_t, std::int32_t>(threads_, options, true, true);
    expect_borrowed<std::int32_t, std::int32_t>(threads_, options, false, true);
    expect_borrowed<std::uint32_t, std::uint32_t>(threads_, options, false, true);
    expect_borrowed<std::int64_t, std::int64_t>(threads_, options, true, false);
    expect_borrowed<std::uint64_t, std::uint64_t>(threads_, options, true, false);
  }
}

TEST_P(Csr, KeepsTheOwnerAsLongAsAnyOfItsArrays) {
  const auto arrays = std::make_shared<const SmallCsr<std::int64_t, std::int32_t>>();
  graphs::HostArray<float> value;
  {
    const auto graph = Graph<float>::from_csr(threads_, arrays->row, arrays->column, arrays->value, {}, arrays);
    EXPECT_EQ(arrays.use_count(), 4);
    value = graph.outgoing().value;
  }
  EXPECT_EQ(arrays.use_count(), 2);
  value = {};
  EXPECT_EQ(arrays.use_count(), 1);
}

TEST_P(Csr, HasNamesOfVertices) {
  const SmallCsr<std::int64_t, std::int32_t> small;
  const auto graph =
      Graph<float>::from_csr(threads_, small.row, small.column, small.value, {.ids = {0, {40, 30, 20, 10}}});
  EXPECT_EQ(graph.ids().name_of(1), 30);
}

}  // namespace
}  // namespace warpgraph::test
