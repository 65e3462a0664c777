// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/shard/placement.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/sanitizers.hpp"
#include "support/thread_ranks.hpp"

// Graphs in parts, put together again to compare them with whole ones.
namespace warpgraph::test {

// With a sanitizer, some of them (sanitizers.hpp).
inline const std::vector<int> kRankCounts = kSanitized ? std::vector{1, 3, 5} : std::vector{1, 2, 3, 4, 5, 8};

// A graph as rows of (neighbour, value) with the names of the vertices. Doubles hold all values of tests.
struct Rows {
  VertexId vertex_count = 0;
  bool undirected = false;
  std::size_t value_type = 0;
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  std::vector<double> value;
  std::vector<std::uint64_t> names;

  bool operator==(const Rows&) const = default;
};

inline Rows rows_of(const AnyGraph& any) {
  return std::visit(
      [&]<class Value>(const Graph<Value>& graph) {
        const Adjacency<Value>& in = graph.incoming();
        Rows rows{graph.vertex_count(), graph.is_undirected(), any.index(), {}, {}, {}, {}};
        rows.row.assign(in.row.begin(), in.row.end());
        rows.column.assign(in.column.begin(), in.column.end());
        if constexpr (graphs::kHasValue<Value>) rows.value.assign(in.value.begin(), in.value.end());
        for (VertexId v = 0; v < graph.vertex_count(); ++v) rows.names.push_back(graph.ids().name_of(v).value());
        return rows;
      },
      any);
}

// The parts of all ranks, in their order; checks what all parts promise.
inline Rows rows_of(const std::vector<ranks::AnyGraphPart>& parts) {
  Rows rows;
  rows.row.push_back(0);
  rows.value_type = parts.front().index();
  rows.vertex_count = std::visit([](const auto& part) { return part.vertex_count; }, parts.front());
  rows.undirected = std::visit([](const auto& part) { return part.undirected; }, parts.front());
  VertexId next = 0;
  EdgeId edges = 0;
  for (const ranks::AnyGraphPart& any : parts) {
    EXPECT_EQ(any.index(), rows.value_type);
    std::visit(
        [&]<class Value>(const ranks::GraphPart<Value>& part) {
          EXPECT_EQ(part.vertex_count, rows.vertex_count);
          EXPECT_EQ(part.undirected, rows.undirected);
          EXPECT_EQ(part.own.first, next);
          EXPECT_TRUE(part.own.last % shards::kSection == 0 || part.own.last == part.vertex_count);
          ASSERT_EQ(part.incoming.row.size(), std::size_t{part.own.size()} + 1);
          EXPECT_EQ(part.incoming.row[0], 0u);
          EXPECT_TRUE(part.ids.empty() || part.ids.size() == part.own.size());
          const EdgeId before = rows.row.back();
          for (VertexId v = 0; v < part.own.size(); ++v) {
            rows.row.push_back(before + part.incoming.row[v + 1]);
            rows.names.push_back(part.ids.empty() ? part.own.first + v : part.ids[v]);
          }
          rows.column.insert(rows.column.end(), part.incoming.column.begin(), part.incoming.column.end());
          if constexpr (graphs::kHasValue<Value>)
            rows.value.insert(rows.value.end(), part.incoming.value.begin(), part.incoming.value.end());
          edges += part.incoming.column.size();
          next = part.own.last;
        },
        any);
  }
  EXPECT_EQ(next, rows.vertex_count);
  for (const ranks::AnyGraphPart& any : parts)
    EXPECT_EQ(std::visit([](const auto& part) { return part.edge_count; }, any), edges);
  return rows;
}

// make(ranks, threads) on each of so many ranks.
template <class Make>
std::vector<ranks::AnyGraphPart> parts_of(int size, Make&& make) {
  std::vector<ranks::AnyGraphPart> parts(static_cast<std::size_t>(size));
  on_ranks(size, [&](Ranks& ranks) {
    ranks.set_time_limit(std::chrono::minutes(2));
    ThreadPool threads(2);
    parts[static_cast<std::size_t>(ranks.rank())] = make(ranks, threads);
  });
  return parts;
}

// What each of so many ranks throws from act(ranks, threads); empty: nothing.
template <class Act>
std::vector<std::string> errors_of(int size, Act&& act) {
  std::vector<std::string> errors(static_cast<std::size_t>(size));
  on_ranks(size, [&](Ranks& ranks) {
    ranks.set_time_limit(std::chrono::minutes(2));
    ThreadPool threads(1);
    try {
      act(ranks, threads);
    } catch (const RankError& error) {
      errors[static_cast<std::size_t>(ranks.rank())] = std::string("RankError ") + error.what();
    } catch (const InputError& error) {
      errors[static_cast<std::size_t>(ranks.rank())] = std::string("InputError ") + error.what();
    } catch (const UsageError&) {
      errors[static_cast<std::size_t>(ranks.rank())] = "UsageError";
    }
  });
  return errors;
}

}  // namespace warpgraph::test
