// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

namespace warpgraph::papers {

struct MergingPrimOptions {
  unsigned threads = 0;    // 0: one a core
  std::uint64_t seed = 1;  // of the vertices where trees start
  // Edges to a tree to which a lighter one is known already are left out.
  bool filters = true;
  // false, for one thread only: words are read and written as they are. What transactions cost is the difference.
  bool is_transactional = true;
  // For tests: the number of steps after which a thread gives way, about, wherever it is. 0: never.
  std::uint32_t gives_way_every = 0;
};

// What the threads have done, in sum.
struct MergingPrimCounts {
  std::uint64_t started = 0;   // trees
  std::uint64_t stolen = 0;    // trees that grew, taken by the thread that met them
  std::uint64_t released = 0;  // trees given to the thread that they met, which was busy
  std::uint64_t filtered = 0;  // edges that were left out because a lighter one leads to the same tree
  std::uint64_t pruned = 0;    // edges inside of trees that were taken out of heaps before their turn
  transactions::TransactionCounts transactions{};
};

template <EdgeValueType EdgeValue>
struct MergingPrimForest {
  std::vector<EdgeId> entry;  // in no order: places in the graph's incoming edges, each at either of its ends
  std::uint64_t component_count = 0;
  algorithms::ForestWeight<EdgeValue> weight{};
  unsigned thread_count = 0;
  MergingPrimCounts counts;
};

// The method `prim` of the command msf, and of the catalogue once add_methods() (papers.hpp) has been called: the
// forest of minimum_spanning_forest, on threads of the host: many trees grow at once, each by Prim's algorithm from a
// vertex of its own, and become one where they meet (Kang and Bader 2009). A step, whatever it comes to, is a
// transaction of a few words: the vertex that the lightest edge leads to is taken if it is free; if it is another
// thread's, its tree is stolen, and the thread starts again elsewhere; if that thread is busy with its own tree, ours
// is left in its queue, and we start again. Heaps are private: a thread works on its heap only while no other may steal
// it. docs/internals/msf.md says which words there are, and why they take transactions.
//
// The baseline on CPUs for the methods on devices. Loses where trees meet often, as they do where paths are short. Any
// number of components.
//
// Memory: 12 bytes a vertex, 24 an edge that is in a heap; a lightest edge for each pair of trees that have met. Throws
// UsageError if the graph is directed, has 2^30 vertices or more, or if several threads are to do without transactions;
// InputError if a weight is not a number or if their total is more than its type holds.
template <EdgeValueType EdgeValue>
[[nodiscard]] MergingPrimForest<EdgeValue> merging_prim(const Graph<EdgeValue>& graph,
                                                        const MergingPrimOptions& options = {});

// The forests of graphs of any type.
using AnyMergingPrimForest =
    std::variant<MergingPrimForest<NoValue>, MergingPrimForest<std::int32_t>, MergingPrimForest<std::int64_t>,
                 MergingPrimForest<float>, MergingPrimForest<double>>;
[[nodiscard]] inline AnyMergingPrimForest merging_prim(const AnyGraph& graph, const MergingPrimOptions& options = {}) {
  return std::visit([&](const auto& each) -> AnyMergingPrimForest { return merging_prim(each, options); }, graph);
}

// As to_edge_list of a SpanningForest. O(vertices), and a sort of the forest's edges, on the host.
template <EdgeValueType EdgeValue>
[[nodiscard]] EdgeList to_edge_list(const Graph<EdgeValue>& graph, const MergingPrimForest<EdgeValue>& forest);

}  // namespace warpgraph::papers
