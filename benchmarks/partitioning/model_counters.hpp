// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>

#include <benchmark/benchmark.h>

#include <warpgraph/papers/papers.hpp>
#include <warpgraph/papers/partition.hpp>
#include <warpgraph/partitioning/partition.hpp>

#include "../graph_names.hpp"

// What the thesis's machine model (docs/internals/partitioning-methods.md) needs of a run, as counters:
// machine_model.py sets it beside the times.
namespace warpgraph::benchmarks {

// WARPGRAPH_PARTITION_METHOD: multilevel, gp-metis or transactional.
inline std::string partition_method() {
  papers::add_methods();
  return setting("WARPGRAPH_PARTITION_METHOD", "multilevel");
}

// Sums over the levels. Edges count both ways. Spans are numbers of steps that wait for each other: log2 n for each
// level, and for each pass of refinement ("scan_span", of its scans, and "wait_span", n^2 / m: the thesis lets all
// transactions of a part wait for each other).
inline void count_work(benchmark::State& state, const partitioning::Partition& run) {
  double vertices = 0;
  double edges = 0;
  double passes = 0;
  double passed_edges = 0;
  double scan_span = 0;
  double wait_span = 0;
  for (const partitioning::PartitionLevel& level : run.levels) {
    const auto n = static_cast<double>(level.vertices);
    const double m = 2 * static_cast<double>(level.edges);
    vertices += n;
    edges += m;
    passes += level.passes;
    passed_edges += level.passes * m;
    if (n > 1) scan_span += (1 + level.passes) * std::log2(n);
    if (m > 0) wait_span += level.passes * n * n / m;
  }
  state.counters["levels"] = static_cast<double>(run.levels.size());
  state.counters["finest_vertices"] = run.levels.empty() ? 0 : static_cast<double>(run.levels.front().vertices);
  state.counters["level_vertices"] = vertices;
  state.counters["level_edges"] = edges;
  state.counters["passes"] = passes;
  state.counters["passed_edges"] = passed_edges;
  state.counters["scan_span"] = scan_span;
  state.counters["wait_span"] = wait_span;
  const papers::PartitionTransactions transactions = papers::partition_transactions(run);
  transactions::TransactionCounts sum = transactions.matches;
  sum += transactions.moves;
  sum += transactions.weights;
  if (sum.trials == 0) return;
  state.counters["trials"] = static_cast<double>(sum.trials);
  state.counters["aborts"] = static_cast<double>(sum.aborts);
}

}  // namespace warpgraph::benchmarks
