// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/merging_prim.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/start_thread.hpp>

#include "common/expect_undirected.hpp"
#include "common/value_types.hpp"
#include "spanning_forest/edge_list.hpp"
#include "spanning_forest/total_weight.hpp"
#include "spanning_forest/weights.hpp"
#include "worker.hpp"

namespace warpgraph::papers {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)
using namespace prim;        // NOLINT(google-build-using-namespace): its parts

void expect_numbers(const forest::Weights& weights, EdgeId count) {
  if (weights.kind != forest::WeightKind::kFloating) return;
  for (EdgeId e = 0; e < count; ++e)
    if (!weights.is_weight(weights.at(e))) throw InputError("a weight is not a number, so there is no lightest forest");
}

void add(const MergingPrimCounts& more, MergingPrimCounts& sum) {
  sum.started += more.started;
  sum.stolen += more.stolen;
  sum.released += more.released;
  sum.filtered += more.filtered;
  sum.pruned += more.pruned;
  sum.transactions += more.transactions;
}

template <EdgeValueType EdgeValue>
ForestWeight<EdgeValue> weight_of(const Adjacency<EdgeValue>& edges, const std::vector<EdgeId>& entries) {
  if constexpr (graphs::kHasValue<EdgeValue>) {
    const auto sum_by = [&](const auto& adding) {
      typename std::remove_cvref_t<decltype(adding)>::Sum sum{};
      for (const EdgeId e : entries) sum = sum + adding.of(edges.value[e]);
      return sum;
    };
    if constexpr (std::is_floating_point_v<EdgeValue>)
      return forest::total_of_floats(sum_by);
    else
      return forest::total_of_integers(sum_by(forest::IntegerAdding{}));
  } else {
    return static_cast<std::int64_t>(entries.size());
  }
}

// All threads at once; then the first exception of any of them. Throws OutOfMemory, and runs nothing, if the system has
// not so many threads.
void run_all(std::vector<std::unique_ptr<Worker>>& workers, Forest& trees, std::atomic<bool>& is_over) {
  std::vector<std::exception_ptr> failures(workers.size());
  std::latch all_are_there(static_cast<std::ptrdiff_t>(workers.size()));
  bool is_called_off = false;
  const auto work = [&](std::size_t i) {
    all_are_there.arrive_and_wait();
    if (is_called_off) return;
    try {
      workers[i]->run();
    } catch (...) {
      failures[i] = std::current_exception();
      is_over.store(true, std::memory_order_relaxed);
      trees.end();
    }
  };
  std::vector<std::jthread> threads;
  threads.reserve(workers.size());
  try {
    for (std::size_t i = 1; i < workers.size(); ++i)
      threads.push_back(support::start_thread([&] { return std::jthread(work, i); }));
  } catch (const OutOfMemory&) {
    is_called_off = true;
    all_are_there.count_down(static_cast<std::ptrdiff_t>(workers.size() - threads.size()));
    throw;
  }
  work(0);
  threads.clear();
  for (const std::exception_ptr& each : failures)
    if (each) std::rethrow_exception(each);
}

std::vector<EdgeId> find_forest(const AdjacencyView<NoValue>& edges, const forest::Weights& weights,
                                const MergingPrimOptions& options, unsigned threads, MergingPrimCounts& counts) {
  constexpr std::uint32_t kTreesOfThread = 4;
  const auto vertices = static_cast<VertexId>(edges.row.size() - 1);
  Words words(vertices, threads, kTreesOfThread * threads);
  Forest trees(kTreesOfThread * threads);
  std::atomic<std::uint64_t> next_start{0};
  std::atomic<bool> is_over{false};
  const Shared shared{edges, weights, options, words, trees, next_start, is_over};
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < threads; ++i) workers.push_back(std::make_unique<Worker>(shared, i));
  run_all(workers, trees, is_over);
  for (const auto& each : workers) add(each->counts(), counts);
  return trees.take_edges();
}

}  // namespace

template <EdgeValueType EdgeValue>
MergingPrimForest<EdgeValue> merging_prim(const Graph<EdgeValue>& graph, const MergingPrimOptions& options) {
  expect_undirected(graph, "spanning forest");
  expects(graph.vertex_count() < VertexId{1} << 30, "spanning forest: too many vertices for transactions");
  const unsigned threads = options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  expects(options.is_transactional || threads == 1, "spanning forest: several threads need transactions");
  expects(threads <= 1024, "spanning forest: more than 1024 threads");

  MergingPrimForest<EdgeValue> result;
  result.component_count = graph.vertex_count();
  result.thread_count = threads;
  if (graph.edge_count() == 0) return result;
  const Adjacency<EdgeValue>& edges = graph.incoming();
  const auto weights = forest::Weights::of<EdgeValue>(view_of(edges.value.span()));
  expect_numbers(weights, graph.edge_count());
  result.entry = find_forest({view_of(edges.row.span()), view_of(edges.column.span()), {}}, weights, options, threads,
                             result.counts);
  result.component_count -= result.entry.size();
  result.weight = weight_of(edges, result.entry);
  return result;
}

template <EdgeValueType EdgeValue>
EdgeList to_edge_list(const Graph<EdgeValue>& graph, const MergingPrimForest<EdgeValue>& found) {
  return forest::edge_list_of(graph, found.entry);
}

#define WARPGRAPH_INSTANTIATE(EdgeValue)                                                                  \
  template MergingPrimForest<EdgeValue> merging_prim(const Graph<EdgeValue>&, const MergingPrimOptions&); \
  template EdgeList to_edge_list(const Graph<EdgeValue>&, const MergingPrimForest<EdgeValue>&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::papers
