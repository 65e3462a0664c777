// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/framework/ranks/grid_part.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/rank_parts.hpp"
#include "framework/engine/interpreter.hpp"
#include "framework/engine/programs.hpp"
#include "support/thread_ranks.hpp"

// Programs on grids of ranks, which are threads here with one virtual device each, against the serial definition.
namespace warpgraph::test {

// With a sanitizer, some of them (sanitizers.hpp).
inline std::vector<ranks::RankGrid> rank_grids() {
  std::vector<ranks::RankGrid> grids{{2, 2}, {2, 3}, {1, 3}};
  if (!kSanitized) grids.insert(grids.end(), {{3, 2}, {4, 4}, {5, 4}});
  return grids;
}

// Skewed, directed, long, with a heavy vertex, and with ranks that own nothing.
inline const std::vector<std::pair<std::string, Graph<std::int32_t>>>& grid_graphs() {
  static const auto all = [] {
    std::vector<std::pair<std::string, Graph<std::int32_t>>> list;
    const generators::GeneratorArguments kron{{"scale", "11"}, {"weights", "uniform"}, {"lowest-weight", "1"}};
    list.emplace_back("kron", make_graph("kron", kron, true));
    list.emplace_back("rmat", make_graph("rmat", kron, false));
    list.emplace_back("lattice",
                      make_graph("grid2d", {{"width", "8"}, {"height", "88"}, {"weights", "uniform"}}, true));
    list.emplace_back("star", make_graph("star", {{"vertices", "3000"}, {"weights", "uniform"}}, true));
    list.emplace_back("three vertices", make_graph("path", {{"vertices", "3"}, {"weights", "uniform"}}, false));
    return list;
  }();
  return all;
}

// make(ranks, runtime) on each rank of a grid; the values of all vertices, from the first rank.
template <class Value, class E, class Run>
std::vector<Value> on_grid_of_ranks(const Graph<E>& graph, ranks::RankGrid grid, const ShardOptions& sharding,
                                    const Run& run) {
  std::vector<Value> values;
  on_ranks(static_cast<int>(grid.ranks()), [&](Ranks& ranks) {
    RuntimeOptions options;
    options.host.lane_order_seed = grid.ranks();
    Runtime runtime("host:1", options);
    ThreadPool threads(1);
    const auto sharded =
        shards::shard_part(ranks, runtime, ranks::on_grid(ranks, threads, part_of(graph, ranks), grid), sharding);
    const auto result = run(sharded);
    std::vector<Value> all = ranks::gather_on_first(ranks, result.to_host(sharded.streams()));
    if (ranks.rank() == 0) values = std::move(all);
  });
  return values;
}

// The program on all graphs and grids, with both kinds of copies, by each plan. With a sanitizer, half of the runs: a
// plan that is left out with one kind of copies is tried with the other.
template <class P>
void expect_same_on_grids(const P& program, const std::vector<Plan>& plans, EngineOptions options = {}) {
  std::size_t turn = 0;
  for (const auto& [name, graph] : grid_graphs()) {
    const auto expected = run_serially(graph, program, options.max_supersteps);
    for (const ranks::RankGrid grid : rank_grids()) {
      for (const Copies copies : {Copies::kAll, Copies::kRead}) {
        for (std::size_t i = 0; i < plans.size(); ++i) {
          if (kSanitized && (turn + i) % 2 == 1) continue;
          const Plan plan = plans[i];
          SCOPED_TRACE(name + " on " + std::to_string(grid.rows) + "x" + std::to_string(grid.columns) + ", copies of " +
                       std::string(to_string(copies)) + ", " + std::string(to_string(plan)));
          options.plan = plan;
          EXPECT_EQ(on_grid_of_ranks<typename P::VertexValue>(
                        graph, grid, {.copies = copies},
                        [&](const auto& sharded) { return warpgraph::run(sharded, program, options); }),
                    expected);
        }
        ++turn;
      }
      ++turn;
    }
  }
}

}  // namespace warpgraph::test
